/*  What is looked at before rules that nobody has vouched for are loaded, and while they are. */

:- module(pyengine_gate,
          [ start_guard/4,              % +Trust, +Rules, +Id, +Text
            stop_guard/2,               % +Rules, +Id
            check_own/1                 % +Rules
          ]).

:- use_module(library(lists)).
:- use_module(vocabulary).
:- use_module(rewriting).

:- thread_local
    guarding/3,                         % Id, Rules, Trust
    needed/4.                           % Rules, Name, Arity, Position

:- set_module(pyengine_rules:base(system)).

%!  start_guard(+Trust, +Rules, +Id, +Text) is det.
%
%   From now on, clauses of the file Id that this thread loads are rewritten. Text is read once before, to know what
%   the file defines and to refuse directives that do more than declare; nothing of it has run yet then.

start_guard(Trust, Rules, Id, Text) :-
    remove_own(Rules, _, _),
    forall(member(Name/Arity, [param/2, minimax/3]), add_own(Rules, Name, Arity)),
    asserta(guarding(Id, Rules, Trust)),
    (   Trust == trusted
    ->  true
    ;   retractall(needed(Rules, _, _, _)),
        setup_call_cleanup(open_string(Text, Stream), survey(Stream, Rules, Id), close(Stream)),
        reading_flag(double_quotes, string, Rules),
        reading_flag(back_quotes, codes, Rules),
        forall(( retract(needed(Rules, Name, Arity, Position)),
                 \+ own(Rules, Name, Arity)
               ),
               refuse_sentence(Position, Name/Arity))
    ).

%!  stop_guard(+Rules, +Id) is det.

stop_guard(Rules, Id) :-
    retractall(guarding(Id, Rules, _)).

survey(Stream, Rules, Id) :-
    repeat,
    catch(read_term(Stream, Term, [module(Rules), quasi_quotations(Quasi), term_position(Position)]),
          error(syntax_error(_), _),
          Term = skip),
    (   Quasi \== [], nonvar(Quasi)
    ->  refuse_sentence(Position, quasi_quotation)
    ;   true
    ),
    (   Term == end_of_file
    ->  !
    ;   survey_term(Term, Rules, Id, Position),
        fail
    ).

survey_term(skip, _, _, _) :-
    !.
survey_term((:- Directive), Rules, Id, Position) :-
    !,
    survey_directive(Directive, Rules, Id, Position).
survey_term((?- _), _, _, Position) :-
    !,
    refuse_sentence(Position, (?-)/1).
survey_term(Clause, Rules, _, Position) :-
    (   sub_term_is(Clause, dict_function)
    ->  refuse_sentence(Position, '.'/2)
    ;   true
    ),
    clause_head(Clause, Head),
    (   nonvar(Head),
        strip_own(Head, Rules, Plain),
        callable(Plain)
    ->  functor(Plain, Name, Arity),
        (   hook(Name, Arity)
        ->  refuse_sentence(Position, Name/Arity)
        ;   add_own(Rules, Name, Arity)
        )
    ;   refuse_sentence(Position, clause)
    ).

clause_head(Rule, Head) :-
    Rule = (_ --> _),
    !,
    catch(dcg_translate_rule(Rule, Clause), _, fail),
    clause_head(Clause, Head).
clause_head((Head0, _ => _), Head) :- !, Head = Head0.
clause_head((Head0 => _), Head) :- !, Head = Head0.
clause_head((Head0 :- _), Head) :- !, Head = Head0.
clause_head(Head, Head).

strip_own(Head, Rules, Plain) :-
    (   Head = Module:Inner
    ->  Module == Rules,
        Plain = Inner
    ;   Plain = Head
    ).

hook(term_expansion, _).
hook(goal_expansion, _).
hook(attr_unify_hook, 2).
hook(attr_portray_hook, 2).
hook(attribute_goals, 3).
hook(portray, 1).
hook(message_hook, 3).
hook(exception, 3).
hook(prolog_load_file, 2).
hook(:, 2).
hook(Name, _) :-
    sub_atom(Name, 0, _, _, $).

%   A.f in a clause calls f, whatever it is, unless f is a key or one of the functions that every dict has.

sub_term_is(Term, dict_function) :-
    compound(Term),
    (   compound_name_arguments(Term, '.', [_, Function]),
        \+ atomic(Function),
        \+ ( compound(Function), compound_name_arity(Function, Name, _), memberchk(Name, [get, put]) )
    ;   arg(_, Term, Part),
        sub_term_is(Part, dict_function)
    ),
    !.

refuse_sentence(Position, What) :-
    (   nonvar(Position),
        stream_position_data(line_count, Position, Line)
    ->  true
    ;   Line = 1
    ),
    throw(error(permission_error(load, unsafe, What), pyengine_line(Line))).

%   Directives that declare, and what they declare that matters for reading on.

survey_directive((A, B), Rules, Id, Position) :-
    !,
    survey_directive(A, Rules, Id, Position),
    survey_directive(B, Rules, Id, Position).
