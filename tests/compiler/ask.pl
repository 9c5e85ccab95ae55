/*  Answers of SWI-Prolog, printed for comparison.

    Reads ask(File, [Name/Arity, ...]) terms, loads each File into a module of its own, and prints a line of JSON for
    each predicate: its first solutions, and the error that ended it if there was one; the ball `limit` where the
    goal would not end, or made a cyclic term.
*/

:- initialization(set_prolog_flag(encoding, utf8)).

:- use_module(library(time)).

main :-
    set_prolog_flag(stack_limit, 100 000 000),
    set_stream(user_input, encoding(utf8)),
    set_stream(user_output, encoding(utf8)),
    repeat,
    read(Term),
    (   Term == end_of_file
    ->  !
    ;   Term = ask(Text, Wanted),
        atom_string(File, Text),
        load_files(File:File, [silent(true)]),
        forall(member(PI, Wanted), answer(File, PI)),
        fail
    ),
    halt.

answer(File, Name/Arity) :-
    length(Args, Arity),
    Goal =.. [Name|Args],
    State = found(0, []),
    catch(bounded(collect(File:Goal, Args, State)), Error0, true),
    limit_of(Error0, Error),
    arg(2, State, Reversed),
    reverse(Reversed, Solutions),
    (   var(Error)
    ->  Last = null
    ;   Error = error(Formal, _)
    ->  Last = [error, Formal]
    ;   Last = [ball, Error]
    ),
    format("["), json_text(File), format(", "), json_text(Name), format(", ["),
    emit_solutions(Solutions),
    format("], "),
    (   Last = [Kind, Value]
    ->  term_variables(Value, Vs),
        number_all(Vs, 1),
        format("[\"~w\", ", [Kind]), emit(Value), format("]")
    ;   format("null")
    ),
    format("]~n"),
    flush_output.

bounded(Goal) :-
    call_with_inference_limit(call_with_time_limit(3, Goal), 1 000 000, Result),
    (   Result == inference_limit_exceeded
    ->  throw(limit)
    ;   true
    ).

limit_of(Error0, Error) :-
    (   nonvar(Error0),
        (   Error0 = error(resource_error(_), _)
        ;   memberchk(Error0, [time_limit_exceeded, inference_limit_exceeded])
        ;   cyclic_term(Error0)
        )
    ->  Error = limit
    ;   Error = Error0
    ).

collect(Goal, Args, State) :-
    call(Goal),
    (   acyclic_term(Args)
    ->  true
    ;   throw(limit)
    ),
    arg(1, State, N0),
    N is N0 + 1,
    arg(2, State, Solutions),
    nb_setarg(1, State, N),
    copy_term(Args, Copy),
    nb_setarg(2, State, [Copy|Solutions]),
    N >= 12,
    !.
collect(_, _, _).

emit_solutions([]).
emit_solutions([S|Ss]) :-
    emit_each(S),
    (   Ss == []
    ->  true
    ;   format(", ")
    ),
    emit_solutions(Ss).

emit_each(Args) :-
    copy_term(Args, Copy),
    term_variables(Copy, Vs),
    number_all(Vs, 1),
    format("["),
    emit_args(Copy),
    format("]").

number_all([], _).
number_all([V|Vs], N) :-
    V = '$variable'(N),
    N1 is N + 1,
    number_all(Vs, N1).

emit_args([]).
emit_args([A|As]) :-
    emit(A),
    (   As == []
    ->  true
    ;   format(", ")
    ),
    emit_args(As).

emit(X) :- var(X), !, X = '$variable'(0), emit(X).
emit('$variable'(N)) :- !, format("[\"v\", ~w]", [N]).
emit(X) :- rational(X), !, format("[\"i\", \"~w\"]", [X]).
emit(X) :- float(X), !,
    (   ( X =:= inf ; X =:= -inf ; \+ X =:= X )
    ->  format("[\"f\", \"~w\"]", [X])
    ;   format("[\"f\", \"~w\"]", [X])
    ).
emit(X) :- string(X), !, format("[\"s\", "), json_text(X), format("]").
emit([]) :- !, format("[\"n\"]").
emit(X) :- atom(X), !, format("[\"a\", "), json_text(X), format("]").
emit(X) :- X = [_|_], !,
    take(X, Items, Tail),
    format("[\"l\", ["), emit_args(Items), format("], "), emit(Tail), format("]").
emit(X) :-
    compound_name_arguments(X, Name, Args),
    format("[\"c\", "), json_text(Name), format(", ["), emit_args(Args), format("]]").

take(X, [], X) :- var(X), !.
take([X|Xs], [X|Ys], Tail) :- !, take(Xs, Ys, Tail).
take(Tail, [], Tail).

json_text(Text) :-
    string_codes(Text, Codes),
    put_char('"'),
    forall(member(C, Codes), json_code(C)),
    put_char('"').

json_code(0'") :- !, format("\\\"").
json_code(0'\\) :- !, format("\\\\").
json_code(C) :- C < 32, !, format("\\u~|~`0t~16r~4+", [C]).
json_code(C) :- put_char_code(C).

put_char_code(C) :- char_code(Char, C), put_char(Char).
