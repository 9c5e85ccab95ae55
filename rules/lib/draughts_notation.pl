/*  Draughts for people: the board, and positions and moves as PDN has them

    PDN, the portable draughts notation, writes a position as W:W18,K27:B5,6:
    White is to move, with a man on 18 and a king on 27, against men on 5 and
    6. Ranges such as W21-32 are read as well. Quiet plies follow as :H3
    where there are any, as some servers have it. A move is 11-15 or 30x23.
*/

:- include(library(notation)).

%!  rows(+S, -Rows) is det.
%
%   The board from the top.

rows(S, Rows) :-
    findall(Row, row(S, Row), Rows).

%   A row begins with its first dark square if that has no neighbour in the
%   west.

row(S, Row) :-
    member(First, [1, 5, 9, 13, 17, 21, 25, 29]),
    Last is First + 3,
    findall(Cell, ( between(First, Last, N), cell(S, N, Cell) ), [A,B,C,D]),
    (   around(First, 0, _, 0, _)
    ->  Row = [A, ' ', B, ' ', C, ' ', D, ' ']
    ;   Row = [' ', A, ' ', B, ' ', C, ' ', D]
    ).

cell(s(_, White, Black, Kings, _), Square, Cell) :-
    King is getbit(Kings, Square),
    (   getbit(White, Square) =:= 1
    ->  nth0(King, [w, 'W'], Cell)
    ;   getbit(Black, Square) =:= 1
    ->  nth0(King, [b, 'B'], Cell)
    ;   Cell = '.'
    ).

%!  pdn(?S, ?Text) is semidet.
%
%   Writes a position S, or reads the Text of one.

pdn(S, Text) :-
    (   var(S)
    ->  read_position(Text, S)
    ;   write_position(S, Text)
    ).

write_position(s(Player, White, Black, Kings, Quiet), Text) :-
    letter(Player, Turn),
    listed(White, Kings, Whites),
    listed(Black, Kings, Blacks),
    (   Quiet =:= 0
    ->  Count = ''
    ;   atom_concat(':H', Quiet, Count)
    ),
    atomic_list_concat([Turn, ':W', Whites, ':B', Blacks, Count], Text).

letter(white, "W").
letter(black, "B").

listed(Set, Kings, Text) :-
    findall(Item,
            ( element(Set, Square),
              (   getbit(Kings, Square) =:= 1
              ->  atom_concat('K', Square, Item)
              ;   Item = Square
              ) ),
            Items),
    atomic_list_concat(Items, ',', Text).

read_position(Text, s(Player, White, Black, Kings, Quiet)) :-
    split_string(Text, ":", " .", [Turn|Parts]),
    letter(Player, Turn),
    select(Whites, Parts, Others),
    side("W", Whites, White, WhiteKings),
    select(Blacks, Others, Counts),
    side("B", Blacks, Black, BlackKings),
    quiet(Counts, Quiet),
    Kings is WhiteKings \/ BlackKings,
    White /\ Black =:= 0,
    no_man_at_the_end(white, White, Kings),
    no_man_at_the_end(black, Black, Kings),
    !.

no_man_at_the_end(Player, Pieces, Kings) :-
    last_row(Player, Row),
    Pieces /\ \Kings /\ Row =:= 0.

quiet([], 0).
quiet([Text], Quiet) :-
    string_concat("H", Number, Text),
    digits_number(Number, Quiet).

side(Letter, Text, Set, Kings) :-
    string_concat(Letter, Listed, Text),
    split_string(Listed, ",", " ", Items),
    items(Items, 0, Set, 0, Kings).

items([], Set, Set, Kings, Kings).
items([""|Items], Set0, Set, Kings0, Kings) :-
    !,
    items(Items, Set0, Set, Kings0, Kings).
items([Item|Items], Set0, Set, Kings0, Kings) :-
    (   string_concat("K", Range, Item)
    ->  squares(Range, Squares),
        Kings1 is Kings0 \/ Squares
    ;   squares(Item, Squares),
        Kings1 = Kings0
    ),
    Set0 /\ Squares =:= 0,                      % nothing stands there yet
    Set1 is Set0 \/ Squares,
    items(Items, Set1, Set, Kings1, Kings).

squares(Range, Set) :-
    numbers(Range, "-", Numbers),
    ( Numbers = [First, Last] ; Numbers = [First], Last = First ),
    between(1, 32, Last),
    between(1, Last, First),
    Set is (1 << (Last + 1)) - (1 << First).

numbers(Text, Separators, Numbers) :-
    split_string(Text, Separators, " ", Texts),
    findall(Number,
            ( member(Digits, Texts), digits_number(Digits, Number) ),
            Numbers),
    same_length(Numbers, Texts).

%!  pdn_move(+S, ?Move, ?Text) is nondet.
%
%   Writes a Move, with all squares where its ends do not tell it from
%   another one; or reads the Text of one, with all squares or the first and
%   the last.

pdn_move(S, Move, Text) :-
    (   var(Move)
    ->  numbers(Text, "-x", Squares),
        move(S, Move, _),
        named(Move, Squares)
    ;   written(Move, S, Text)
    ).

named(step(From, To), [From, To]).
named(capture(Path), Path).
named(capture([From|Path]), [From, To]) :-
    Path = [_, _|_],
    last(Path, To).

written(step(From, To), _, Text) :-
    atomic_list_concat([From, To], -, Text).
written(capture([From|Path]), S, Text) :-
    last(Path, To),
    findall(Move, ( move(S, Move, _), named(Move, [From, To]) ), Moves),
    (   Moves = [_, _|_]
    ->  atomic_list_concat([From|Path], x, Text)
    ;   atomic_list_concat([From, To], x, Text)
    ).
