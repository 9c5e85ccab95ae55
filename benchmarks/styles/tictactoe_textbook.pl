/*  Tic-tac-toe in the vocabulary of the textbook: moves/2 and staticval/2. */

initial(p(x, b(n,n,n,n,n,n,n,n,n))).

max_to_move(p(x, _)).
min_to_move(p(o, _)).

moves(p(Player, Board), PosList) :-
    \+ line(Board, _),
    opponent(Player, Opponent),
    Board =.. [b|Cells],
    findall(p(Opponent, NewBoard),
            ( append(Before, [n|After], Cells),
              append(Before, [Player|After], NewCells),
              NewBoard =.. [b|NewCells] ),
            PosList),
    PosList = [_|_].

opponent(x, o).
opponent(o, x).

staticval(p(_, Board), Val) :-
    (   line(Board, x) -> Val = 1
    ;   line(Board, o) -> Val = -1
    ;   Val = 0
    ).

line(b(A,B,C,D,E,F,G,H,I), P) :-
    member(P, [x,o]),
    (   [A,B,C] = [P,P,P]
    ;   [D,E,F] = [P,P,P]
    ;   [G,H,I] = [P,P,P]
    ;   [A,D,G] = [P,P,P]
    ;   [B,E,H] = [P,P,P]
    ;   [C,F,I] = [P,P,P]
    ;   [A,E,I] = [P,P,P]
    ;   [C,E,G] = [P,P,P]
    ),
    !.

board(p(_, b(A,B,C,D,E,F,G,H,I)), [R1,R2,R3]) :-
    maplist(shown, [A,B,C], R1),
    maplist(shown, [D,E,F], R2),
    maplist(shown, [G,H,I], R3).

shown(n, '.').
shown(x, x).
shown(o, o).
