/*  What rules that nobody has vouched for may call.

    While such a file is loaded, each clause body is rewritten. A goal known from the text stays as it is if the file
    defines it or the vocabulary calls it safe; otherwise it becomes a goal that throws. A goal that only the run will
    know goes through run/2..9, which does the same with it just before it is called.
*/

:- module(pyengine_guard,
          [ vocabulary/2,               % +Entries, +Libraries
            start_guard/4,              % +Trust, +Rules, +Id, +Text
            stop_guard/2,               % +Rules, +Id
            check_own/1,                % +Rules
            guarded_goal/4              % +Trust, +Rules, +Goal, -Guarded
          ]).

:- use_module(library(lists)).
:- use_module(library(apply)).

:- dynamic
    safe/3,                             % Name, Arity, Library
    spec/3,                             % Name, Arity, list of characters as in meta_predicate/1
    safe_library/1,
    own/3.                              % Rules, Name, Arity

:- thread_local
    guarding/3,                         % Id, Rules, Trust
    needed/4.                           % Rules, Name, Arity, Position

:- set_module(pyengine_rules:base(system)).

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

                 /*******************************
                 *           LOADING            *
                 *******************************/

%!  start_guard(+Trust, +Rules, +Id, +Text) is det.
%
%   From now on, clauses of the file Id that this thread loads are rewritten. Text is read once before, to know what
%   the file defines and to refuse directives that do more than declare; nothing of it has run yet then.

start_guard(Trust, Rules, Id, Text) :-
    retractall(own(Rules, _, _)),
    forall(member(Name/Arity, [param/2, minimax/3]), assertz(own(Rules, Name, Arity))),
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
        ;   own(Rules, Name, Arity)
        ->  true
        ;   assertz(own(Rules, Name, Arity))
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
    rewrite(Goal, 0, context(Rules, run, false), Guarded),
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
           ;   retract(own(Rules, Name, Arity))
           )).

%   prologs_own(+Name, +Arity) is semidet: SWI-Prolog defines it, or would load a library that does.

prologs_own(Name, Arity) :-
    functor(Head, Name, Arity),
    (   catch(predicate_property(system:Head, defined), _, fail)
    ;   catch('$in_library'(Name, Arity, _), _, fail)
    ;   sub_atom(Name, 0, _, _, $)
    ),
    !.

pyengine_rules:term_expansion(Clause, Expanded) :-
    pyengine_guard:expand_clause(Clause, Expanded).

expand_clause(Clause, Expanded) :-
    prolog_load_context(source, Id),
    guarding(Id, Rules, Trust),
    Clause \= (:- _),
    guarded_clause(Clause, context(Rules, Trust, false), Expanded),
    Expanded \== Clause.

guarded_clause(Rule, Context, Clause) :-
    Rule = (_ --> _),
    !,
    dcg_translate_rule(Rule, Clause0),
    guarded_clause(Clause0, Context, Clause).
guarded_clause((Head :- Body), Context, (Head :- Guarded)) :-
    !,
    rewrite(Body, 0, Context, Guarded).
guarded_clause((Head, Guard => Body), Context, (Head, Guard1 => Guarded)) :-
    !,
    rewrite(Guard, 0, Context, Guard1),
    rewrite(Body, 0, Context, Guarded).
guarded_clause((Head => Body), Context, (Head => Guarded)) :-
    !,
    rewrite(Body, 0, Context, Guarded).
guarded_clause(Head, _, Head).

                 /*******************************
                 *          REWRITING           *
                 *******************************/

%!  guarded_goal(+Trust, +Rules, +Goal, -Guarded) is det.

guarded_goal(trusted, _, Goal, Goal).
guarded_goal(guarded, Rules, Goal, Guarded) :-
    rewrite(Goal, 0, context(Rules, run, false), Guarded).

%   rewrite(+Closure, +Extra, +Context, -Guarded): Closure will be called with Extra more arguments. Context is
%   context(Rules, Mode, Captured): in the mode `trusted` only catch/3 is rewritten, so that no rule can swallow the
%   end of its budget; Captured is true where output goes into a term.

rewrite(Goal, _, Context, Guarded) :-
    var(Goal),
    !,
    Context = context(Rules, Mode, _),
    (   Mode == trusted
    ->  Guarded = Goal
    ;   Guarded = pyengine_guard:run(Rules, Goal)
    ).
rewrite(Module:Goal, Extra, Context, Guarded) :-
    !,
    rewrite_qualified(Module, Goal, Extra, Context, Guarded).
rewrite(catch(Goal, Ball, Recovery), 0, Context, pyengine_guard:catching(Goal1, Ball, Recovery1)) :-
    \+ ( Context = context(Rules, _, _), own(Rules, catch, 3) ),
    !,
    rewrite_in_rules(Goal, Context, Goal1),
    rewrite_in_rules(Recovery, Context, Recovery1).
