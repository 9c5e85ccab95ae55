%   library(aggregate), by bagof/3: aggregates for each binding of the free variables.

aggregate(count, Goal, Count) :-
    !,
    bagof(x, Goal, List),
    length(List, Count).
aggregate(sum(X), Goal, Sum) :-
    !,
    bagof(X, Goal, List),
    sum_list(List, Sum).
aggregate(max(X), Goal, Max) :-
    !,
    bagof(X, Goal, List),
    values_(List, Values),
    max_list(Values, Max).
aggregate(min(X), Goal, Min) :-
    !,
    bagof(X, Goal, List),
    (   var(X)                          % what variables have come to stays as it is
    ->  Values = List
    ;   values_(List, Values)
    ),
    min_list(Values, Min).
aggregate(max(X, W), Goal, max(Max, Witness)) :-
    !,
    bagof(X-W, Goal, [X0-W0|Pairs]),
    Max0 is X0,
    best_pair_(Pairs, >, Max0, W0, Max, Witness).
aggregate(min(X, W), Goal, min(Min, Witness)) :-
    !,
    bagof(X-W, Goal, [X0-W0|Pairs]),
    Min0 is X0,
    best_pair_(Pairs, <, Min0, W0, Min, Witness).
aggregate(bag(X), Goal, Bag) :-
    !,
    bagof(X, Goal, Bag).
aggregate(set(X), Goal, Set) :-
    !,
    setof(X, Goal, Set).
aggregate(_, _, _) :-
    '$refuse'('aggregate/3 with this template').

best_pair_([], _, X, W, X, W).
best_pair_([X-W|Pairs], Better, Best0, W0, Best, Witness) :-
    Value is X,
    (   call(Better, Value, Best0)
    ->  best_pair_(Pairs, Better, Value, W, Best, Witness)
    ;   best_pair_(Pairs, Better, Best0, W0, Best, Witness)
    ).

values_([], []).
values_([X|Xs], [Value|Values]) :-
    Value is X,
    values_(Xs, Values).

%   library(solution_sequences)

limit(Count, Goal) :-
    (   Count == infinite
    ->  call(Goal)
    ;   Count > 0,
        '$counter'(Counter),
        call(Goal),
        '$count'(Counter, N),
        (   N =:= Count
        ->  !
        ;   true
        )
    ).

offset(Count, Goal) :-
    Count > 0,
    !,
    '$counter'(Counter),
    call(Goal),
    '$count'(Counter, N),
    N > Count.
offset(Count, Goal) :-
    (   Count =:= 0
    ->  true
    ;   domain_error(not_less_than_zero, Count)
    ),
    call(Goal).

call_nth(Goal, Nth) :-
    integer(Nth),
    !,
    (   Nth > 0
    ->  true
    ;   domain_error(not_less_than_one, Nth)
    ),
    '$counter'(Counter),
    call(Goal),
    '$count'(Counter, N),
    N =:= Nth,
    !.
call_nth(Goal, Nth) :-
    (   var(Nth)
    ->  true
    ;   type_error(integer, Nth)
    ),
    '$counter'(Counter),
    call(Goal),
    '$count'(Counter, Nth).

distinct(Goal) :-
    distinct(Goal, Goal).

distinct(Witness, Goal) :-
    '$counter'(Counter),
    call(Goal),
    '$is_new'(Counter, Witness).

order_by(Specs, Goal) :-
    must_be(list, Specs),
    order_specifiers_(Specs),
    term_variables(Goal, Variables),
    findall(Specs-Variables, Goal, Found),
    reverse(Specs, Last),
    length(Specs, N),
    order_by_(Last, N, Found, Ordered),
    member(_-Variables, Ordered).

order_specifiers_(Specs) :-
    (   Specs == []
    ->  domain_error(non_empty_list, Specs)
    ;   member(Spec, Specs),
        (   var(Spec)
        ->  instantiation_error(Spec)
        ;   \+ ( Spec = asc(_) ; Spec = desc(_) )
        ),
        !
    ->  domain_error(order_specifier, Spec)
    ;   true
    ).

order_by_([], _, Found, Found).
order_by_([Spec|Specs], N, Found, Ordered) :-
    '$keyed'(Found, N, Keyed),
    (   Spec = asc(_)
    ->  sort(1, @=<, Keyed, Sorted)
    ;   sort(1, @>=, Keyed, Sorted)
    ),
    pairs_values(Sorted, Found1),
    N1 is N - 1,
    order_by_(Specs, N1, Found1, Ordered).

%   aggregate_all(+Template, +Discriminator, :Goal, -Result): equal solutions count once.

aggregate_all(count, D, Goal, Count) :-
    !,
    findall(D, Goal, Found),
    sort(Found, Distinct),
    length(Distinct, Count).
aggregate_all(sum(X), D, Goal, Sum) :-
    !,
    findall(D-X, Goal, Found),
    sort(Found, Distinct),
    aggregate_all(sum(Y), member(_-Y, Distinct), Sum).
aggregate_all(max(X), D, Goal, Max) :-
    !,
    findall(D-X, Goal, Found),
    sort(Found, Distinct),
    aggregate_all(max(Y), member(_-Y, Distinct), Max).
aggregate_all(min(X), D, Goal, Min) :-
    !,
    findall(D-X, Goal, Found),
    sort(Found, Distinct),
    aggregate_all(min(Y), member(_-Y, Distinct), Min).
aggregate_all(max(X, W), D, Goal, Max) :-
    !,
    findall(D-(X-W), Goal, Found),
    sort(Found, Distinct),
    aggregate_all(max(Y, Z), member(_-(Y-Z), Distinct), Max).
aggregate_all(min(X, W), D, Goal, Min) :-
    !,
    findall(D-(X-W), Goal, Found),
    sort(Found, Distinct),
    aggregate_all(min(Y, Z), member(_-(Y-Z), Distinct), Min).
aggregate_all(bag(X), D, Goal, Bag) :-
    !,
    findall(D-X, Goal, Found),
    sort(Found, Distinct),
    pairs_values(Distinct, Bag).
aggregate_all(set(X), D, Goal, Set) :-
    !,
    findall(D-X, Goal, Found),
    pairs_values(Found, Bag),
    sort(Bag, Set).
aggregate_all(_, _, _, _) :-
    '$refuse'('aggregate_all/4 with this template').
