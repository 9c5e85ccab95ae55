/*  What the installed SWI-Prolog offers: one line a predicate, with tabs between
    library, name, arity, meta-argument modes (or a point) and `core` or `own`.
    The libraries come as arguments. */

:- initialization(main, main).

%!  main(+Libraries) is det.

main(Libraries) :-
    current_prolog_flag(version, Version),
    format("version\t~w\t0\t.\town~n", [Version]),
    forall(( predicate_property(system:Head, built_in),
             functor(Head, Name, Arity),
             Name \== '<meta-call>',
             \+ sub_atom(Name, 0, _, _, $)
           ),
           report(system, system, Name/Arity)),
    forall(member(Library, Libraries), exports(Library)).

exports(Library) :-
    term_to_atom(Spec, Library),
    use_module(library(Spec), []),
    absolute_file_name(library(Spec), File, [file_type(prolog), access(read)]),
    module_property(Module, file(File)),
    !,
    module_property(Module, exports(Exports)),
    forall(( member(Name/Arity, Exports), \+ sub_atom(Name, 0, _, _, $) ),
           report(Library, Module, Name/Arity)).
exports(_).                       % an alias that exports nothing of its own

report(Library, Module, Name/Arity) :-
    functor(Head, Name, Arity),
    (   predicate_property(Module:Head, meta_predicate(Meta))
    ->  Meta =.. [_|Modes],
        maplist([Mode, Letter]>>( Mode == (//) -> Letter = / ; Letter = Mode ), Modes, Letters),
        atomic_list_concat(Letters, Text)
    ;   Text = '.'
    ),
    (   catch(assertz(scratch:(Head :- fail)), error(permission_error(_, _, _), _), fail)
    ->  catch(abolish(scratch:Name/Arity), _, true),
        Kind = own
    ;   Kind = core
    ),
    format("~w\t~w\t~w\t~w\t~w~n", [Library, Name, Arity, Text, Kind]).
