/*  The contract of a rule file, answered for Python.

    Rules live in one module, the predicates generated here in a second one beside it, so that no rule file can meet
    them by name. Everything that is asked often is generated for the game at hand: `expand/2` calls the rules
    directly, and gives a whole position as one string.
*/

:- module(pyengine_contract,
          [ prepare/5,                  % +Rules, +Answers, +Inferences, +Parameters, -Description
            ask/5,                      % +Rules, +Inferences, +Question, +State, -Answer
            unshared_string/2,          % +State, -String
            shared_sample/2             % +Kind, -String
          ]).

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(error)).

%!  prepare(+Rules, +Answers, +Inferences, +Parameters, -Description) is det.
%
%   Make the module Answers for the rules loaded in the module Rules. Parameters is a list of Name-Value that replace
%   the declared defaults. Description is `game(Vocabulary, Offers, Players, Declared)`.

prepare(Rules, Answers, Inferences, Parameters, game(Vocabulary, Offers, Players, Declared)) :-
    set_module(Answers:base(pyengine_contract)),
    set_parameters(Rules, Parameters, Declared),
    vocabulary(Rules, Vocabulary),
    findall(Offer, offered(Vocabulary, Rules, Offer), Offers),
    call_limited(players(Vocabulary, Rules, Players), Inferences),
    forall(nth0(Index, Players, Player), assertz(Answers:player_index(Player, Index))),
    generate(Vocabulary, Rules, Answers, Inferences),
    forall(member(PI, [player_index/2, step/3, expand/2, expand_unshared/2, expand_apart/2, staticval/2, canonical/2]),
           ( dynamic(Answers:PI), compile_predicates([Answers:PI]) )).

%!  defines(+Rules, ?PI) is semidet.
%
%   The rule file has clauses for PI.

defines(Rules, Name/Arity) :-
    functor(Head, Name, Arity),
    predicate_property(Rules:Head, implementation_module(Rules)),
    predicate_property(Rules:Head, number_of_clauses(Count)),
    Count > 0.

vocabulary(Rules, Vocabulary) :-
    (   defines(Rules, move/3)
    ->  Vocabulary = contract
    ;   textbook(Vocabulary, Moves, _, _),
        defines(Rules, Moves/2)
    ->  true
    ;   throw(pyengine(missing(move/3)))
    ).

%!  textbook(?Vocabulary, ?Moves, ?MaxToMove, ?MinToMove) is nondet.

textbook(english, moves, max_to_move, min_to_move).
textbook(romanian, mutari, mutare_max, mutare_min).

offered(_, Rules, Name) :-
    member(Name/Arity, [ initial/1, staticval/2, canonical/2, order/3, noisy/1, infinite/1, board/2, show/2,
                         terminal/1, notation/2, move_notation/3, memory/3 ]),
    defines(Rules, Name/Arity).
offered(_, Rules, features) :-
    defines(Rules, feature/3),
    defines(Rules, weight/2).
offered(contract, Rules, utilities) :-
    ( defines(Rules, outcome/4) ; \+ defines(Rules, outcome/3), \+ defines(Rules, utility/2) ),
    !.
offered(contract, Rules, outcome) :-
    has_memory(Rules).
offered(contract, Rules, terminal_memory) :-
    has_memory(Rules),
    defines(Rules, terminal/2).

has_memory(Rules) :-
    ( defines(Rules, outcome/3) ; defines(Rules, outcome/4) ),
    !.

players(contract, Rules, Players) :-
    !,
    findall(Player, Rules:player(Player), Players),
    must_be_ground(Players, player/1),
    (   Players == []
    ->  throw(pyengine(fails(player/1)))
    ;   is_set(Players)
    ->  true
    ;   throw(pyengine(twice(player/1)))
    ).
players(_, _, [max, min]).

                 /*******************************
                 *          PARAMETERS          *
                 *******************************/

%!  set_parameters(+Rules, +Given, -Declared) is det.
%
%   Give Rules its param/2, from the declarations parameter/2 and the values given from outside.

set_parameters(Rules, Given, Declared) :-
    (   defines(Rules, parameter/2)
    ->  findall(Name-Default, Rules:parameter(Name, Default), Pairs)
    ;   Pairs = []
    ),
    pairs_names(Pairs, Declared),
    must_be_ground(Pairs, parameter/2),
    (   member(Name-_, Given),
        \+ memberchk(Name, Declared)
    ->  throw(pyengine(parameter(Name, Declared)))
    ;   true
    ),
    (   Pairs == [],
        defines(Rules, param/2)
    ->  true
    ;   catch(abolish(Rules:param/2), _, true),
        atom_concat(Rules, ' parameters', Store),
        forall(( member(Name-Default, Pairs),
                 ( memberchk(Name-Value, Given) -> true ; Value = Default )
               ),
               assertz(Store:value(Name, Value))),
        dynamic(Store:value/2),
        assertz((Rules:param(Name, Value) :- pyengine_contract:param(Name, Value, Store, Declared))),
        compile_predicates([Rules:param/2])
    ).

