/*  Connect Four: the board is a compound of 42 cells, copied for each move. */

player(x).
player(o).

initial(s(x, Board)) :-
    functor(Board, board, 42),
    Board =.. [_|Cells],
    maplist(=('.'), Cells).

to_move(s(P, _), P).

move(s(P, Board), Col, s(Q, Board2)) :-
    between(1, 7, Col),
    lowest(Board, Col, 1, Row),
    index(Col, Row, I),
    set(Board, I, P, Board2),
    opp(P, Q).

lowest(Board, Col, Row, Found) :-
    Row =< 6,
    index(Col, Row, I),
    arg(I, Board, Cell),
    (   Cell == '.'
    ->  Found = Row
    ;   Row1 is Row + 1,
        lowest(Board, Col, Row1, Found)
    ).

index(Col, Row, I) :- I is (Row - 1)*7 + Col.

set(Board, I, P, Board2) :-
    functor(Board, Name, N),
    functor(Board2, Name, N),
    copy(N, I, P, Board, Board2).

copy(0, _, _, _, _) :- !.
copy(N, I, P, Board, Board2) :-
    (   N =:= I
    ->  arg(N, Board2, P)
    ;   arg(N, Board, X),
        arg(N, Board2, X)
    ),
    M is N - 1,
    copy(M, I, P, Board, Board2).

opp(x, o).
opp(o, x).

dir(1, 0).
dir(0, 1).
dir(1, 1).
dir(-1, 1).

at(Board, Col, Row, P) :-
    Col >= 1, Col =< 7,
    Row >= 1, Row =< 6,
    index(Col, Row, I),
    arg(I, Board, P).

win(Board, P) :-
    between(1, 6, Row),
    between(1, 7, Col),
    at(Board, Col, Row, P),
    dir(DC, DR),
    run(3, Board, Col, Row, DC, DR, P),
    !.

run(0, _, _, _, _, _, _).
run(N, Board, Col, Row, DC, DR, P) :-
    N > 0,
    Col1 is Col + DC,
    Row1 is Row + DR,
    at(Board, Col1, Row1, P),
    M is N - 1,
    run(M, Board, Col1, Row1, DC, DR, P).

terminal(s(P, Board)) :- opp(P, Q), win(Board, Q), !.
terminal(s(_, Board)) :- \+ arg(_, Board, '.').

utility(s(P, Board), V) :- opp(P, Q), win(Board, Q), !, value(Q, V).
utility(_, 0).

value(x, 1).
value(o, -1).

board(s(_, Board), Rows) :-
    findall(Row,
            ( member(R, [6,5,4,3,2,1]),
              findall(C, ( between(1, 7, Col), at(Board, Col, R, C) ), Row) ),
            Rows).
