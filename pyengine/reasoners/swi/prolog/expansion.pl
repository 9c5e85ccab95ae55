/*  The predicates that are asked often, generated for the game at hand: they call its rules directly.

    They are in the module of the rules, which is temporary: SWI-Prolog lets no clause of another module call into such
    a one, and forgets them with it. Their names begin with `$game `, which rules can neither define nor call. What they
    call besides rules is named with its module, since rules may have definitions of their own of anything.
*/

:- module(pyengine_expansion,
          [ generate/4                  % +Vocabulary, +Rules, +Players, +Inferences
          ]).

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(interface).
:- use_module(rewriting, [control/3]).

%!  generate(+Vocabulary, +Rules, +Players, +Inferences) is det.
%
%   Add to the module Rules what Python asks: `$game expand`/2, which gives a whole position as one string, and others.

generate(Vocabulary, Rules, Players, Inferences) :-
    forall(nth0(Index, Players, Player), add_clause(Rules, (player_index(Player, Index) :- true))),
    step_clause(Vocabulary, Rules, Step),
    add_clause(Rules, Step),
    hidden(Rules, step(State, Wanted, Answer), Goal0),
    forall(member(Name-Wanted, [expand-keep, expand_unshared-unshare, expand_apart-apart, moves-moves]),
           ( Head =.. [Name, State, Answer],
             add_limited(Rules, Inferences, Head, Goal0) )),
    forall(estimate(Vocabulary, Rules, Position, Value, Goal),
           add_limited(Rules, Inferences, staticval(Position, Value), Goal)),
    forall(questioned(Rules, Head, Goal),
           add_limited(Rules, Inferences, Head, Goal)),
    forall(scoring(Rules, Position, Scores, Goal),
           add_limited(Rules, Inferences, scores(Position, Scores), Goal)),
    forall(representative(Rules, Position, Key, Goal),
           add_clause(Rules,
                      ( canonical(Position, String) :-
                            call_with_inference_limit(Goal, Inferences, How),
                            within(How),
                            must_be_ground(Key, canonical/2),
                            unshared_string(Key, String) ))),
    complete(Rules).

%   complete(+Rules): what can be asked is there, if without clauses, and static.

complete(Rules) :-
    findall(PI, question(PI, _, _, _), Questions),
    forall(member(Name/Arity, [ player_index/2, step/3, expand/2, expand_unshared/2, expand_apart/2, moves/2, scores/2,
                                staticval/2, canonical/2
                              | Questions ]),
           ( hidden_name(Name, Hidden),
             dynamic(Rules:Hidden/Arity),
             compile_predicates([Rules:Hidden/Arity]) )).

%   hidden(+Rules, +Goal, -Hidden): Goal as it is called where it has been generated.

hidden(Rules, Goal, Rules:Hidden) :-
    Goal =.. [Name|Arguments],
    hidden_name(Name, Name1),
    Hidden =.. [Name1|Arguments].

hidden_name(Name, Hidden) :-
    atom_concat('$game ', Name, Hidden).

add_clause(Rules, (Head :- Body)) :-
    hidden(Rules, Head, Rules:Hidden),
    in_rules(Rules, Body, Local),
    assertz(Rules:(Hidden :- Local)).

%   in_rules(+Rules, +Body, -Local): Body as it stands in the module Rules, where what is not of the rules is ours.

in_rules(Rules, Body, Local) :-
    (   Body = Rules:Goal
    ->  Local = Goal
    ;   control(Body, Name, Goals0)
    ->  maplist(in_rules(Rules), Goals0, Goals),
        Local =.. [Name|Goals]
    ;   Body = _:_
    ->  Local = Body
    ;   Local = pyengine_answers:Body
    ).

%   add_limited(+Rules, +Inferences, +Head, +Goal): Head holds where Goal does, within so many inferences.

add_limited(Rules, Inferences, Head, Goal) :-
    add_clause(Rules,
               ( Head :-
                     call_with_inference_limit(Goal, Inferences, How),
                     within(How) )).

%   step(+State, +Wanted, -Answer): Answer is the worth as one_value/3 gives it, `values(List)`, or what
%   offer/4 makes.

step_clause(contract, Rules, (step(Position, Wanted, Answer) :- Body)) :-
    !,
    position(Rules, State, Memory, Position),
    final(Rules, State, Memory, Answer, Worth),
    turn(Rules, State, Index, Turn),
    all_moves(Rules, State, Memory, Pairs, Moves),
    (   over(Rules, State, Memory, Over)
    ->  Body = ( Over -> Worth ; Moves, Turn, offer(Wanted, Pairs, Index, Answer) )
    ;   Body = ( Moves, ( Pairs == [] -> Worth ; Turn, offer(Wanted, Pairs, Index, Answer) ) )
    ).
