/*  Strings and coins

    What is left of a position of Dots and Boxes, as a graph: a box with an
    open side is a coin, and the open side a string, which ties it to the box
    beyond or, at the edge of the board, to the ground. To draw a line is to
    cut a string. Positions with the same graph are worth the same, wherever
    on the board it is. To include after library(dots).
*/

:- table coins/1.

%!  parts_left(+Lines, -Parts) is det.
%
%   The parts of the graph that hang together, in standard order: chain(N)
%   and loop(N) for N boxes with two open sides each, the ends of which are
%   tied to the ground or to one another, and graph(Codes) for all else.
%   Two positions have the same Parts if and only if their graphs are
%   isomorphic.

parts_left(Lines, Parts) :-
    coins(Coins),
    findall(Coin, left(Coins, Lines, Coin), Left),
    parts(Left, Unsorted),
    msort(Unsorted, Parts).

%   coins(-Coins): all boxes, as coin(Bit, Outer, Ties). Ties are tie(Line,
%   Other), where the line Line is between the box and the box Other.

coins(Coins) :-
    boxes(Boxes),
    findall(coin(Bit, Outer, Ties),
            ( nth0(N, Boxes, Box),
              Bit is 1<<N,
              findall(tie(Line, Other),
                      ( nth0(M, Boxes, Beyond),
                        M =\= N,
                        Line is Box /\ Beyond,
                        Line =\= 0,
                        Other is 1<<M ),
                      Ties),
              foldl(inner, Ties, Box, Outer) ),
            Coins).

inner(tie(Line, _), Sides, Outer) :-
    Outer is Sides /\ \Line.

%   left(+Coins, +Lines, -Coin): Coin is coin(Bit, Ground, Tied) for a box
%   that has so many strings to the ground, and others to the boxes Tied.

left(Coins, Lines, coin(Bit, Ground, Tied)) :-
    member(coin(Bit, Outer, Ties), Coins),
    Ground is popcount(Outer /\ \Lines),
    tied(Ties, Lines, 0, Tied),
    Ground+Tied > 0.

tied([], _, Tied, Tied).
tied([tie(Line, Other)|Ties], Lines, Tied0, Tied) :-
    (   Line /\ Lines =:= 0
    ->  Tied1 is Tied0 \/ Other
    ;   Tied1 = Tied0
    ),
    tied(Ties, Lines, Tied1, Tied).

parts([], []).
parts([coin(Bit, Ground, Tied)|Coins], [Part|Parts]) :-
    Near is Bit \/ Tied,
    reached([coin(Bit, Ground, Tied)|Coins], Near, All),
    partition(among(All), [coin(Bit, Ground, Tied)|Coins], Those, Others),
    part(Those, Part),
    parts(Others, Parts).

among(Boxes, coin(Bit, _, _)) :-
    Bit /\ Boxes =\= 0.

%   reached(+Coins, +Boxes, -All): the boxes that hang together with Boxes.

reached(Coins, Boxes, All) :-
    foldl(reach, Coins, Boxes, More),
    (   More =:= Boxes
    ->  All = Boxes
    ;   reached(Coins, More, All)
    ).

reach(coin(Bit, _, Tied), Boxes0, Boxes) :-
    (   Bit /\ Boxes0 =:= 0
    ->  Boxes = Boxes0
    ;   Boxes is Boxes0 \/ Tied
    ).

part(Coins, Part) :-
    (   forall(member(coin(_, Ground, Tied), Coins),
               Ground + popcount(Tied) =:= 2)
    ->  length(Coins, Count),
        (   member(coin(_, Ends, _), Coins),
            Ends > 0
        ->  Part = chain(Count)
        ;   Part = loop(Count)
        )
    ;   findall(Ground-Bit, member(coin(Bit, Ground, _), Coins), Pairs),
        cells(Pairs, Cells),
        least_codes(Coins, Cells, Codes),
        Part = graph(Codes)
    ).

%   cells(+Pairs, -Cells): the boxes by their keys, those with one key in one
%   cell, in the order of the keys. A cell is a set of boxes.

cells(Pairs, Cells) :-
    keysort(Pairs, Sorted),
    group_pairs_by_key(Sorted, Groups),
    pairs_values(Groups, Members),
    maplist(sum_list, Members, Cells).

/*  The code of a graph

    The boxes are put in an order that depends on nothing but the graph, as
    B. D. McKay does it (Practical graph isomorphism, 1981). Cells are split
    by how many strings each box has to each cell, as long as that splits
    any. Where boxes are still alike, each of the first cell that has several
    goes before the others, in turn, and the least code of all counts.
*/

least_codes(Coins, Cells, Codes) :-
    refined(Coins, Cells, Fine),
    (   append(Before, [Cell|After], Fine),
        popcount(Cell) > 1
    ->  findall(Some,
                ( member(coin(Bit, _, _), Coins),
                  Bit /\ Cell =\= 0,
                  Rest is Cell /\ \Bit,
                  append(Before, [Bit,Rest|After], Split),
                  least_codes(Coins, Split, Some) ),
                All),
        msort(All, [Codes|_])
    ;   maplist(code(Coins, Fine), Fine, Codes)
    ).

refined(Coins, Cells, Fine) :-
    maplist(split(Coins, Cells), Cells, Parts),
    append(Parts, Finer),
    (   same_length(Cells, Finer)
    ->  Fine = Cells
    ;   refined(Coins, Finer, Fine)
    ).

split(Coins, Cells, Cell, Parts) :-
    (   popcount(Cell) =:= 1
    ->  Parts = [Cell]
    ;   findall(Key-Bit,
                ( member(coin(Bit, _, Tied), Coins),
                  Bit /\ Cell =\= 0,
                  foldl(strings_to(Tied), Cells, 0, Key) ),
                Pairs),
        cells(Pairs, Parts)
    ).

strings_to(Tied, Cell, Key0, Key) :-
    Key is Key0<<3 \/ popcount(Tied /\ Cell).

%   A box is coded by its strings to the boxes in their order, and to the
%   ground.

code(Coins, Order, Bit, Code) :-
    memberchk(coin(Bit, Ground, Tied), Coins),
    foldl(tied_to(Tied), Order, Ground, Code).

tied_to(Tied, Bit, Code0, Code) :-
    (   Tied /\ Bit =:= 0
    ->  Code is Code0<<1
    ;   Code is Code0<<1 \/ 1
    ).
