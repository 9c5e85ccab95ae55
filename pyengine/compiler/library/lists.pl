%   library(lists). A block of clauses a predicate; blank lines between the blocks.

%   member(?X, ?List)

member(X, [Y|Ys]) :-
    member_(Ys, X, Y).

member_(_, X, X).
member_([Y|Ys], X, _) :-
    member_(Ys, X, Y).

memberchk(X, List) :-
    (   var(List)
    ->  List = [X|_]
    ;   List = [Y|Ys]
    ->  (   X = Y
        ->  true
        ;   memberchk(X, Ys)
        )
    ;   List \== []
    ->  type_error(list, List)
    ).

append([], L, L).
append([H|T], L, [H|R]) :-
    append(T, L, R).

append(ListOfLists, List) :-
    must_be(list, ListOfLists),
    append_(ListOfLists, List).

append_([], []).
append_([L|Ls], As) :-
    append(L, Ws, As),
    append_(Ls, Ws).

prefix([], _).
prefix([E|T0], [E|T]) :-
    prefix(T0, T).

select(X, [X|Xs], Xs).
select(X, [Y|Ys], [Y|Rest]) :-
    select(X, Ys, Rest).

selectchk(Item, List, Rest) :-
    (   select(Item, List, Others)
    ->  Rest = Others
    ).

select(X, [X|List], Y, [Y|List]).
select(X, [Item|Xs], Y, [Item|Ys]) :-
    select(X, Xs, Y, Ys).

selectchk(X, Xs, Y, Ys) :-
    once(select(X, Xs, Y, Ys)).

subtract(List, Gone, Rest) :-
    (   nonvar(List),
        List = [Item|Items]
    ->  (   memberchk(Item, Gone)
        ->  Rest = Others
        ;   Rest = [Item|Others]
        ),
        subtract(Items, Gone, Others)
    ;   List == []
    ->  Rest = []
    ;   '$no_matching_rule'(lists:subtract(List, Gone, Rest))
    ).

intersection(List, Set, Both) :-
    (   nonvar(List),
        List = [Item|Items]
    ->  (   memberchk(Item, Set)
        ->  Both = [Item|Others]
        ;   Both = Others
        ),
        intersection(Items, Set, Others)
    ;   List == []
    ->  Both = []
    ;   '$no_matching_rule'(lists:intersection(List, Set, Both))
    ).

union(List, Set, Union) :-
    (   nonvar(List),
        List = [Item|Items]
    ->  (   memberchk(Item, Set)
        ->  Union = Others
        ;   Union = [Item|Others]
        ),
        union(Items, Set, Others)
    ;   List == []
    ->  Union = Set
    ;   '$no_matching_rule'(lists:union(List, Set, Union))
    ).

subset(List, Set) :-
    (   nonvar(List),
        List = [Item|Items]
    ->  memberchk(Item, Set),
        subset(Items, Set)
    ;   List \== []
    ->  '$no_matching_rule'(lists:subset(List, Set))
    ;   true
    ).

delete([], _, []).
delete([E|T], Del, R) :-
    E \= Del,
    !,
    R = [E|Rest],
    delete(T, Del, Rest).
delete([_|T], Del, R) :-
    delete(T, Del, R).

permutation(Xs, Ys) :-
    '$list_end'(Xs, XLength, XEnd),
    '$list_end'(Ys, YLength, YEnd),
    (   XEnd == [],
        YEnd == []
    ->  XLength == YLength
    ;   var(XEnd),
        var(YEnd)
    ->  length(Xs, Length),
        length(Ys, Length)
    ;   XEnd == [],
        var(YEnd)
    ->  length(Ys, XLength)
    ;   var(XEnd),
        YEnd == []
    ->  length(Xs, YLength)
    ;   must_be(list, Xs),
        must_be(list, Ys)
    ),
    permutation_(Xs, Ys).

permutation_([], []).
permutation_(List, [First|Perm]) :-
    select(First, List, Rest),
    permutation_(Rest, Perm).

reverse(Xs, Ys) :-
    reverse(Xs, Ys, [], Ys).

reverse([], [], Ys, Ys).
reverse([X|Xs], [_|Bound], Rs, Ys) :-
    reverse(Xs, Bound, [X|Rs], Ys).

last([X|Xs], Last) :-
    last_(Xs, X, Last).

last_([], Last, Last).
last_([X|Xs], _, Last) :-
    last_(Xs, X, Last).

nextto(X, Y, [X,Y|_]).
nextto(X, Y, [_|Zs]) :-
    nextto(X, Y, Zs).

%   nth0(?Index, ?List, ?Elem) and nth1/3: an unknown index enumerates.

nth0(Index, List, Elem) :-
    (   integer(Index)
    ->  '$list_index'(Index),
        Index >= 0,
        nth_at_(Index, List, Elem)
    ;   var(Index)
    ->  List = [H|T],
        nth_any_(T, Elem, H, 0, Index)
    ;   must_be(integer, Index)
    ).

nth1(Index, List, Elem) :-
    (   integer(Index)
    ->  Index0 is Index - 1,
        '$list_index'(Index0),
        Index0 >= 0,
        nth_at_(Index0, List, Elem)
    ;   var(Index)
    ->  List = [H|T],
        nth_any_(T, Elem, H, 1, Index)
    ;   must_be(integer, Index)
    ).

nth_at_(0, L, Elem) :-
    !,
    L = [Elem|_].
nth_at_(N, [_|T], Elem) :-
    N1 is N - 1,
    nth_at_(N1, T, Elem).

nth_any_(_, H, H, Base, Base).
nth_any_([H|T], Elem, _, N, Base) :-
    M is N + 1,
    nth_any_(T, Elem, H, M, Base).