step_clause(Vocabulary, Rules, (step(State, Wanted, Answer) :- Body)) :-
    hidden(Rules, player_index(Player, Index), Numbered),
    adapted(Vocabulary, Rules, moves, State, [Positions], Moves, MovesPI),
    adapted(Vocabulary, Rules, worth, State, [Value], Worth, WorthPI),
    inline_first(Rules:Worth, WorthPI, Static),
    Body = (   ( Rules:Moves -> true ; Positions = [] ),
               same_pairs(Positions, MovesPI, Pairs),
               (   Pairs == []
               ->  Static,
                   one_value(Value, WorthPI, Answer)
               ;   textbook_mover(Vocabulary, Rules, State, Player),
                   Numbered,
                   offer(Wanted, Pairs, Index, Answer)
               ) ).

over(Rules, State, Memory, Goal) :-
    counting(Rules, over, [position(State), memory(Memory)], Head, _, _),
    Goal = Rules:Head.

turn(Rules, State, Index, Goal) :-
    hidden(Rules, player_index(Player, Index), Numbered),
    inline_first(Rules:to_move(State, Player), to_move/2, ToMove),
    Goal = (   ToMove,
               (   Numbered
               ->  true
               ;   throw(pyengine(player(Player)))
               ) ).

all_moves(Rules, State, Memory, Pairs, Goal) :-
    one_move(Rules, State, Move, Next, Goal0),
    (   \+ has_memory(Rules)
    ->  Goal = findall(Move-Next, Goal0, Pairs)
    ;   defines(Rules, memory/3)
    ->  inline_first(Rules:memory(Memory, Move, Memory2), memory/3, Remember),
        Goal = findall(Move-(Next-Memory2), ( Goal0, Remember ), Pairs)
    ;   Goal = findall(Move-(Next-[Move|Memory]), Goal0, Pairs)
    ).

%   In two steps, a legal move that leads nowhere is an error.

one_move(Rules, State, Move, Next, Goal) :-
    (   is_split(Rules)
    ->  inline_first(Rules:result(State, Move, Next), result/3, Result),
        Goal = ( Rules:legal(State, Move), Result )
    ;   Goal = Rules:move(State, Move, Next)
    ).

%   first/2 as the text of a clause, without its meta-call.

inline_first(Goal, PI, ( Goal -> true ; throw(pyengine(fails(PI))) )).

final(Rules, State, Memory, Answer, Goal) :-
    worth(Rules, [position(State), memory(Memory), player(Player), number(Value)], Head, PI, Arguments),
    inline_first(Rules:Head, PI, First),
    (   memberchk(player(_), Arguments)
    ->  hidden(Rules, player_index(Player, _), Numbered),
        Goal = ( findall(Value,
                         ( Numbered, First, must_be_number(Value, PI) ),
                         Values),
                 Answer = values(Values) )
    ;   Goal = ( First, one_value(Value, PI, Answer) )
    ).

%   In the textbook vocabulary staticval/2 is the worth of final positions, and need not estimate others: where it
%   fails, nothing is known of a position, and that counts as 0.

estimate(contract, Rules, Position, Value, Goal) :-
    !,
    contract_table:entry(contract, estimate, Head, Arguments),
    functor(Head, Name, Arity),
    PI = Name/Arity,
    defines(Rules, PI),
    memberchk(number(Value), Arguments),
    position(Rules, State, _, Position),
    (   memberchk(name(_), Arguments)
    ->  defines(Rules, weight/2),
        Goal = pyengine_answers:weighted_sum(Rules, State, Value)
    ;   memberchk(class(Class), Arguments)
    ->  defines(Rules, category/2),
        Goal = pyengine_answers:( first(Rules:category(State, Class), category/2),
                                  must_be_ground(Class, category/2),
                                  first(Rules:Head, PI),
                                  must_be_number(Value, PI) )
    ;   memberchk(position(State), Arguments),
        Goal = pyengine_answers:( first(Rules:Head, PI), must_be_number(Value, PI) )
    ),
    !.
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

%   question(-PI, ?Position, -Head, -Entry) is nondet: a question of the contract is answered by Head, whose predicate
%   is PI; what is given besides comes before the Position.

question(Name/Count, Position, Head, entry(Asked, State, Wanted, Answer)) :-
    contract_table:question(Asked, State, Given, Wanted),
    functor(Asked, Name, _),
    append(Given, [Position, Answer], Arguments),
    Head =.. [Name|Arguments],
    length(Arguments, Count).

scoring(Rules, Position, Scores, Goal) :-
    defines(Rules, order/3),
    position(Rules, State, _, Position),
    hidden(Rules, step(Position, moves, Moves), Step),
    Goal = ( Step, pyengine_answers:scored(Moves, Rules, State, Scores) ).

representative(Rules, Position, Key, Goal) :-
    defines(Rules, canonical/2),
    position(Rules, State, Memory, Position),
    position(Rules, Canonical, Memory, Key),
    Goal = pyengine_answers:first(Rules:canonical(State, Canonical), canonical/2).
