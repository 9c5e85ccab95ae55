player(a).
player(b).
player(c).

initial(state(a, 7)).

to_move(state(P, _), P).

move(state(P, N), take(K), state(Q, M)) :-
    other(P, Q),
    member(K, [1, 2, 3]),
    K =< N,
    M is N - K.

utility(state(a, 0), -1).
utility(state(b, 0), 1).
utility(state(c, 0), 1).

other(a, b).
other(b, c).
other(c, a).