pairs_names([], []).
pairs_names([Name-_|Pairs], Names) :-
    pairs_names(Pairs, Names0),
    (   memberchk(Name, Names0)
    ->  Names = Names0
    ;   Names = [Name|Names0]
    ).

%!  param(?Name, ?Value, +Store, +Declared) is nondet.

param(Name, Value, Store, Declared) :-
    (   var(Name)
    ->  Store:value(Name, Value)
    ;   Store:value(Name, Set)
    ->  Value = Set
    ;   throw(pyengine(parameter(Name, Declared)))
    ).

                 /*******************************
                 *        GENERATED CODE        *
                 *******************************/

generate(Vocabulary, Rules, Answers, Inferences) :-
    step_clauses(Vocabulary, Rules, Answers, Clauses),
    maplist(add_clause(Answers), Clauses),
    forall(member(Name-Sharing, [expand-keep, expand_unshared-unshare, expand_apart-apart]),
           ( Head =.. [Name, State, Answer],
             add_clause(Answers,
                        ( Head :-
                              call_with_inference_limit(Answers:step(State, Sharing, Answer), Inferences, How),
                              within(How) )) )),
    forall(estimate(Vocabulary, Rules, Position, Value, Goal),
           add_clause(Answers,
                      ( staticval(Position, Value) :-
                            call_with_inference_limit(Goal, Inferences, How),
                            within(How) ))),
    forall(representative(Rules, Position, Key, Goal),
           add_clause(Answers,
                      ( canonical(Position, String) :-
                            call_with_inference_limit(Goal, Inferences, How),
                            within(How),
                            must_be_ground(Key, canonical/2),
                            unshared_string(Key, String) ))).

add_clause(Module, Clause) :-
    assertz(Module:Clause).

%!  within(+How) is det.
%
%   What call_with_inference_limit/3 says about a call that stayed within its limit, or not.

within(How) :-
    (   How == inference_limit_exceeded
    ->  throw(pyengine(limit(inferences)))
    ;   true
    ).

%   step(+State, +Sharing, -Answer): Answer is a number, `values(List)`, or the string made by offer/4.

step_clauses(contract, Rules, Answers, [(step(Position, Sharing, Answer) :- Body)]) :-
    position(Rules, State, Memory, Position),
    worth(Rules, State, Memory, Answers, Answer, Worth),
    turn(Rules, Answers, State, Index, Turn),
    all_moves(Rules, State, Memory, Pairs, Moves),
    (   over(Rules, State, Memory, Over)
    ->  Body = ( Over -> Worth ; Moves, Turn, offer(Sharing, Pairs, Index, Answer) )
    ;   Body = ( Moves, ( Pairs == [] -> Worth ; Turn, offer(Sharing, Pairs, Index, Answer) ) )
    ).
step_clauses(Vocabulary, Rules, Answers, [(step(State, Sharing, Answer) :- Body)]) :-
    textbook(Vocabulary, MovesName, _, _),
    Moves =.. [MovesName, State, Positions],
    inline_first(Rules:staticval(State, Value), staticval/2, Static),
    Body = (   ( Rules:Moves -> true ; Positions = [] ),
               same_pairs(Positions, MovesName/2, Pairs),
               (   Pairs == []
               ->  Static,
                   one_value(Value, staticval/2, Answer)
               ;   textbook_mover(Vocabulary, Rules, State, Player),
                   Answers:player_index(Player, Index),
                   offer(Sharing, Pairs, Index, Answer)
               ) ).

position(Rules, State, Memory, Position) :-
    (   has_memory(Rules)
    ->  Position = State-Memory
    ;   Position = State
    ).

over(Rules, State, Memory, Goal) :-
    (   has_memory(Rules),
        defines(Rules, terminal/2)
    ->  Goal = Rules:terminal(State, Memory)
    ;   defines(Rules, terminal/1)
    ->  Goal = Rules:terminal(State)
    ).

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

worth(Rules, State, Memory, _, Answer, Goal) :-
    single_worth(Rules, State, Memory, Value, Call, PI),
    !,
    inline_first(Call, PI, First),
    Goal = ( First, one_value(Value, PI, Answer) ).
