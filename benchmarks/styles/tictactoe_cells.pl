/*  Tic-tac-toe: the board is a list of cell(X, Y, Mark). */

player(x).
player(o).

initial(s(x, Board)) :-
    findall(cell(X, Y, empty), ( between(1, 3, Y), between(1, 3, X) ), Board).

to_move(s(P, _), P).

move(s(P, Board), mark(X, Y), s(Q, [cell(X, Y, P)|Rest])) :-
    select(cell(X, Y, empty), Board, Rest),
    other(P, Q).

other(x, o).
other(o, x).

win(P, Board) :-
    between(1, 3, Y),
    forall(between(1, 3, X), member(cell(X, Y, P), Board)).
win(P, Board) :-
    between(1, 3, X),
    forall(between(1, 3, Y), member(cell(X, Y, P), Board)).
win(P, Board) :-
    member(cell(1, 1, P), Board),
    member(cell(2, 2, P), Board),
    member(cell(3, 3, P), Board).
win(P, Board) :-
    member(cell(3, 1, P), Board),
    member(cell(2, 2, P), Board),
    member(cell(1, 3, P), Board).

terminal(s(P, Board)) :- other(P, Q), win(Q, Board), !.
terminal(s(_, Board)) :- \+ member(cell(_, _, empty), Board).

utility(s(_, Board), 1) :- win(x, Board), !.
utility(s(_, Board), -1) :- win(o, Board), !.
utility(_, 0).

board(s(_, Board), Rows) :-
    findall(Row,
            ( between(1, 3, Y),
              findall(M, ( between(1, 3, X), memberchk(cell(X, Y, C), Board), shown(C, M) ), Row) ),
            Rows).

shown(empty, '.').
shown(x, x).
shown(o, o).
