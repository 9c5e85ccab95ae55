/*  What is looked at before rules that nobody has vouched for are loaded, and while they are. */

:- module(pyengine_gate,
          [ start_guard/6,              % +Trust, +Rules, +Id, +Text, +Included, +Operators
            ready_to_read/2,            % +Module, +Operators
            stop_guard/2,               % +Rules, +Id
            check_own/1,                % +Rules
            dict_function/1             % +Function
          ]).

:- use_module(library(lists)).
:- use_module(vocabulary).
:- use_module(rewriting).

:- thread_local
    guarding/3,                         % Id, Rules, Trust
    needed/4,                           % Rules, Name, Arity, Position
    supplied/5,                         % Rules, Including, File, Path, Text
    opened/2.                           % Rules, Stream

:- set_module(pyengine_rules:base(system)).

%!  ready_to_read(+Module, +Operators) is det.
%
%   The new module Module reads text as any other does, but for Operators, a list of op/3 terms.

ready_to_read(Module, Operators) :-
    set_module(Module:base(pyengine_rules)),
    forall(member(op(Priority, Type, Names), Operators), op(Priority, Type, Module:Names)),
    forall(reading_default(Flag, Value), reading_flag(Flag, Value, Module)).

%!  start_guard(+Trust, +Rules, +Id, +Text, +Included, +Operators) is det.
%
%   From now on, clauses of the file Id that this thread loads are rewritten. Text is read once before, to know what
%   the file defines and to refuse directives that do more than declare; nothing of it has run yet then. What it
%   includes is among Included. This reading has a module of its own, so that the operators and flags that it comes by
%   are not those that the loading begins with.

start_guard(Trust, Rules, Id, Text, Included, Operators) :-
    forall(member(included(Including, File, Path, Content), Included),
           assertz(supplied(Rules, Including, File, Path, Content))),
    forall(member(Name/Arity, [param/2, minimax/3]), add_own(Rules, Name, Arity)),
    asserta(guarding(Id, Rules, Trust)),
    (   Trust == trusted
    ->  true
    ;   retractall(needed(Rules, _, _, _)),
        survey_text(Text, Rules, Id, Operators),
        forall(( retract(needed(Rules, Name, Arity, Position)),
                 \+ own(Rules, Name, Arity)
               ),
               refuse_sentence(Position, Name/Arity))
    ).

%!  stop_guard(+Rules, +Id) is det.

stop_guard(Rules, Id) :-
    retractall(guarding(Id, Rules, _)),
    retractall(supplied(Rules, _, _, _, _)),
    forall(retract(opened(Rules, Stream)), close(Stream)).

%   included(+Rules, +Including, +File, -Path, -Stream) is semidet: what the reader has found for include(File).

included(Rules, Including, File, Path, Stream) :-
    ground(File),
    supplied(Rules, Including, File, Path, Text),
    !,
    open_string(Text, Stream).

survey_text(Text, Rules, Id, Operators) :-
    reading_module(Rules, Reading),
    setup_call_cleanup(
        ( open_string(Text, Stream), set_module(Reading:class(temporary)) ),
        ( ready_to_read(Reading, Operators), survey(Stream, Rules, Id) ),
        ( '$destroy_module'(Reading), close(Stream) )).

reading_module(Rules, Reading) :-
    atom_concat(Rules, ' reading', Reading).

survey(Stream, Rules, Id) :-
    reading_module(Rules, Reading),
    repeat,
    catch(read_term(Stream, Term, [module(Reading), quasi_quotations(Quasi), term_position(Position)]),
          error(syntax_error(_), _),
          Term = '$unreadable'),
    (   Quasi \== [], nonvar(Quasi)
    ->  refuse_sentence(Position, quasi_quotation)
    ;   true
    ),
    (   Term == end_of_file
    ->  !
    ;   survey_term(Term, Rules, Id, Position),
        fail
    ).

survey_term(Term, _, _, _) :-
    ( var(Term) ; Term == '$unreadable' ),
    !.
survey_term(Sentence, Rules, _, Position) :-
    refused(Sentence, Rules, What),
    !,
    refuse_sentence(Position, What).
survey_term((:- Directive), Rules, Id, Position) :-
    !,
    forall(part_of_directive(Directive, Part), note_directive(Part, Rules, Id, Position)).
survey_term(Clause, Rules, _, _) :-
    own_head(Clause, Rules, Name, Arity),
    add_own(Rules, Name, Arity).

%   refused(+Sentence, +Rules, -What) is semidet: rules may not have Sentence, because of What. The reader may see
%   other sentences than the survey did, so this is asked again while they are loaded.

refused((:- Directive), _, What) :-
    !,
    refused_directive(Directive, What).
refused((?- _), _, (?-)/1) :-
    !.
refused(Clause, _, '.'/2) :-
    sub_term_is(Clause, dict_function),
    !.
