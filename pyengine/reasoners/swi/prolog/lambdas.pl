/*  Lambda expressions and the like mean the same in every process.

    library(yall) turns `maplist([Row]>>length(Row, Width), Rows)` into a call of a clause of its own while a file is
    loaded, if it happens to know maplist/2 as a meta-predicate by then; and of that clause Width is a new variable, so
    that the rows may be of any length. Called, the same lambda expression sees what Width is bound to. Rules get the
    call always; what else is loaded in this process is expanded as before.

    library(apply_macros), which comes with the libraries of constraints, does so with maplist/2 and phrase/2 in whatever
    is loaded after it, and hides from the guard what is called.
*/

:- module(pyengine_lambdas,
          [ spare_rules/0
          ]).

:- use_module(library(yall), []).
:- use_module(gate, []).

%!  spare_rules is det.
%
%   What is loaded of these libraries by now does not expand goals of rules.

spare_rules :-
    with_mutex(pyengine_lambdas,
               forall(( member(Head, [goal_expansion(_, _), goal_expansion(_, _, _, _)]),
                        clause(system:Head, Library:Expand, Clause),
                        expanding(Library)
                      ),
                      ( erase(Clause),
                        assertz((system:Head :- \+ pyengine_lambdas:loading_rules, Library:Expand)) ))).

expanding(yall).
expanding(apply_macros).

loading_rules :-
    prolog_load_context(module, Rules),
    pyengine_gate:guarding(_, Rules, _),
    !.
