/*  Lambda expressions of rules mean the same in every process.

    library(yall) turns `maplist([Row]>>length(Row, Width), Rows)` into a call of a clause of its own while a file is
    loaded, if it happens to know maplist/2 as a meta-predicate by then; and of that clause Width is a new variable, so
    that the rows may be of any length. Called, the same lambda expression sees what Width is bound to. Rules get the
    call always; what else is loaded in this process is expanded as before.
*/

:- module(pyengine_lambdas, []).

:- use_module(library(yall), []).
:- use_module(gate, []).

spare_rules :-
    clause(system:goal_expansion(Goal, Head), yall:Expand, Clause),
    !,
    erase(Clause),
    assertz((system:goal_expansion(Goal, Head) :-
                 \+ pyengine_gate:guarding(_, _, _),
                 yall:Expand)).

:- initialization(spare_rules).
