/*  What the predicates generated for a game call besides its rules. */

:- module(pyengine_answers,
          [ first/2,                    % :Goal, +PI
            call_limited/2,             % :Goal, +Inferences
            within/1,                   % +How
            one_value/3,                % +Value, +PI, -Answer
            must_be_number/2,           % +Value, +PI
            must_be_ground/2,           % +Term, +PI
            same_pairs/3,               % +Positions, +PI, -Pairs
            textbook_mover/4,           % +Vocabulary, +Rules, +State, -Player
            weighted_sum/3,             % +Rules, +State, -Sum
            scored/4                    % +Moves, +Rules, +State, -Scores
          ]).

:- use_module(library(apply)).
:- use_module(library(pairs)).
:- use_module(interface).
:- use_module(packing).

:- meta_predicate first(0, +), call_limited(0, +).

%!  first(:Goal, +PI) is det.
%
%   The first solution counts, and there must be one.

first(Goal, PI) :-
    (   call(Goal)
    ->  true
    ;   throw(pyengine(fails(PI)))
    ).

%!  call_limited(:Goal, +Inferences) is semidet.
%
%   The first solution of Goal, found within so many inferences.

call_limited(Goal, Inferences) :-
    call_with_inference_limit(Goal, Inferences, How),
    !,
    within(How).

%!  one_value(+Value, +PI, -Answer) is det.
%
%   Answer is Value as a string where it is a small integer, so that it crosses the border as successors do.

one_value(Value, PI, Answer) :-
    (   integer(Value),
        abs(Value) < 1000000000000000000
    ->  atom_string(Value, Answer)
    ;   must_be_number(Value, PI),
        Answer = values([Value])
    ).

%!  must_be_number(+Value, +PI) is det.
%
%   Value, which PI has given, is a number.

must_be_number(Value, PI) :-
    (   number(Value)
    ->  true
    ;   throw(pyengine(value(PI, Value)))
    ).

%!  same_pairs(+Positions, +PI, -Pairs) is det.
%
%   The moves of a textbook game: each is the position that it leads to.

same_pairs(Positions, PI, Pairs) :-
    (   is_list(Positions)
    ->  pairs_keys_values(Pairs, Positions, Positions)
    ;   throw(pyengine(list(PI, Positions)))
    ).

%!  textbook_mover(+Vocabulary, +Rules, +State, -Player) is det.

textbook_mover(Vocabulary, Rules, State, Player) :-
    adapted(Vocabulary, Rules, max, State, [], Max, MaxPI),
    adapted(Vocabulary, Rules, min, State, [], Min, MinPI),
    (   defines(Rules, MaxPI)
    ->  (   Rules:Max
        ->  Player = max
        ;   \+ defines(Rules, MinPI)
        ->  Player = min
        ;   Rules:Min
        ->  Player = min
        ;   throw(pyengine(fails(MaxPI)))
        )
    ;   Rules:Min
    ->  Player = min
    ;   Player = max
    ).

%!  within(+How) is det.
%
%   What call_with_inference_limit/3 says about a call that stayed within its limit, or not.

within(How) :-
    (   How == inference_limit_exceeded
    ->  throw(pyengine(limit(inferences)))
    ;   true
    ).

%!  weighted_sum(+Rules, +State, -Sum) is det.
%
%   The features of a position, each times its weight.

weighted_sum(Rules, State, Sum) :-
    findall(Name-Value, Rules:feature(State, Name, Value), Features),
    foldl(add_feature(Rules), Features, 0, Sum).

add_feature(Rules, Name-Value, Sum0, Sum) :-
    must_be_number(Value, feature/3),
    first(Rules:weight(Name, Weight), weight/2),
    must_be_number(Weight, weight/2),
    Sum is Sum0 + Weight * Value.

%!  scored(+Moves, +Rules, +State, -Scores) is det.
%
%   What order/3 gives each move, `none` where it fails.

scored([], _, _, []).
scored([Move|Moves], Rules, State, [Score|Scores]) :-
    (   Rules:order(State, Move, Score0)
    ->  must_be_number(Score0, order/3),
        Score = Score0
    ;   Score = none
    ),
    scored(Moves, Rules, State, Scores).
