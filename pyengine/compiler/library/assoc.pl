%   library(assoc): AVL trees t or t(Key, Value, Balance, Left, Right), where Balance is < if the left branch is the
%   deeper one, > if the right one is, and - if they are equally deep.

empty_assoc(t).

get_assoc(Key, Assoc, Value) :-
    (   var(Assoc)
    ->  instantiation_error(Assoc)
    ;   Assoc = t(_, _, _, _, _)
    ->  get_assoc_(Assoc, Key, Value)
    ;   Assoc \== t
    ->  type_error(btree, Assoc)
    ).

get_assoc_(Tree, Key, Value) :-
    nonvar(Tree),
    Tree = t(K, V, _, L, R),
    compare(Order, Key, K),
    get_assoc_(Order, Key, V, L, R, Value).

get_assoc_(=, _, V, _, _, V).
get_assoc_(<, Key, _, L, _, V) :-
    get_assoc_(L, Key, V).
get_assoc_(>, Key, _, _, R, V) :-
    get_assoc_(R, Key, V).

put_assoc(Key, Assoc, Value, New) :-
    avl_insert_(Assoc, Key, Value, New, _).

avl_insert_(Tree, Key, Value, New, Grew) :-
    (   nonvar(Tree),
        Tree = t(K, V, B, L, R)
    ->  compare(Order, Key, K),
        avl_insert_(Order, Key, Value, K, V, B, L, R, New, Grew)
    ;   Tree == t
    ->  New = t(Key, Value, -, t, t),
        Grew = yes
    ;   no_assoc_(insert(Tree, Key, Value, New, Grew))
    ).

%   no_assoc_(+Goal): what SWI-Prolog says of a tree that is none.

no_assoc_(Goal) :-
    throw(error(existence_error(matching_rule, assoc:Goal), _)).

avl_insert_(=, Key, Value, _, _, B, L, R, t(Key, Value, B, L, R), no).
avl_insert_(<, Key, Value, K, V, B, L, R, New, Grew) :-
    avl_insert_(L, Key, Value, L1, LGrew),
    avl_grown_left_(LGrew, B, K, V, L1, R, New, Grew).
avl_insert_(>, Key, Value, K, V, B, L, R, New, Grew) :-
    avl_insert_(R, Key, Value, R1, RGrew),
    avl_grown_right_(RGrew, B, K, V, L, R1, New, Grew).

%   A branch may have become deeper by one.

avl_grown_left_(no, B, K, V, L, R, t(K, V, B, L, R), no).
avl_grown_left_(yes, -, K, V, L, R, t(K, V, <, L, R), yes).
avl_grown_left_(yes, >, K, V, L, R, t(K, V, -, L, R), no).
avl_grown_left_(yes, <, K, V, L, R, New, no) :-
    avl_lean_left_(L, K, V, R, New, _).

avl_grown_right_(no, B, K, V, L, R, t(K, V, B, L, R), no).
avl_grown_right_(yes, -, K, V, L, R, t(K, V, >, L, R), yes).
avl_grown_right_(yes, <, K, V, L, R, t(K, V, -, L, R), no).
avl_grown_right_(yes, >, K, V, L, R, New, no) :-
    avl_lean_right_(R, K, V, L, New, _).

%   Rotations: the left (right) branch is too deep by two. The last argument tells whether the tree is less deep now.

avl_lean_left_(t(K1, V1, <, L1, R1), K, V, R, t(K1, V1, -, L1, t(K, V, -, R1, R)), yes).
avl_lean_left_(t(K1, V1, -, L1, R1), K, V, R, t(K1, V1, >, L1, t(K, V, <, R1, R)), no).
avl_lean_left_(t(K1, V1, >, L1, t(K2, V2, B2, L2, R2)), K, V, R,
               t(K2, V2, -, t(K1, V1, BL, L1, L2), t(K, V, BR, R2, R)), yes) :-
    avl_halves_(B2, BL, BR).

