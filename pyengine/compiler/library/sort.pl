%   library(sort): sorting by an order that the caller gives.

predsort(P, List, Sorted) :-
    (   is_list(List)
    ->  length(List, N),
        sort_first_(N, P, List, _, Sorted)
    ;   var(List)
    ->  instantiation_error(List)
    ;   existence_error(type, List)
    ).

%   sort_first_(+N, :P, +Items, -Others, -Sorted): the first N of Items in order, and the Others behind them.

sort_first_(N, P, Items, Others, Sorted) :-
    (   N =:= 0
    ->  Others = Items,
        Sorted = []
    ;   N =:= 1
    ->  Items = [Item|Others],
        Sorted = [Item]
    ;   N =:= 2
    ->  Items = [X,Y|Others],
        call(P, Order, X, Y),
        in_order_(Order, X, Y, Sorted)
    ;   Half is N // 2,
        Rest is N - Half,
        sort_first_(Half, P, Items, Items1, Left),
        sort_first_(Rest, P, Items1, Others, Right),
        merge_by_(Left, Right, P, Sorted)
    ).

in_order_(<, X, Y, [X,Y]).
in_order_(=, X, _, [X]).
in_order_(>, X, Y, [Y,X]).

merge_by_(Left, Right, P, Merged) :-
    (   Left == []
    ->  Merged = Right
    ;   Right == []
    ->  Merged = Left
    ;   Left = [X|Left1],
        Right = [Y|Right1],
        once(call(P, Order, X, Y)),
        (   Order = (<)
        ->  Merged = [X|Merged1],
            merge_by_(Left1, Right, P, Merged1)
        ;   Order = (=)
        ->  Merged = [X|Merged1],
            merge_by_(Left1, Right1, P, Merged1)
        ;   Order = (>),
            Merged = [Y|Merged1],
            merge_by_(Left, Right1, P, Merged1)
        )
    ).
