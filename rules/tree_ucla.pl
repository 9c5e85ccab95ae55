/*  The tree of Rosen's notes on alpha-beta pruning (UCLA, CS 161)

    Twenty-six nodes, a to z, level by level from left to right. The root is
    MAX's and worth 3. Alpha-beta sees 6 of the 12 leaves, the leaf x last:
    a node is cut off as soon as its value equals the bound (alpha >= beta).
    With alpha > beta it would have to see a seventh, y.

    So 17 nodes are seen and 9 are not. Slides that show this tree count 11 of
    20, and leave out the same nine: 11 of the 17 are inner nodes, the other
    6 leaves, and with the nine the eleven make 20.
*/

player(max).
player(min).

initial(a).

to_move(Node, Player) :-
    level(Player, Nodes),
    memberchk(Node, Nodes).

level(max, [a]).
level(min, [b,c]).
level(max, [d,e,f,g]).
level(min, [h,i,j,k,l,m,n]).

%   A move is named like the node it leads to. A node without children is a
%   leaf, where the game is over.

move(Node, Child, Child) :-
    children(Node, Children),
    member(Child, Children).

children(a, [b,c]).

children(b, [d,e]).
children(c, [f,g]).

children(d, [h,i]).
children(e, [j,k]).
children(f, [l,m]).
children(g, [n]).

children(h, [o,p]).
children(i, [q,r]).
children(j, [s]).
children(k, [t,u]).
children(l, [v,w]).
children(m, [x]).
children(n, [y,z]).

utility(o, 3).
utility(p, 17).
utility(q, 2).
utility(r, 12).
utility(s, 15).
utility(t, 25).
utility(u, 0).
utility(v, 2).
utility(w, 5).
utility(x, 3).
utility(y, 2).
utility(z, 14).