avl_lean_right_(t(K1, V1, >, L1, R1), K, V, L, t(K1, V1, -, t(K, V, -, L, L1), R1), yes).
avl_lean_right_(t(K1, V1, -, L1, R1), K, V, L, t(K1, V1, <, t(K, V, >, L, L1), R1), no).
avl_lean_right_(t(K1, V1, <, t(K2, V2, B2, L2, R2), R1), K, V, L,
                t(K2, V2, -, t(K, V, BL, L, L2), t(K1, V1, BR, R2, R1)), yes) :-
    avl_halves_(B2, BL, BR).

avl_halves_(<, -, >).
avl_halves_(-, -, -).
avl_halves_(>, <, -).

%   Deletion: a branch may have become less deep by one.

avl_shrunk_left_(no, B, K, V, L, R, t(K, V, B, L, R), no).
avl_shrunk_left_(yes, -, K, V, L, R, t(K, V, >, L, R), no).
avl_shrunk_left_(yes, <, K, V, L, R, t(K, V, -, L, R), yes).
avl_shrunk_left_(yes, >, K, V, L, R, New, Shrunk) :-
    avl_lean_right_(R, K, V, L, New, Shrunk).

avl_shrunk_right_(no, B, K, V, L, R, t(K, V, B, L, R), no).
avl_shrunk_right_(yes, -, K, V, L, R, t(K, V, <, L, R), no).
avl_shrunk_right_(yes, >, K, V, L, R, t(K, V, -, L, R), yes).
avl_shrunk_right_(yes, <, K, V, L, R, New, Shrunk) :-
    avl_lean_left_(L, K, V, R, New, Shrunk).

del_min_assoc(Tree, Key, Value, New) :-
    known_tree_(Tree),
    avl_del_min_(Tree, Key, Value, New, _).

avl_del_min_(t(K, V, B, L, R), Key, Value, New, Shrunk) :-
    (   L == t
    ->  Key = K,
        Value = V,
        New = R,
        Shrunk = yes
    ;   avl_del_min_(L, Key, Value, L1, LShrunk),
        avl_shrunk_left_(LShrunk, B, K, V, L1, R, New, Shrunk)
    ).

%   known_tree_(+Tree): with a tree that is not known SWI-Prolog goes through all of them.

known_tree_(Tree) :-
    (   ( Tree == t ; nonvar(Tree), Tree = t(_, _, B, L, R), nonvar(B), nonvar(L), nonvar(R) )
    ->  true
    ;   var(Tree)
    ->  '$refuse'('a tree that is not known')
    ;   Tree = t(_, _, _, _, _)
    ->  '$refuse'('a tree of which not all is known')
    ).

del_max_assoc(Tree, Key, Value, New) :-
    known_tree_(Tree),
    avl_del_max_(Tree, Key, Value, New, _).

avl_del_max_(t(K, V, B, L, R), Key, Value, New, Shrunk) :-
    (   R == t
    ->  Key = K,
        Value = V,
        New = L,
        Shrunk = yes
    ;   avl_del_max_(R, Key, Value, R1, RShrunk),
        avl_shrunk_right_(RShrunk, B, K, V, L, R1, New, Shrunk)
    ).

del_assoc(Key, Assoc, Value, New) :-
    avl_delete_(Assoc, Key, Value, New, _).

avl_delete_(Tree, Key, Value, New, Shrunk) :-
    (   nonvar(Tree),
        Tree = t(K, V, B, L, R)
    ->  compare(Order, Key, K),
        avl_delete_(Order, Key, Value, K, V, B, L, R, New, Shrunk)
    ;   Tree \== t
    ->  no_assoc_(delete(Tree, Key, Value, New, Shrunk))
    ).

avl_delete_(=, _, Value, _, V, B, L, R, New, Shrunk) :-
    Value = V,
    (   L == t
    ->  New = R,
        Shrunk = yes
    ;   R == t
    ->  New = L,
        Shrunk = yes
    ;   B == (>)
    ->  avl_del_min_(R, K1, V1, R1, RShrunk),
        avl_shrunk_right_(RShrunk, B, K1, V1, L, R1, New, Shrunk)
    ;   avl_del_max_(L, K1, V1, L1, LShrunk),
        avl_shrunk_left_(LShrunk, B, K1, V1, L1, R, New, Shrunk)
    ).