rewrite(Goal, _, context(_, _, _), Goal) :-
    \+ callable(Goal),
    !.
rewrite(Goal, Extra, Context, Guarded) :-
    functor(Goal, Name, Arity0),
    Arity is Arity0+Extra,
    Context = context(Rules, Mode, _),
    (   own(Rules, Name, Arity)
    ->  Guarded = Goal
    ;   Mode == trusted
    ->  rewrite_trusted(Goal, Context, Guarded)
    ;   rewrite_foreign(Goal, Name, Arity, Extra, Context, Guarded)
    ).

rewrite_in_rules(Goal, Context, Rules:Guarded) :-
    Context = context(Rules, _, _),
    rewrite(Goal, 0, Context, Guarded).

rewrite_trusted(Goal, Context, Guarded) :-
    (   control(Goal)
    ->  Goal =.. [Name|Goals0],
        maplist([G0, G]>>rewrite(G0, 0, Context, G), Goals0, Goals),
        Guarded =.. [Name|Goals]
    ;   Guarded = Goal
    ).

control((_, _)).
control((_ ; _)).
control((_ -> _)).
control((_ *-> _)).
control(\+ _).

rewrite_qualified(Module, Goal, Extra, Context, Guarded) :-
    Context = context(Rules, Mode, _),
    (   Mode == trusted
    ->  Guarded = Module:Goal
    ;   Module == Rules
    ->  rewrite(Goal, Extra, Context, Guarded)
    ;   var(Module)
    ->  (   Mode == run
        ->  Guarded = pyengine_guard:refuse(Module:Goal)
        ;   Guarded = pyengine_guard:run(Rules, Module:Goal)
        )
    ;   callable(Goal),
        functor(Goal, Name, Arity0),
        Arity is Arity0+Extra,
        safe(Name, Arity, Library),
        ( Library == Module ; atom(Library), file_base_name(Library, Module) )
    ->  rewrite_foreign(Goal, Name, Arity, Extra, Context, Guarded)
    ;   Guarded = pyengine_guard:refuse(Module:Goal)
    ).

%   rewrite_foreign(+Goal, +Name, +Arity, +Extra, +Context, -Guarded): Goal is not the file's own.

rewrite_foreign(Goal, Name, Arity, _, Context, Guarded) :-
    lambda(Name, Left, Arity, Parameters),
    !,
    Goal =.. [Name, Parameters, Body|Arguments],
    call(Left, Extra),
    rewrite(Body, Extra, Context, Body1),
    Guarded =.. [Name, Parameters, Body1|Arguments].
rewrite_foreign(Goal, Name, Arity, Extra, Context, Guarded) :-
    to_sink(Name, Arity),
    !,
    (   Extra =:= 0
    ->  rewrite_sink(Goal, Context, Guarded)
    ;   late(Goal, Extra, Context, Guarded)
    ).
rewrite_foreign(Goal, Name, Arity, Extra, Context, Guarded) :-
    printing(Name, Arity),
    Context = context(_, Mode, Captured),
    ( Mode == guarded ; Captured == true ),
    !,
    (   Name == format
    ->  (   Extra =:= 0,
            arg(1, Goal, Format)
        ->  check_format(Format, Goal, Context, Guarded)
        ;   late(Goal, Extra, Context, Guarded)
        )
    ;   Guarded = Goal
    ).
rewrite_foreign(Goal, Name, Arity, Extra, Context, Guarded) :-
    safe(Name, Arity, _),
    !,
    (   spec(Name, Arity, Spec)
    ->  rewrite_meta(Goal, Spec, Extra, Context, Guarded)
    ;   Guarded = Goal
    ).
rewrite_foreign(_, Name, Arity, _, context(Rules, _, _), Guarded) :-
    (   prologs_own(Name, Arity)
    ->  Guarded = pyengine_guard:refuse(Name/Arity)
    ;   Guarded = pyengine_guard:unknown(Rules, Name/Arity)
    ).

%   lambda(+Name, -Left, +Arity, ?Parameters): a lambda expression of library(yall) or a quantifier, called with Arity
%   arguments in all. call(Left, Extra) gives how many its body is called with, once Parameters are known.

lambda(>>, pyengine_guard:left_of_list(Parameters, Given), Arity, Parameters) :-
    Arity >= 2,
    Given is Arity-2.
lambda(/, =(Given), Arity, _) :-
    Arity >= 2,
    Given is Arity-2.
lambda(^, =(Left), Arity, _) :-
    Arity >= 2,
    Left is max(0, Arity-3).

left_of_list(Parameters, Given, Left) :-
    (   nonvar(Parameters),
        ( Parameters = _/List -> true ; List = Parameters ),
        is_list(List)
    ->  length(List, Taken),
        Left is max(0, Given-Taken)
    ;   Left = Given
    ).

