/*  Othello

    Black and White place discs in turn. A disc must bracket a straight run
    of the opponent's discs, between itself and another disc of its player;
    it turns over all discs that it brackets, in all directions. Who cannot
    do so passes. When neither can, the game is over, and is worth as many
    points to Black as there are more black discs than white ones.
*/

parameter(size, 8).

player(black).
player(white).

%   A position is s(Player, Black, White): whose turn it is, and the discs of
%   each colour as the bits of a number, row by row: bit 0 is square a1, bit
%   1 is b1, and so on. So a step to the right is a shift by 1, and a step
%   down a shift by the size of the board.

initial(s(black, Black, White)) :-
    param(size, Size),
    must_be(oneof([4,6,8,10]), Size),
    D4 is (Size//2 - 1) * (Size+1),             % as on a board of 8 x 8
    White is (1 << D4) + (1 << (D4+Size+1)),
    Black is (1 << (D4+1)) + (1 << (D4+Size)).

to_move(s(Player, _, _), Player).

%   A move is the name of a square, such as d3, or pass. Corners come first:
%   a disc there is never turned over. There is no terminal/1: the game is
%   over where there is no move, not even a pass.

move(s(Player, Black, White), Move, Next) :-
    sides(Player, Black, White, Own, Other),
    brackets(Own, Other, Brackets),
    squares(Brackets, Squares),
    (   Squares =\= 0
    ->  preferred(Squares, Disc),
        turned(Brackets, Disc, Other, 0, Turned),
        Own1 is Own \/ Disc \/ Turned,
        Other1 is Other xor Turned,
        Square is msb(Disc),
        square_name(Square, Move)
    ;   brackets(Other, Own, Answers),
        Answers \== [],
        Own1 = Own,
        Other1 = Other,
        Move = pass
    ),
    next(Player, Own1, Other1, Next).

sides(black, Black, White, Black, White).
sides(white, Black, White, White, Black).

next(black, Black, White, s(white, Black, White)).
next(white, White, Black, s(black, Black, White)).

%!  brackets(+Own, +Other, -Brackets) is det.
%
%   Brackets is a list of Step-Squares: a new disc on any of these squares
%   brackets discs between itself and one of Own that is so many steps back.
%   All discs move along a direction at once. A run that goes sideways ends
%   at the edge, so what it passes lies between the outer columns.

brackets(Own, Other, Brackets) :-
    param(size, Size),
    Board is (1 << (Size*Size)) - 1,
    Empty is Board /\ \(Own \/ Other),
    FirstColumn is Board // ((1 << Size) - 1),
    Between is Other /\ FirstColumn * ((1 << (Size-1)) - 2),
    Left is Size-1,
    Right is Size+1,
    along([1,Left,Right], Own, Between, Empty, Sideways, []),
    along([Size], Own, Other, Empty, Brackets, Sideways).

along([], _, _, _, Brackets, Brackets).
along([Step|Steps], Own, Other, Empty, Brackets, Rest) :-
    bracket(Step, Own, Other, Empty, Brackets, Brackets1),
    Back is -Step,
    bracket(Back, Own, Other, Empty, Brackets1, Brackets2),
    along(Steps, Own, Other, Empty, Brackets2, Rest).

bracket(Step, Own, Other, Empty, Brackets, Rest) :-
    Run is (Own << Step) /\ Other,              % back, if Step is negative
    beyond(Run, Step, Other, Empty, 0, Squares),
    (   Squares =:= 0
    ->  Brackets = Rest
    ;   Brackets = [Step-Squares|Rest]
    ).

beyond(0, _, _, _, Squares, Squares) :- !.
beyond(Run, Step, Other, Empty, Squares0, Squares) :-
    Next is Run << Step,
    Squares1 is Squares0 \/ (Next /\ Empty),
    Longer is Next /\ Other,
    beyond(Longer, Step, Other, Empty, Squares1, Squares).

%   squares(Brackets, Squares): all squares where a disc may be placed.

squares([], 0).
squares([_-Some|Brackets], Squares) :-
    squares(Brackets, Others),
    Squares is Some \/ Others.

%   turned(Brackets, Disc, Other, Turned0, Turned): a new Disc turns over
%   what it brackets, added to Turned0.

turned([], _, _, Turned, Turned).
turned([Step-Squares|Brackets], Disc, Other, Turned0, Turned) :-
    (   Squares /\ Disc =:= 0
    ->  Turned1 = Turned0
    ;   back(Disc, Step, Other, Turned0, Turned1)
    ),
    turned(Brackets, Disc, Other, Turned1, Turned).

back(Disc, Step, Other, Turned0, Turned) :-
    Before is (Disc >> Step) /\ Other,
    (   Before =:= 0
    ->  Turned = Turned0
    ;   Turned1 is Turned0 \/ Before,
        back(Before, Step, Other, Turned1, Turned)
    ).

%   preferred(Squares, Disc): a disc on each of the Squares, corners first.

preferred(Squares, Disc) :-
    corners(Corners),
    (   Some is Squares /\ Corners
    ;   Some is Squares /\ \Corners
    ),
    disc(Some, Disc).

disc(Discs, Disc) :-
    Discs =\= 0,
    First is Discs /\ -Discs,
    (   Disc = First
    ;   Others is Discs xor First,
        disc(Others, Disc)
    ).

corners(Corners) :-
    param(size, Size),
    Top is 1 + (1 << (Size-1)),
    Corners is Top + (Top << (Size*(Size-1))).

%   square_name(Square, Name): what the square of that number is called. It
%   stays the same for the whole game, so it is worked out once.

:- table square_name/2.

square_name(Square, Name) :-
    param(size, Size),
    Code is 0'a + Square mod Size,
    char_code(Column, Code),
    Row is Square//Size + 1,
    atom_concat(Column, Row, Name).

utility(s(_, Black, White), Value) :-
    lead(Black, White, Value).

lead(Black, White, Value) :-
    Value is popcount(Black) - popcount(White).

%   What an estimate goes by, each as Black's less White's: squares where a
%   disc may be placed, and corners. Discs count only at the end: before it,
%   who has many is easily left without a good move.

feature(s(_, Black, White), Name, Value) :-
    brackets(Black, White, ForBlack),
    brackets(White, Black, ForWhite),
    squares(ForBlack, BlackSquares),
    squares(ForWhite, WhiteSquares),
    (   BlackSquares \/ WhiteSquares =:= 0
    ->  Name = discs,
        lead(Black, White, Value)
    ;   Name = mobility,
        lead(BlackSquares, WhiteSquares, Value)
    ;   Name = corners,
        corners(Corners),
        BlackCorners is Black /\ Corners,
        WhiteCorners is White /\ Corners,
        lead(BlackCorners, WhiteCorners, Value)
    ).

weight(mobility, 2).
weight(corners, 10).
weight(discs, 1).

%   A position is worth as much as its images. Of these, only the ones that
%   leave the first position as it is are likely to be met: reflected in one
%   diagonal, in the other, and in both.

canonical(s(Player, Black, White), Least) :-
    maplist(reflected(1), [Black,White], [Black1,White1]),
    maplist(reflected(-1), [Black,White,Black1,White1],
            [Black2,White2,Black3,White3]),
    sort([ s(Player, Black, White), s(Player, Black1, White1),
           s(Player, Black2, White2), s(Player, Black3, White3)
         ], [Least|_]).

%   reflected(Side, Discs, Image): in the diagonal Line that goes down to the
%   right (Side is 1) or to the left (-1). Discs that are so Far above Line
%   change places with those that are so far below.

reflected(Side, Discs, Image) :-
    param(size, Size),
    Step is Size+Side,
    Top is (1-Side)//2 * (Size-1),
    Line is ((1 << (Size*Step)) - 1) // ((1 << Step) - 1) << Top,
    On is Discs /\ Line,
    Farthest is Size-1,
    exchanged(Farthest, Size, Side, Line, Discs, On, Image).

exchanged(0, _, _, _, _, Image, Image) :- !.
exchanged(Far, Size, Side, Line, Discs, Image0, Image) :-
    Above is (Line /\ ((1 << ((Size-Far)*Size)) - 1)) << (Far*Side),
    Down is Far*(Size-Side),
    Image1 is Image0 \/ ((Discs /\ Above) << Down)
                     \/ ((Discs >> Down) /\ Above),
    Nearer is Far-1,
    exchanged(Nearer, Size, Side, Line, Discs, Image1, Image).

%   The board as rows, for people: X is Black and O is White.

board(s(_, Black, White), Rows) :-
    param(size, Size),
    findall(Row,
            ( between(1, Size, Nth),
              findall(Cell, cell(Size, Nth, Black, White, Cell), Row) ),
            Rows).

layout(squares(green)).

look('X', disc(black)).
look('O', disc(white)).

cell(Size, Row, Black, White, Cell) :-
    between(1, Size, Column),
    Square is (Row-1)*Size + Column-1,
    (   getbit(Black, Square) =:= 1
    ->  Cell = 'X'
    ;   getbit(White, Square) =:= 1
    ->  Cell = 'O'
    ;   Cell = (-)
    ).

%   A position is written as its cells, row by row, and whose turn it is, as
%   in -----OX--XO----- X for the start on a board of 4 x 4.

notation(S, Text) :-
    nonvar(S),
    !,
    board(S, Rows),
    append(Rows, Cells),
    atom_chars(Squares, Cells),
    to_move(S, Player),
    mark(Player, Mark),
    atomic_list_concat([Squares, Mark], ' ', Text).
notation(S, Text) :-
    atomic_list_concat([Squares, Mark], ' ', Text),
    mark(Player, Mark),
    atom_chars(Squares, Cells),
    discs(Cells, 'X', Black),
    discs(Cells, 'O', White),
    S = s(Player, Black, White),
    board(S, Rows),
    append(Rows, Cells).

mark(black, 'X').
mark(white, 'O').

discs(Cells, Mark, Discs) :-
    aggregate_all(sum(1 << Square), nth0(Square, Cells, Mark), Discs).
