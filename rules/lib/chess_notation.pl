/*  Chess for people: the board, and positions in Forsyth-Edwards notation

    The number of the move, the last field of the notation, is no part of a
    position: it is read, and written as 1. A square en passant is written
    where a pawn can capture there, as X-FEN has it.
*/

:- include(library(fen)).
:- include(library(notation)).

%!  rows(+S, -Rows) is det.
%
%   The board from the top.

rows(S, Rows) :-
    findall(Row, row(S, Row), Rows).

row(S, Row) :-
    between(0, 7, Down),
    First is 8 * (7-Down),
    Last is First+7,
    findall(Cell, ( between(First, Last, Square), cell(S, Square, Cell) ), Row).

cell(s(_, White, Black, Pawns, Knights, Diagonal, Straight, Kings, _, _, _),
     Square, Cell) :-
    Side is getbit(White, Square) + 2*getbit(Black, Square),
    Kind is getbit(Pawns, Square) + 2*getbit(Knights, Square)
            + 4*getbit(Diagonal, Square) + 8*getbit(Straight, Square)
            + 16*getbit(Kings, Square),
    (   man(Cell0, Side, Kind)
    ->  Cell = Cell0
    ;   Cell = '.'
    ).

%   man(Letter, Side, Kind): the sets that a piece is in, as bits.

man('P', 1,  1).  man('N', 1,  2).  man('B', 1,  4).
man('R', 1,  8).  man('Q', 1, 12).  man('K', 1, 16).
man( p,  2,  1).  man( n,  2,  2).  man( b,  2,  4).
man( r,  2,  8).  man( q,  2, 12).  man( k,  2, 16).

%!  fen(?S, ?Text) is semidet.
%
%   Writes a position S, or reads the Text of one.

fen(S, Text) :-
    (   var(S)
    ->  read_fen(Text, S)
    ;   write_fen(S, Text)
    ).

write_fen(S, Text) :-
    S = s(Player, _, _, _, _, _, _, _, Castling, Passed, Quiet),
    rows(S, Rows),
    placement(Rows, Placement),
    turn(Turn, Player),
    findall(Letter,
            ( right(Letter, Rook, _, _), getbit(Castling, Rook) =:= 1 ),
            Letters),
    (   Letters == []
    ->  Rights = (-)
    ;   atomic_list_concat(Letters, Rights)
    ),
    (   Passed =:= 0
    ->  Behind = (-)
    ;   Square is lsb(Passed),
        square(8, Square, Behind)
    ),
    atomic_list_concat([Placement, Turn, Rights, Behind, Quiet, 1], ' ', Text).

%   right(Letter, Rook, King, Player)

right('K',  7,  4, white).
right('Q',  0,  4, white).
right( k,  63, 60, black).
right( q,  56, 60, black).

%   What comes after the squares may be left out, from the end on.

read_fen(Text, S) :-
    split_string(Text, " ", " ", Parts),
    maplist([Part, Atom]>>atom_string(Atom, Part), Parts, [Placement|Fields]),
    defaults(Fields, [w, -, -, '0', '1'], [Turn, Rights, Behind, Clock, Number]),
    placement(Rows, Placement),
    length(Rows, 8),
    maplist(same_length(Rows), Rows),
    reverse(Rows, Upwards),
    append(Upwards, Cells),
    foldl(add_man, Cells, 0-men(0, 0, 0, 0, 0, 0, 0), _-Men),
    turn(Turn, Player),
    digits_number(Clock, Quiet),
    digits_number(Number, _),
    position(Player, Men, Rights, Behind, Quiet, S).

defaults([], Defaults, Defaults).
defaults([Field|Fields], [_|Defaults], [Field|Others]) :-
    defaults(Fields, Defaults, Others).

add_man(Cell, Square-Men, Next-Men1) :-
    Next is Square+1,
    (   Cell == '.'
    ->  Men1 = Men
    ;   man(Cell, Side, Kind),
        Men = men(White, Black, Pawns, Knights, Diagonal, Straight, Kings),
        add(Side, 0, Square, White, White1),
        add(Side, 1, Square, Black, Black1),
        add(Kind, 0, Square, Pawns, Pawns1),
        add(Kind, 1, Square, Knights, Knights1),
        add(Kind, 2, Square, Diagonal, Diagonal1),
        add(Kind, 3, Square, Straight, Straight1),
        add(Kind, 4, Square, Kings, Kings1),
        Men1 = men(White1, Black1, Pawns1, Knights1, Diagonal1, Straight1,
                   Kings1)
    ).

add(Bits, Bit, Square, Set, Set1) :-
    Set1 is Set \/ getbit(Bits, Bit) << Square.

%   position(Player, Men, Rights, Behind, Quiet, S): each side has a king,
%   there are no pawns on the first and the last row, who is not to move is
%   not in check, and kings and rooks that may castle are in their places.

position(Player, Men, Rights, Behind, Quiet, S) :-
    Men = men(White, Black, Pawns, Knights, Diagonal, Straight, Kings),
    popcount(Kings /\ White) =:= 1,
    popcount(Kings /\ Black) =:= 1,
    Pawns /\ 0xff000000000000ff =:= 0,
    rights(Rights, Men, Castling),
    behind(Behind, Player, Men, Passed),
    S = s(Player, White, Black, Pawns, Knights, Diagonal, Straight, Kings,
          Castling, Passed, Quiet),
    opponent(Player, Opponent),
    in_check_not(Opponent, Men).

in_check_not(Player, Men) :-
    Men = men(White, Black, Pawns, Knights, Diagonal, Straight, Kings),
    sides(Player, White, Black, Own, _),
    King is lsb(Kings /\ Own),
    Occupied is White \/ Black,
    attackers(King, Occupied,
              s(Player, White, Black, Pawns, Knights, Diagonal, Straight,
                Kings, 0, 0, 0),
              0).

rights(-, _, 0) :- !.
rights(Rights, Men, Castling) :-
    atom_chars(Rights, Letters),
    foldl(add_right(Men), Letters, 0, Castling).

add_right(men(White, Black, _, _, Diagonal, Straight, Kings), Letter,
          Castling, Castling1) :-
    right(Letter, Rook, King, Player),
    sides(Player, White, Black, Own, _),
    getbit(Own /\ Kings, King) =:= 1,
    getbit(Own /\ Straight /\ \Diagonal, Rook) =:= 1,
    getbit(Castling, Rook) =:= 0,
    Castling1 is Castling \/ 1<<Rook.

behind(-, _, _, 0) :- !.
behind(Name, Player, men(White, Black, Pawns, _, _, _, _), Passed) :-
    opponent(Player, Opponent),
    between(16, 47, Square),
    square(8, Square, Name),
    !,
    Pawn is Square xor 8,
    Origin is 2*Square - Pawn,
    row_behind(Player, Row),
    Square // 8 =:= Row,
    sides(Player, White, Black, Own, Enemy),
    getbit(Enemy /\ Pawns, Pawn) =:= 1,
    (White \/ Black) /\ (1<<Square \/ 1<<Origin) =:= 0,
    pawn_captures(Opponent, Square, Takers),
    (   Takers /\ Own /\ Pawns =:= 0
    ->  Passed = 0
    ;   Passed is 1<<Square
    ).

row_behind(white, 5).
row_behind(black, 2).
