/*  Tic-tac-toe: the board is a string, looked at by character codes. */

player(x).
player(o).

initial(pos("         ", x)).

to_move(pos(_, P), P).

move(pos(S, P), move(I), pos(S2, Q)) :-
    string_codes(S, Codes),
    between(1, 9, I),
    string_code(I, S, 0' ),
    code(P, C),
    put(I, Codes, C, Codes2),
    string_codes(S2, Codes2),
    next(P, Q).

put(1, [_|Cs], C, [C|Cs]) :- !.
put(I, [D|Cs], C, [D|Ds]) :-
    J is I - 1,
    put(J, Cs, C, Ds).

code(x, 0'x).
code(o, 0'o).

next(x, o).
next(o, x).

line([1,2,3]).
line([4,5,6]).
line([7,8,9]).
line([1,4,7]).
line([2,5,8]).
line([3,6,9]).
line([1,5,9]).
line([3,5,7]).

three(S, P) :-
    code(P, C),
    line(Line),
    forall(member(I, Line), string_code(I, S, C)).

terminal(pos(S, _)) :- three(S, _), !.
terminal(pos(S, _)) :- \+ sub_string(S, _, 1, _, " ").

utility(pos(S, _), 1) :- three(S, x), !.
utility(pos(S, _), -1) :- three(S, o), !.
utility(_, 0).

board(pos(S, _), Rows) :-
    findall(Row, ( member(Start, [0,3,6]), row(S, Start, Row) ), Rows).

row(S, Start, Row) :-
    sub_string(S, Start, 3, _, Part),
    string_chars(Part, Chars),
    maplist(shown, Chars, Row).

shown(' ', '.') :- !.
shown(C, C).
