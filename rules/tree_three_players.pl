/*  The tree for three players of "Artificial Intelligence: A Modern Approach"

    Russell and Norvig's figure 5.4: A moves, then B, then C, each to the
    left or to the right, and the worth of a leaf is a vector with one number
    for each of them. Everybody wants the own number to be as high as can be
    (max^n). The root is worth (1,2,6); in the tree of the earlier editions,
    edition=2, it is worth (1,2,3).
*/

parameter(edition, 3).

player(a).
player(b).
player(c).

%   A position is the list of the moves made, l or r, the first one first.

initial([]) :-
    param(edition, Edition),
    must_be(oneof([2,3]), Edition).

to_move([], a).
to_move([_], b).
to_move([_,_], c).

move([], Side, [Side]) :-
    side(Side).
move([A], Side, [A,Side]) :-
    side(Side).
move([A,B], Side, [A,B,Side]) :-
    side(Side).

side(l).
side(r).

terminal([_,_,_]).

utility(Leaf, Player, Value) :-
    param(edition, Edition),
    worth(Edition, Leaf, A, B, C),
    value(Player, A, B, C, Value).

value(a, A, _, _, A).
value(b, _, B, _, B).
value(c, _, _, C, C).

%   worth(Edition, Leaf, A, B, C)

worth(3, [l,l,l], 1, 2, 6).
worth(3, [l,l,r], 4, 2, 3).
worth(3, [l,r,l], 6, 1, 2).
worth(3, [l,r,r], 7, 4, 1).
worth(3, [r,l,l], 5, 1, 1).
worth(3, [r,l,r], 1, 5, 2).
worth(3, [r,r,l], 7, 7, 1).
worth(3, [r,r,r], 5, 4, 5).

worth(2, [l,l,l], 1, 2, 3).
worth(2, [l,l,r], 4, 2, 1).
worth(2, [l,r,l], 6, 1, 2).
worth(2, [l,r,r], 7, 4, -1).
worth(2, [r,l,l], 5, -1, -1).
worth(2, [r,l,r], -1, 5, 2).
worth(2, [r,r,l], 7, 7, -1).
worth(2, [r,r,r], 5, 4, 5).
