mutari(a, [b, c]).

staticval(b, 4).
staticval(c, 2).
