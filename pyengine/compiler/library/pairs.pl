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
group_pairs_by_key([Key-Value|Pairs], [Key-[Value|Values]|Groups]) :-
    values_of_key_(Pairs, Key, Values, Others),
    group_pairs_by_key(Others, Groups).

values_of_key_(Pairs, Key, Values, Others) :-
    (   Pairs = [Key1-Value|Pairs1],
        Key1 == Key
    ->  Values = [Value|Values1],
        values_of_key_(Pairs1, Key, Values1, Others)
    ;   Values = [],
        Others = Pairs
    ).

transpose_pairs(Pairs, Transposed) :-
    flip_pairs_(Pairs, Flipped),
    keysort(Flipped, Transposed).

flip_pairs_([], []).
flip_pairs_([K-V|Ps], [V-K|Qs]) :-
    flip_pairs_(Ps, Qs).

map_list_to_pairs(Function, List, Pairs) :-
    map_list_to_pairs_(List, Function, Pairs).

map_list_to_pairs_([], _, []).
map_list_to_pairs_([Item|Items], Function, [Key-Item|Pairs]) :-
    call(Function, Item, Key),
    map_list_to_pairs_(Items, Function, Pairs).
