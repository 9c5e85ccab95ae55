max_to_move(a).
min_to_mov(b).
min_to_move(c).

moves(a, [b, c]).
moves(b, [d, e]).
moves(c, [f, g]).

staticval(d, 1).
staticval(e, 2).
staticval(f, 3).
staticval(g, 0).
