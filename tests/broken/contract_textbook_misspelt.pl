max_to_mov(a).
min_to_mov(b).
min_to_mov(c).

move(a, [b, c]).
move(b, [d, e]).
move(c, [f, g]).

staticval(d, 1).
staticval(e, 2).
staticval(f, 3).
staticval(g, 0).