%   Arguments that are goals are rewritten. Where one is missing yet (a closure whose argument is a goal), or stands in
%   a place where its shape matters (^ and DCG bodies) and is not known, the whole waits for the run.

rewrite_meta(Goal, Spec, Extra, Context, Guarded) :-
    Goal =.. [Name|Arguments0],
    length(Arguments0, Given),
    length(Known, Given),
    append(Known, Missing, Spec),
    (   Extra > 0,
        member(Letter, Missing),
        goal_letter(Letter)
    ->  late(Goal, Extra, Context, Guarded)
    ;   \+ ( Extra > 0, memberchk(/, Known) ),
        rewrite_arguments(Known, Arguments0, Context, Arguments)
    ->  Guarded =.. [Name|Arguments]
    ;   late(Goal, Extra, Context, Guarded)
    ).

goal_letter(Letter) :-
    ( char_type(Letter, digit) ; memberchk(Letter, [^, /, :]) ),
    !.

rewrite_arguments([], [], _, []).
rewrite_arguments([Letter|Letters], [Argument0|Arguments0], Context, [Argument|Arguments]) :-
    rewrite_argument(Letter, Argument0, Context, Argument),
    rewrite_arguments(Letters, Arguments0, Context, Arguments).

rewrite_argument(^, Goal, Context, Guarded) :-
    !,
    nonvar(Goal),
    (   Goal = Var^Inner
    ->  Guarded = Var^Guarded0,
        rewrite_argument(^, Inner, Context, Guarded0)
    ;   rewrite(Goal, 0, Context, Guarded)
    ).
rewrite_argument(/, Body, Context, Guarded) :-
    !,
    nonvar(Body),
    rewrite_dcg(Body, Context, Guarded).
rewrite_argument(Letter, Closure, Context, Guarded) :-
    char_type(Letter, digit(Extra)),
    !,
    rewrite(Closure, Extra, Context, Guarded).
rewrite_argument(_, Argument, _, Argument).

%   A DCG body that is not one non-terminal is called as the goal that it translates to.

rewrite_dcg(Body, Context, Guarded) :-
    (   plain_nonterminal(Body)
    ->  rewrite(Body, 2, Context, Guarded)
    ;   dcg_translate_rule((nonterminal --> Body), (nonterminal(S0, S) :- Goal)),
        rewrite(Goal, 0, Context, Goal1),
        Context = context(Rules, _, _),
        Guarded = pyengine_guard:body(Rules, S0, S, Goal1)
    ).

plain_nonterminal(Body) :-
    callable(Body),
    \+ is_list(Body),
    functor(Body, Name, Arity),
    \+ memberchk(Name/Arity, [(',')/2, (;)/2, ('|')/2, (->)/2, (*->)/2, (\+)/1, {}/1, !/0, []/0, call/1, (:)/2]),
    Name \== call.

late(Goal, Extra, context(Rules, Mode, _), Guarded) :-
    (   Mode == run,
        Extra =:= 0
    ->  Guarded = pyengine_guard:unknown_goal(Goal)
    ;   Guarded = pyengine_guard:run(Rules, Goal)
    ).

                 /*******************************
                 *            OUTPUT            *
                 *******************************/

to_sink(format, 3).
to_sink(with_output_to, 2).
to_sink(normalize_space, 2).

printing(write, 1).
printing(writeq, 1).
printing(print, 1).
printing(writeln, 1).
printing(write_canonical, 1).
printing(nl, 0).
printing(tab, 1).
printing(put_char, 1).
printing(format, 1).
printing(format, 2).

rewrite_sink(Goal, Context, Guarded) :-
    arg(1, Goal, Sink),
    (   var(Sink)
    ->  late(Goal, 0, Context, Guarded)
    ;   compound(Sink),
        functor(Sink, Name, Arity),
        memberchk(Name, [atom, string, codes, chars]),
        memberchk(Arity, [1, 2])
    ->  rewrite_into(Goal, Context, Guarded)
    ;   functor(Goal, Name, Arity),
        Guarded = pyengine_guard:refuse(Name/Arity)
    ).

rewrite_into(with_output_to(Sink, Goal), context(Rules, Mode, _), with_output_to(Sink, Guarded)) :-
    !,
    rewrite(Goal, 0, context(Rules, Mode, true), Guarded).
rewrite_into(format(Sink, Format, Arguments), Context, Guarded) :-
    !,
    check_format(Format, format(Sink, Format, Arguments), Context, Guarded).
rewrite_into(Goal, _, Goal).

