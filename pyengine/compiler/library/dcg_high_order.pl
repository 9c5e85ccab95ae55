%   library(dcg/high_order): grammar rules that call grammar rules.

sequence(Element, List) -->
    sequence_(List, Element).

sequence_([Item|Items], Element) -->
    call(Element, Item),
    sequence_(Items, Element).
sequence_([], _) -->
    [].

%   A separator that was found commits to what came before it; the last element
%   stays open.

sequence(Element, Separator, List) -->
    (   { List = [Item|Items] },
        call(Element, Item)
    *-> (   { Items == [] }
        ->  []
        ;   Separator
        ->  !,
            sequence_items_(Items, Element, Separator)
        ;   { Items = [] }
        )
    ;   { List = [] }
    ).

sequence_items_([Item|Items], Element, Separator) -->
    call(Element, Item),
    (   { Items == [] }
    ->  []
    ;   Separator
    ->  !,
        sequence_items_(Items, Element, Separator)
    ;   { Items = [] }
    ).

sequence(Start, Element, Separator, End, List) -->
    Start,
    sequence(Element, Separator, List),
    End,
    !.

optional(Match, Default) -->
    (   Match
    ->  []
    ;   Default
    ),
    !.
