/*  Connect Four

    Two players drop discs into the columns of an upright board in turn. Who
    first has a line of the given length, in any direction, wins. A full
    board without one is a draw.
*/

:- include(library(notation)).

parameter(width, 7).
parameter(height, 6).
parameter(length, 4).

player(x).
player(o).

%   A position is s(Player, X, O): whose turn it is, and the discs of each
%   player as the bits of a number. Bits go up the first column, then up
%   the second, and so on. One more bit on top of every column stays empty,
%   so that no line runs from one column into the next; a board of 4 x 3 is
%
%        3  7 11 15     (always empty)
%        2  6 10 14
%        1  5  9 13
%        0  4  8 12

initial(s(x, 0, 0)) :-
    param(width, Width),
    param(height, Height),
    param(length, Length),
    maplist(must_be(positive_integer), [Width, Height, Length]).

%   No cell has two discs, none is empty below another, and o has as many
%   discs as x, or one less when it is his turn.

state(s(Player, X, O)) :-
    cells(Cells),
    bottoms(Bottoms),
    Discs is X\/O,
    X /\ O =:= 0,
    Discs /\ \Cells =:= 0,
    Discs /\ (Discs+Bottoms) =:= 0,
    ahead(Player, Ahead),
    popcount(X) =:= popcount(O) + Ahead.

ahead(x, 0).
ahead(o, 1).

to_move(s(Player, _, _), Player).

%   A move is the number of a column, from 1; those in the middle are part
%   of most lines, and come first. Adding a disc at the bottom of a column
%   carries it up to the first empty cell.

move(s(Player, X, O), Column, Next) :-
    param(width, Width),
    param(height, Height),
    between(1, Width, Nth),
    Column is (Width+1)//2 + Nth//2 * (1 - 2*(Nth mod 2)),
    Bottom is (Column-1) * (Height+1),
    Disc is ((X\/O) + (1<<Bottom)) /\ \(X\/O),
    Disc < 1<<(Bottom+Height),
    drop(Player, Disc, X, O, Next).

drop(x, Disc, X, O, s(o, X1, O)) :- X1 is X \/ Disc.
drop(o, Disc, X, O, s(x, X, O1)) :- O1 is O \/ Disc.

%   Only the player who has just moved can have completed a line.

terminal(S) :-
    sides(S, _, Discs),
    lined(Discs),
    !.
terminal(s(_, X, O)) :-
    param(width, Width),
    param(height, Height),
    popcount(X\/O) =:= Width*Height.

utility(S, Value) :-
    sides(S, _, Discs),
    (   lined(Discs)
    ->  to_move(S, Loser),
        lost(Loser, Value)
    ;   Value = 0
    ).

lost(x, -1).
lost(o, 1).

%   sides(S, Own, Other): the discs of who is to move, and of who has just
%   moved.

sides(s(x, X, O), X, O).
sides(s(o, X, O), O, X).

%   lined(Discs): there is a line among them. Of a set of cells, runs/4
%   leaves those where a line of cells of the set begins: it keeps a cell as
%   long as the next one in that direction is there too.

lined(Discs) :-
    param(height, Height),
    param(length, Length),
    step(Height, Step),
    runs(Length, Step, Discs, Lines),
    Lines =\= 0.

step(_, 1).
step(Height, Height).
step(Height, Step) :- Step is Height+1.
step(Height, Step) :- Step is Height+2.

runs(1, _, Cells, Cells) :- !.
runs(Length, Step, Cells, Lines) :-
    Longer is Cells /\ (Cells >> Step),
    Shorter is Length-1,
    runs(Shorter, Step, Longer, Lines).

%   An estimate: the lines that are still open to x, less those open to o,
%   as a part of all lines. It stays between a win and a loss.

staticval(S, Value) :-
    terminal(S),
    !,
    utility(S, Value).
