/*  Breakthrough: an AVL tree of the pieces by their squares; empty squares are
    not in it.
*/

:- use_module(library(assoc)).

player(white).
player(black).

initial(board(white, Tree)) :-
    findall(sq(Row, Column)-white, ( member(Row, [1,2]), between(1, 8, Column) ), Whites),
    findall(sq(Row, Column)-black, ( member(Row, [7,8]), between(1, 8, Column) ), Blacks),
    append(Whites, Blacks, Pairs),
    list_to_assoc(Pairs, Tree).

to_move(board(P, _), P).

other(white, black).
other(black, white).

step(white, 1).
step(black, -1).

move(board(P, Tree), From-To, board(Q, Tree3)) :-
    other(P, Q),
    gen_assoc(From, Tree, P),
    way(P, From, To, Kind),
    \+ get_assoc(To, Tree, P),
    ( Kind == ahead -> \+ get_assoc(To, Tree, Q) ; true ),
    del_assoc(From, Tree, _, Tree2),
    put_assoc(To, Tree2, P, Tree3).

way(P, sq(Row, Column), sq(Row2, Column2), Kind) :-
    step(P, D),
    Row2 is Row + D,
    between(1, 8, Row2),
    member(Aside-Kind, [0-ahead, -1-aside, 1-aside]),
    Column2 is Column + Aside,
    between(1, 8, Column2).

won(Tree, white) :- between(1, 8, Column), get_assoc(sq(8, Column), Tree, white).
won(Tree, black) :- between(1, 8, Column), get_assoc(sq(1, Column), Tree, black).
won(Tree, P) :- other(P, Q), \+ gen_assoc(_, Tree, Q).

terminal(board(_, Tree)) :- won(Tree, _), !.

utility(board(_, Tree), V) :-
    won(Tree, P),
    !,
    ( P == white -> V = 1 ; V = -1 ).

board(board(_, Tree), Rows) :-
    findall(Row, ( member(R, [8,7,6,5,4,3,2,1]), row(R, Tree, Row) ), Rows).

row(R, Tree, Row) :-
    findall(Cell, ( between(1, 8, C), glyph(sq(R, C), Tree, Cell) ), Row).

glyph(Square, Tree, Cell) :-
    (   get_assoc(Square, Tree, P)
    ->  ( P == white -> Cell = w ; Cell = b )
    ;   Cell = '.'
    ).
