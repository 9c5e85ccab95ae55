/*  Nim for three players

    Take any number of disks from one pile, in turn. Who takes the last disk
    is first; the player who would be next to move is last, and the one after
    that is second. Everybody wants to do as well as possible, so a player
    who cannot be first tries for the second place, and decides by that who
    wins.

    S.-Y. R. Li (N-person Nim and N-person Moore's games, 1978) found who
    loses: write the piles in binary and add up every column modulo three.
    Where all sums are 0, and only there, who is to move comes last.
*/

parameter(piles, [1,2,3]).

player(ann).
player(bob).
player(cid).

%   A position is nim(Player, Piles): whose turn it is and the piles that
%   are left, smallest first.

initial(nim(ann, Piles)) :-
    param(piles, Sizes),
    must_be(list(positive_integer), Sizes),
    ( Sizes == [] -> domain_error(at_least_one_pile, Sizes) ; true ),
    msort(Sizes, Piles).

to_move(nim(Player, _), Player).

%   take(Size, Count): Count disks from a pile of that size. Piles of the
%   same size are all alike, so each size is offered once.

move(nim(Player, Piles), take(Size, Count), nim(Next, Rest)) :-
    next(Player, Next),
    sort(Piles, Sizes),
    member(Size, Sizes),
    selectchk(Size, Piles, Others),
    between(1, Size, Count),
    Left is Size - Count,
    put_back(Left, Others, Rest).

put_back(0, Piles, Piles) :- !.
put_back(Left, Others, Piles) :-
    msort([Left|Others], Piles).

next(ann, bob).
next(bob, cid).
next(cid, ann).

terminal(nim(_, [])).

%   Two points for the first, one for the second, none for the last.

utility(nim(Last, []), Player, Points) :-
    next(Last, Second),
    next(Second, First),
    nth0(Points, [Last,Second,First], Player),
    !.

board(nim(_, Piles), [Piles]).

layout(piles).

show(nim(Player, Piles), Text) :-
    atomic_list_concat(Piles, ' ', Disks),
    format(atom(Text), '~w to take from ~w', [Player, Disks]).
