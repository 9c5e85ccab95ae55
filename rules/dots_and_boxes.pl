/*  Dots and Boxes

    Two players draw lines between neighbouring dots in turn. Who draws the
    fourth side of a box scores it and has to move again; one line can close
    two boxes. When all lines are drawn, who has more boxes wins: the worth
    of the game is the margin of the first player.

    The board is counted in boxes, so that 2 by 2 boxes have 3 by 3 dots.
*/

:- include(library(dots)).
:- include(library(chains)).
:- include(library(coins)).
:- include(library(notation)).

parameter(rows, 2).
parameter(columns, 2).
parameter(eval, 1).
parameter(owners, false).
parameter(alike, board).

player(a).
player(b).

%   A position is s(Player, Margin, Lines): whose turn it is, the boxes of a
%   minus those of b, and the lines that are drawn, one bit for each. Boxes
%   are given by the bits of their four sides. Who owns which box does not
%   matter for what is to come; with the parameter owners it is kept all the
%   same, a bit for each box of b above those of the lines.

initial(s(a, 0, 0)) :-
    param(rows, Rows),
    param(columns, Columns),
    maplist(must_be(positive_integer), [Rows, Columns]),
    param(eval, Eval),
    must_be(oneof([1,4,5,6,7,chains]), Eval),
    param(owners, Owners),
    must_be(boolean, Owners),
    param(alike, Alike),
    must_be(oneof([board,graph]), Alike).

to_move(s(Player, _, _), Player).

%   A move is a line: h(Row, Column) is the one above the box in that row
%   and column, v(Row, Column) the one to the left of it. The game is over
%   when no line is left to draw.

move(State, Line, Next) :-
    param(owners, Owners),
    move(Owners, State, Line, Next).

move(false, s(Player, Margin, Lines), Line, s(Next, NewMargin, Drawn)) :-
    lines(All),
    member(line(Line, Bit, Boxes), All),
    Lines /\ Bit =:= 0,
    Drawn is Lines \/ Bit,
    closed(Boxes, Drawn, Closed),
    turn(Closed, Player, Margin, Next, NewMargin).
move(true, s(Player, Margin, Lines), Line, s(Next, NewMargin, Claimed)) :-
    move(false, s(Player, Margin, Lines), Line, s(Next, NewMargin, Drawn)),
    claim(Player, Line, Drawn, Claimed).

%   closed(+Boxes, +Lines, -Count): as many of Boxes have all four sides.

closed([], _, 0).
closed([Box|Boxes], Lines, Count) :-
    closed(Boxes, Lines, Count0),
    (   Box /\ Lines =:= Box
    ->  Count is Count0+1
    ;   Count = Count0
    ).

turn(0, Player, Margin, Opponent, Margin) :-
    !,
    opponent(Player, Opponent).
turn(Closed, Player, Margin, Player, NewMargin) :-
    sign(Player, Sign),
    NewMargin is Margin + Sign*Closed.

%   claim(+Player, +Line, +Lines, -Claimed): who has drawn Line owns its boxes
%   that have all four sides.

claim(a, _, Lines, Lines).
claim(b, Line, Lines, Claimed) :-
    line(Line, _, Boxes),
    include(has_sides(4, Lines), Boxes, Closed),
    maplist(owner_bit, Closed, Bits),
    sum_list([Lines|Bits], Claimed).

owner_bit(Box, Bit) :-
    boxes(Boxes),
    nth1(N, Boxes, Box),
    number_of_lines(Lines),
    number_of_boxes(Count),
    Bit is 1 << (Lines+Count-N).

without_owners(Lines, Lines) :-
    param(owners, false),
    !.
without_owners(Lines, Drawn) :-
    number_of_lines(Count),
    Drawn is Lines /\ ((1<<Count) - 1).

opponent(a, b).
opponent(b, a).

sign(a, 1).
sign(b, -1).

utility(s(_, Margin, _), Margin).

/*  Evaluation

    Each is a weighted sum of features. 1 and 4 to 7 are those of R. Angius,
    Algoritmo Minimax, varianti ed euristiche (Padova, 2014): the margin, and
    the boxes with exactly two, three or four sides. These count for the
    player whose turn it is, and so do chains and loops: who has to open one
    is badly off.
*/

weight(1-margin, 1).
weight(4-margin, 2).
weight(4-threes, 0.75).
weight(4-twos, -0.5).
weight(5-margin, 2).
weight(5-twos, 1).
weight(6-margin, 2).
weight(6-threes, 1).
weight(7-margin, 2).
weight(7-fours, 1).
weight(chains-margin, 1).
weight(chains-threes, 0.75).
weight(chains-control, 1).
weight(chains-chains, -0.5).
weight(chains-loops, -0.5).

feature(State, Eval-Feature, Value) :-
    features(Features),
    member(Eval-Feature, Features),
    measure(Feature, State, Value).

%   features(-Features): those that the chosen evaluation counts.

:- table features/1.

features(Features) :-
    param(eval, Eval),
    findall(Eval-Feature, weight(Eval-Feature, _), Features).

measure(margin, s(_, Margin, _), Margin).
measure(twos, State, Value) :-
    boxes_with(2, State, Value).
measure(threes, State, Value) :-
    boxes_with(3, State, Value).
measure(fours, State, Value) :-
    boxes_with(4, State, Value).
measure(chains, s(Player, _, Lines), Value) :-
    long_chains(Lines, Chains),
    count_for(Player, Chains, Value).
measure(loops, s(Player, _, Lines), Value) :-
    loops(Lines, Loops),
    count_for(Player, Loops, Value).
