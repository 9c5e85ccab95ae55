%   library(apply): predicates that call a closure on the elements of lists.

maplist(G, L) :-
    maplist_(L, G).

maplist_([], _).
maplist_([A|As], G) :-
    call(G, A),
    maplist_(As, G).

maplist(G, L1, L2) :-
    maplist_(L1, L2, G).

maplist_([], [], _).
maplist_([A|As], [B|Bs], G) :-
    call(G, A, B),
    maplist_(As, Bs, G).

maplist(G, L1, L2, L3) :-
    maplist_(L1, L2, L3, G).

maplist_([], [], [], _).
maplist_([A|As], [B|Bs], [C|Cs], G) :-
    call(G, A, B, C),
    maplist_(As, Bs, Cs, G).

maplist(G, L1, L2, L3, L4) :-
    maplist_(L1, L2, L3, L4, G).

maplist_([], [], [], [], _).
maplist_([A|As], [B|Bs], [C|Cs], [D|Ds], G) :-
    call(G, A, B, C, D),
    maplist_(As, Bs, Cs, Ds, G).

include(G, L, Included) :-
    include_(L, G, Included).

include_([], _, []).
include_([X|Xs], G, Included) :-
    (   call(G, X)
    ->  Included = [X|Rest]
    ;   Included = Rest
    ),
    include_(Xs, G, Rest).

exclude(G, L, Included) :-
    exclude_(L, G, Included).

exclude_([], _, []).
exclude_([X|Xs], G, Included) :-
    (   call(G, X)
    ->  Included = Rest
    ;   Included = [X|Rest]
    ),
    exclude_(Xs, G, Rest).

partition(G, L, I, E) :-
    partition_(L, G, I, E).

partition_([], _, [], []).
partition_([X|Xs], G, I, E) :-
    (   call(G, X)
    ->  I = [X|I1],
        E = E1
    ;   I = I1,
        E = [X|E1]
    ),
    partition_(Xs, G, I1, E1).

foldl(G, L, V0, V) :-
    foldl_(L, G, V0, V).

foldl_([], _, V, V).
foldl_([X|Xs], G, V0, V) :-
    call(G, X, V0, V1),
    foldl_(Xs, G, V1, V).

foldl(G, L1, L2, V0, V) :-
    foldl_(L1, L2, G, V0, V).

foldl_([], [], _, V, V).
foldl_([X|Xs], [Y|Ys], G, V0, V) :-
    call(G, X, Y, V0, V1),
    foldl_(Xs, Ys, G, V1, V).

foldl(G, L1, L2, L3, V0, V) :-
    foldl_(L1, L2, L3, G, V0, V).

foldl_([], [], [], _, V, V).
foldl_([X|Xs], [Y|Ys], [Z|Zs], G, V0, V) :-
    call(G, X, Y, Z, V0, V1),
    foldl_(Xs, Ys, Zs, G, V1, V).

foldl(G, L1, L2, L3, L4, V0, V) :-
    foldl_(L1, L2, L3, L4, G, V0, V).

foldl_([], [], [], [], _, V, V).
foldl_([W|Ws], [X|Xs], [Y|Ys], [Z|Zs], G, V0, V) :-
    call(G, W, X, Y, Z, V0, V1),
    foldl_(Ws, Xs, Ys, Zs, G, V1, V).

convlist(Goal, In, Out) :-
    convlist_(In, Out, Goal).

convlist_([], [], _).
convlist_([Item|Items], Out, Goal) :-
    (   call(Goal, Item, Made)
    ->  Out = [Made|Rest]
    ;   Out = Rest
    ),
    convlist_(Items, Rest, Goal).

scanl(Goal, List, First, [First|Values]) :-
    scanl_(List, Goal, First, Values).

scanl_([], _, _, []).
scanl_([Item|Items], Goal, Last, [Value|Values]) :-
    call(Goal, Item, Last, Value),
    scanl_(Items, Goal, Value, Values).

scanl(Goal, L1, L2, V0, [V0|Values]) :-
    scanl_(L1, L2, Goal, V0, Values).

scanl_([], [], _, _, []).
scanl_([X|Xs], [Y|Ys], G, V0, [V|Vs]) :-
    call(G, X, Y, V0, V),
    scanl_(Xs, Ys, G, V, Vs).

scanl(Goal, L1, L2, L3, V0, [V0|Values]) :-
    scanl_(L1, L2, L3, Goal, V0, Values).

scanl_([], [], [], _, _, []).
scanl_([X|Xs], [Y|Ys], [Z|Zs], G, V0, [V|Vs]) :-
    call(G, X, Y, Z, V0, V),
    scanl_(Xs, Ys, Zs, G, V, Vs).

scanl(Goal, L1, L2, L3, L4, V0, [V0|Values]) :-
    scanl_(L1, L2, L3, L4, Goal, V0, Values).

scanl_([], [], [], [], _, _, []).
scanl_([W|Ws], [X|Xs], [Y|Ys], [Z|Zs], G, V0, [V|Vs]) :-
    call(G, W, X, Y, Z, V0, V),
    scanl_(Ws, Xs, Ys, Zs, G, V, Vs).

partition(Pred, List, Less, Equal, Greater) :-
    partition_(List, Pred, Less, Equal, Greater).

partition_([], _, [], [], []).
partition_([X|Xs], Pred, L, E, G) :-
    call(Pred, X, Order),
    (   Order = (<)
    ->  L = [X|L1],
        partition_(Xs, Pred, L1, E, G)
    ;   Order = (=)
    ->  E = [X|E1],
        partition_(Xs, Pred, L, E1, G)
    ;   Order = (>)
    ->  G = [X|G1],
        partition_(Xs, Pred, L, E, G1)
    ;   must_be(oneof([<,=,>]), Order)
    ).
