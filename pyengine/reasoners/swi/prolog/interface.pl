/*  Which of the predicates of the contract a rule file defines. */

:- module(pyengine_interface,
          [ defines/2,                  % +Rules, +PI
            defined/2,                  % +Rules, -Defined
            vocabulary/2,               % +Rules, -Vocabulary
            is_split/1,                 % +Rules
            adapted/7,                  % +Vocabulary, +Rules, +Role, ?State, ?Answers, -Goal, -PI
            counting/6,                 % +Rules, +Role, ?Given, -Head, -PI, -Arguments
            worth/5,                    % +Rules, ?Given, -Head, -PI, -Arguments
            has_memory/1,               % +Rules
            position/4                  % +Rules, ?State, ?Memory, ?Position
          ]).

:- use_module(library(lists)).

%!  defines(+Rules, +PI) is semidet.
%
%   The rule file has clauses for PI.

defines(Rules, Name/Arity) :-
    functor(Head, Name, Arity),
    '$c_current_predicate'(_, Rules:Head),     % predicate_property/2 would look for it in libraries
    predicate_property(Rules:Head, implementation_module(Rules)),
    predicate_property(Rules:Head, number_of_clauses(Count)),
    Count > 0.

%!  defined(+Rules, -Defined) is det.
%
%   Defined lists what the rule file defines of the contract, as Name/Arity.

defined(Rules, Defined) :-
    findall(PI, ( contract_table:entry(_, _, Head, _), indicator(Head, PI), defines(Rules, PI) ), Defined).

indicator(Head, Name/Arity) :-
    functor(Head, Name, Arity).

%!  vocabulary(+Rules, -Vocabulary) is det.
%
%   The names that a rule file uses: `contract`, or a textbook's.

vocabulary(Rules, Vocabulary) :-
    (   contract_table:entry(Vocabulary, moves, Head, _),
        indicator(Head, PI),
        defines(Rules, PI)
    ->  true
    ;   defines(Rules, legal/2),
        defines(Rules, result/3)
    ->  Vocabulary = contract
    ;   contract_table:entry(contract, moves, Head, _),
        indicator(Head, PI),
        throw(pyengine(missing(PI)))
    ).

%!  is_split(+Rules) is semidet.
%
%   The moves are given in two steps, legal/2 and result/3.

is_split(Rules) :-
    \+ defines(Rules, move/3),
    defines(Rules, legal/2),
    defines(Rules, result/3).

%!  adapted(+Vocabulary, +Rules, +Role, ?State, ?Answers, -Goal, -PI) is det.
%
%   The predicate of a textbook for some role, asked of a state; Answers are its other arguments. Where the rules have
%   none, it is the first of the table, which is missed.

adapted(Vocabulary, Rules, Role, State, Answers, Goal, PI) :-
    findall(Head, contract_table:entry(Vocabulary, Role, Head, _), [First|Others]),
    (   member(Goal, [First|Others]),
        indicator(Goal, PI),
        defines(Rules, PI)
    ->  true
    ;   Goal = First,
        indicator(Goal, PI)
    ),
    Goal =.. [_, State|Answers].

%!  counting(+Rules, +Role, ?Given, -Head, -PI, -Arguments) is semidet.
%
%   Of the predicates that stand for one another, the one that counts in these rules. Given holds what its arguments
%   are to be: position(State), memory(Memory) and so on.

counting(Rules, Role, Given, Head, PI, Arguments) :-
    contract_table:entry(contract, Role, Head, Arguments),
    indicator(Head, PI),
    defines(Rules, PI),
    (   Role \== worth,
        memberchk(memory(_), Arguments)
    ->  has_memory(Rules)
    ;   true
    ),
    !,
    give(Arguments, Given).

give([], _).
give([Argument|Arguments], Given) :-
    memberchk(Argument, Given),
    give(Arguments, Given).

%!  worth(+Rules, ?Given, -Head, -PI, -Arguments) is det.
%
%   What says how much a final position is worth. Where rules have none, the last of the table is asked, and missed.

worth(Rules, Given, Head, PI, Arguments) :-
    (   counting(Rules, worth, Given, Head, PI, Arguments)
    ->  true
    ;   findall(Head-Arguments, contract_table:entry(contract, worth, Head, Arguments), Entries),
        last(Entries, Head-Arguments),
        indicator(Head, PI),
        give(Arguments, Given)
    ).

%!  has_memory(+Rules) is semidet.
%
%   The worth of a final position depends on how the game got there.

has_memory(Rules) :-
    counting(Rules, worth, [position(_), memory(_), player(_), number(_)], _, _, Arguments),
    memberchk(memory(_), Arguments).

%!  position(+Rules, ?State, ?Memory, ?Position) is det.
%
%   What Python takes for a state: in a game with memory, State with its Memory.

position(Rules, State, Memory, Position) :-
    (   has_memory(Rules)
    ->  Position = State-Memory
    ;   Position = State
    ).