refused(Clause, Rules, What) :-
    (   own_head(Clause, Rules, Name, Arity)
    ->  ( hook(Name, Arity) ; sub_atom(Name, 0, _, _, $) ; clause_form(Name, Arity) ),
        !,
        What = Name/Arity
    ;   What = clause
    ).

own_head(Clause, Rules, Name, Arity) :-
    clause_head(Clause, Head),
    plain_head(Head, Rules, Plain),
    callable(Plain),
    Plain \= _:_,
    functor(Plain, Name, Arity).

clause_head(Rule, Head) :-
    Rule = (_ --> _),
    !,
    catch(dcg_translate_rule(Rule, Clause), _, fail),
    clause_head(Clause, Head).
clause_head(Clause, Head) :-
    ( clause_parts(Clause, Head0, _, _, _, _) -> Head = Head0 ; Head = Clause ).

%   A.f in a clause calls f, whatever it is, unless f is a key or one of the functions that every dict has.

sub_term_is(Term, dict_function) :-
    compound(Term),
    (   compound_name_arguments(Term, '.', [_, Function]),
        \+ dict_function(Function)
    ;   arg(_, Term, Part),
        sub_term_is(Part, dict_function)
    ),
    !.

%!  dict_function(+Function) is semidet.

dict_function(Function) :-
    (   atomic(Function)
    ->  true
    ;   compound(Function),
        compound_name_arity(Function, Name, _),
        memberchk(Name, [get, put])
    ).

refuse_sentence(Position, What) :-
    (   nonvar(Position),
        stream_position_data(line_count, Position, Line)
    ->  true
    ;   Line = 1
    ),
    throw(error(permission_error(load, unsafe, What), pyengine_line(Line))).

                 /*******************************
                 *          DIRECTIVES          *
                 *******************************/

%   refused_directive(+Directive, -What) is semidet.

refused_directive(Directive, What) :-
    part_of_directive(Directive, Part),
    (   \+ callable(Part)
    ->  What = directive
    ;   \+ allowed_directive(Part)
    ->  functor(Part, Name, Arity),
        What = Name/Arity
    ),
    !.

%   part_of_directive(+Directive, -Part) is nondet: one of the goals of Directive.

part_of_directive(Directive, Part) :-
    (   nonvar(Directive),
        Directive = (A, B)
    ->  ( part_of_directive(A, Part) ; part_of_directive(B, Part) )
    ;   Part = Directive
    ).

allowed_directive(module(_)).
allowed_directive(module(_, _)).
allowed_directive(include(File)) :-
    ground(File).
allowed_directive(op(Priority, Type, Names)) :-
    ground(op(Priority, Type, Names)),
    \+ ( ( is_list(Names) -> member(Name, Names) ; Name = Names ), Name = _:_ ).
allowed_directive(set_prolog_flag(Flag, Value)) :-
    ground(Flag-Value),
    safe_flag(Flag).
allowed_directive(use_module(Files)) :-
    allowed_libraries(Files).
allowed_directive(use_module(Files, Imports)) :-
    allowed_libraries(Files),
    allowed_imports(Imports).
allowed_directive(ensure_loaded(Files)) :-
    allowed_libraries(Files).
allowed_directive(Directive) :-
    functor(Directive, Name, Arity),
    (   harmless(Name, Arity)
    ->  true
    ;   Arity == 1,
        declaring(Name),
        arg(1, Directive, Spec),
        own_declaration(Spec)
    ).

allowed_libraries(Files) :-
    ground(Files),
    (   is_list(Files)
    ->  forall(member(File, Files), allowed_library(File))
    ;   allowed_library(Files)
    ).

allowed_library(library(Name)) :-
    (   Name = Folder/File
    ->  (   Folder == clp
        ->  Library = File
        ;   atomic_list_concat([Folder, File], /, Library)
        )
    ;   Library = Name
    ),
    safe_library(Library).

%   allowed_imports(+Imports) is semidet: what is imported keeps its name, and brings no operators but the library's.

allowed_imports(Imports) :-
    ground(Imports),
    (   Imports = except(Specs)
    ->  true
    ;   Imports = all
    ->  Specs = []
    ;   Specs = Imports
    ),
    is_list(Specs),
    forall(member(Spec, Specs), indicator(Spec, _, _)).

%   own_declaration(+Specs) is semidet: Specs name no predicate of another module.

own_declaration(Specs) :-
    forall(declared(Specs, Spec), ( callable(Spec), Spec \= _:_ )).

%   declared(+Specs, -Spec) is nondet: a declaration about Specs is one about Spec.

declared(Spec, Spec) :-
    var(Spec),
    !.
declared((A, B), Spec) :-
    !,
    ( declared(A, Spec) ; declared(B, Spec) ).
declared(Specs as _, Spec) :-
    !,
    declared(Specs, Spec).
