/*  Tic-tac-toe: the board is an AVL tree from library(assoc). */

:- use_module(library(assoc)).
:- use_module(library(pairs)).

player(x).
player(o).

initial(t(x, Board)) :-
    findall(N-empty, between(1, 9, N), Pairs),
    list_to_assoc(Pairs, Board).

to_move(t(P, _), P).

move(t(P, Board), N, t(Q, Board2)) :-
    gen_assoc(N, Board, empty),
    put_assoc(N, Board, P, Board2),
    rival(P, Q).

rival(x, o).
rival(o, x).

winning([1,2,3]).
winning([4,5,6]).
winning([7,8,9]).
winning([1,4,7]).
winning([2,5,8]).
winning([3,6,9]).
winning([1,5,9]).
winning([3,5,7]).

has_line(P, Board) :-
    winning(Line),
    maplist(holds(P, Board), Line).

holds(P, Board, N) :- get_assoc(N, Board, P).

terminal(t(P, Board)) :- rival(P, Q), has_line(Q, Board), !.
terminal(t(_, Board)) :-
    assoc_to_values(Board, Values),
    \+ memberchk(empty, Values).

utility(t(P, Board), V) :-
    rival(P, Q),
    (   has_line(Q, Board)
    ->  ( Q == x -> V = 1 ; V = -1 )
    ;   V = 0
    ).

board(t(_, Board), [[A,B,C],[D,E,F],[G,H,I]]) :-
    assoc_to_list(Board, Pairs),
    pairs_values(Pairs, Values),
    maplist(shown, Values, [A,B,C,D,E,F,G,H,I]).

shown(empty, '.').
shown(x, x).
shown(o, o).
