/*  What rules that nobody has vouched for may call: what they define themselves, and what the vocabulary calls safe. */

:- module(pyengine_vocabulary,
          [ vocabulary/2,               % +Entries, +Libraries
            safe/3,                     % ?Name, ?Arity, ?Library
            spec/3,                     % +Name, +Arity, -Letters
            safe_library/1,             % ?Library
            own/3,                      % +Rules, ?Name, ?Arity
            add_own/3,                  % +Rules, +Name, +Arity
            remove_own/3,               % +Rules, ?Name, ?Arity
            prologs_own/2               % +Name, +Arity
          ]).

:- use_module(library(lists)).

%!  safe(?Name, ?Arity, ?Library) is nondet.
%
%   Rules may call the predicate Name/Arity of Library.

%!  spec(+Name, +Arity, -Letters) is semidet.
%
%   Some arguments of the safe predicate Name/Arity are goals; Letters has a character for each, as in meta_predicate/1.

%!  safe_library(?Library) is nondet.
%
%   Rules may import Library.

%!  own(+Rules, ?Name, ?Arity) is nondet.
%
%   The rules in the module Rules define Name/Arity.

:- dynamic
    safe/3,
    spec/3,
    safe_library/1,
    own/3.

%!  vocabulary(+Entries, +Libraries) is det.
%
%   Entries are safe(Name, Arity, Library, Spec), the predicates that rules may call; Spec is an atom, '' if there are no
%   goals among the arguments. Libraries are those that rules may import.

vocabulary(Entries, Libraries) :-
    retractall(safe(_, _, _)),
    retractall(spec(_, _, _)),
    retractall(safe_library(_)),
    forall(member(Library, Libraries), assertz(safe_library(Library))),
    forall(member(safe(Name, Arity, Library, Spec), Entries),
           ( assertz(safe(Name, Arity, Library)),
             ( Spec == '' -> true ; atom_chars(Spec, Chars), assertz(spec(Name, Arity, Chars)) ) )).

%!  add_own(+Rules, +Name, +Arity) is det.

add_own(Rules, Name, Arity) :-
    (   own(Rules, Name, Arity)
    ->  true
    ;   assertz(own(Rules, Name, Arity))
    ).

%!  remove_own(+Rules, ?Name, ?Arity) is det.

remove_own(Rules, Name, Arity) :-
    retractall(own(Rules, Name, Arity)).

%!  prologs_own(+Name, +Arity) is semidet.
%
%   SWI-Prolog defines it, or would load a library that does.

prologs_own(Name, Arity) :-
    functor(Head, Name, Arity),
    (   catch(predicate_property(system:Head, defined), _, fail)
    ;   catch('$in_library'(Name, Arity, _), _, fail)
    ;   sub_atom(Name, 0, _, _, $)
    ),
    !.
