/*  Even Wins, a game with memory

    From a pile with an odd number of marbles two players take some in turn,
    at least one and at most four. When all are taken, who has got an even
    number of them wins. (In "BASIC Computer Games" it is played with 27.)

    The marbles that are left do not tell who has won: that depends on the
    moves that were made. All that has to be remembered of them is whether
    each player has an even or an odd number by now.
*/

parameter(marbles, 27).
parameter(most, 4).

player(max).
player(min).

%   A state is pile(Player, Marbles): whose turn it is and what is left.

initial(pile(max, Marbles)) :-
    param(marbles, Marbles),
    param(most, Most),
    maplist(must_be(positive_integer), [Marbles, Most]),
    (   Marbles mod 2 =:= 1
    ->  true
    ;   type_error(odd_number, Marbles)
    ).

to_move(pile(Player, _), Player).

%   A move is the number of marbles taken.

move(pile(Player, Marbles), Count, pile(Opponent, Left)) :-
    opponent(Player, Opponent),
    param(most, Most),
    Take is min(Most, Marbles),
    between(1, Take, Count),
    Left is Marbles - Count.

opponent(max, min).
opponent(min, max).

%   The memory is [Mover, Other]: what the player whose turn it is has taken
%   so far, modulo two, and what the other has. It starts as [], when nobody
%   has taken any.

memory([], Count, Memory) :-
    memory([0,0], Count, Memory).
memory([Mover, Other], Count, [Other, Taken]) :-
    Taken is (Mover + Count) mod 2.

terminal(pile(_, 0)).

outcome(pile(Player, 0), [Taken, _], Value) :-
    won(Taken, Player, Value).

won(0, max, 1).
won(0, min, -1).
won(1, max, -1).
won(1, min, 1).

board(pile(_, Marbles), [[Marbles]]).

layout(piles).

show(pile(Player, Marbles), Text) :-
    format(atom(Text), '~w to take from ~d marbles', [Player, Marbles]).