survey_directive(Directive, Rules, Id, Position) :-
    nonvar(Directive),
    Directive = include(File),
    !,
    (   ground(File),
        file_directory_name(Id, Folder),
        absolute_file_name(File, Path, [relative_to(Folder), file_type(prolog), access(read), file_errors(fail)])
    ->  setup_call_cleanup(open(Path, read, Stream, [encoding(utf8)]), survey(Stream, Rules, Id), close(Stream))
    ;   refuse_sentence(Position, include/1)
    ).
survey_directive(table(Spec), Rules, _, Position) :-
    !,
    forall(tabling_mode(Spec, Name, Arity), assertz(needed(Rules, Name, Arity, Position))).
survey_directive(Directive, Rules, _, Position) :-
    (   nonvar(Directive),
        allowed_directive(Directive, Rules)
    ->  true
    ;   callable(Directive)
    ->  functor(Directive, Name, Arity),
        refuse_sentence(Position, Name/Arity)
    ;   refuse_sentence(Position, directive)
    ).

allowed_directive(module(_, _), _).
allowed_directive(op(Priority, Type, Names), Rules) :-
    ground(op(Priority, Type, Names)),
    \+ ( ( is_list(Names) -> member(Name, Names) ; Name = Names ), Name = _:_ ),
    catch(op(Priority, Type, Rules:Names), _, true).
allowed_directive(set_prolog_flag(Flag, Value), Rules) :-
    ground(Flag-Value),
    memberchk(Flag, [double_quotes, back_quotes, rational_syntax, character_escapes, var_prefix, optimise,
                     generate_debug_info]),
    ignore(catch(reading_flag(Flag, Value, Rules), _, true)).
allowed_directive(use_module(Library), Rules) :-
    allowed_library(Library),
    catch(Rules:use_module(Library), _, true).
allowed_directive(use_module(Library, Imports), Rules) :-
    allowed_library(Library),
    catch(Rules:use_module(Library, Imports), _, true).
allowed_directive(ensure_loaded(Library), Rules) :-
    allowed_library(Library),
    catch(Rules:use_module(Library), _, true).
allowed_directive(discontiguous(_), _).
allowed_directive(style_check(_), _).
allowed_directive(encoding(utf8), _).
allowed_directive(dynamic(_), _).
allowed_directive(if(Goal), Rules) :-
    known_safe(Goal, Rules).
allowed_directive(elif(Goal), Rules) :-
    known_safe(Goal, Rules).
allowed_directive(else, _).
allowed_directive(endif, _).

%   The modes lattice(PI) and po(PI) of tabling, as in path(_,_,lattice(shorter/3)), are calls.

tabling_mode(Spec, Name, Arity) :-
    compound(Spec),
    (   ( Spec = lattice(Call), Implied = 3 ; Spec = po(Call), Implied = 2 )
    ->  (   nonvar(Call),
            Call = Name/Arity,
            atom(Name),
            integer(Arity)
        ->  true
        ;   callable(Call)
        ->  functor(Call, Name, _),
            Arity = Implied
        ;   Name = (table),
            Arity = 1
        )
    ;   arg(_, Spec, Part),
        tabling_mode(Part, Name, Arity)
    ).

%   The flags that change how the rest is read are scoped to the file that is loaded; here the reader is told.

reading_flag(Flag, Value, Rules) :-
    memberchk(Flag, [double_quotes, back_quotes]),
    '$set_source_module'(Old, Rules),
    call_cleanup(set_prolog_flag(Flag, Value), '$set_source_module'(_, Old)).

allowed_library(library(Name)) :-
    ground(Name),
    (   Name = Folder/File
    ->  atomic_list_concat([Folder, File], /, Library)
    ;   Library = Name
    ),
    safe_library(Library).

known_safe(Goal, Rules) :-
    nonvar(Goal),
    guarded_goal(guarded, Rules, Goal, Guarded),
    Goal == Guarded.

%!  check_own(+Rules) is det.
%
%   What the survey took for a definition must have become one (`:- if(fail)` may have hidden it): a call to what is not
%   the file's own would be a call to Prolog's.

check_own(Rules) :-
    forall(( own(Rules, Name, Arity),
             \+ memberchk(Name/Arity, [param/2, minimax/3]),
             functor(Head, Name, Arity),
             \+ ( predicate_property(Rules:Head, number_of_clauses(_)),
                  \+ predicate_property(Rules:Head, imported_from(_)) )
           ),
           (   \+ safe(Name, Arity, _),
               prologs_own(Name, Arity)
           ->  throw(error(permission_error(load, unsafe, Name/Arity), pyengine_line(1)))
           ;   remove_own(Rules, Name, Arity)
           )).

pyengine_rules:term_expansion(Clause, Expanded) :-
    pyengine_gate:expand_clause(Clause, Expanded).

expand_clause(Clause, Expanded) :-
    prolog_load_context(source, Id),
    guarding(Id, Rules, Trust),
    Clause \= (:- _),
    guarded_clause(Trust, Rules, Clause, Expanded),
    Expanded \== Clause.
