% Endless play is a draw after the same position three times.

player(a).
player(b).

initial(0).

to_move(N, P) :- 0 is N mod 2 -> P = a ; P = b.

move(N, up, M) :- M is (N + 1) mod 4.
move(N, Move, M) :-
    N > 1,
    Move = stay,
    M = N.

memory(Mem, M, [M|Mem]).

terminal(_, Mem) :- length(Mem, 6).

outcome(N, Mem, V) :-
    (   N > 2
    ->  V = 1
    ;   length(Mem, L), L > 3
    ->  V is -1
    ;   V = 0
    ).