measure(control, s(_, _, Lines), Value) :-
    long_chains(Lines, Chains),
    control(Chains, Value).

boxes_with(N, s(Player, _, Lines), Value) :-
    boxes(Boxes),
    include(has_sides(N, Lines), Boxes, Those),
    count_for(Player, Those, Value).

count_for(Player, Things, Value) :-
    length(Things, Count),
    sign(Player, Sign),
    Value is Sign*Count.

%   Berlekamp's long-chain rule: who moves first will not have to open the
%   first long chain where the dots and the long chains make an even number.

control([], 0) :- !.
control(Chains, Value) :-
    length(Chains, Count),
    param(rows, Rows),
    param(columns, Columns),
    Value is 1 - 2*(((Rows+1)*(Columns+1) + Count) mod 2).

%   Boxes to close are tried first, and third sides, which give a box away,
%   last. Where there is a box to close, things are not quiet.

order(s(_, _, Lines), Line, Score) :-
    line(Line, Bit, Boxes),
    Drawn is Lines \/ Bit,
    closed(Boxes, Drawn, Closed),
    include(has_sides(3, Drawn), Boxes, Given),
    length(Given, Gifts),
    Score is 2*Closed - Gifts.

noisy(s(_, _, Lines)) :-
    boxes(Boxes),
    member(Box, Boxes),
    has_sides(3, Lines, Box),
    !.

%   Reflections and rotations make no difference, nor which of the outer
%   lines of a box are drawn: see library(dots). With the parameter alike set
%   to graph, neither does anything else but what is left to play for, of
%   which library(coins) makes the same term wherever it is on the board.

canonical(s(Player, Margin, Lines), s(Player, Margin, Key)) :-
    param(alike, Alike),
    alike(Alike, Lines, Key).

alike(board, Lines, Least) :-
    without_owners(Lines, Drawn),
    least_image(Drawn, Least).
alike(graph, Lines, Parts) :-
    parts_left(Lines, Parts).

%   The board has rows of dots, with lines across between them, in turn with
%   rows of lines down, with boxes between them: + for a dot, # for a line
%   that is drawn, and a box is its owner's, or only closed.

board(s(_, _, Lines), Rows) :-
    param(rows, Height),
    param(columns, Width),
    Down is 2*Height,
    Across is 2*Width,
    findall(Row,
            ( between(0, Down, Y),
              findall(Cell,
                      ( between(0, Across, X),
                        cell(Y, X, Lines, Cell) ),
                      Row) ),
            Rows).

layout(dots).

cell(Y, X, Lines, Cell) :-
    Row is Y//2 + 1,
    Column is X//2 + 1,
    Odd is 2*(Y mod 2) + X mod 2,
    cell(Odd, Row, Column, Lines, Cell).

cell(0, _, _, _, +).
cell(1, Row, Column, Lines, Cell) :-
    drawn(h(Row, Column), Lines, #, '.', Cell).
cell(2, Row, Column, Lines, Cell) :-
    drawn(v(Row, Column), Lines, #, '.', Cell).
cell(3, Row, Column, Lines, Cell) :-
    box(Row, Column, Box),
    (   Box /\ Lines =\= Box
    ->  Cell = '.'
    ;   param(owners, false)
    ->  Cell = closed
    ;   owner_bit(Box, Bit),
        Lines /\ Bit =\= 0
    ->  Cell = b
    ;   Cell = a
    ).

%   The boxes that are closed are both players' together, and the margin says
%   how many more a has.

show(s(Player, Margin, Lines), Text) :-
    drawing(Lines, Drawing),
    boxes(Boxes),
    closed(Boxes, Lines, Closed),
    A is (Closed + Margin) div 2,
    B is (Closed - Margin) div 2,
    format(atom(Text), '~w~n~w to move, boxes: a ~d, b ~d',
           [Drawing, Player, A, B]).

%   The lines in Dots and Boxes notation (DBN), a digit each, 1 where it is
%   drawn; then whose turn it is, and the margin: '100000000000 b 0'. Owners,
%   where they are kept, follow, a digit for each box, 1 where it is b's.

notation(s(Player, Margin, Lines), Text) :-
    (   nonvar(Text)
    ->  split_string(Text, " ", "", [Digits, Name, Number|Owned]),
        dbn(Drawn, Digits),
        player(Player),
        atom_string(Player, Name),
        !,
        margin(Number, Margin),
        read_owners(Owned, Drawn, Lines)
    ;   without_owners(Lines, Drawn),
        dbn(Drawn, Digits),
        write_owners(Lines, Owned),
        format(string(Text), '~s ~w ~d~w', [Digits, Player, Margin, Owned])
    ).

margin(Text, Margin) :-
    (   string_concat("-", Digits, Text)
    ->  digits_number(Digits, Boxes),
        Margin is -Boxes
    ;   digits_number(Text, Margin)
    ).

read_owners([], Drawn, Drawn) :-
    param(owners, false).
read_owners([Digits], Drawn, Lines) :-
    param(owners, true),
    number_of_boxes(Boxes),
    binary(Boxes, Owned, Digits),
    number_of_lines(Count),
    Lines is Drawn \/ Owned << Count.

write_owners(_, '') :-
    param(owners, false),
    !.
write_owners(Lines, Text) :-
    number_of_lines(Count),
    number_of_boxes(Boxes),
    Owned is Lines >> Count,
    binary(Boxes, Owned, Digits),
    format(atom(Text), ' ~s', [Digits]).
