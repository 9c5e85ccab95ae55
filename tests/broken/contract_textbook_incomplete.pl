initial(a).

moves(a, [b, c]).

max_to_move(a).

min_to_move(b).
min_to_move(c).

static_val(b, 4).
static_val(c, 2).