avl_delete_(<, Key, Value, K, V, B, L, R, New, Shrunk) :-
    avl_delete_(L, Key, Value, L1, LShrunk),
    avl_shrunk_left_(LShrunk, B, K, V, L1, R, New, Shrunk).
avl_delete_(>, Key, Value, K, V, B, L, R, New, Shrunk) :-
    avl_delete_(R, Key, Value, R1, RShrunk),
    avl_shrunk_right_(RShrunk, B, K, V, L, R1, New, Shrunk).

list_to_assoc(List, Assoc) :-
    must_be(list, List),
    msort(List, Sorted),
    avl_check_pairs_(List),
    (   avl_unique_(Sorted)
    ->  length(Sorted, N),
        avl_build_(N, Sorted, [], _, Assoc)
    ;   domain_error(unique_key_pairs, List)
    ).

ord_list_to_assoc(Sorted, Assoc) :-
    '$list_end'(Sorted, _, End),
    (   var(End)
    ->  '$refuse'('ord_list_to_assoc/2 of a list that is not known')
    ;   End == [],
        avl_unique_(Sorted)
    ->  length(Sorted, N),
        avl_build_(N, Sorted, [], _, Assoc)
    ;   domain_error(key_ordered_pairs, Sorted)
    ).

avl_check_pairs_([]).
avl_check_pairs_([P|Ps]) :-
    must_be(pair, P),
    avl_check_pairs_(Ps).

avl_unique_([]).
avl_unique_([Key-_|Pairs]) :-
    (   Pairs = [Next-_|_]
    ->  Key @< Next,
        avl_unique_(Pairs)
    ;   Pairs == []
    ).

%   avl_build_(+N, +Pairs, -Rest, -Depth, -Tree): the first N pairs as a tree.

avl_build_(0, Pairs, Pairs, 0, t) :-
    !.
avl_build_(N, Pairs, Rest, Depth, t(K, V, B, L, R)) :-
    NL is N // 2,
    NR is N - NL - 1,
    avl_build_(NL, Pairs, [K-V|Pairs1], DL, L),
    avl_build_(NR, Pairs1, Rest, DR, R),
    Depth is DL + 1,
    (   DL > DR
    ->  B = (<)
    ;   B = (-)
    ).

assoc_to_list(Assoc, List) :-
    assoc_to_list_(Assoc, List, []).

%   assoc_to_list_(+Tree, -List, +Rest): the pairs of Tree with Rest behind them.

assoc_to_list_(Tree, List, Rest) :-
    (   var(Tree)
    ->  '$refuse'('a tree that is not known')
    ;   Tree = t(K, V, _, L, R)
    ->  assoc_to_list_(L, List, Middle),
        Middle = [K-V|After],
        assoc_to_list_(R, After, Rest)
    ;   Tree == t
    ->  List = Rest
    ).

assoc_to_keys(Assoc, Keys) :-
    assoc_to_list(Assoc, Pairs),
    pairs_keys(Pairs, Keys).

assoc_to_values(Assoc, Values) :-
    assoc_to_list(Assoc, Pairs),
    pairs_values(Pairs, Values).

gen_assoc(Key, Assoc, Value) :-
    (   ground(Key)
    ->  get_assoc(Key, Assoc, Value)
    ;   gen_assoc_(Assoc, Key, Value)
    ).

gen_assoc_(Tree, Key, Value) :-
    (   nonvar(Tree),
        Tree = t(K, V, _, L, R)
    ->  (   gen_assoc_(L, Key, Value)
        ;   Key = K,
            Value = V
        ;   gen_assoc_(R, Key, Value)
        )
    ;   Tree \== t
    ->  no_assoc_(gen_assoc_(Key, Tree, Value))
    ).

max_assoc(Assoc, Key, Value) :-
    (   nonvar(Assoc),
        Assoc = t(K, V, _, _, R)
    ->  max_assoc_(R, K, V, Key, Value)
    ;   Assoc \== t
    ->  no_assoc_(max_assoc(Assoc, Key, Value))
    ).

