/*  Kayles

    Pins stand in rows. A ball takes away one pin, or two that stand next to
    each other, and may leave a gap that splits the row. Who takes the last
    pin wins.
*/

parameter(pins, 7).

player(max).
player(min).

%   A position is kayles(Player, Rows): whose turn it is and how many pins
%   stand in each row, the shortest first. The parameter is the length of a
%   single row, or a list for several.

initial(kayles(max, Rows)) :-
    param(pins, Pins),
    (   Pins = [_|_]
    ->  Lengths = Pins
    ;   Lengths = [Pins]
    ),
    must_be(list(positive_integer), Lengths),
    msort(Lengths, Rows).

state(kayles(Player, Rows)) :-
    player(Player),
    maplist(row, Rows),
    msort(Rows, Rows).

row(Pins) :-
    integer(Pins),
    Pins > 0.

to_move(kayles(Player, _), Player).

%   bowl(Length, Left, Right): a row of that length is left with Left pins
%   on one side of the gap and Right on the other. Rows of the same length
%   are all alike, and so are the two ends of a row: each is offered once.

move(kayles(Player, Rows),
     bowl(Length, Left, Right),
     kayles(Opponent, Rest)) :-
    opponent(Player, Opponent),
    sort(Rows, Lengths),
    member(Length, Lengths),
    selectchk(Length, Rows, Others),
    member(Count, [1,2]),
    Standing is Length - Count,
    Standing >= 0,
    Half is Standing // 2,
    between(0, Half, Left),
    Right is Standing - Left,
    stand(Left, Others, Rows1),
    stand(Right, Rows1, Rows2),
    msort(Rows2, Rest).

stand(0, Rows, Rows) :- !.
stand(Pins, Rows, [Pins|Rows]).

opponent(max, min).
opponent(min, max).

%   Who is left without a pin has lost.

terminal(kayles(_, [])).

utility(kayles(max, []), -1).
utility(kayles(min, []), 1).

board(kayles(_, Rows), Pins) :-
    maplist(pins, Rows, Pins).

pins(Length, Pins) :-
    length(Pins, Length),
    maplist(=('!'), Pins).

layout(plain).

look('!', pin).

show(kayles(Player, Rows), Text) :-
    maplist(pins, Rows, Pins),
    maplist(spaced, Pins, Texts),
    atomic_list_concat(Texts, '   ', Line),
    format(atom(Text), '~w~n~w to bowl', [Line, Player]).

spaced(Pins, Text) :-
    atomic_list_concat(Pins, ' ', Text).