staticval(s(_, X, O), Value) :-
    cells(Cells),
    NotO is Cells /\ \O,
    NotX is Cells /\ \X,
    lines(NotO, ForX),
    lines(NotX, ForO),
    lines(Cells, All),
    Value is (ForX-ForO) / (All+1).

%   lines(Cells, Count): so many lines have all their cells among Cells.

lines(Cells, Count) :-
    param(height, Height),
    param(length, Length),
    aggregate_all(sum(popcount(Lines)),
                  ( step(Height, Step), runs(Length, Step, Cells, Lines) ),
                  Count).

%   cells(Cells): all cells of the board. bottoms(Bottoms): those at the
%   bottom, one bit for each column.

cells(Cells) :-
    param(height, Height),
    bottoms(Bottoms),
    Cells is Bottoms * ((1 << Height) - 1).

bottoms(Bottoms) :-
    param(width, Width),
    param(height, Height),
    Bottoms is ((1 << (Width*(Height+1))) - 1) // ((1 << (Height+1)) - 1).

%   A position and its mirror image are worth the same.

canonical(s(Player, X, O), Least) :-
    mirrored(X, X1),
    mirrored(O, O1),
    (   s(Player, X1, O1) @< s(Player, X, O)
    ->  Least = s(Player, X1, O1)
    ;   Least = s(Player, X, O)
    ).

mirrored(Discs, Mirrored) :-
    param(width, Width),
    param(height, Height),
    mirrored(Width, Height, Discs, 0, Mirrored).

mirrored(0, _, _, Mirrored, Mirrored) :- !.
mirrored(Columns, Height, Discs, Mirrored0, Mirrored) :-
    Column is Discs /\ ((1 << Height) - 1),
    Mirrored1 is (Mirrored0 << (Height+1)) \/ Column,
    Left is Discs >> (Height+1),
    Others is Columns-1,
    mirrored(Others, Height, Left, Mirrored1, Mirrored).

%   The board as rows from the top, for people.

board(s(_, X, O), Rows) :-
    param(height, Height),
    findall(Row,
            ( between(1, Height, Down),
              findall(Cell, cell(Down, X, O, Cell), Row) ),
            Rows).

layout(rack).

cell(Down, X, O, Cell) :-
    param(width, Width),
    param(height, Height),
    between(1, Width, Column),
    Bit is Column*(Height+1) - 1 - Down,
    (   getbit(X, Bit) =:= 1
    ->  Cell = x
    ;   getbit(O, Bit) =:= 1
    ->  Cell = o
    ;   Cell = '.'
    ).

%   A position is written as its rows, as in ..../..../.o../.xx. for 4 x 4.
%   The columns that were played, as in 4435, are read too.

notation(S, Text) :-
    nonvar(S),
    !,
    board(S, Rows),
    maplist(atom_chars, Lines, Rows),
    atomic_list_concat(Lines, /, Text).
notation(S, Text) :-
    atom_chars(Text, [Column|Columns]),
    initial(S0),
    foldl(play, [Column|Columns], S0, S),
    !.
notation(S, Text) :-
    atomic_list_concat(Lines, /, Text),
    maplist(atom_chars, Lines, Rows),
    discs(Rows, x, X),
    discs(Rows, o, O),
    bottoms(Bottoms),
    ((X\/O) + Bottoms) /\ (X\/O) =:= 0,         % no disc is in the air
    Lead is popcount(X) - popcount(O),
    nth0(Lead, [x,o], Player),
    S = s(Player, X, O),
    sides(S, Own, _),
    \+ lined(Own),                              % who is to move has no line
    board(S, Rows).

play(Char, S0, S) :-
    digits_number(Char, Column),
    \+ terminal(S0),
    move(S0, Column, S).

discs(Rows, Player, Discs) :-
    param(height, Height),
    length(Rows, Height),
    aggregate_all(sum(1<<Bit),
                  ( nth1(Down, Rows, Row),
                    nth1(Column, Row, Player),
                    Bit is Column*(Height+1) - 1 - Down ),
                  Discs).
