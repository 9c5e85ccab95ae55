%   library(ordsets): sets as lists in the standard order, without duplicates.

is_ordset(Term) :-
    is_list(Term),
    is_ordset_(Term).

is_ordset_([]).
is_ordset_([H|T]) :-
    is_ordset_(T, H).

is_ordset_([], _).
is_ordset_([H2|T], H) :-
    H2 @> H,
    is_ordset_(T, H2).

ord_empty([]).

ord_insert_([], E, [E]).
ord_insert_([H|T], E, Set) :-
    compare(Order, H, E),
    ord_insert_(Order, H, T, E, Set).

ord_insert_(<, H, T, E, [H|Set]) :-
    ord_insert_(T, E, Set).
ord_insert_(=, H, T, _, [H|T]).
ord_insert_(>, H, T, E, [E,H|T]).

ord_add_element(Set, Element, Set2) :-
    ord_insert_(Set, Element, Set2).

ord_del_element(Set, Element, Set2) :-
    ord_subtract(Set, [Element], Set2).

ord_selectchk(Item, [X|Xs], [X|Rest]) :-
    X @< Item,
    !,
    ord_selectchk(Item, Xs, Rest).
ord_selectchk(Item, [Item|Rest], Rest) :-
    (   Rest == []
    ->  true
    ;   Rest = [Next|_],
        Item @< Next
    ).

ord_memberchk(Item, [X|Xs]) :-
    compare(Order, Item, X),
    ord_memberchk_(Order, Item, Xs).

ord_memberchk_(=, _, _).
ord_memberchk_(>, Item, Xs) :-
    ord_memberchk(Item, Xs).

ord_union([], Union, Union).
ord_union([H1|T1], L2, Union) :-
    ord_union2_(L2, H1, T1, Union).

ord_union2_([], H1, T1, [H1|T1]).
ord_union2_([H2|T2], H1, T1, Union) :-
    compare(Order, H1, H2),
    ord_union3_(Order, H1, T1, H2, T2, Union).

ord_union3_(<, H1, T1, H2, T2, [H1|Union]) :-
    ord_union2_(T1, H2, T2, Union).
ord_union3_(=, H1, T1, _, T2, [H1|Union]) :-
    ord_union(T1, T2, Union).
ord_union3_(>, H1, T1, H2, T2, [H2|Union]) :-
    ord_union2_(T2, H1, T1, Union).

ord_union(ListOfSets, Set) :-
    append(ListOfSets, All),
    sort(All, Set).

ord_union(Set1, Set2, Union, New) :-
    ord_union(Set1, Set2, Union),
    ord_subtract(Set2, Set1, New).

ord_subtract([], _, []).
ord_subtract([H1|T1], L2, Difference) :-
    ord_subtract2_(L2, H1, T1, Difference).

ord_subtract2_([], H1, T1, [H1|T1]).
ord_subtract2_([H2|T2], H1, T1, Difference) :-
    compare(Order, H1, H2),
    ord_subtract3_(Order, H1, T1, H2, T2, Difference).

ord_subtract3_(<, H1, T1, H2, T2, [H1|Difference]) :-
    ord_subtract(T1, [H2|T2], Difference).
ord_subtract3_(=, _, T1, _, T2, Difference) :-
    ord_subtract(T1, T2, Difference).
ord_subtract3_(>, H1, T1, _, T2, Difference) :-
    ord_subtract2_(T2, H1, T1, Difference).

ord_intersection([], _, []).
ord_intersection([H1|T1], L2, Intersection) :-
    ord_intersection2_(L2, H1, T1, Intersection).

ord_intersection2_([], _, _, []).
ord_intersection2_([H2|T2], H1, T1, Intersection) :-
    compare(Order, H1, H2),
    ord_intersection3_(Order, H1, T1, H2, T2, Intersection).

ord_intersection3_(<, _, T1, H2, T2, Intersection) :-
    ord_intersection(T1, [H2|T2], Intersection).
ord_intersection3_(=, H1, T1, _, T2, [H1|Intersection]) :-
    ord_intersection(T1, T2, Intersection).
ord_intersection3_(>, H1, T1, _, T2, Intersection) :-
    ord_intersection2_(T2, H1, T1, Intersection).

ord_intersection([Set|Sets], Intersection) :-
    ord_intersection_(Sets, Set, Intersection).

ord_intersection_([], Set, Set).
ord_intersection_([Set1|Sets], Set0, Set) :-
    ord_intersection(Set0, Set1, Set2),
    ord_intersection_(Sets, Set2, Set).

ord_symdiff(Set1, Set2, Difference) :-
    ord_subtract(Set1, Set2, Only1),
    ord_subtract(Set2, Set1, Only2),
    ord_union(Only1, Only2, Difference).

ord_subset(Sub, Set) :-
    ord_subtract(Sub, Set, []).

ord_disjoint(Set1, Set2) :-
    ord_intersection(Set1, Set2, []).

ord_intersect(Set1, Set2) :-
    \+ ord_disjoint(Set1, Set2).

ord_seteq(Set1, Set2) :-
    Set1 == Set2.

ord_intersect(Set1, Set2, Intersection) :-
    ord_intersection(Set1, Set2, Intersection).

ord_intersection(Set1, Set2, Intersection, Difference) :-
    ord_intersection(Set1, Set2, Intersection),
    ord_subtract(Set2, Set1, Difference).
