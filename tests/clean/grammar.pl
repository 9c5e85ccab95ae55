% A game whose notation is read and written by grammars: FEN-like text for noughts on a strip.

:- use_module(library(dcg/basics)).
:- use_module(library(dcg/high_order)).
:- use_module(library(lists)).
:- set_prolog_flag(double_quotes, codes).

player(x).
player(o).

initial(strip(x, [e, e, e, e])).

to_move(strip(P, _), P).

move(strip(P, Cells), mark(I), strip(Q, New)) :-
    opponent(P, Q),
    nth1(I, Cells, e, Rest),
    nth1(I, New, P, Rest).

terminal(strip(_, Cells)) :- \+ memberchk(e, Cells).

utility(strip(_, Cells), V) :-
    phrase(score(0, V), Cells).

opponent(x, o).
opponent(o, x).

score(V, V) --> [].
score(V0, V) -->
    [x, x], !,
    { V1 is V0 + 1 },
    score(V1, V).
score(V0, V) -->
    [_],
    score(V0, V).

notation(strip(P, Cells), Text) :-
    (   nonvar(P)
    ->  phrase(cells(P, Cells), Codes), !,
        atom_codes(Text, Codes)
    ;   atom_codes(Text, Codes),
        phrase(position(P, Cells), Codes)
    ).

cells(P, Cells) -->
    side(P), " ",
    sequence(cell, Cells).

position(P, Cells) -->
    cells(P, Cells),
    ( " ", integer(_) -> [] ; \+ [_] ),
    call(end_of_line),
    blanks.

side(x) --> "x".
side(o) --> "o".

cell(e) --> "." | "-".
cell(P) --> side(P).

end_of_line([], []).
end_of_line([0'\n|Rest], Rest).
