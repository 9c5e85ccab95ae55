/*  Tic-tac-toe: a flat list of nine cells, nth1/3 and patterns. */

:- use_module(library(lists)).

player(x).
player(o).

initial(state(x, [' ',' ',' ',' ',' ',' ',' ',' ',' '])).

to_move(state(P, _), P).

move(state(P, Board), N, state(Q, Board2)) :-
    between(1, 9, N),
    nth1(N, Board, ' '),
    nth1(N, Board, _, Rest),
    nth1(N, Board2, P, Rest),
    opponent(P, Q).

opponent(x, o).
opponent(o, x).

wins([P,P,P,_,_,_,_,_,_], P).
wins([_,_,_,P,P,P,_,_,_], P).
wins([_,_,_,_,_,_,P,P,P], P).
wins([P,_,_,P,_,_,P,_,_], P).
wins([_,P,_,_,P,_,_,P,_], P).
wins([_,_,P,_,_,P,_,_,P], P).
wins([P,_,_,_,P,_,_,_,P], P).
wins([_,_,P,_,P,_,P,_,_], P).

won(Board, P) :- wins(Board, P), P \= ' '.

terminal(state(_, Board)) :- once(won(Board, _)).
terminal(state(_, Board)) :- \+ member(' ', Board).

utility(state(_, Board), V) :-
    (   won(Board, x) -> V = 1
    ;   won(Board, o) -> V = -1
    ;   V = 0
    ).

board(state(_, [A,B,C,D,E,F,G,H,I]), Rows) :-
    maplist(maplist(shown), [[A,B,C],[D,E,F],[G,H,I]], Rows).

shown(' ', '.') :- !.
shown(P, P).
