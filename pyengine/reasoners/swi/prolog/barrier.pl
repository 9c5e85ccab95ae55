/*  The modules of rules that nobody has vouched for see what is safe, and nothing else of SWI-Prolog.

    A module inherits from `system`, in the end, so that a goal which slipped through would find shell/1. The module
    pyengine_safe inherits from nothing and holds what the vocabulary calls safe, under its own names. Once guarded
    rules are loaded, it is all that their module inherits from: what else they call without naming a module is unknown,
    wherever the goal comes from. Goals that name a module are for rewriting.pl and verification.pl.
*/

:- module(pyengine_barrier,
          [ raise_barrier/1,            % +Rules
            lower_barrier/1,            % +Rules
            is_meant/3                  % +Name, +Arity, +Module
          ]).

:- use_module(library(lists)).
:- use_module(vocabulary).

:- dynamic
    barred/1,                           % Rules
    built/0.

:- thread_local building/0.

:- multifile
    user:exception/3,
    user:message_hook/3.
:- dynamic
    user:exception/3,
    user:message_hook/3.

%   Libraries are loaded when they are first needed, as they are for everybody else; but only for what is safe.

user:exception(undefined_predicate, Rules:Name/Arity, Action) :-
    pyengine_barrier:barred(Rules),
    !,
    (   pyengine_barrier:provide(Name, Arity)
    ->  Action = retry
    ;   Action = error
    ).

user:message_hook(import_private(pyengine_safe, _), _, _) :-
    pyengine_barrier:building.

%!  raise_barrier(+Rules) is det.
%
%   From now on the module Rules inherits what is safe, and nothing else.

raise_barrier(Rules) :-
    with_mutex(pyengine_barrier, build),
    forall(import_module(Rules, Module), delete_import_module(Rules, Module)),
    add_import_module(Rules, pyengine_safe, start),
    assertz(barred(Rules)).

%!  lower_barrier(+Rules) is det.
%
%   Nothing is kept any more about the module Rules, which is to be emptied.

lower_barrier(Rules) :-
    retractall(barred(Rules)).

build :-
    built,
    !.
build :-
    set_module(pyengine_safe:base(system)),     % which makes the module
    forall(current_op(Priority, Type, system:Name),
           catch(op(Priority, Type, pyengine_safe:Name), error(permission_error(_, _, _), _), true)),
    forall(import_module(pyengine_safe, Module), delete_import_module(pyengine_safe, Module)),
    setup_call_cleanup(asserta(building), forall(basic(Name, Arity), share(system, Name, Arity)), retractall(building)),
    assertz(built).

basic(Name, Arity) :-
    safe(Name, Arity, _),
    in_system(Name, Arity).
basic(Name, Arity) :-
    ( to_sink(Name, Arity) ; printing(Name, Arity) ; implied(Name, Arity) ).

in_system(Name, Arity) :-
    functor(Head, Name, Arity),
    '$c_current_predicate'(_, system:Head),
    '$get_predicate_attribute'(system:Head, defined, 1).

%   implied(?Name, ?Arity): what SWI-Prolog puts into clauses for tables and dicts.

implied('.', 3).
implied(start_tabling, 3).
implied(start_subsumptive_tabling, 3).
implied(start_abstract_tabling, 3).
implied(start_moded_tabling, 5).
implied('$uninstantiation_error', 1).

share(Module, Name, Arity) :-
    @(system:import(Module:Name/Arity), pyengine_safe).

%   provide(+Name, +Arity) is semidet: pyengine_safe has the library's predicate Name/Arity from now on.

provide(Name, Arity) :-
    safe(Name, Arity, Library),
    '$in_library'(Name, Arity, Path),
    file_base_name(Path, Base),
    file_base_name(Library, Base),
    library_module(Path, Module),
    share(Module, Name, Arity).

library_module(Path, Module) :-
    absolute_file_name(Path, File, [file_type(prolog), access(read)]),
    load_files(pyengine_barrier:File, [if(not_loaded), imports([]), silent(true)]),
    module_property(Module, file(File)),
    !.

%!  is_meant(+Name, +Arity, +Module) is semidet.
%
%   Where Name/Arity is safe, the predicate of this name that is defined in Module is the one that the vocabulary means.

is_meant(Name, Arity, Module) :-
    (   safe(Name, Arity, Library)
    ->  (   in_system(Name, Arity)
        ->  functor(Head, Name, Arity),
            ( '$get_predicate_attribute'(system:Head, imported, From) -> Module = From ; Module = system )
        ;   file_base_name(Library, Base),
            module_property(Module, file(File)),
            file_base_name(File, FileBase),
            file_name_extension(Base, _, FileBase)
        )
    ;   true
    ).
