%   library(pairs): lists of Key-Value.

pairs_keys_values([], [], []).
pairs_keys_values([K-V|Ps], [K|Ks], [V|Vs]) :-
    pairs_keys_values(Ps, Ks, Vs).

pairs_keys([], []).
pairs_keys([K-_|Ps], [K|Ks]) :-
    pairs_keys(Ps, Ks).

pairs_values([], []).
pairs_values([_-V|Ps], [V|Vs]) :-
    pairs_values(Ps, Vs).

group_pairs_by_key([], []).
group_pairs_by_key([M-N|T0], [M-[N|TN]|T]) :-
    group_same_key_(T0, M, TN, T1),
    group_pairs_by_key(T1, T).

group_same_key_([M0-N|T0], M, [N|TN], T) :-
    M0 == M,
    !,
    group_same_key_(T0, M, TN, T).
group_same_key_(L, _, [], L).

transpose_pairs(Pairs, Transposed) :-
    flip_pairs_(Pairs, Flipped),
    keysort(Flipped, Transposed).

flip_pairs_([], []).
flip_pairs_([K-V|Ps], [V-K|Qs]) :-
    flip_pairs_(Ps, Qs).

map_list_to_pairs(Function, List, Pairs) :-
    map_list_to_pairs_(List, Function, Pairs).

map_list_to_pairs_([], _, []).
map_list_to_pairs_([H|T0], Pred, [K-H|T]) :-
    call(Pred, H, K),
    map_list_to_pairs_(T0, Pred, T).
