/*  Hexapawn: the board is an atom, row by row from white's side; moves are
    patterns of text.
*/

player(white).
player(black).

initial(h('www...bbb', white)).

to_move(h(_, P), P).

opponent(white, black).
opponent(black, white).

sign(white, w, 3).
sign(black, b, -3).

move(h(Board, P), From-To, h(Board2, Q)) :-
    \+ arrived(Board),
    opponent(P, Q),
    sign(P, Own, Step),
    sign(Q, Foe, _),
    atom_chars(Board, Chars),
    nth0(From, Chars, Own),
    Ahead is From + Step,
    goes(From, Ahead, Foe, To, Wanted),
    nth0(To, Chars, Wanted),
    nth0(From, Chars, _, Rest),
    nth0(From, Chars1, '.', Rest),
    nth0(To, Chars1, _, Rest1),
    nth0(To, Chars2, Own, Rest1),
    atom_chars(Board2, Chars2).

goes(_, Ahead, _, Ahead, '.').
goes(From, Ahead, Foe, To, Foe) :- From mod 3 > 0, To is Ahead - 1.
goes(From, Ahead, Foe, To, Foe) :- From mod 3 < 2, To is Ahead + 1.

arrived(Board) :- sub_atom(Board, 6, 3, 0, Last), sub_atom(Last, _, 1, _, w), !.
arrived(Board) :- sub_atom(Board, 0, 3, _, First), sub_atom(First, _, 1, _, b), !.

utility(h(_, white), -1).
utility(h(_, black), 1).

board(h(Board, _), [C,B,A]) :-
    atom_chars(Board, [A1,A2,A3,B1,B2,B3,C1,C2,C3]),
    A = [A1,A2,A3],
    B = [B1,B2,B3],
    C = [C1,C2,C3].
