% A board that is printed by predicates which write, all of them inside with_output_to/2.

player(x).
player(o).

initial(row(x, [e, e, e])).

to_move(row(P, _), P).

move(row(P, Cells), at(I), row(Q, New)) :-
    nth0(I, Cells, e, Rest),
    nth0(I, New, P, Rest),
    player(Q),
    Q \== P.

utility(row(_, Cells), V) :-
    (   Cells = [x, _, x]
    ->  V = 1
    ;   Cells = [o, _, o]
    ->  V = -1
    ;   V = 0
    ).

show(row(P, Cells), Text) :-
    with_output_to(string(Text), print_row(P, Cells)).

print_row(P, Cells) :-
    format("~w to move~n", [P]),
    maplist(print_cell, Cells),
    nl.

print_cell(e) :- !, put_char(-).
print_cell(P) :- print_cell(P, 1).

print_cell(P, Width) :- tab(Width), write(P).
