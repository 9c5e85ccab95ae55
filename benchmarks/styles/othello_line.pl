/*  Othello: one list of a hundred cells, the board with a wall around it; a
    direction is a step in the list.
*/

player(black).
player(white).

initial(pos(Cells, black)) :-
    findall(Cell, ( between(0, 99, N), at_start(N, Cell) ), Cells).

at_start(N, wall) :- ( N < 10 ; N > 89 ; 0 is N mod 10 ; 9 is N mod 10 ), !.
at_start(N, white) :- memberchk(N, [44, 55]), !.
at_start(N, black) :- memberchk(N, [45, 54]), !.
at_start(_, empty).

to_move(pos(_, P), P).

against(black, white).
against(white, black).

steps([1, -1, 10, -10, 11, -11, 9, -9]).

move(pos(Cells, P), at(N), pos(Next, Q)) :-
    against(P, Q),
    nth0(N, Cells, empty),
    all_flips(N, P, Q, Cells, Flips),
    Flips = [_|_],
    exchange([N|Flips], P, Cells, Next).
move(pos(Cells, P), pass, pos(Cells, Q)) :-
    against(P, Q),
    \+ has_move(Cells, P),
    has_move(Cells, Q).

has_move(Cells, P) :-
    against(P, Q),
    nth0(N, Cells, empty),
    all_flips(N, P, Q, Cells, [_|_]),
    !.

all_flips(N, P, Q, Cells, Flips) :-
    steps(Steps),
    foldl(more_flips(N, P, Q, Cells), Steps, [], Flips).

more_flips(N, P, Q, Cells, Step, Flips0, Flips) :-
    M is N + Step,
    (   row_of(M, Step, P, Q, Cells, Row)
    ->  append(Row, Flips0, Flips)
    ;   Flips = Flips0
    ).

row_of(N, Step, P, Q, Cells, Row) :-
    nth0(N, Cells, Cell),
    (   Cell = Q
    ->  Row = [N|More],
        M is N + Step,
        row_of(M, Step, P, Q, Cells, More)
    ;   Cell = P,
        Row = []
    ).

exchange([], _, Cells, Cells).
exchange([N|Ns], P, Cells, Cells2) :-
    exchange_one(N, Cells, P, Cells1),
    exchange(Ns, P, Cells1, Cells2).

exchange_one(0, [_|Cells], P, [P|Cells]).
exchange_one(N, [Cell|Cells], P, [Cell|Cells2]) :-
    N > 0,
    M is N - 1,
    exchange_one(M, Cells, P, Cells2).

utility(pos(Cells, _), V) :-
    foldl(counted, Cells, 0, V).

counted(black, N, M) :- M is N + 1.
counted(white, N, M) :- M is N - 1.
counted(empty, N, N).
counted(wall, N, N).

board(pos(Cells, _), Rows) :-
    findall(Row,
            ( between(1, 8, R),
              findall(Glyph,
                      ( between(1, 8, C), N is R * 10 + C, nth0(N, Cells, Cell), glyph(Cell, Glyph) ),
                      Row) ),
            Rows).

glyph(black, 'X').
glyph(white, 'O').
glyph(empty, (-)).
