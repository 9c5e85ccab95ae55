/*  Endings of chess: king and rook, or king and queen, against king

    White wins by mate. A stalemate is a draw, and so is the loss of the
    piece, or play without end. The board has sizes from 4 to 8.
*/

:- include(library(fen)).

parameter(pieces, krk).                 % or kqk
parameter(size, 8).

player(white).
player(black).

%   A position is s(Player, King, Piece, Lone): whose turn it is, the white
%   king, rook(Square), queen(Square) or taken, and the black king. Squares
%   are numbered 16*Row+Column from 0, which is a1: the difference of two
%   squares then tells how they lie to each other. A move is From-To.

initial(s(white, 0, Piece, Lone)) :-
    param(pieces, Pieces),
    must_be(oneof([krk, kqk]), Pieces),
    param(size, Size),
    must_be(between(4, 8), Size),
    piece(Pieces, _, 1, Piece),
    Lone is Size//2 * 17.

%   piece(Pieces, Letter, Square, Piece): what white has besides the king.

piece(krk, 'R', Square, rook(Square)).
piece(kqk, 'Q', Square, queen(Square)).

to_move(s(Player, _, _, _), Player).

move(s(white, King, Piece, Lone), Move, Next) :-
    white(Piece, King, Lone, Move, Next).
move(s(black, King, Piece, Lone), Lone-To, s(white, King, Left, To)) :-
    neighbours(Lone, Squares),
    member(To, Squares),
    \+ touch(King, To),
    \+ attacks(Piece, King, To),
    left(Piece, To, Left).

white(Piece, King, Lone, King-To, s(black, To, Piece, Lone)) :-
    on(Piece, Square),
    neighbours(King, Squares),
    member(To, Squares),
    To =\= Square,
    \+ touch(Lone, To).
white(rook(From), King, Lone, From-To, s(black, King, rook(To), Lone)) :-
    rays(From, Straight, _),
    slide(Straight, King, Lone, To).
white(queen(From), King, Lone, From-To, s(black, King, queen(To), Lone)) :-
    rays(From, Straight, Diagonal),
    ( Rays = Straight ; Rays = Diagonal ),
    slide(Rays, King, Lone, To).

on(rook(Square), Square).
on(queen(Square), Square).

left(Piece, To, Left) :-
    (   on(Piece, To)
    ->  Left = taken
    ;   Left = Piece
    ).

%   slide(Rays, King, Lone, To): up to the first king on a ray.

slide(Rays, King, Lone, To) :-
    member(Ray, Rays),
    along(Ray, King, Lone, To).

along([Square|Squares], King, Lone, To) :-
    Square =\= King,
    Square =\= Lone,
    (   To = Square
    ;   along(Squares, King, Lone, To)
    ).

%   touch(A, B): a king's move apart, or the same square.

touch(A, B) :-
    Apart is abs(A-B),
    near(Apart).

near(0).
near(1).
near(15).
near(16).
near(17).

%!  attacks(+Piece, +King, +Square) is semidet.
%
%   Piece could capture on Square; the own King may be in its way. The lone
%   king is never in the way, as it steps back along the same line.

attacks(Piece, King, Square) :-
    line(Piece, Square, Unit, Far),
    \+ ( line(Piece, King, Unit, Near),
         Near < Far ).

line(rook(From), To, Unit, Far) :-
    Apart is To-From,
    Far is abs(Apart),
    Far > 0,
    straight(Apart, Far, Unit).
line(queen(From), To, Unit, Far) :-
    Apart is To-From,
    Far is abs(Apart),
    Far > 0,
    (   straight(Apart, Far, Unit0)
    ->  Unit = Unit0
    ;   diagonal(Apart, Unit)
    ).

straight(Apart, Far, Unit) :-
    (   Far < 8
    ->  Unit is sign(Apart)
    ;   Apart /\ 15 =:= 0,
        Unit is 16*sign(Apart)
    ).

diagonal(Apart, Unit) :-
    (   Apart mod 17 =:= 0
    ->  Unit is 17*sign(Apart)
    ;   Apart mod 15 =:= 0,
        Unit is 15*sign(Apart)
    ).

%   The board: the squares next to a square, and those in every direction,
%   nearest first.

:- table neighbours/2, rays/3.

neighbours(Square, Squares) :-
    findall(To,
            ( member(Step, [-17,-16,-15,-1,1,15,16,17]),
              next(Square, Step, To) ),
            Squares).

