/*  Tic-tac-toe: the board is a list of rows. */

player(x).
player(o).

initial(game([[e,e,e],[e,e,e],[e,e,e]], x)).

to_move(game(_, P), P).

move(game(Board, P), Row/Col, game(NewBoard, Q)) :-
    nth1(Row, Board, Cells),
    nth1(Col, Cells, e),
    replace(Cells, Col, P, NewCells),
    replace(Board, Row, NewCells, NewBoard),
    other(P, Q).

replace([_|T], 1, X, [X|T]).
replace([H|T], N, X, [H|R]) :-
    N > 1,
    N1 is N - 1,
    replace(T, N1, X, R).

other(x, o).
other(o, x).

terminal(game(Board, _)) :- win(Board, _), !.
terminal(game(Board, _)) :- \+ ( member(Row, Board), member(e, Row) ).

utility(game(Board, _), 1) :- win(Board, x), !.
utility(game(Board, _), -1) :- win(Board, o), !.
utility(_, 0).

win(Board, P) :- player(P), member([P,P,P], Board).
win([[A,B,C],[D,E,F],[G,H,I]], P) :-
    player(P),
    member([P,P,P], [[A,D,G],[B,E,H],[C,F,I],[A,E,I],[C,E,G]]).

board(game(Board, _), Rows) :-
    maplist(maplist(glyph), Board, Rows).

glyph(e, '.').
glyph(x, x).
glyph(o, o).
