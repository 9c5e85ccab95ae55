/*  Othello: the discs on the board, as a list of disc(X, Y, Colour); rays from
    a square are worked out once, by tabling.
*/

player(black).
player(white).

initial(g(black, [disc(4,4,white), disc(5,5,white), disc(5,4,black), disc(4,5,black)])).

to_move(g(P, _), P).

foe(black, white).
foe(white, black).

%   ray(X, Y, Ray): a list of squares that starts beside X, Y.

:- table ray/3.

ray(X, Y, Ray) :-
    between(1, 8, X),
    between(1, 8, Y),
    member(DX/DY, [1/0, 0/1, 1/1, 1/(-1), (-1)/0, 0/(-1), (-1)/(-1), (-1)/1]),
    squares(X, Y, DX, DY, Ray),
    Ray = [_,_|_].

squares(X, Y, DX, DY, Squares) :-
    X1 is X + DX,
    Y1 is Y + DY,
    (   X1 >= 1, X1 =< 8, Y1 >= 1, Y1 =< 8
    ->  Squares = [X1/Y1|Rest],
        squares(X1, Y1, DX, DY, Rest)
    ;   Squares = []
    ).

captured(P, [X/Y|Squares], Discs, [X/Y|Captured]) :-
    foe(P, Foe),
    memberchk(disc(X, Y, Foe), Discs),
    captured_(P, Foe, Squares, Discs, Captured).

captured_(P, Foe, [X/Y|Squares], Discs, Captured) :-
    member(disc(X, Y, Colour), Discs),
    !,
    (   Colour = P
    ->  Captured = []
    ;   Captured = [X/Y|More],
        captured_(P, Foe, Squares, Discs, More)
    ).

play(P, Discs, X/Y, Flipped) :-
    between(1, 8, Y),
    between(1, 8, X),
    \+ member(disc(X, Y, _), Discs),
    findall(Captured, ( ray(X, Y, Ray), captured(P, Ray, Discs, Captured) ), Lists),
    Lists \== [],
    append(Lists, Flipped).

move(g(P, Discs), X/Y, g(Foe, [disc(X, Y, P)|Discs2])) :-
    foe(P, Foe),
    play(P, Discs, X/Y, Flipped),
    flip_all(Flipped, P, Discs, Discs2).
move(g(P, Discs), pass, g(Foe, Discs)) :-
    foe(P, Foe),
    \+ play(P, Discs, _, _),
    \+ \+ play(Foe, Discs, _, _).

flip_all([], _, Discs, Discs).
flip_all([X/Y|Squares], P, Discs, [disc(X, Y, P)|Discs2]) :-
    select(disc(X, Y, _), Discs, Rest),
    !,
    flip_all(Squares, P, Rest, Discs2).

utility(g(_, Discs), V) :-
    aggregate_all(sum(N), ( member(disc(_, _, P), Discs), worth(P, N) ), V).

worth(black, 1).
worth(white, -1).

board(g(_, Discs), Rows) :-
    findall(Row,
            ( between(1, 8, Y),
              findall(C, ( between(1, 8, X), glyph(X, Y, Discs, C) ), Row) ),
            Rows).

glyph(X, Y, Discs, C) :-
    (   memberchk(disc(X, Y, P), Discs)
    ->  ( P == black -> C = 'X' ; C = 'O' )
    ;   C = (-)
    ).