declared(Specs, Spec) :-
    is_list(Specs),
    !,
    member(Specs1, Specs),
    declared(Specs1, Spec).
declared(Spec, Spec).

indicator(Name/Arity, Name, Arity) :-
    atom(Name),
    integer(Arity).
indicator(Name//Arity0, Name, Arity) :-
    atom(Name),
    integer(Arity0),
    Arity is Arity0+2.

%   What a directive declares that matters for reading on, or for what the file may call.

note_directive(include(File), Rules, Including, Position) :-
    !,
    (   included(Rules, Including, File, Path, Stream)
    ->  call_cleanup(survey(Stream, Rules, Path), close(Stream))
    ;   refuse_sentence(Position, include/1)
    ).
note_directive(table(Spec), Rules, _, Position) :-
    !,
    forall(tabling_mode(Spec, Name, Arity), assertz(needed(Rules, Name, Arity, Position))).
note_directive(dynamic(Spec), Rules, _, _) :-
    !,
    forall(( declared(Spec, PI), nonvar(PI), indicator(PI, Name, Arity) ), add_own(Rules, Name, Arity)).
note_directive(Directive, Rules, _, _) :-
    reading_module(Rules, Reading),
    ignore(catch(read_on(Directive, Reading), _, true)).

read_on(op(Priority, Type, Names), Reading) :-
    op(Priority, Type, Reading:Names).
read_on(set_prolog_flag(Flag, Value), Reading) :-
    reading_flag(Flag, Value, Reading).
read_on(use_module(Files), Reading) :-
    Reading:use_module(Files).
read_on(use_module(Files, Imports), Reading) :-
    Reading:use_module(Files, Imports).
read_on(ensure_loaded(Files), Reading) :-
    Reading:use_module(Files).

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
    reading_default(Flag, _),
    '$set_source_module'(Old, Rules),
    call_cleanup(set_prolog_flag(Flag, Value), '$set_source_module'(_, Old)).

reading_default(double_quotes, string).
reading_default(back_quotes, codes).
reading_default(character_escapes, true).
reading_default(rational_syntax, compatibility).

%!  check_own(+Rules) is det.
%
%   What the survey took for a definition must have become one (the loader may read otherwise): a call to what is not
%   the file's own would be a call to Prolog's.

check_own(Rules) :-
    forall(( own(Rules, Name, Arity),
             \+ memberchk(Name/Arity, [param/2, minimax/3]),
             functor(Head, Name, Arity),
             \+ ( predicate_property(Rules:Head, number_of_clauses(_)),
                  \+ predicate_property(Rules:Head, imported_from(_)) )
           ),
           throw(error(permission_error(load, unsafe, Name/Arity), pyengine_line(1)))).

pyengine_rules:term_expansion(Clause, Expanded) :-
    pyengine_gate:expand_clause(Clause, Expanded).

expand_clause(Sentence, Expanded) :-
    nonvar(Sentence),
    prolog_load_context(source, Id),
    guarding(Id, Rules, Trust),
    expand_sentence(Sentence, Trust, Rules, Expanded),
    Expanded \== Sentence.

expand_sentence((:- include(File)), Trust, Rules, Expanded) :-
    !,
    prolog_load_context(file, Including),
    (   included(Rules, Including, File, Path, Stream)
    ->  assertz(opened(Rules, Stream)),
        Expanded = (:- include(stream(Path, Stream, [])))
    ;   Trust == guarded,
        refuse_here(include/1)
    ).
expand_sentence((:- Directive), Trust, Rules, Expanded) :-
    !,
    Trust == guarded,
    (   refused_directive(Directive, What)
    ->  refuse_here(What)
    ;   findall(Done,
                ( part_of_directive(Directive, Effective),
                  effective(Effective),
                  (   Effective = include(_),
                      expand_sentence((:- Effective), Trust, Rules, Done)
                  ->  true
                  ;   Done = (:- Effective)
                  ) ),
                Expanded0),
        ( Expanded0 = [Expanded] -> true ; Expanded = Expanded0 )
    ).
expand_sentence(Clause, Trust, Rules, Expanded) :-
    (   Trust == guarded,
        Clause \== end_of_file,
        refused(Clause, Rules, What)
    ->  refuse_here(What)
    ;   guarded_clause(Trust, Rules, Clause, Expanded)
    ).

refuse_here(What) :-
    throw(error(permission_error(load, unsafe, What), _)).

%   effective(+Directive) is semidet: it is carried out. Others are for readers of the file, reach beyond it, or
%   (meta_predicate/1) have no effect inside the one module that rules live in but to hide goals from the guard.

effective(Directive) :-
    functor(Directive, Name, Arity),
    \+ memberchk(Name/Arity, [module/1, module/2, license/1, encoding/1, (meta_predicate)/1]),
    \+ Directive = set_prolog_flag(character_escapes_unicode, _).
