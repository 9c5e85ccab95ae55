/*  Boards with pieces of one kind that only go ahead

    What Breakthrough and Hexapawn share. A game that includes this file has
    the players white and black, and the parameters width and height.

    A position is p(Player, Mine, Theirs): whose turn it is, the squares of
    that player and those of the other. A set of squares is an integer with
    a bit for each, so that a shift moves all pieces at once. Square 0 is a1,
    and they are numbered row by row; white starts there and goes up.
*/

:- include(library(fen)).

%!  opponent(?Player, ?Opponent) is nondet.

opponent(white, black).
opponent(black, white).

%!  start(+Ranks, -Position) is det.
%
%   Both sides fill so many rows, and white begins.

start(Ranks, p(white, White, Black)) :-
    param(width, Width),
    param(height, Height),
    maplist(must_be(positive_integer), [Width, Height, Ranks]),
    Both is 2*Ranks,
    must_be(between(Both, inf), Height),
    White is 1<<(Width*Ranks) - 1,
    Black is White << (Width*(Height-Ranks)).

%!  ways(+Player, -Ways) is det.
%
%   The ways ahead, straight and to either side, as way(By, From): pieces on
%   the squares From get to the square whose number is By more.

:- table ways/2.

ways(Player, [way(Ahead, All), way(Left, NotFirst), way(Right, NotLast)]) :-
    param(width, Width),
    ahead(Player, Width, Ahead),
    Left is Ahead-1,
    Right is Ahead+1,
    squares(All),
    first_column(First),
    NotFirst is All /\ \First,
    NotLast is All /\ \(First << (Width-1)).

ahead(white, Width, Width).
ahead(black, Width, Ahead) :- Ahead is -Width.

:- table first_column/1.

first_column(Squares) :-
    param(width, Width),
    squares(All),
    Squares is All // (1<<Width - 1).

%!  squares(-Squares) is det.
%!  free(+Mine, +Theirs, -Squares) is det.
%
%   All squares of the board, and those where nobody is.

:- table squares/1.

squares(Squares) :-
    param(width, Width),
    param(height, Height),
    Squares is 1<<(Width*Height) - 1.

free(Mine, Theirs, Squares) :-
    squares(All),
    Squares is All /\ \(Mine \/ Theirs).

%!  goal(+Player, -Squares) is det.
%
%   The last row on the way of Player.

:- table goal/2.

goal(black, Squares) :-
    param(width, Width),
    Squares is 1<<Width - 1.
goal(white, Squares) :-
    goal(black, Row),
    param(width, Width),
    param(height, Height),
    Squares is Row << (Width*(Height-1)).

%!  step(+Player, +Way, +Mine, +Targets, -Move, -Moved) is nondet.
%
%   A piece of Player, one of Mine, goes a Way to one of Targets; the one
%   that gets farthest comes first. Move is Source-Target, and Moved is Mine
%   after it. A shift by a negative number goes down.

step(Player, way(By, From), Mine, Targets, Source-Target, Moved) :-
    Reached is (Mine /\ From) << By /\ Targets,
    element(Reached, Player, Target),
    Source is Target - By,
    Moved is Mine /\ \(1<<Source) \/ (1<<Target).

element(Squares, Player, Square) :-
    Squares =\= 0,
    foremost(Player, Squares, First),
    (   Square = First
    ;   Others is Squares xor (1<<First),
        element(Others, Player, Square)
    ).

foremost(white, Squares, Square) :- Square is msb(Squares).
foremost(black, Squares, Square) :- Square is lsb(Squares).

%!  least_image(+Position, -Least) is det.
%
%   Least stands for a position and its mirror image, which are worth the
%   same.

least_image(p(Player, Mine, Theirs), p(Player, Mine1, Theirs1)) :-
    mirrored(Mine, Mine2),
    mirrored(Theirs, Theirs2),
    (   Mine-Theirs @=< Mine2-Theirs2
    ->  Mine1 = Mine, Theirs1 = Theirs
    ;   Mine1 = Mine2, Theirs1 = Theirs2
    ).

mirrored(Squares, Mirrored) :-
    param(width, Width),
    first_column(First),
    mirrored(Width, Squares, First, 0, Mirrored).

mirrored(0, _, _, Mirrored, Mirrored) :- !.
mirrored(Columns, Squares, First, Mirrored0, Mirrored) :-
    Left is Columns-1,
    Mirrored1 is Mirrored0 \/ (Squares /\ First) << Left,
    Others is Squares >> 1,
    mirrored(Left, Others, First, Mirrored1, Mirrored).

%!  rows(+Position, -Rows) is det.
%
%   The board from the top, with P for white and p for black as in chess.

rows(Position, Rows) :-
    sides(Position, _, White, Black),
    param(width, Width),
    param(height, Height),
    findall(Row,
            ( between(1, Height, Down),
              First is (Height-Down) * Width,
              Last is First + Width - 1,
              findall(Cell,
                      ( between(First, Last, Square),
                        cell(White, Black, Square, Cell) ),
                      Row) ),
            Rows).

%!  sides(?Position, ?Turn, ?White, ?Black) is nondet.
%
%   Turn is w or b, for whose turn it is; then the squares of each side.

sides(p(white, White, Black), w, White, Black).
sides(p(black, Black, White), b, White, Black).

cell(White, Black, Square, Cell) :-
    (   getbit(White, Square) =:= 1
    ->  Cell = 'P'
    ;   getbit(Black, Square) =:= 1
    ->  Cell = p
    ;   Cell = '.'
    ).

%!  position_text(+Position, -Text) is det.
%!  position_text(-Position, +Text) is semidet.
%
%   Text has the board and whose turn it is, as in 'ppp/3/PPP w'.

position_text(Position, Text) :-
    nonvar(Position),
    !,
    rows(Position, Rows),
    sides(Position, Turn, _, _),
    placement(Rows, Placement),
    atomic_list_concat([Placement, Turn], ' ', Text).
position_text(Position, Text) :-
    atomic_list_concat([Placement, Turn], ' ', Text),
    placement(Rows, Placement),
    param(height, Height),
    length(Rows, Height),
    param(width, Width),
    length(Wide, Width),
    maplist(same_length(Wide), Rows),
    maplist(reverse, Rows, Reversed),
    append(Reversed, Cells),
    subset(Cells, ['P', p, '.']),
    foldl(add_cell('P'), Cells, 0, White),
    foldl(add_cell(p), Cells, 0, Black),
    sides(Position, Turn, White, Black).

add_cell(Piece, Cell, Squares0, Squares) :-
    (   Cell == Piece
    ->  Squares is Squares0<<1 \/ 1
    ;   Squares is Squares0<<1
    ).

%!  move_text(+Position, +Move, -Text) is det.
%
%   Text is as in a1a2 or, if the move captures, a1xb2.

move_text(p(_, _, Theirs), Source-Target, Text) :-
    param(width, Width),
    square(Width, Source, From),
    square(Width, Target, To),
    (   getbit(Theirs, Target) =:= 1
    ->  atomic_list_concat([From, x, To], Text)
    ;   atom_concat(From, To, Text)
    ).
