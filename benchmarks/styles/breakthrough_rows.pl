/*  Breakthrough: a list of rows; white goes down the list. */

player(white).
player(black).

initial(bt(white, Board)) :-
    W = [w,w,w,w,w,w,w,w],
    B = [b,b,b,b,b,b,b,b],
    E = ['.','.','.','.','.','.','.','.'],
    Board = [W,W,E,E,E,E,B,B].

to_move(bt(P, _), P).

piece(white, w).
piece(black, b).

enemy(white, black).
enemy(black, white).

forward(white, 1).
forward(black, -1).

move(bt(P, Board), (X1,Y1)-(X2,Y2), bt(Q, Board3)) :-
    piece(P, Mine),
    forward(P, D),
    nth1(Y1, Board, Row),
    nth1(X1, Row, Mine),
    Y2 is Y1 + D,
    member(DX, [-1,0,1]),
    X2 is X1 + DX,
    get(Board, X2, Y2, Target),
    allowed(DX, Target, P),
    set(Board, X1, Y1, '.', Board2),
    set(Board2, X2, Y2, Mine, Board3),
    enemy(P, Q).

allowed(_, '.', _).
allowed(DX, Target, P) :-
    DX =\= 0,
    enemy(P, Q),
    piece(Q, Target).

get(Board, X, Y, Cell) :-
    nth1(Y, Board, Row),
    nth1(X, Row, Cell).

set(Board, X, Y, Cell, Board2) :-
    set_nth(Y, Board, Row, Row2, Board2),
    set_nth(X, Row, _, Cell, Row2).

set_nth(1, [Old|Rest], Old, New, [New|Rest]) :- !.
set_nth(N, [H|T], Old, New, [H|T2]) :-
    N > 1,
    M is N - 1,
    set_nth(M, T, Old, New, T2).

winner(Board, white) :- last(Board, Row), memberchk(w, Row), !.
winner([Row|_], black) :- memberchk(b, Row), !.
winner(Board, white) :- \+ ( member(Row, Board), member(b, Row) ), !.
winner(Board, black) :- \+ ( member(Row, Board), member(w, Row) ).

terminal(bt(_, Board)) :- winner(Board, _).

utility(bt(_, Board), V) :-
    winner(Board, P),
    ( P = white -> V = 1 ; V = -1 ).

board(bt(_, Board), Rows) :- reverse(Board, Rows).
