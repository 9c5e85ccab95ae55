/*  Chains and loops of Dots and Boxes

    The boxes with two sides, strung together where they share an open side:
    when one of a string is given away, so are all the others. To include
    after library(dots).
*/

%!  long_chains(+Lines, -Chains) is det.
%!  loops(+Lines, -Loops) is det.
%
%   The strings of at least three boxes that have two ends, and those that
%   have none.

long_chains(Lines, Chains) :-
    strings(Lines, Strings),
    include(long_chain, Strings, Chains).

loops(Lines, Loops) :-
    strings(Lines, Strings),
    include(loop, Strings, Loops).

%   A loop has as many open sides as boxes, a chain one more.

long_chain(string(Sides, N)) :-
    N >= 3,
    popcount(Sides) > N.

loop(string(Sides, N)) :-
    popcount(Sides) =:= N.

%!  strings(+Lines, -Strings) is det.
%
%   All strings, as string(Sides, N): the open sides, and how many boxes.

strings(Lines, Strings) :-
    boxes(Boxes),
    include(has_sides(2, Lines), Boxes, Halves),
    foldl(join(Lines), Halves, [], Strings).

join(Lines, Box, Strings, [string(Sides, N)|Others]) :-
    Open is Box /\ \Lines,
    partition(shares(Open), Strings, Touching, Others),
    foldl(tie, Touching, string(Open, 1), string(Sides, N)).

shares(Open, string(Sides, _)) :-
    Open /\ Sides =\= 0.

tie(string(Sides1, N1), string(Sides2, N2), string(Sides, N)) :-
    Sides is Sides1 \/ Sides2,
    N is N1+N2.
