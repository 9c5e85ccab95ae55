/*  Libraries complete before rules run.

    SWI-Prolog's libraries load what they need of each other at the first call. If that call is one of rules that run
    under a budget, its end can come in the middle of the loading, and leaves a library that lacks a predicate for
    good. So what rules are likely to call is loaded, with all it needs, before any rules run.
*/

:- module(pyengine_settling,
          [ settle/0
          ]).

:- use_module(library(aggregate), []).
:- use_module(library(apply), []).
:- use_module(library(assoc), []).
:- use_module(library(error), []).
:- use_module(library(lists), []).
:- use_module(library(ordsets), []).
:- use_module(library(pairs), []).
:- use_module(library(yall), []).

:- dynamic settled/1.

%!  settle is det.
%
%   Let every library that is loaded have now what it would import from the plain ones at a first call.

settle :-
    forall(( current_module(Module),
             module_property(Module, class(library)),
             \+ settled(Module)
           ),
           settle_module(Module)).

settle_module(Module) :-
    assertz(settled(Module)),
    forall(( declared(Module, library(Library), import(PIs)),
             plain(Library)
           ),
           Module:use_module(library(Library), PIs)).

%   The declarations that autoload/2 leaves in a module.

declared(Module, Library, Imports) :-
    current_predicate(Module:'$autoload'/3),
    clause(Module:'$autoload'(Library, _, Imports), true).

%   plain(?Library): a library that others are built on, and that loads nothing but such itself. Others, such as
%   library(arithmetic), change how the text after them is read.

plain(apply).
plain(assoc).
plain(error).
plain(lists).
plain(ordsets).
plain(pairs).
