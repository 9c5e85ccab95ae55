/*  The tree of Boldi's notes on minimax and alpha-beta pruning

    The root is MAX's and worth 7. Its first child is evaluated completely;
    the second is cut off after the first of its three leaves, a 6, and the
    third likewise. This is what the notes say in words. The other numbers
    of their figure are not known: 9, 8, 10, the second 6, 5, 3 and 11 are
    chosen here to fit.
*/

player(max).
player(min).

initial(a).

to_move(a, max).
to_move(b, min).
to_move(c, min).
to_move(d, min).

%   A move is named like the node it leads to. A node without children is a
%   leaf, where the game is over.

move(Node, Child, Child) :-
    children(Node, Children),
    member(Child, Children).

children(a, [b,c,d]).
children(b, [e,f,g]).
children(c, [h,i,j]).
children(d, [k,l,m]).

utility(e, 9).
utility(f, 7).
utility(g, 8).

utility(h, 6).
utility(i, 10).
utility(j, 6).

utility(k, 5).
utility(l, 3).
utility(m, 11).
