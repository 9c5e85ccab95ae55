/*  The two-ply tree of "Artificial Intelligence: A Modern Approach"

    Russell and Norvig's figure 5.2 (3rd edition; 6.2 in the 2nd): the root A
    is MAX's, its moves a1, a2 and a3 lead to the nodes B, C and D of MIN,
    and the moves of these to leaves. The value is 3, by a1 and b1.
*/

player(max).
player(min).

initial(a).

to_move(a, max).
to_move(b, min).
to_move(c, min).
to_move(d, min).

%   A leaf has no name in the figure: it is named like the move to it.

move(a, a1, b).
move(a, a2, c).
move(a, a3, d).

move(b, b1, b1).
move(b, b2, b2).
move(b, b3, b3).

move(c, c1, c1).
move(c, c2, c2).
move(c, c3, c3).

move(d, d1, d1).
move(d, d2, d2).
move(d, d3, d3).

utility(b1, 3).
utility(b2, 12).
utility(b3, 8).

utility(c1, 2).
utility(c2, 4).
utility(c3, 6).

utility(d1, 14).
utility(d2, 5).
utility(d3, 2).
