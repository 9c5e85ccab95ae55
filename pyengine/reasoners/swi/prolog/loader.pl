/*  Loading a rule file from memory into a module of its own, quietly, and answering queries there. */

:- module(pyengine_loader,
          [ load_rules/9,               % +Rules, +Lasting, +Name, +Id, +Text, +Included, +Operators, +Trust, -Messages
            unload/2,                   % +Rules, +Id
            solutions/6                 % +Rules, +Trust, +Limit, +Inferences, +Query, -List
          ]).

:- use_module(library(lists)).
:- use_module(library(solution_sequences)).
:- use_module(answers).
:- use_module(barrier).
:- use_module(gate).
:- use_module(guard, []).             % what rewritten rules call
:- use_module(interface).
:- use_module(rewriting).
:- use_module(vocabulary, [forget/1, name_module/2]).
:- use_module(settling).
:- use_module(verification).
:- use_module(lambdas).
:- use_module(constraints, []).       % and libraries that they load, with sizes looked at

:- thread_local
    loading/1,
    message/5.

:- multifile user:message_hook/3.
:- dynamic user:message_hook/3.

user:message_hook(Term, Kind, Lines) :-
    pyengine_loader:loading(Id),
    pyengine_loader:keep_message(Kind, Term, Lines, Id).

%!  load_rules(+Rules, +Lasting, +Name, +Id, +Text, +Included, +Operators, +Trust, -Messages) is det.
%
%   Load Text as a file named Id into the fresh module Rules, where Operators, a list of op/3 terms, hold at once.
%   Lasting is `temporary` where all of the module can be forgotten in the end, otherwise `user`. Name is what the file
%   itself calls the module, '' where it has no name for it. Included is a list of included(Including, File, Path, Text):
%   what a file includes by a name. Nothing else is opened for rules that nobody has vouched for, so what they are is
%   what was read and checked. Messages is a list of message(Kind, File, Line, Column, Text) with Kind syntax or load;
%   nothing is printed.

load_rules(Rules, Lasting, Name, Id, Text, Included, Operators, Trust, Messages) :-
    set_module(Rules:class(Lasting)),
    ready_to_read(Rules, Operators),
    forget(Rules),
    retractall(message(_, _, _, _, _)),
    ( Name == '' -> true ; name_module(Rules, Name) ),
    setup_call_cleanup(
        asserta(loading(Id)),
        ( start_guard(Trust, Rules, Id, Text, Included, Operators),
          spare_rules,
          catch(load_stream(Rules, Id, Text, Trust), Error, print_message(error, Error)),
          ( Trust == guarded -> secure(Rules, Id) ; true ),
          offer_minimax(Rules),
          settle ),
        ( stop_guard(Rules, Id), retractall(loading(Id)) )),
    findall(message(Kind, File, Line, Column, Said),
            retract(message(Kind, File, Line, Column, Said)),
            Messages).

%   Before anything of guarded rules runs: what was loaded is what was looked at, and sees nothing but what is safe.

secure(Rules, Id) :-
    (   message(_, _, _, _, _)          % they are refused anyway
    ->  true
    ;   check_own(Rules),
        verify(Rules, Id)
    ),
    raise_barrier(Rules).

%   SWI-Prolog may move unifications of a body into the head, and 9.0.4 then leaves C unbound in
%   `p(A, C) :- A = f(C), C = 0.` where both are asked for. Arithmetic of guarded rules is compiled, not called: it has
%   become a test and the arithmetic itself.

load_stream(Rules, Id, Text, Trust) :-
    current_prolog_flag(optimise_unify, Unify),
    current_prolog_flag(optimise, Optimise),
    setup_call_cleanup(
        ( open_string(Text, Stream),
          set_prolog_flag(optimise_unify, false),
          ( Trust == guarded -> set_prolog_flag(optimise, true) ; true ) ),
        load_files(Rules:Id, [stream(Stream), silent(true)]),
        ( set_prolog_flag(optimise_unify, Unify),
          set_prolog_flag(optimise, Optimise),
          close(Stream) )).

%   minimax/3 of rules/search/minimax.pl, for rules that have none of their own.

offer_minimax(Rules) :-
    (   defines(Rules, minimax/3)
    ->  true
    ;   @(import(minimax:minimax/3), Rules)
    ).

keep_message(error, Term, Lines, Id) :-
    keep_error(Term, Lines, Id).
keep_message(warning, Term, Lines, Id) :-
    (   failed_directive(Term)
    ->  keep_error(Term, Lines, Id)
    ;   true
    ).

failed_directive(goal_failed(directive, _)).
failed_directive(init_goal(failed, _)).
failed_directive(init_goal(_, _)).

keep_error(error(syntax_error(_), Where), Lines, _) :-
    syntax_place(Where, File, Line, Column),
    !,
    said(Lines, Said),
    assertz(message(syntax, File, Line, Column, Said)).
keep_error(_, Lines, Id) :-
    (   source_location(File, Line)
    ->  true
    ;   File = Id, Line = 1
    ),
    said(Lines, Said),
    assertz(message(load, File, Line, 1, Said)).

syntax_place(file(File, Line, Position, _), File, Line, Column) :-
    Column is Position + 1.
syntax_place(stream(_, Line, Position, _), File, Line, Column) :-
    loading(File),
    Column is Position + 1.

said(Lines, Said) :-
    with_output_to(string(Said), print_message_lines(current_output, '', Lines)).

%!  unload(+Rules, +Id) is det.
%
%   Forget the module of a game, which nobody may be in or call any more: its predicates, operators, flags and imports.
%   A module that others may refer to can only be emptied.

unload(Rules, Id) :-
    catch(abolish_tables(Rules), _, true),
    catch(unload_file(Id), _, true),
    forget(Rules),
    lower_barrier(Rules),
    retractall(system:'$load_context_module'(_, Rules, _)),
    (   \+ current_module(Rules)
    ->  true
    ;   module_property(Rules, class(temporary))
    ->  '$destroy_module'(Rules)
    ;   forall(( predicate_property(Rules:Head, number_of_clauses(_)),
                 \+ predicate_property(Rules:Head, imported_from(_))
               ),
               catch(empty(Rules, Head), _, true))
    ).

%   abolish_tables(+Rules): those of this thread, and those that threads share; each thread abolishes its own at its end.

abolish_tables(Rules) :-
    forall(( '$tbl_variant_table'(Variants),
             trie_gen(Variants, Rules:_, Table)
           ),
           '$tbl_destroy_table'(Table)).

empty(Module, Head) :-
    functor(Head, Name, Arity),
    functor(General, Name, Arity),
    (   predicate_property(Module:General, dynamic)
    ->  retractall(Module:General)
    ;   abolish(Module:Name/Arity)
    ).

%!  solutions(+Rules, +Trust, +Limit, +Inferences, +Query, -List) is det.
%
%   Query is Goal-Bindings. List has, for each solution of Goal in the module Rules, the Bindings; at most Limit, or
%   all where Limit is `none`.

solutions(Rules, Trust, Limit, Inferences, Goal-Bindings, List) :-
    guarded_goal(Trust, Rules, Goal, Guarded),
    ( Limit == none -> Wanted = Rules:Guarded ; Wanted = limit(Limit, Rules:Guarded) ),
    call_with_inference_limit(findall(Bindings, Wanted, List), Inferences, How),
    !,
    within(How).
