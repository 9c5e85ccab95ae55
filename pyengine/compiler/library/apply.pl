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

include(Goal, List, Kept) :-
    include_(List, Goal, Kept).

include_([], _, []).
include_([Item|Items], Goal, Kept) :-
    (   call(Goal, Item)
    ->  Kept = [Item|Others],
        include_(Items, Goal, Others)
    ;   include_(Items, Goal, Kept)
    ).

exclude(Goal, List, Kept) :-
    exclude_(List, Goal, Kept).

exclude_([], _, []).
exclude_([Item|Items], Goal, Kept) :-
    (   call(Goal, Item)
    ->  exclude_(Items, Goal, Kept)
    ;   Kept = [Item|Others],
        exclude_(Items, Goal, Others)
    ).

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

%   scanl/4..7: each value is made from the one before it.

scanl(Goal, Xs, First, [First|Values]) :-
    scanl_(Xs, Values, First, Goal).

scanl_([], [], _, _).
scanl_([X|Xs], [Next|Values], Last, Goal) :-
    call(Goal, X, Last, Next),
    scanl_(Xs, Values, Next, Goal).

scanl(Goal, Xs, Ys, First, [First|Values]) :-
    scanl_(Xs, Ys, Values, First, Goal).

scanl_([], [], [], _, _).
scanl_([X|Xs], [Y|Ys], [Next|Values], Last, Goal) :-
    call(Goal, X, Y, Last, Next),
    scanl_(Xs, Ys, Values, Next, Goal).

scanl(Goal, Xs, Ys, Zs, First, [First|Values]) :-
    scanl_(Xs, Ys, Zs, Values, First, Goal).

scanl_([], [], [], [], _, _).
scanl_([X|Xs], [Y|Ys], [Z|Zs], [Next|Values], Last, Goal) :-
    call(Goal, X, Y, Z, Last, Next),
    scanl_(Xs, Ys, Zs, Values, Next, Goal).

scanl(Goal, Ws, Xs, Ys, Zs, First, [First|Values]) :-
    scanl_(Ws, Xs, Ys, Zs, Values, First, Goal).

scanl_([], [], [], [], [], _, _).
scanl_([W|Ws], [X|Xs], [Y|Ys], [Z|Zs], [Next|Values], Last, Goal) :-
    call(Goal, W, X, Y, Z, Last, Next),
    scanl_(Ws, Xs, Ys, Zs, Values, Next, Goal).

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
