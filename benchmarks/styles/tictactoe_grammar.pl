/*  Tic-tac-toe: cells are scanned by grammar rules. */

player(x).
player(o).

initial(x-[e,e,e,e,e,e,e,e,e]).

to_move(P-_, P).

move(P-Cells, N, Q-Cells2) :-
    phrase(play(P, N, Cells2), Cells),
    turn(P, Q).

turn(x, o).
turn(o, x).

play(P, N, New) -->
    cells(Before),
    [e],
    cells(After),
    { append(Before, [P|After], New),
      length(Before, N0),
      N is N0 + 1 }.

cells([]) --> [].
cells([C|Cs]) --> [C], cells(Cs).

three(P) --> skip(_), threes(P), rest.
threes(P) --> [P,P,P], { true }.

rest --> [].
rest --> [_], rest.

skip(0) --> [].
skip(N) --> [_,_,_], skip(M), { N is M + 1 }.

line(P, [A,B,C,D,E,F,G,H,I]) :-
    (   phrase(three(P), [A,B,C,D,E,F,G,H,I])
    ;   phrase(three(P), [A,D,G,B,E,H,C,F,I])
    ;   phrase(three(P), [A,E,I,C,E,G])
    ),
    !.

terminal(P-Cells) :- turn(P, Q), line(Q, Cells).
terminal(_-Cells) :- \+ memberchk(e, Cells).

utility(_-Cells, V) :- line(x, Cells), !, V = 1.
utility(_-Cells, V) :- line(o, Cells), !, V = -1.
utility(_, 0).

board(_-[A,B,C,D,E,F,G,H,I], Rows) :-
    maplist(maplist(shown), [[A,B,C],[D,E,F],[G,H,I]], Rows).

shown(e, '.').
shown(x, x).
shown(o, o).
