/*  Othello: squares by name; which square is beside which is worked out from
    facts about columns, and the board is a list of Square-Colour pairs.
*/

player(black).
player(white).

column(a, 1).
column(b, 2).
column(c, 3).
column(d, 4).
column(e, 5).
column(f, 6).
column(g, 7).
column(h, 8).

next(n, sq(C,R), sq(C,R1)) :- column(C, _), between(2, 8, R), R1 is R - 1.
next(s, sq(C,R), sq(C,R1)) :- column(C, _), between(1, 7, R), R1 is R + 1.
next(e, sq(C,R), sq(C1,R)) :- between(1, 8, R), column(C, X), X1 is X + 1, column(C1, X1).
next(w, sq(C,R), sq(C1,R)) :- between(1, 8, R), column(C, X), X1 is X - 1, column(C1, X1).
next(ne, S, T) :- next(n, S, U), next(e, U, T).
next(nw, S, T) :- next(n, S, U), next(w, U, T).
next(se, S, T) :- next(s, S, U), next(e, U, T).
next(sw, S, T) :- next(s, S, U), next(w, U, T).

initial(othello(black, Board)) :-
    findall(sq(C,R)-empty, ( between(1, 8, R), column(C, _) ), Empty),
    update([sq(d,4), sq(e,5)], white, Empty, Board1),
    update([sq(e,4), sq(d,5)], black, Board1, Board).

update(Squares, Colour, Board, Board2) :-
    maplist(updated(Squares, Colour), Board, Board2).

updated(Squares, Colour, Square-Old, Square-New) :-
    (   memberchk(Square, Squares)
    ->  New = Colour
    ;   New = Old
    ).

to_move(othello(P, _), P).

opp(black, white).
opp(white, black).

move(othello(P, Board), Square, othello(Q, Board2)) :-
    opp(P, Q),
    setof(S-Turned, placing(P, Board, S, Turned), Placings),
    !,
    member(Square-Discs, Placings),
    update([Square|Discs], P, Board, Board2).
move(othello(P, Board), pass, othello(Q, Board)) :-
    opp(P, Q),
    placing(Q, Board, _, _),
    !.

placing(P, Board, Square, Turned) :-
    member(Square-empty, Board),
    findall(D, along(P, Board, Square, D), Turned),
    Turned = [_|_].

along(P, Board, Square, Disc) :-
    member(Dir, [n, ne, e, se, s, sw, w, nw]),
    next(Dir, Square, First),
    opp(P, Q),
    chain(Dir, First, P, Q, Board, Discs),
    member(Disc, Discs).

chain(Dir, Square, P, Q, Board, [Square|Discs]) :-
    memberchk(Square-Q, Board),
    next(Dir, Square, Next),
    (   memberchk(Next-P, Board)
    ->  Discs = []
    ;   chain(Dir, Next, P, Q, Board, Discs)
    ).

utility(othello(_, Board), V) :-
    findall(x, member(_-black, Board), Blacks),
    findall(x, member(_-white, Board), Whites),
    length(Blacks, B),
    length(Whites, W),
    V is B - W.

board(othello(_, Board), Rows) :-
    findall(Row,
            ( between(1, 8, R),
              findall(G, ( column(C, _), memberchk(sq(C,R)-P, Board), glyph(P, G) ), Row) ),
            Rows).

glyph(black, 'X').
glyph(white, 'O').
glyph(empty, (-)).
