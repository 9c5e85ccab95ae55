/*  SWI-Prolog asked about many small programs, one after the other.

    Each request is a term program(Text, Goals, OccursCheck, Inferences) on standard input; Goals are the indicators of
    predicates without choice of their arguments: they are called with fresh variables. The answer is a line for each
    goal: the solutions in order, then what ended them. A goal that takes more inferences or memory than there are is
    `limit`, whether or not the program catches the error; those of a program that does not load are `refused`.

    Terms are written so that the same term is always the same text: all names quoted, no operators, floats with all
    their digits, variables numbered in the order in which they stand in the solution. The context of an error is left out.
*/

:- module(oracle, []).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(aggregate)).
:- use_module(library(pairs)).
:- use_module(library(ordsets)).
:- use_module(library(assoc)).
:- use_module(library(yall)).

:- initialization(main).

:- multifile user:message_hook/3.
:- dynamic user:prolog_exception_hook/4.
:- multifile user:prolog_exception_hook/4.

user:prolog_exception_hook(error(resource_error(_), _), _, _, _) :-
    nb_setval(limited, true),
    fail.

user:message_hook(_, warning, _).   % the programs are random: singletons and the like
user:message_hook(_, error, _) :-
    nb_setval(refused, true).

main :-
    set_prolog_flag(optimise_unify, false),     % wrong in 9.0.4: p(A, B) :- A = f(B), B = 0.
    set_stream(user_input, encoding(utf8)),
    set_stream(user_output, encoding(utf8)),
    repeat,
    catch(read(Request), Error, ( print_message(informational, Error), Request = none )),
    (   Request == end_of_file
    ->  !,
        halt
    ;   ignore(catch(serve(Request), Wrong, ( write_canonical(Wrong), nl ))),
        writeln(done),
        flush_output,
        fail
    ).

serve(program(Text, Goals, OccursCheck, Inferences)) :-
    nb_setval(refused, false),
    abolish_all_tables,                         % those of the program before
    setup_call_cleanup(
        open_string(Text, Stream),
        load_files(rules:program, [stream(Stream), silent(true)]),
        close(Stream)),
    Bytes is max(64 000 000, 300 * Inferences),
    set_prolog_flag(stack_limit, Bytes),
    set_prolog_flag(occurs_check, OccursCheck),
    forall(member(Goal, Goals), answer(Goal, Inferences)),
    set_prolog_flag(occurs_check, false),
    unload_file(program).

answer(_, _) :-
    nb_getval(refused, true),
    !,
    writeln(refused).
answer(Name/Arity, Most) :-
    length(Args, Arity),
    Goal =.. [Name|Args],
    Found = found(0, []),
    nb_setval(limited, false),
    statistics(inferences, Before),
    catch(call_with_inference_limit(collect(Goal, Found), Most, Result), Error, true),
    statistics(inferences, After),
    (   (   Result == inference_limit_exceeded
        ;   After - Before > 0.95 * Most    % a catch/3 of the program may have caught it
        ;   nb_getval(limited, true)
        ;   nonvar(Error),
            Error = error(resource_error(_), _)
        )
    ->  writeln(limit)
    ;   cyclic_term(Found)
    ->  writeln(cyclic)
    ;   arg(2, Found, Reversed),
        reverse(Reversed, Solutions),
        forall(member(Solution, Solutions), ( write_solution(Solution), write(' ; ') )),
        (   var(Error)
        ->  arg(1, Found, Count),
            ( Count >= 20 -> writeln(more) ; writeln(end) )
        ;   write('! '),
            write_solution(Error),
            nl
        )
    ).

collect(Goal, Found) :-
    call(rules:Goal),
    arg(1, Found, N0),
    N is N0 + 1,
    arg(2, Found, Solutions),
    nb_setarg(1, Found, N),
    nb_setarg(2, Found, [Goal|Solutions]),
    N >= 20,
    !.
collect(_, _).

write_solution(Term) :-
    without_contexts(Term, Bare),
    copy_term(Bare, Copy),
    term_variables(Copy, Variables),
    number(Variables, 1),
    text(Copy).

without_contexts(Term, Bare) :-
    (   \+ compound(Term)
    ->  Bare = Term
    ;   Term = error(Formal, _)
    ->  without_contexts(Formal, Formal1),
        Bare = error(Formal1, [])
    ;   compound_name_arguments(Term, Name, Args),
        maplist(without_contexts, Args, Args1),
        compound_name_arguments(Bare, Name, Args1)
    ).

number([], _).
number(['$variable'(N)|Variables], N) :-
    N1 is N + 1,
    number(Variables, N1).

text(X) :-
    (   integer(X)
    ->  write(X)
    ;   rational(X, N, D)
    ->  format("~wr~w", [N, D])
    ;   float(X)
    ->  float_text(X)
    ;   string(X)
    ->  format("\"~w\"", [X])
    ;   X == []
    ->  write([])
    ;   atom(X)
    ->  format("'~w'", [X])
    ;   X = '$variable'(N)
    ->  format("_~w", [N])
    ;   X = error(Formal, _)
    ->  write('error('), text(Formal), write(')')
    ;   X = existence_error(matching_rule, _)
    ->  write(existence_error(matching_rule))
    ;   X = existence_error(procedure, rules:Indicator)
    ->  text(existence_error(procedure, Indicator))
    ;   X = [Head|Tail]
    ->  write('['), text(Head), rest(Tail), write(']')
    ;   compound_name_arguments(X, Name, Args),
        format("'~w'(", [Name]),
        (   Args = [First|Rest]
        ->  text(First),
            forall(member(Arg, Rest), ( write(','), text(Arg) ))
        ;   true
        ),
        write(')')
    ).

float_text(X) :-
    (   float_class(X, Class),
        memberchk(Class, [nan, infinite])
    ->  write(Class)
    ;   format("~16e", [X])
    ).

rest([]) :- !.
rest([Head|Tail]) :- !, write(','), text(Head), rest(Tail).
rest(Tail) :- write('|'), text(Tail).
