/*  Tic-tac-toe: the board is an atom of nine characters. */

player(x).
player(o).

initial(t('---------', x)).

to_move(t(_, P), P).

move(t(Board, P), N, t(Board2, Q)) :-
    sub_atom(Board, N, 1, _, '-'),
    sub_atom(Board, 0, N, _, Before),
    After0 is N + 1,
    sub_atom(Board, After0, _, 0, After),
    atomic_list_concat([Before, P, After], Board2),
    swap(P, Q).

swap(x, o).
swap(o, x).

line(0, 1, 2).
line(3, 4, 5).
line(6, 7, 8).
line(0, 3, 6).
line(1, 4, 7).
line(2, 5, 8).
line(0, 4, 8).
line(2, 4, 6).

won(Board, P) :-
    line(A, B, C),
    sub_atom(Board, A, 1, _, P),
    P \== '-',
    sub_atom(Board, B, 1, _, P),
    sub_atom(Board, C, 1, _, P).

terminal(t(Board, _)) :- won(Board, _), !.
terminal(t(Board, _)) :- \+ sub_atom(Board, _, _, _, '-').

utility(t(Board, _), V) :-
    (   won(Board, P)
    ->  ( P = x -> V = 1 ; V = -1 )
    ;   V = 0
    ).

board(t(Board, _), [R1,R2,R3]) :-
    atom_chars(Board, Chars),
    maplist(dot, Chars, [A,B,C,D,E,F,G,H,I]),
    R1 = [A,B,C],
    R2 = [D,E,F],
    R3 = [G,H,I].

dot(-, '.') :- !.
dot(C, C).