max_assoc_(Tree, K0, V0, Key, Value) :-
    (   Tree == t
    ->  Key = K0,
        Value = V0
    ;   nonvar(Tree),
        Tree = t(K, V, _, _, R)
    ->  max_assoc_(R, K, V, Key, Value)
    ;   '$refuse'('max_assoc/3 of what is no tree')
    ).

min_assoc(Assoc, Key, Value) :-
    (   nonvar(Assoc),
        Assoc = t(K, V, _, L, _)
    ->  min_assoc_(L, K, V, Key, Value)
    ;   Assoc \== t
    ->  no_assoc_(min_assoc(Assoc, Key, Value))
    ).

min_assoc_(Tree, K0, V0, Key, Value) :-
    (   Tree == t
    ->  Key = K0,
        Value = V0
    ;   nonvar(Tree),
        Tree = t(K, V, _, L, _)
    ->  min_assoc_(L, K, V, Key, Value)
    ;   '$refuse'('min_assoc/3 of what is no tree')
    ).

map_assoc(Pred, Assoc) :-
    map_assoc_(Assoc, Pred).

map_assoc_(Tree, Pred) :-
    (   nonvar(Tree),
        Tree = t(_, V, _, L, R)
    ->  map_assoc_(L, Pred),
        call(Pred, V),
        map_assoc_(R, Pred)
    ;   Tree == t
    ->  true
    ;   no_assoc_(map_assoc_(Tree, Pred))
    ).

map_assoc(Pred, Assoc, New) :-
    map_assoc_(Assoc, Pred, New).

map_assoc_(Tree, Pred, New) :-
    (   nonvar(Tree),
        Tree = t(K, V, B, L0, R0)
    ->  New = t(K, W, B, L1, R1),
        map_assoc_(L0, Pred, L1),
        call(Pred, V, W),
        map_assoc_(R0, Pred, R1)
    ;   Tree == t
    ->  New = t
    ;   no_assoc_(map_assoc_(Tree, Pred, New))
    ).

get_assoc(Key, Assoc, Value, NewAssoc, New) :-
    (   nonvar(Assoc),
        Assoc = t(K, V, B, L, R)
    ->  get_assoc_(Key, K, V, B, L, R, Value, NewAssoc, New)
    ;   Assoc \== t
    ->  no_assoc_(get_assoc(Key, Assoc, Value, NewAssoc, New))
    ).

get_assoc_(Key, K, V, B, L, R, Value, t(K, W, B, L1, R1), New) :-
    compare(Order, Key, K),
    (   Order = (=)
    ->  Value = V,
        W = New,
        L1 = L,
        R1 = R
    ;   Order = (<)
    ->  W = V,
        R1 = R,
        get_assoc(Key, L, Value, L1, New)
    ;   W = V,
        L1 = L,
        get_assoc(Key, R, Value, R1, New)
    ).

is_assoc(Term) :-
    nonvar(Term),
    is_assoc_(Term, none, none, _).

%   is_assoc_(+Tree, +Low, +High, -Depth): all keys are between k(Low) and k(High).

is_assoc_(Tree, _, _, 0) :-
    Tree == t,
    !.
is_assoc_(Tree, Low, High, Depth) :-
    nonvar(Tree),
    Tree = t(K, _, B, L, R),
    is_assoc_above_(Low, K),
    is_assoc_below_(High, K),
    is_assoc_(L, Low, k(K), DL),
    is_assoc_(R, k(K), High, DR),
    Lean is DR - DL,
    is_assoc_balance_(Lean, Known),
    B == Known,
    Depth is max(DL, DR) + 1.

is_assoc_above_(none, _).
is_assoc_above_(k(Low), K) :-
    Low @< K.

is_assoc_below_(none, _).
is_assoc_below_(k(High), K) :-
    K @< High.

is_assoc_balance_(-1, <).
is_assoc_balance_(0, -).
is_assoc_balance_(1, >).