check_format(Format, Goal, Context, Guarded) :-
    (   var(Format)
    ->  late(Goal, 0, Context, Guarded)
    ;   catch(text_to_string(Format, Text), _, fail),
        string_codes(Text, Codes),
        \+ calling_directive(Codes)
    ->  Guarded = Goal
    ;   functor(Goal, Name, Arity),
        Guarded = pyengine_guard:refuse(Name/Arity)
    ).

%   ~@ calls a goal; ~W takes write options, among them portray goals. Digits, `c and * may stand between.

calling_directive(Codes) :-
    append(_, [0'~|Rest], Codes),
    directive_letter(Rest, Letter),
    memberchk(Letter, [0'@, 0'W, 0'p]),
    !.

directive_letter([0'`, _|Rest], Letter) :-
    !,
    directive_letter(Rest, Letter).
directive_letter([Code|Rest], Letter) :-
    (   ( code_type(Code, digit) ; memberchk(Code, [0'*, 0':]) )
    ->  directive_letter(Rest, Letter)
    ;   Letter = Code
    ).

                 /*******************************
                 *         AT RUN TIME          *
                 *******************************/

:- meta_predicate catching(0, ?, 0).

%!  catching(:Goal, ?Ball, :Recovery) is nondet.
%
%   catch/3, except that the end of a budget and a refused call cannot be caught.

catching(Goal, Ball, Recovery) :-
    catch(Goal, Thrown, pyengine_guard:recover(Thrown, Ball, Recovery)).

recover(Thrown, Ball, Recovery) :-
    (   \+ final(Thrown),
        Thrown = Ball
    ->  call(Recovery)
    ;   throw(Thrown)
    ).

final(Thrown) :-
    nonvar(Thrown),
    final_(Thrown).

final_('$aborted').
final_(unwind(_)).
final_(inference_limit_exceeded).
final_(inference_limit_exceeded(_)).
final_(pyengine(_)).
final_(error(Formal, _)) :-
    nonvar(Formal),
    ( Formal = resource_error(_) ; Formal = permission_error(_, Unsafe, _), Unsafe == unsafe ).

%!  run(+Rules, :Goal) is nondet.
%!  run(+Rules, :Closure, ?Argument, ...) is nondet.
%
%   Call what only now is known, if rules may call it.

run(Rules, Goal) :-
    ready(Goal, Rules, Guarded),
    call(Rules:Guarded).
run(Rules, Closure, A) :-
    add(Closure, [A], Goal),
    run(Rules, Goal).
run(Rules, Closure, A, B) :-
    add(Closure, [A, B], Goal),
    run(Rules, Goal).
run(Rules, Closure, A, B, C) :-
    add(Closure, [A, B, C], Goal),
    run(Rules, Goal).
run(Rules, Closure, A, B, C, D) :-
    add(Closure, [A, B, C, D], Goal),
    run(Rules, Goal).
run(Rules, Closure, A, B, C, D, E) :-
    add(Closure, [A, B, C, D, E], Goal),
    run(Rules, Goal).
run(Rules, Closure, A, B, C, D, E, F) :-
    add(Closure, [A, B, C, D, E, F], Goal),
    run(Rules, Goal).
run(Rules, Closure, A, B, C, D, E, F, G) :-
    add(Closure, [A, B, C, D, E, F, G], Goal),
    run(Rules, Goal).

ready(Goal, Rules, Guarded) :-
    (   var(Goal)
    ->  throw(error(instantiation_error, _))
    ;   callable(Goal)
    ->  rewrite(Goal, 0, context(Rules, run, false), Guarded)
    ;   throw(error(type_error(callable, Goal), _))
    ).

add(Closure, _, _) :-
    var(Closure),
    !,
    throw(error(instantiation_error, _)).
add(Module:Closure, Arguments, Module:Goal) :-
    !,
    add(Closure, Arguments, Goal).
add(Closure, Arguments, Goal) :-
    (   compound(Closure)
    ->  compound_name_arguments(Closure, Name, Given),
        append(Given, Arguments, All),
        compound_name_arguments(Goal, Name, All)
    ;   atom(Closure)
    ->  compound_name_arguments(Goal, Closure, Arguments)
    ;   throw(error(type_error(callable, Closure), _))
    ).

%!  body(+Rules, ?S0, ?S, :Goal, +List, ?Rest) is nondet.
%
%   What a DCG body was translated to, called as a non-terminal.

body(Rules, S0, S, Goal, List, Rest) :-
    S0 = List,
    S = Rest,
    call(Rules:Goal).

refuse(What) :-
    throw(error(permission_error(call, unsafe, What), _)).

unknown(Rules, PI) :-
    throw(error(existence_error(procedure, PI), Rules:PI)).

unknown_goal(Goal) :-
    (   term_variables(Goal, [_|_])
    ->  throw(error(instantiation_error, _))
    ;   functor(Goal, Name, Arity),
        refuse(Name/Arity)
    ).
