/*  The predicates that are asked often, generated for the game at hand: they call its rules directly. */

:- module(pyengine_expansion,
          [ generate/4,                 % +Vocabulary, +Rules, +Answers, +Inferences
            question/4                  % -PI, ?Position, -Head, -Entry
          ]).

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(interface).

%!  generate(+Vocabulary, +Rules, +Answers, +Inferences) is det.
%
%   Fill the module Answers, whose base is pyengine_answers. `expand/2` gives a whole position as one string.

generate(Vocabulary, Rules, Answers, Inferences) :-
    step_clauses(Vocabulary, Rules, Answers, Clauses),
    maplist(add_clause(Answers), Clauses),
    forall(member(Name-Wanted, [expand-keep, expand_unshared-unshare, expand_apart-apart, moves-moves]),
           ( Head =.. [Name, State, Answer],
             add_limited(Answers, Inferences, Head, Answers:step(State, Wanted, Answer)) )),
    forall(estimate(Vocabulary, Rules, Position, Value, Goal),
           add_limited(Answers, Inferences, staticval(Position, Value), Goal)),
    forall(questioned(Rules, Head, Goal),
           add_limited(Answers, Inferences, Head, Goal)),
    forall(scoring(Rules, Answers, Position, Scores, Goal),
           add_limited(Answers, Inferences, scores(Position, Scores), Goal)),
    forall(representative(Rules, Position, Key, Goal),
           add_clause(Answers,
                      ( canonical(Position, String) :-
                            call_with_inference_limit(Goal, Inferences, How),
                            within(How),
                            must_be_ground(Key, canonical/2),
                            unshared_string(Key, String) ))).

add_clause(Module, Clause) :-
    assertz(Module:Clause).

%   add_limited(+Module, +Inferences, +Head, +Goal): Head holds where Goal does, within so many inferences.

add_limited(Module, Inferences, Head, Goal) :-
    add_clause(Module,
               ( Head :-
                     call_with_inference_limit(Goal, Inferences, How),
                     within(How) )).

%   step(+State, +Wanted, -Answer): Answer is the worth as one_value/3 gives it, `values(List)`, or what
%   offer/4 makes.

step_clauses(contract, Rules, Answers, [(step(Position, Wanted, Answer) :- Body)]) :-
    position(Rules, State, Memory, Position),
    final(Rules, State, Memory, Answers, Answer, Worth),
    turn(Rules, Answers, State, Index, Turn),
    all_moves(Rules, State, Memory, Pairs, Moves),
    (   over(Rules, State, Memory, Over)
    ->  Body = ( Over -> Worth ; Moves, Turn, offer(Wanted, Pairs, Index, Answer) )
    ;   Body = ( Moves, ( Pairs == [] -> Worth ; Turn, offer(Wanted, Pairs, Index, Answer) ) )
    ).
step_clauses(Vocabulary, Rules, Answers, [(step(State, Wanted, Answer) :- Body)]) :-
    adapted(Vocabulary, Rules, moves, State, [Positions], Moves, MovesPI),
    adapted(Vocabulary, Rules, worth, State, [Value], Worth, WorthPI),
    inline_first(Rules:Worth, WorthPI, Static),
    Body = (   ( Rules:Moves -> true ; Positions = [] ),
               same_pairs(Positions, MovesPI, Pairs),
               (   Pairs == []
               ->  Static,
                   one_value(Value, WorthPI, Answer)
               ;   textbook_mover(Vocabulary, Rules, State, Player),
                   Answers:player_index(Player, Index),
                   offer(Wanted, Pairs, Index, Answer)
               ) ).

over(Rules, State, Memory, Goal) :-
    counting(Rules, over, [position(State), memory(Memory)], Head, _, _),
    Goal = Rules:Head.

turn(Rules, Answers, State, Index, Goal) :-
    inline_first(Rules:to_move(State, Player), to_move/2, ToMove),
    Goal = (   ToMove,
               (   Answers:player_index(Player, Index)
               ->  true
               ;   throw(pyengine(player(Player)))
               ) ).

