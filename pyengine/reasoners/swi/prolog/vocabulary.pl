/*  What rules that nobody has vouched for may call: what they define themselves, and what the vocabulary calls safe. */

:- module(pyengine_vocabulary,
          [ vocabulary/1,               % +Entries
            safe/3,                     % ?Name, ?Arity, ?Library
            spec/3,                     % +Name, +Arity, -Letters
            safe_library/1,             % ?Library
            declaring/1,                % ?Name
            harmless/2,                 % ?Name, ?Arity
            safe_flag/1,                % ?Flag
            hook/2,                     % ?Name, ?Arity
            to_sink/2,                  % ?Name, ?Arity
            printing/2,                 % ?Name, ?Arity
            clause_form/2,              % ?Name, ?Arity
            limit/2,                    % +Name, -Value
            own/3,                      % +Rules, ?Name, ?Arity
            own_module/2,               % +Rules, +Module
            name_module/2,              % +Rules, +Module
            forget/1,                   % +Rules
            add_own/3,                  % +Rules, +Name, +Arity
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

%!  declaring(?Name) is nondet.
%
%   Rules may declare something about their own predicates by the directive Name/1.

%!  harmless(?Name, ?Arity) is nondet.
%
%   Rules may have the directive Name/Arity, whatever its arguments.

%!  safe_flag(?Flag) is nondet.
%
%   Rules may set Flag for themselves.

%!  hook(?Name, ?Arity) is nondet.
%
%   SWI-Prolog calls the predicate Name/Arity by itself where it is defined.

%!  to_sink(?Name, ?Arity) is nondet.
%!  printing(?Name, ?Arity) is nondet.
%
%   Rules may call Name/Arity to write into a term, its first argument, or where the output goes into one.

%!  clause_form(?Name, ?Arity) is nondet.
%
%   SWI-Prolog takes Name/Arity for a clause of some kind, a directive, or a list of them. Where such a thing is a head,
%   the clause is none of those that rules may have.

%!  limit(+Name, -Value) is det.
%
%   What rules make may not become larger than Value, the constant Name of `pyengine/language/sizes.py`, in small letters.

%!  own(+Rules, ?Name, ?Arity) is nondet.
%
%   The rules in the module Rules define Name/Arity.

:- dynamic
    safe/3,
    spec/3,
    safe_library/1,
    declaring/1,
    harmless/2,
    safe_flag/1,
    hook/2,
    to_sink/2,
    printing/2,
    clause_form/2,
    limit/2,
    own/3,
    named/2.                            % Rules, Module

%!  vocabulary(+Facts) is det.
%
%   Facts say what rules may have, in the words of the predicates above; own/3 is not among them.

vocabulary(Facts) :-
    forall(( member(Fact, Facts), functor(Fact, Name, Arity), functor(Head, Name, Arity) ), retractall(Head)),
    forall(member(Fact, Facts), assertz(Fact)).

%!  own_module(+Rules, +Module) is semidet.
%
%   Module is the one that the rules live in, by its own name or by the one that their file gives it.

own_module(Rules, Module) :-
    (   Module == Rules
    ->  true
    ;   atom(Module),
        named(Rules, Module)
    ),
    !.

%!  name_module(+Rules, +Module) is det.
%
%   The file calls the module of its rules Module.

name_module(Rules, Module) :-
    assertz(named(Rules, Module)).

%!  forget(+Rules) is det.
%
%   Nothing is known any more of the rules in the module Rules.

forget(Rules) :-
    retractall(own(Rules, _, _)),
    retractall(named(Rules, _)).

%!  add_own(+Rules, +Name, +Arity) is det.
%
%   What the compiler takes for control stays control, whoever defines it.

add_own(Rules, Name, Arity) :-
    (   ( own(Rules, Name, Arity)
        ; memberchk(Name/Arity, [(',')/2, (;)/2, ('|')/2, (->)/2, (*->)/2, (\+)/1, (:)/2, (@)/2, !/0])
        )
    ->  true
    ;   assertz(own(Rules, Name, Arity))
    ).

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
