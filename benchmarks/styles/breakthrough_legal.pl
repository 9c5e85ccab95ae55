/*  Breakthrough: legal/2 and result/3 over a compound of 64 squares. */

player(white).
player(black).

initial(state(Board, white)) :-
    findall(C, ( between(1, 64, N), start(N, C) ), Cells),
    Board =.. [squares|Cells].

start(N, white) :- N =< 16, !.
start(N, black) :- N > 48, !.
start(_, empty).

to_move(state(_, P), P).

move(S, M, S2) :-
    legal(S, M),
    result(S, M, S2).

legal(state(Board, P), From-To) :-
    arg(From, Board, P),
    target(P, From, Way, To),
    arg(To, Board, Cell),
    can_go(Way, Cell, P).

target(P, From, Way, To) :-
    ahead(P, Step),
    Column is (From - 1) mod 8,
    (   Way = straight, To is From + Step
    ;   Way = diagonal, Column > 0, To is From + Step - 1
    ;   Way = diagonal, Column < 7, To is From + Step + 1
    ),
    To >= 1,
    To =< 64.

ahead(white, 8).
ahead(black, -8).

can_go(straight, Cell, _) :- Cell = empty.
can_go(diagonal, Cell, P) :- Cell \= P.

result(state(Board, P), From-To, state(Board2, Q)) :-
    Board =.. [squares|Cells],
    swap(1, Cells, From, To, P, Cells2),
    Board2 =.. [squares|Cells2],
    opponent(P, Q).

swap(_, [], _, _, _, []).
swap(N, [C|Cs], From, To, P, [D|Ds]) :-
    (   N =:= From -> D = empty
    ;   N =:= To -> D = P
    ;   D = C
    ),
    N1 is N + 1,
    swap(N1, Cs, From, To, P, Ds).

opponent(white, black).
opponent(black, white).

terminal(state(Board, _)) :- won(Board, _), !.

won(Board, white) :- between(57, 64, N), arg(N, Board, white).
won(Board, black) :- between(1, 8, N), arg(N, Board, black).
won(Board, P) :- opponent(P, Q), \+ ( arg(_, Board, C), C == Q ).

utility(state(Board, _), V) :-
    once(won(Board, P)),
    worth(P, V).

worth(white, 1).
worth(black, -1).

board(state(Board, _), Rows) :-
    findall(Row,
            ( between(1, 8, R),
              findall(G,
                      ( between(1, 8, C), N is (8 - R)*8 + C, arg(N, Board, P), glyph(P, G) ),
                      Row) ),
            Rows).

glyph(white, w).
glyph(black, b).
glyph(empty, '.').
