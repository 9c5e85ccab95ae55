/*  What the rewritten bodies of rules call while they run. */

:- module(pyengine_guard,
          [ catching/3,                 % :Goal, ?Ball, :Recovery
            run/2,                      % +Rules, :Goal
            run/3,                      % +Rules, :Closure, ?Argument, up to run/9
            run/4, run/5, run/6, run/7, run/8, run/9,
            body/6,                     % +Rules, ?S0, ?S, :Goal, +List, ?Rest
            refuse/1,                   % +What
            refuse/2, refuse/3, refuse/4, refuse/5, refuse/6, refuse/7, refuse/8,
            unknown/2,                  % +Rules, +PI
            unknown/3, unknown/4, unknown/5, unknown/6, unknown/7, unknown/8, unknown/9,
            unknown_goal/1              % +Goal
          ]).

:- use_module(library(lists)).
:- use_module(rewriting).

:- meta_predicate catching(0, ?, 0).

%   with_arguments(+Head, -Arguments, +Body): what closures call gets one to seven Arguments more than Head has, and does Body.

term_expansion(with_arguments(Head0, Arguments, Body), Clauses) :-
    findall((Head :- Body),
            ( between(1, 7, Count),
              length(Arguments, Count),
              Head0 =.. Given,
              append(Given, Arguments, All),
              Head =.. All ),
            Clauses).

%!  catching(:Goal, ?Ball, :Recovery) is nondet.
%
%   catch/3, except that the end of a budget and a refused call cannot be caught. What is thrown must be matched by
%   catch/3 itself: it looks at Ball as it is where the term is thrown.

catching(Goal, Ball, Recovery) :-
    catch(Goal, Ball, pyengine_guard:recover(Ball, Recovery)).

recover(Thrown, Recovery) :-
    (   final(Thrown)
    ->  throw(Thrown)
    ;   call(Recovery)
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
with_arguments(run(Rules, Closure), Arguments, (add(Closure, Arguments, Goal), run(Rules, Goal))).

ready(Goal, Rules, Guarded) :-
    (   var(Goal)
    ->  throw(error(instantiation_error, _))
    ;   callable(Goal)
    ->  guarded_goal(guarded, Rules, Goal, Guarded)
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

%!  refuse(+What) is erroneous.
%!  refuse(+What, ?Argument, ...) is erroneous.
%
%   Rules may not call What, as a goal or as a closure.

refuse(What) :-
    throw(error(permission_error(call, unsafe, What), _)).
with_arguments(refuse(What), _, refuse(What)).

%!  unknown(+Rules, +PI) is erroneous.
%!  unknown(+Rules, +PI, ?Argument, ...) is erroneous.
%
%   Nobody defines PI.

unknown(Rules, PI) :-
    throw(error(existence_error(procedure, PI), Rules:PI)).
with_arguments(unknown(Rules, PI), _, unknown(Rules, PI)).

%!  unknown_goal(+Goal) is erroneous.
%
%   Even now it is not known what Goal would call.

unknown_goal(Goal) :-
    (   term_variables(Goal, [_|_])
    ->  throw(error(instantiation_error, _))
    ;   functor(Goal, Name, Arity),
        refuse(Name/Arity)
    ).
