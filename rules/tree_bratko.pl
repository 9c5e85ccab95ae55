/*  The tree of the minimax chapter in Bratko's textbook

    A game in the textbook vocabulary: a move is the position it leads to,
    and a position without moves is worth its static value. The value of a
    is 4, and the best play goes a, b, d, i.
*/

initial(a).

moves(a, [b,c]).
moves(b, [d,e]).
moves(c, [f,g]).
moves(d, [h,i]).
moves(e, [j,k]).
moves(f, [l,m]).
moves(g, [n,o]).

max_to_move(Pos) :-
    memberchk(Pos, [a,d,e,f,g]).

min_to_move(Pos) :-
    memberchk(Pos, [b,c,h,i,j,k,l,m,n,o]).

staticval(h, 1).
staticval(i, 4).
staticval(j, 5).
staticval(k, 6).
staticval(l, 2).
staticval(m, 1).
staticval(n, 1).
staticval(o, 1).