nth0(Index, In, Element, Rest) :-
    (   var(Index)
    ->  nth_rest_(In, Element, Rest, 0, Index)
    ;   counted_from_(0, nonneg, Index),
        nth_del_(Index, In, Element, Rest)
    ).

nth1(Index, In, Element, Rest) :-
    (   var(Index)
    ->  nth_rest_(In, Element, Rest, 1, Index)
    ;   counted_from_(1, positive_integer, Index),
        Index0 is Index - 1,
        nth_del_(Index0, In, Element, Rest)
    ).

%   What must_be/2 says, without a look at the type where it is no error.
counted_from_(Least, Type, Index) :-
    (   integer(Index),
        Index >= Least
    ->  true
    ;   must_be(Type, Index)
    ).

nth_rest_([Elem|Rest], Elem, Rest, Base, Base).
nth_rest_([H|T], Elem, [H|Rest], N, Base) :-
    M is N + 1,
    nth_rest_(T, Elem, Rest, M, Base).

nth_del_(0, In, Element, Rest) :-
    !,
    In = [Element|Rest].
nth_del_(N, [H|T], Element, [H|Rest]) :-
    N1 is N - 1,
    nth_del_(N1, T, Element, Rest).

max_list(Numbers, Max) :-
    (   nonvar(Numbers),
        Numbers = [Number|Others]
    ->  max_list_(Others, Number, Max)
    ;   Numbers \== []
    ->  '$no_matching_rule'(lists:max_list(Numbers, Max))
    ).

max_list_(Numbers, Max0, Max) :-
    (   nonvar(Numbers),
        Numbers = [Number|Others]
    ->  Max1 is max(Number, Max0),
        max_list_(Others, Max1, Max)
    ;   Numbers == []
    ->  Max = Max0
    ;   '$no_matching_rule'(lists:max_list(Numbers, Max0, Max))
    ).

min_list(Numbers, Min) :-
    (   nonvar(Numbers),
        Numbers = [Number|Others]
    ->  min_list_(Others, Number, Min)
    ;   Numbers \== []
    ->  '$no_matching_rule'(lists:min_list(Numbers, Min))
    ).

min_list_(Numbers, Min0, Min) :-
    (   nonvar(Numbers),
        Numbers = [Number|Others]
    ->  Min1 is min(Number, Min0),
        min_list_(Others, Min1, Min)
    ;   Numbers == []
    ->  Min = Min0
    ;   '$no_matching_rule'(lists:min_list(Numbers, Min0, Min))
    ).

max_member(Max, List) :-
    (   nonvar(List),
        List = [First|Items]
    ->  max_item_(Items, First, Max)
    ;   List \== []
    ->  '$no_matching_rule'(lists:max_member(Max, List))
    ).

max_item_(Items, Max0, Max) :-
    (   nonvar(Items),
        Items = [Item|Others]
    ->  (   Max0 @< Item
        ->  max_item_(Others, Item, Max)
        ;   max_item_(Others, Max0, Max)
        )
    ;   Items == []
    ->  Max = Max0
    ;   '$no_matching_rule'(lists:max_member_(Items, Max0, Max))
    ).

min_member(Min, List) :-
    (   nonvar(List),
        List = [First|Items]
    ->  min_item_(Items, First, Min)
    ;   List \== []
    ->  '$no_matching_rule'(lists:min_member(Min, List))
    ).

min_item_(Items, Min0, Min) :-
    (   nonvar(Items),
        Items = [Item|Others]
    ->  (   Min0 @> Item
        ->  min_item_(Others, Item, Min)
        ;   min_item_(Others, Min0, Min)
        )
    ;   Items == []
    ->  Min = Min0
    ;   '$no_matching_rule'(lists:min_member_(Items, Min0, Min))
    ).

max_member(Pred, Max, List) :-
    (   nonvar(List),
        List = [First|Others]
    ->  max_member_(Others, Pred, First, Max)
    ;   List \== []
    ->  '$no_matching_rule'(lists:max_member(Pred, Max, List))
    ).

max_member_(List, Pred, Max0, Max) :-
    (   nonvar(List),
        List = [Item|Others]
    ->  (   call(Pred, Item, Max0)
        ->  max_member_(Others, Pred, Max0, Max)
        ;   max_member_(Others, Pred, Item, Max)
        )
    ;   List == []
    ->  Max = Max0
    ;   '$no_matching_rule'(lists:max_member_(List, Pred, Max0, Max))
    ).

min_member(Pred, Min, List) :-
    (   nonvar(List),
        List = [First|Others]
    ->  min_member_(Others, Pred, First, Min)
    ;   List \== []
    ->  '$no_matching_rule'(lists:min_member(Pred, Min, List))
    ).

min_member_(List, Pred, Min0, Min) :-
    (   nonvar(List),
        List = [Item|Others]
    ->  (   call(Pred, Min0, Item)
        ->  min_member_(Others, Pred, Min0, Min)
        ;   min_member_(Others, Pred, Item, Min)
        )
    ;   List == []
    ->  Min = Min0
    ;   '$no_matching_rule'(lists:min_member_(List, Pred, Min0, Min))
    ).

same_length([], []).
same_length([_|T1], [_|T2]) :-
    same_length(T1, T2).

clumped([], []).
clumped([H|T0], [H-C|T]) :-
    clumped_same_(T0, H, 1, C, T1),
    clumped(T1, T).

clumped_same_([H|T0], E, C0, C, T) :-
    E == H,
    !,
    C1 is C0 + 1,
    clumped_same_(T0, E, C1, C, T).
clumped_same_(List, _, C, C, List).
