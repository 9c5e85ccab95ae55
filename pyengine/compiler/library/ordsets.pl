%   library(ordsets): sets as lists in the standard order, without duplicates.

is_ordset(Term) :-
    is_list(Term),
    rising_(Term).

rising_([]).
rising_([Item|Items]) :-
    (   Items = [Next|_]
    ->  Item @< Next
    ;   true
    ),
    rising_(Items).

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
    (   is_list(Set)
    ->  ord_insert_(Set, Element, Set2)
    ;   no_set_
    ).

ord_del_element(Set, Element, Set2) :-
    ord_subtract(Set, [Element], Set2).

ord_selectchk(Item, [First|Others], Rest) :-
    (   Rest = [First|Rest1],
        First @< Item
    ->  ord_selectchk(Item, Others, Rest1)
    ;   First = Item,
        Rest = Others,
        rising_from_(Others, Item)
    ).

rising_from_(Items, Item) :-
    (   Items == []
    ->  true
    ;   Items = [Next|_],
        Item @< Next
    ).

ord_memberchk(Item, [X|Xs]) :-
    compare(Order, Item, X),
    ord_memberchk_(Order, Item, Xs).

ord_memberchk_(=, _, _).
ord_memberchk_(>, Item, Xs) :-
    ord_memberchk(Item, Xs).

ord_union(Xs, Ys, Union) :-
    (   Xs == []
    ->  Union = Ys
    ;   Ys == []
    ->  Union = Xs
    ;   nonvar(Xs),
        Xs = [X|Xs1],
        nonvar(Ys),
        Ys = [Y|Ys1]
    ->  compare(Order, X, Y),
        (   Order = (<)
        ->  Union = [X|Rest],
            ord_union(Xs1, Ys, Rest)
        ;   Order = (>)
        ->  Union = [Y|Rest],
            ord_union(Xs, Ys1, Rest)
        ;   Union = [X|Rest],
            ord_union(Xs1, Ys1, Rest)
        )
    ;   no_set_
    ).

%   no_set_: what SWI-Prolog does with sets that are no lists is seldom of use, and not compiled.

no_set_ :-
    '$refuse'('a set that is not a list').

ord_union(ListOfSets, Set) :-
    (   is_list(ListOfSets),
        sets_(ListOfSets)
    ->  append(ListOfSets, All),
        sort(All, Set)
    ;   no_set_
    ).

sets_([]).
sets_([Set|Sets]) :-
    is_ordset(Set),
    sets_(Sets).

ord_union(Set1, Set2, Union, New) :-
    (   is_list(Set1),
        is_list(Set2)
    ->  ord_union(Set1, Set2, Union),
        ord_subtract(Set2, Set1, New)
    ;   no_set_
    ).

%   ord_parts_(+Xs, +Ys, -Both, -OnlyXs, -OnlyYs): what two sets have in common, and what only one of them has.

ord_parts_(Xs, Ys, Both, OnlyXs, OnlyYs) :-
    (   Xs == []
    ->  Both = [],
        OnlyXs = [],
        OnlyYs = Ys
    ;   Ys == []
    ->  Both = [],
        OnlyXs = Xs,
        OnlyYs = []
    ;   nonvar(Xs),
        Xs = [X|Xs1],
        nonvar(Ys),
        Ys = [Y|Ys1]
    ->  compare(Order, X, Y),
        (   Order = (<)
        ->  OnlyXs = [X|Rest],
            ord_parts_(Xs1, Ys, Both, Rest, OnlyYs)
        ;   Order = (>)
        ->  OnlyYs = [Y|Rest],
            ord_parts_(Xs, Ys1, Both, OnlyXs, Rest)
        ;   Both = [X|Rest],
            ord_parts_(Xs1, Ys1, Rest, OnlyXs, OnlyYs)
        )
    ;   no_set_
    ).

ord_subtract(Xs, Ys, Difference) :-
    ord_parts_(Xs, Ys, _, Difference, _).

ord_intersection(Xs, Ys, Intersection) :-
    ord_parts_(Xs, Ys, Intersection, _, _).

ord_intersection(Sets, Intersection) :-
    (   is_list(Sets),
        sets_(Sets)
    ->  Sets = [Set|Others],
        ord_intersection_(Others, Set, Intersection)
    ;   no_set_
    ).

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
    ord_parts_(Set1, Set2, Intersection, _, Difference).