worth(Rules, State, Memory, Answers, Answer, Goal) :-
    (   defines(Rules, outcome/4)
    ->  Call = Rules:outcome(State, Memory, Player, Value), PI = outcome/4
    ;   Call = Rules:utility(State, Player, Value), PI = utility/3
    ),
    inline_first(Call, PI, First),
    Goal = ( findall(Value,
                     ( Answers:player_index(Player, _), First, must_be_number(Value, PI) ),
                     Values),
             Answer = values(Values) ).

single_worth(Rules, State, Memory, Value, Rules:outcome(State, Memory, Value), outcome/3) :-
    defines(Rules, outcome/3),
    !.
single_worth(Rules, State, _, Value, Rules:utility(State, Value), utility/2) :-
    \+ defines(Rules, outcome/4),
    defines(Rules, utility/2).

estimate(_, Rules, Position, Value, Goal) :-
    defines(Rules, staticval/2),
    !,
    position(Rules, State, _, Position),
    Goal = pyengine_contract:( first(Rules:staticval(State, Value), staticval/2), must_be_number(Value, staticval/2) ).
estimate(_, Rules, Position, Value, Goal) :-
    defines(Rules, feature/3),
    defines(Rules, weight/2),
    position(Rules, State, _, Position),
    Goal = pyengine_contract:weighted_sum(Rules, State, Value).

weighted_sum(Rules, State, Sum) :-
    findall(Name-Value, Rules:feature(State, Name, Value), Features),
    foldl(add_feature(Rules), Features, 0, Sum).

add_feature(Rules, Name-Value, Sum0, Sum) :-
    must_be_number(Value, feature/3),
    first(Rules:weight(Name, Weight), weight/2),
    must_be_number(Weight, weight/2),
    Sum is Sum0 + Weight * Value.

representative(Rules, Position, Key, Goal) :-
    defines(Rules, canonical/2),
    position(Rules, State, Memory, Position),
    position(Rules, Canonical, Memory, Key),
    Goal = pyengine_contract:first(Rules:canonical(State, Canonical), canonical/2).

                 /*******************************
                 *         CALLED BY IT         *
                 *******************************/

:- meta_predicate first(0, +), call_limited(0, +).

%!  first(:Goal, +PI) is det.
%
%   The first solution counts, and there must be one.

first(Goal, PI) :-
    (   call(Goal)
    ->  true
    ;   throw(pyengine(fails(PI)))
    ).

call_limited(Goal, Inferences) :-
    call_with_inference_limit(Goal, Inferences, How),
    !,
    within(How).

one_value(Value, PI, Answer) :-
    (   integer(Value),
        abs(Value) < 1000000000000000000
    ->  Answer = Value
    ;   must_be_number(Value, PI),
        Answer = values([Value])
    ).

must_be_number(Value, PI) :-
    (   number(Value)
    ->  true
    ;   throw(pyengine(value(PI, Value)))
    ).

must_be_ground(Term, PI) :-
    (   ground(Term)
    ->  true
    ;   throw(pyengine(nonground(PI, Term)))
    ).

same_pairs(Positions, PI, Pairs) :-
    (   is_list(Positions)
    ->  pairs_same(Positions, Pairs)
    ;   throw(pyengine(list(PI, Positions)))
    ).

pairs_same([], []).
pairs_same([Position|Positions], [Position-Position|Pairs]) :-
    pairs_same(Positions, Pairs).

textbook_mover(Vocabulary, Rules, State, Player) :-
    textbook(Vocabulary, _, MaxName, MinName),
    Max =.. [MaxName, State],
    Min =.. [MinName, State],
    (   defines(Rules, MaxName/1)
    ->  (   Rules:Max
        ->  Player = max
        ;   \+ defines(Rules, MinName/1)
        ->  Player = min
        ;   Rules:Min
        ->  Player = min
        ;   throw(pyengine(fails(MaxName/1)))
        )
    ;   Rules:Min
    ->  Player = min
    ;   Player = max
    ).

%!  offer(+Sharing, +Pairs, +Index, -String) is det.
%
%   Pack the moves and successors: "Index Count", the list of the moves, and each successor, as external records
%   with a separator between. A record may contain the separator by chance; Count tells, and Python asks again with
%   Sharing `apart`, which gives a list of strings.

offer(_, [], _, _) :-
    !,
    throw(pyengine(no_moves)).
offer(apart, Pairs, _, [Record|Strings]) :-
    !,
    must_be_ground(Pairs, move/3),
    pairs_apart(Pairs, Moves, Strings),
    fast_term_serialized(Moves, Record).
