/*  The parameters of a rule file: declared by parameter/2, set from Python, read by param/2. */

:- module(pyengine_parameters,
          [ set_parameters/3,           % +Rules, +Given, -Declared
            undeclared/2                % +Name, +Rules
          ]).

:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(interface).
:- use_module(answers).
:- use_module(formats).

%!  set_parameters(+Rules, +Given, -Declared) is det.
%
%   Give Rules its param/2, from the declarations parameter/2 and the values given from outside, which are in the same
%   module, under a name that rules cannot call.

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
                     ;   pyengine_parameters:undeclared(Name, Rules)
                     ))),
        compile_predicates([Rules:param/2])
    ).

%!  undeclared(+Name, +Rules) is erroneous.
%
%   Name is no parameter of the game whose rules are in the module Rules.

undeclared(Name, Rules) :-
    findall(Declared, Rules:'$game value'(Declared, _), Names),
    throw(pyengine(parameter(Name, Names))).
