/*  Othello: a list of rows. */

player(black).
player(white).

initial(o(black, Board)) :-
    E = [e,e,e,e,e,e,e,e],
    Board = [E,E,E,
             [e,e,e,w,b,e,e,e],
             [e,e,e,b,w,e,e,e],
             E,E,E].

to_move(o(P, _), P).

disc(black, b).
disc(white, w).

other(black, white).
other(white, black).

move(o(P, Board), Move, o(Q, Board2)) :-
    other(P, Q),
    findall(X/Y-Flips, legal(Board, P, X, Y, Flips), Moves),
    (   Moves \= []
    ->  member(X/Y-Flips, Moves),
        Move = X/Y,
        disc(P, D),
        foldl(put(D), [X/Y|Flips], Board, Board2)
    ;   legal(Board, Q, _, _, _)
    ->  Move = pass,
        Board2 = Board
    ).

legal(Board, P, X, Y, Flips) :-
    nth1(Y, Board, Row),
    nth1(X, Row, e),
    findall(F, ( direction(DX, DY), flips(Board, P, X, Y, DX, DY, F) ), Fs),
    append(Fs, Flips),
    Flips \= [].

direction(DX, DY) :-
    member(DX, [-1,0,1]),
    member(DY, [-1,0,1]),
    \+ ( DX = 0, DY = 0 ).

flips(Board, P, X, Y, DX, DY, [X1/Y1|Flips]) :-
    other(P, Q),
    disc(Q, Theirs),
    X1 is X + DX,
    Y1 is Y + DY,
    cell(Board, X1, Y1, Theirs),
    run(Board, P, X1, Y1, DX, DY, Flips).

run(Board, P, X, Y, DX, DY, Flips) :-
    X1 is X + DX,
    Y1 is Y + DY,
    cell(Board, X1, Y1, C),
    (   disc(P, C)
    ->  Flips = []
    ;   C \= e,
        Flips = [X1/Y1|Rest],
        run(Board, P, X1, Y1, DX, DY, Rest)
    ).

cell(Board, X, Y, C) :-
    nth1(Y, Board, Row),
    nth1(X, Row, C).

put(D, X/Y, Board, Board2) :-
    nth1(Y, Board, Row, Rows),
    nth1(X, Row, _, Cells),
    nth1(X, Row2, D, Cells),
    nth1(Y, Board2, Row2, Rows).

utility(o(_, Board), V) :-
    append(Board, Cells),
    include(==(b), Cells, Bs),
    include(==(w), Cells, Ws),
    length(Bs, NB),
    length(Ws, NW),
    V is NB - NW.

board(o(_, Board), Rows) :-
    maplist(maplist(shown), Board, Rows).

shown(b, 'X').
shown(w, 'O').
shown(e, (-)).