rays(Square, Straight, Diagonal) :-
    maplist(ray(Square), [-16,-1,1,16], Straight),
    maplist(ray(Square), [-17,-15,15,17], Diagonal).

ray(Square, Step, Squares) :-
    (   next(Square, Step, To)
    ->  Squares = [To|Farther],
        ray(To, Step, Farther)
    ;   Squares = []
    ).

next(Square, Step, To) :-
    param(size, Size),
    To is Square+Step,
    To /\ 15 < Size,
    To >> 4 < Size,
    To >= 0.

%   Without a move black is mated or in a stalemate; nobody moves once the
%   piece is gone.

utility(s(_, King, Piece, Lone), Value) :-
    (   attacks(Piece, King, Lone)
    ->  Value = 1
    ;   Value = 0
    ).

infinite(0).

%   The board can be turned and reflected. Three columns, and likewise three
%   rows, make one number, whose reflection is a subtraction.

canonical(s(Player, King, Piece, Lone), s(Player, King1, Piece1, Lone1)) :-
    (   Piece =.. [Kind, Square]
    ->  Piece1 =.. [Kind, Square1]
    ;   Piece1 = Piece,
        Square = King
    ),
    param(size, Size),
    Reflection is (Size-1) * 0x111,
    Columns0 is (King/\15)<<8 \/ (Square/\15)<<4 \/ (Lone/\15),
    Rows0 is (King>>4)<<8 \/ (Square>>4)<<4 \/ Lone>>4,
    Columns is min(Columns0, Reflection-Columns0),
    Rows is min(Rows0, Reflection-Rows0),
    X is max(Columns, Rows),
    Y is min(Columns, Rows),
    King1 is (Y>>8)<<4 \/ X>>8,
    Square1 is (Y/\0xf0) \/ ((X>>4)/\15),
    Lone1 is (Y/\15)<<4 \/ (X/\15).

%   Positions read and write in Forsyth-Edwards notation, moves by their two
%   squares, as in a1b2.

board(s(_, King, Piece, Lone), Rows) :-
    param(size, Size),
    findall(Row,
            ( between(1, Size, Down),
              findall(Cell,
                      ( between(1, Size, Column),
                        Square is 16*(Size-Down) + Column-1,
                        cell(Square, King, Piece, Lone, Cell) ),
                      Row) ),
            Rows).

layout(checkered).

cell(King, King, _, _, 'K') :- !.
cell(Lone, _, _, Lone, k) :- !.
cell(Square, _, rook(Square), _, 'R') :- !.
cell(Square, _, queen(Square), _, 'Q') :- !.
cell(_, _, _, _, '.').

notation(Position, Text) :-
    nonvar(Position),
    !,
    Position = s(Player, _, _, _),
    turn(Turn, Player),
    board(Position, Rows),
    placement(Rows, Placement),
    atomic_list_concat([Placement, Turn, -, -, 0, 1], ' ', Text).
notation(Position, Text) :-
    atomic_list_concat([Placement, Turn|_], ' ', Text),
    turn(Turn, Player),
    placement(Rows, Placement),
    param(size, Size),
    length(Rows, Size),
    maplist(same_length(Rows), Rows),
    findall(Piece-Square, stands(Rows, Size, Piece, Square), Pieces),
    msort(Pieces, Sorted),
    men(Sorted, King, Piece, Lone),
    Position = s(Player, King, Piece, Lone),
    legal(Position).

stands(Rows, Size, Piece, Square) :-
    nth1(Down, Rows, Row),
    nth0(Column, Row, Piece),
    Piece \== '.',
    Square is 16*(Size-Down) + Column.

men(['K'-King, k-Lone], King, taken, Lone).
men(['K'-King, Letter-Square, k-Lone], King, Piece, Lone) :-
    param(pieces, Pieces),
    piece(Pieces, Letter, Square, Piece).

%   The kings are apart, and who is not to move is not in check. Once the
%   piece is gone the game is over, with white to move.

legal(s(Player, King, Piece, Lone)) :-
    \+ touch(King, Lone),
    (   Player == white
    ->  \+ attacks(Piece, King, Lone)
    ;   Piece \== taken
    ).

move_notation(_, From-To, Text) :-
    square(16, From, Start),
    square(16, To, End),
    atom_concat(Start, End, Text).