offer(Sharing, Pairs, Index, String) :-
    must_be_ground(Pairs, move/3),
    pack(Sharing, Pairs, Moves, Parts, 0, Count),
    fast_term_serialized(Moves, Record),
    atomics_to_string([Index, ' ', Count, "\000\\377\\376\\000\", Record|Parts], String).

pairs_apart([], [], []).
pairs_apart([Move-State|Pairs], [Move|Moves], [Record|Records]) :-
    unshared_string(State, Record),
    pairs_apart(Pairs, Moves, Records).

pack(keep, Pairs, Moves, Parts, Count0, Count) :-
    pack(Pairs, Moves, Parts, Count0, Count).
pack(unshare, Pairs, Moves, Parts, Count0, Count) :-
    pack_unshared(Pairs, Moves, Parts, Count0, Count).

pack([], [], [], Count, Count).
pack([Move-State|Pairs], [Move|Moves], ["\000\\377\\376\\000\", Record|Parts], Count0, Count) :-
    fast_term_serialized(State, Record),
    Count1 is Count0+1,
    pack(Pairs, Moves, Parts, Count1, Count).

pack_unshared([], [], [], Count, Count).
pack_unshared([Move-State|Pairs], [Move|Moves], ["\000\\377\\376\\000\", Record|Parts], Count0, Count) :-
    unshared_string(State, Record),
    Count1 is Count0+1,
    pack_unshared(Pairs, Moves, Parts, Count1, Count).

%!  unshared_string(+State, -String) is det.
%
%   The external record of State as it would be if no part of it were shared: the same for all states that are ==.

unshared_string(State, String) :-
    (   \+ '$factorize_term'(State, _, [])     % it changes State, which \+ undoes
    ->  (   acyclic_term(State)
        ->  unshared(State, Unshared),
            fast_term_serialized(Unshared, String)
        ;   throw(pyengine(cyclic))
        )
    ;   fast_term_serialized(State, String)
    ).

:- dynamic copy/1.

%   The clause database keeps no sharing, and is quicker than a rebuild in Prolog.

unshared(Term, Unshared) :-
    assertz(copy(Term), Ref),
    clause(copy(Unshared), true, Ref),
    erase(Ref).

%!  shared_sample(+Kind, -String) is det.
%
%   The record of a term with shared parts.

shared_sample(Kind, String) :-
    shared_term(Kind, Term),
    fast_term_serialized(Term, String).

shared_term(compound, f(X, X)) :-
    X = g(a).
shared_term(list, [X, b, X]) :-
    X = [a].
shared_term(deep, h(p(X), q(c, X))) :-
    X = g(g(g(d))).
shared_term(many, k(X, Y, Y, X, X)) :-
    X = m(1, Y),
    Y = n(e).

                 /*******************************
                 *       ASKED LESS OFTEN       *
                 *******************************/

%!  ask(+Rules, +Inferences, +Question, +State, -Answer) is semidet.

ask(Rules, Inferences, Question, State, Answer) :-
    call_limited(answer(Question, Rules, State, Answer), Inferences).

answer(initial, Rules, _, Position) :-
    first(Rules:initial(State), initial/1),
    must_be_ground(State, initial/1),
    position(Rules, State, [], Position).
answer(start(State), Rules, _, Position) :-
    must_be_ground(State, start),
    position(Rules, State, [], Position).
answer(to_move, Rules, Position, Player) :-
    (   vocabulary(Rules, contract)
    ->  position(Rules, State, _, Position),
        first(Rules:to_move(State, Player), to_move/2)
    ;   vocabulary(Rules, Vocabulary),
        textbook_mover(Vocabulary, Rules, Position, Player)
    ).
answer(order(Move), Rules, Position, Score) :-
    position(Rules, State, _, Position),
    Rules:order(State, Move, Score),
    must_be_number(Score, order/3).
answer(noisy, Rules, Position, true) :-
    position(Rules, State, _, Position),
    Rules:noisy(State).
answer(infinite, Rules, _, Value) :-
    first(Rules:infinite(Value), infinite/1),
    must_be_number(Value, infinite/1).
answer(board, Rules, Position, Rows) :-
    position(Rules, State, _, Position),
    first(Rules:board(State, Rows), board/2),
    (   is_list(Rows),
        maplist(is_list, Rows)
    ->  true
    ;   throw(pyengine(list(board/2, Rows)))
    ).
answer(show, Rules, Position, Text) :-
    position(Rules, State, _, Position),
    first(Rules:show(State, Text0), show/2),
    (   catch(text_to_string(Text0, Text), _, fail)
    ->  true
    ;   throw(pyengine(text(show/2, Text0)))
    ).
answer(notation, Rules, Position, Text) :-
    position(Rules, State, _, Position),
    first(Rules:notation(State, Text0), notation/2),
    text_to_string(Text0, Text).
answer(move_notation(Move), Rules, Position, Text) :-
    position(Rules, State, _, Position),
    first(Rules:move_notation(State, Move, Text0), move_notation/3),
    text_to_string(Text0, Text).
