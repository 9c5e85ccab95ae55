/*  Othello: a compound of 64 squares, and maps over it. */

player(black).
player(white).

initial(p(black, B)) :-
    numlist(1, 64, Ns),
    maplist(first, Ns, Cs),
    B =.. [b|Cs].

first(28, white) :- !.
first(37, white) :- !.
first(29, black) :- !.
first(36, black) :- !.
first(_, empty).

to_move(p(P, _), P).

opponent(black, white).
opponent(white, black).

move(p(P, B), N, p(Q, B2)) :-
    can_play(P, B),
    !,
    opponent(P, Q),
    between(1, 64, N),
    turned(P, B, N, Squares),
    Squares = [_|_],
    B =.. [b|Cs],
    numlist(1, 64, Ns),
    maplist(paint(P, [N|Squares]), Ns, Cs, Cs2),
    B2 =.. [b|Cs2].
move(p(P, B), pass, p(Q, B)) :-
    opponent(P, Q),
    can_play(Q, B).

can_play(P, B) :-
    between(1, 64, N),
    turned(P, B, N, [_|_]),
    !.

paint(P, Squares, N, C, C2) :-
    ( memberchk(N, Squares) -> C2 = P ; C2 = C ).

turned(P, B, N, Squares) :-
    arg(N, B, empty),
    Column is (N - 1) mod 8,
    Row is (N - 1) // 8,
    setof(S, bracketed(P, B, Column, Row, S), Squares).

bracketed(P, B, Column, Row, S) :-
    member(DC-DR, [1-0, 1-1, 0-1, (-1)-1, (-1)-0, (-1)-(-1), 0-(-1), 1-(-1)]),
    walk(P, B, Column, Row, DC, DR, [], Found),
    member(S, Found).

walk(P, B, Column, Row, DC, DR, Seen, Found) :-
    C is Column + DC,
    R is Row + DR,
    C >= 0, C < 8,
    R >= 0, R < 8,
    N is R*8 + C + 1,
    arg(N, B, Cell),
    Cell \== empty,
    (   Cell == P
    ->  Found = Seen
    ;   walk(P, B, C, R, DC, DR, [N|Seen], Found)
    ).

utility(p(_, B), V) :-
    aggregate_all(count, arg(_, B, black), Blacks),
    aggregate_all(count, arg(_, B, white), Whites),
    V is Blacks - Whites.

board(p(_, B), Rows) :-
    findall(Row,
            ( between(0, 7, R),
              findall(G, ( between(1, 8, C), N is R*8 + C, arg(N, B, X), glyph(X, G) ), Row) ),
            Rows).

glyph(black, 'X').
glyph(white, 'O').
glyph(empty, (-)).
