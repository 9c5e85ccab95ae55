/*  Tic-tac-toe: a position is the list of moves so far. To look at it, a
    board of free variables is made, and the moves are filled in; a cell that
    is still a variable is empty.
*/

player(x).
player(o).

initial([]).

to_move(Moves, P) :-
    length(Moves, N),
    ( N mod 2 =:= 0 -> P = x ; P = o ).

fill(Moves, Board) :-
    length(Board, 9),
    fill_(Moves, Board).

fill_([], _).
fill_([N-P|Moves], Board) :-
    nth1(N, Board, P),
    fill_(Moves, Board).

move(Moves, N, [N-P|Moves]) :-
    to_move(Moves, P),
    fill(Moves, Board),
    nth1(N, Board, Cell),
    var(Cell).

three([A,B,C,_,_,_,_,_,_], A, B, C).
three([_,_,_,A,B,C,_,_,_], A, B, C).
three([_,_,_,_,_,_,A,B,C], A, B, C).
three([A,_,_,B,_,_,C,_,_], A, B, C).
three([_,A,_,_,B,_,_,C,_], A, B, C).
three([_,_,A,_,_,B,_,_,C], A, B, C).
three([A,_,_,_,B,_,_,_,C], A, B, C).
three([_,_,A,_,B,_,C,_,_], A, B, C).

won(Moves, P) :-
    fill(Moves, Board),
    three(Board, A, B, C),
    nonvar(A),
    A == B,
    B == C,
    P = A.

terminal(Moves) :- won(Moves, _), !.
terminal(Moves) :- length(Moves, 9).

utility(Moves, V) :-
    (   won(Moves, P)
    ->  ( P == x -> V = 1 ; V = -1 )
    ;   V = 0
    ).

board(Moves, [[A,B,C],[D,E,F],[G,H,I]]) :-
    fill(Moves, [A,B,C,D,E,F,G,H,I]),
    maplist(empty, [A,B,C,D,E,F,G,H,I]).

empty(C) :- ( var(C) -> C = '.' ; true ).
