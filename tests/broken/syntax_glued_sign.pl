player(max).
player(min).

initial(state(max, 7)).

to_move(state(P, _), P).

move(state(P, N), take(K), state(Q, M)) :-
    other(P, Q),
    member(K, [1, 2, 3]),
    K =< N,
    M is N+-K.

utility(state(max, 0), -1).
utility(state(min, 0), 1).

other(max, min).
other(min, max).
