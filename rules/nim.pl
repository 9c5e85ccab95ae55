/*  Nim

    Take any number of disks from one pile. Who takes the last disk of all
    loses; with misere=false, wins. As nobody takes a disk that loses while
    there are others, the game is over when a single one is left.
*/

parameter(piles, [1,2,2]).
parameter(misere, true).

player(max).
player(min).

%   A position is nim(Player, Piles): whose turn it is and the piles that
%   are left, smallest first.

initial(nim(max, Piles)) :-
    param(piles, Sizes),
    must_be(list(positive_integer), Sizes),
    ( Sizes == [] -> domain_error(at_least_one_pile, Sizes) ; true ),
    param(misere, Misere),
    must_be(boolean, Misere),
    msort(Sizes, Piles).

state(nim(Player, Piles)) :-
    player(Player),
    maplist(pile, Piles),
    msort(Piles, Piles).

pile(Size) :-
    integer(Size),
    Size > 0.

to_move(nim(Player, _), Player).

%   take(Size, Count): Count disks from a pile of that size. Piles of the
%   same size are all alike, so each size is offered once.

move(nim(Player, Piles), take(Size, Count), nim(Opponent, Rest)) :-
    opponent(Player, Opponent),
    sort(Piles, Sizes),
    member(Size, Sizes),
    selectchk(Size, Piles, Others),
    between(1, Size, Count),
    Left is Size - Count,
    put_back(Left, Others, Rest),
    param(misere, Misere),
    leaves(Misere, Rest).

put_back(0, Piles, Piles) :- !.
put_back(Left, Others, Piles) :-
    msort([Left|Others], Piles).

leaves(true, [_|_]).
leaves(false, _).

opponent(max, min).
opponent(min, max).

%   Either way the player whose turn it is has lost: only the last disk is
%   there to take, or none.

terminal(nim(_, Piles)) :-
    param(misere, Misere),
    over(Misere, Piles).

over(true, [1]).
over(false, []).

utility(nim(max, _), 0).
utility(nim(min, _), 1).

board(nim(_, Piles), [Piles]).

layout(piles).

show(nim(Player, Piles), Text) :-
    atomic_list_concat(Piles, ' ', Disks),
    format(atom(Text), '~w to take from ~w', [Player, Disks]).
