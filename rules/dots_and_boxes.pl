/*  Dots and Boxes

    Two players draw lines between neighbouring dots in turn. Who draws the
    fourth side of a box scores it and has to move again; one line can close
    two boxes. When all lines are drawn, who has more boxes wins: the worth
    of the game is the margin of the first player.

    The board is counted in boxes, so that 2 by 2 boxes have 3 by 3 dots.
*/

:- include(library(dots)).
:- include(library(chains)).
:- include(library(notation)).

parameter(rows, 2).
parameter(columns, 2).
parameter(eval, 1).

player(a).
player(b).

%   A position is s(Player, Margin, Lines): whose turn it is, the boxes of a
%   minus those of b, and the lines that are drawn, one bit for each. Who
%   owns which box does not matter for what is to come. Boxes are given by
%   the bits of their four sides.

initial(s(a, 0, 0)) :-
    param(rows, Rows),
    param(columns, Columns),
    maplist(must_be(positive_integer), [Rows, Columns]),
    param(eval, Eval),
    must_be(oneof([1,4,5,6,7,chains]), Eval).

to_move(s(Player, _, _), Player).

%   A move is a line: h(Row, Column) is the one above the box in that row
%   and column, v(Row, Column) the one to the left of it. The game is over
%   when no line is left to draw.

move(s(Player, Margin, Lines), Line, s(Next, NewMargin, Drawn)) :-
    lines(All),
    member(line(Line, Bit, Boxes), All),
    Lines /\ Bit =:= 0,
    Drawn is Lines \/ Bit,
    closed(Boxes, Drawn, Closed),
    turn(Closed, Player, Margin, Next, NewMargin).

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

weights(1, [margin=1]).
weights(4, [margin=2, threes=0.75, twos= -0.5]).
weights(5, [margin=2, twos=1]).
weights(6, [margin=2, threes=1]).
weights(7, [margin=2, fours=1]).
weights(chains, [margin=1, threes=0.75, control=1,
                 chains= -0.5, loops= -0.5]).

weight(Feature, Weight) :-
    param(eval, Eval),
    weights(Eval, Weights),
    member(Feature=Weight, Weights).

feature(State, Feature, Value) :-
    weight(Feature, _),
    measure(Feature, State, Value).

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
%   lines of a box are drawn: see library(dots).

canonical(s(Player, Margin, Lines), s(Player, Margin, Least)) :-
    least_image(Lines, Least).

show(s(Player, Margin, Lines), Text) :-
    drawing(Lines, Drawing),
    format(atom(Text), '~w~n~w to move, margin ~d',
           [Drawing, Player, Margin]).

%   The lines in Dots and Boxes notation (DBN), a digit each, 1 where it is
%   drawn; then whose turn it is, and the margin: '100000000000 b 0'.

notation(s(Player, Margin, Lines), Text) :-
    (   nonvar(Text)
    ->  split_string(Text, " ", "", [Digits, Name, Number]),
        dbn(Lines, Digits),
        player(Player),
        atom_string(Player, Name),
        !,
        margin(Number, Margin)
    ;   dbn(Lines, Digits),
        format(string(Text), '~s ~w ~d', [Digits, Player, Margin])
    ).

margin(Text, Margin) :-
    (   string_concat("-", Digits, Text)
    ->  digits_number(Digits, Boxes),
        Margin is -Boxes
    ;   digits_number(Text, Margin)
    ).
