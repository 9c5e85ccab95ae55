/*  The libraries of constraints, and rules/search/minimax.pl, compute with what rules give them, far from the goal that
    the rules have: they are loaded with arithmetic whose sizes are looked at. What they define stays the same. */

:- module(pyengine_constraints, []).

:- use_module(arithmetic).

:- multifile system:goal_expansion/2.
:- dynamic system:goal_expansion/2.

:- forall(arithmetic(Goal),
          assertz((system:goal_expansion(Goal, Sized) :- pyengine_constraints:sized(Goal, Sized)))).

sized(Goal, Sized) :-
    prolog_load_context(module, Module),
    computing(Module),
    sized_arithmetic(Goal, Sized).

computing(clpfd).
computing(clpb).
computing(simplex).
computing(minimax).

%   What somebody else has loaded in this process is loaded again.

:- forall(( computing(Module),
            module_property(Module, file(File)) ),
          load_files(File, [if(true), silent(true)])).