all_moves(Rules, State, Memory, Pairs, Goal) :-
    (   \+ has_memory(Rules)
    ->  Goal = findall(Move-Next, Rules:move(State, Move, Next), Pairs)
    ;   defines(Rules, memory/3)
    ->  inline_first(Rules:memory(Memory, Move, Memory2), memory/3, Remember),
        Goal = findall(Move-(Next-Memory2),
                       ( Rules:move(State, Move, Next),
                         Remember ),
                       Pairs)
    ;   Goal = findall(Move-(Next-[Move|Memory]), Rules:move(State, Move, Next), Pairs)
    ).

%   first/2 as the text of a clause, without its meta-call.

inline_first(Goal, PI, ( Goal -> true ; throw(pyengine(fails(PI))) )).

final(Rules, State, Memory, Answers, Answer, Goal) :-
    worth(Rules, [position(State), memory(Memory), player(Player), number(Value)], Head, PI, Arguments),
    inline_first(Rules:Head, PI, First),
    (   memberchk(player(_), Arguments)
    ->  Goal = ( findall(Value,
                         ( Answers:player_index(Player, _), First, must_be_number(Value, PI) ),
                         Values),
                 Answer = values(Values) )
    ;   Goal = ( First, one_value(Value, PI, Answer) )
    ).

%   In the textbook vocabulary staticval/2 is the worth of final positions, and need not estimate others: where it
%   fails, nothing is known of a position, and that counts as 0.

estimate(contract, Rules, Position, Value, Goal) :-
    !,
    counting(Rules, estimate, [position(State), name(_), number(Value)], Head, PI, Arguments),
    position(Rules, State, _, Position),
    (   memberchk(name(_), Arguments)
    ->  defines(Rules, weight/2),
        Goal = pyengine_answers:weighted_sum(Rules, State, Value)
    ;   Goal = pyengine_answers:( first(Rules:Head, PI), must_be_number(Value, PI) )
    ).
estimate(Vocabulary, Rules, State, Value, Goal) :-
    adapted(Vocabulary, Rules, worth, State, [Value], Worth, PI),
    Goal = (   Rules:Worth
           ->  pyengine_answers:must_be_number(Value, PI)
           ;   Value = 0
           ).

questioned(Rules, Head, Goal) :-
    question(_, Position, Head, entry(Asked, State, Wanted, Answer)),
    functor(Asked, Name, Arity),
    defines(Rules, Name/Arity),
    position(Rules, State, _, Position),
    (   Wanted == test
    ->  Goal = ( Rules:Asked -> Answer = 1 ; Answer = 0 )
    ;   arg(1, Wanted, Answer),
        must(Wanted, Name/Arity, Check),
        (   contract_table:may_fail(Name)
        ->  First = once(Rules:Asked)
        ;   First = first(Rules:Asked, Name/Arity)
        ),
        Goal = pyengine_answers:( First, Check )
    ).

must(number(Value), PI, must_be_number(Value, PI)).
must(class(Class), PI, must_be_ground(Class, PI)).

%!  question(-PI, ?Position, -Head, -Entry) is nondet.
%
%   A question of the contract is answered by Head, whose predicate is PI; what is given besides comes before the
%   Position.

question(Name/Count, Position, Head, entry(Asked, State, Wanted, Answer)) :-
    contract_table:question(Asked, State, Given, Wanted),
    functor(Asked, Name, _),
    append(Given, [Position, Answer], Arguments),
    Head =.. [Name|Arguments],
    length(Arguments, Count).

scoring(Rules, Answers, Position, Scores, Goal) :-
    defines(Rules, order/3),
    position(Rules, State, _, Position),
    Goal = ( Answers:step(Position, moves, Moves), pyengine_answers:scored(Moves, Rules, State, Scores) ).

representative(Rules, Position, Key, Goal) :-
    defines(Rules, canonical/2),
    position(Rules, State, Memory, Position),
    position(Rules, Canonical, Memory, Key),
    Goal = pyengine_answers:first(Rules:canonical(State, Canonical), canonical/2).
