:- include(library(bords)).
:- include(library(lists)).
:- use_module(library(boards)).

player(max).
player(min).

initial(state(max, cells(a, b))).

to_move(state(P, _), P).

move(state(max, Cells), take, state(min, Taken)) :-
    replace_arg(1, Cells, _, x, Taken).

utility(state(_, _), 0).
