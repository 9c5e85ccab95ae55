/*  The contract of a rule file, answered for Python.

    The predicates generated for rules are in the same module, under names that rules can neither define nor call
    (expansion.pl). What is not asked often is answered here.
*/

:- module(pyengine_contract,
          [ prepare/4,                  % +Rules, +Inferences, +Parameters, -Description
            ask/5,                      % +Rules, +Inferences, +Question, +State, -Answer
            undeclared/2                % +Name, +Rules
          ]).

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(pairs)).
:- use_module(interface).
:- use_module(expansion).
:- use_module(answers).
:- use_module(formats).
:- use_module(guard, []).

%!  prepare(+Rules, +Inferences, +Parameters, -Description) is det.
%
%   Generate the answers of the rules loaded in the module Rules. Parameters is a list of Name-Value that replace the
%   declared defaults. Description is `game(Vocabulary, Defined, Players, Declared)`, where Defined lists
%   the predicates of the contract that the rules define.

prepare(Rules, Inferences, Parameters, game(Vocabulary, Defined, Players, Declared)) :-
    set_parameters(Rules, Parameters, Declared),
    vocabulary(Rules, Vocabulary),
    defined(Rules, Defined),
    call_limited(players(Vocabulary, Rules, Players), Inferences),
    writable(Players),                     % clauses are compiled with the process's stack, too
    generate(Vocabulary, Rules, Players, Inferences).

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

%   set_parameters(+Rules, +Given, -Declared): give Rules its param/2, from the declarations parameter/2 and the values
%   given from outside, which are in the same module, under a name that rules cannot call.

set_parameters(Rules, Given, Declared) :-
    (   defines(Rules, parameter/2)
    ->  findall(Name-Default, Rules:parameter(Name, Default), Pairs)
    ;   Pairs = []
    ),
    pairs_keys(Pairs, Names),
    list_to_set(Names, Declared),
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
        forall(( member(Name-Default, Pairs),
                 ( memberchk(Name-Value, Given) -> true ; Value = Default ),
                 writable(Value)           % clauses are compiled with the process's stack, too
               ),
               assertz(Rules:'$game value'(Name, Value))),
        dynamic(Rules:'$game value'/2),
        assertz(Rules:(param(Name, Value) :-
                     (   var(Name)
                     ->  '$game value'(Name, Value)
                     ;   '$game value'(Name, Set)
                     ->  Value = Set
                     ;   pyengine_contract:undeclared(Name, Rules)
                     ))),
        compile_predicates([Rules:param/2])
    ).

%!  undeclared(+Name, +Rules) is erroneous.
%
%   Name is no parameter of the game whose rules are in the module Rules.

undeclared(Name, Rules) :-
    findall(Declared, Rules:'$game value'(Declared, _), Names),
    throw(pyengine(parameter(Name, Names))).

                 /*******************************
                 *           QUESTIONS          *
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
    vocabulary(Rules, Vocabulary),
    (   Vocabulary == contract
    ->  position(Rules, State, _, Position),
        first(Rules:to_move(State, Player), to_move/2)
    ;   textbook_mover(Vocabulary, Rules, Position, Player)
    ).
answer(read_notation(Text), Rules, _, Position) :-
    atom_string(Atom, Text),
    member(Form, [Atom, Text]),
    pyengine_guard:catching(Rules:notation(State, Form), _, fail),
    ground(State),
    position(Rules, State, [], Position).
answer(read_move_notation(Text), Rules, Position, Moves) :-
    position(Rules, State, _, Position),
    atom_string(Atom, Text),
    findall(Move,
            ( member(Form, [Atom, Text]),
              pyengine_guard:catching(Rules:move_notation(State, Move, Form), _, fail),
              ground(Move) ),
            Moves).
answer(state, Rules, Position, true) :-
    !,
    position(Rules, State, _, Position),
    once(Rules:state(State)).
answer(Question, Rules, Position, Answer) :-
    Question =.. [Name|Asked],
    contract_table:entry(contract, Name, Head, Arguments),
    append(Given, [Wanted], Arguments),
    maplist(about(Rules, Position, Asked), Given),
    functor(Head, Name, Arity),
    (   contract_table:may_fail(Name)
    ->  once(Rules:Head)
    ;   first(Rules:Head, Name/Arity)
    ),
    checked(Wanted, Name/Arity, Answer).

about(Rules, Position, _, position(State)) :-
    position(Rules, State, _, Position).
about(_, _, [Move], move(Move)).
about(_, _, [Cell], cell(Cell)).

%   checked(+Given, +PI, -Answer): what PI gave is what it should be.

checked(number(Value), PI, Value) :-
    must_be_number(Value, PI).
checked(rows(Rows), PI, Rows) :-
    (   is_list(Rows),
        maplist(is_list, Rows)
    ->  true
    ;   throw(pyengine(list(PI, Rows)))
    ).
checked(text(Text0), PI, Text) :-
    (   catch(text_to_string(Text0, Text), _, fail)
    ->  true
    ;   throw(pyengine(text(PI, Text0)))
    ).
checked(drawing(Drawing), PI, Drawing) :-
    must_be_ground(Drawing, PI).
