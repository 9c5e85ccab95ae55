%   library(heaps): priority queues as pairing heaps.
%
%   heap(Tree, Size), where Tree is nil or t(Key, Priority, Trees): no tree in Trees has a smaller priority.

empty_heap(heap(nil, 0)).

singleton_heap(heap(t(Key, Priority, []), 1), Priority, Key).

heap_size(heap(_, Size), Size).

add_to_heap(heap(Tree0, Size0), Priority, Key, heap(Tree, Size)) :-
    Size is Size0 + 1,
    heap_meld_(Tree0, t(Key, Priority, []), Tree).

merge_heaps(heap(Tree1, Size1), heap(Tree2, Size2), heap(Tree, Size)) :-
    Size is Size1 + Size2,
    heap_meld_(Tree1, Tree2, Tree).

get_from_heap(heap(t(Key, Priority, Trees), Size0), Priority, Key, heap(Tree, Size)) :-
    Size is Size0 - 1,
    heap_pairing_(Trees, Tree).

delete_from_heap(Heap0, Priority, Key, Heap) :-
    get_from_heap(Heap0, FirstPriority, FirstKey, Rest0),
    (   FirstKey = Key
    ->  Priority = FirstPriority,
        Heap = Rest0
    ;   delete_from_heap(Rest0, Priority, Key, Rest),
        add_to_heap(Rest, FirstPriority, FirstKey, Heap)
    ).

min_of_heap(heap(t(Key, Priority, _), _), Priority, Key).

min_of_heap(Heap, Priority1, Key1, Priority2, Key2) :-
    get_from_heap(Heap, Priority1, Key1, Rest),
    min_of_heap(Rest, Priority2, Key2).

list_to_heap(Pairs, Heap) :-
    list_to_heap_(Pairs, nil, 0, Heap).

list_to_heap_([], Tree, Size, heap(Tree, Size)).
list_to_heap_([Priority-Key|Pairs], Tree, Size, Heap) :-
    heap_meld_(Tree, t(Key, Priority, []), Tree1),
    Size1 is Size + 1,
    list_to_heap_(Pairs, Tree1, Size1, Heap).

heap_to_list(Heap, Pairs) :-
    (   Heap = heap(nil, 0)
    ->  Pairs = []
    ;   get_from_heap(Heap, Priority, Key, Rest),
        Pairs = [Priority-Key|Pairs1],
        heap_to_list(Rest, Pairs1)
    ).

is_heap(Term) :-
    nonvar(Term),
    Term = heap(Tree, Size),
    integer(Size),
    nonvar(Tree),
    (   Tree == nil
    ->  Size =:= 0
    ;   Size > 0,
        Tree = t(_, Priority, Trees),
        heap_trees_(Trees, Priority)
    ).

heap_trees_(Trees, _) :-
    Trees == [],
    !.
heap_trees_(Trees, Bound) :-
    nonvar(Trees),
    Trees = [Tree|Others],
    nonvar(Tree),
    Tree = t(_, Priority, Inner),
    Bound @=< Priority,
    heap_trees_(Inner, Priority),
    heap_trees_(Others, Bound).

%   heap_meld_(?Tree1, ?Tree2, ?Tree): the tree of the larger priority goes under the other one, the first under the
%   second where they are equal. A tree that is not known may be nil.

heap_meld_(Tree1, Tree2, Tree) :-
    (   Tree1 = nil,
        Tree = Tree2
    ->  true
    ;   Tree2 = nil,
        Tree = Tree1
    ->  true
    ;   Tree1 = t(_, Priority1, _),
        Tree2 = t(_, Priority2, _),
        (   Priority1 @< Priority2
        ->  heap_under_(Tree2, Tree1, Tree)
        ;   heap_under_(Tree1, Tree2, Tree)
        )
    ).

heap_under_(Lower, t(Key, Priority, Trees), t(Key, Priority, [Lower|Trees])).

heap_pairing_([], nil).
heap_pairing_([Tree|Trees], Melded) :-
    heap_pairing_(Trees, Tree, Melded).

heap_pairing_([], Tree, Tree).
heap_pairing_([Tree2|Trees], Tree1, Melded) :-
    heap_meld_(Tree1, Tree2, Pair),
    heap_pairing_(Trees, Others),
    heap_meld_(Pair, Others, Melded).
