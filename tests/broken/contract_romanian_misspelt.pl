mutare_max(a).
mutare_mn(b).
mutare_min(c).

mutari(a, [b, c]).
mutari(b, [d, e]).
mutari(c, [f, g]).

staticval(d, 1).
staticval(e, 2).
staticval(f, 3).
staticval(g, 0).
