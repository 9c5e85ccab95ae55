/*  Connect Four: a list of columns, each a list of discs from the bottom up. */

player(x).
player(o).

initial(c4([[],[],[],[],[],[],[]], x)).

to_move(c4(_, P), P).

move(c4(Cols, P), N, c4(Cols2, Q)) :-
    nth1(N, Cols, Col),
    length(Col, Len),
    Len < 6,
    append(Col, [P], Col2),
    replace_col(N, Cols, Col2, Cols2),
    other(P, Q).

replace_col(1, [_|Cs], C, [C|Cs]).
replace_col(N, [D|Cs], C, [D|Ds]) :-
    N > 1,
    M is N - 1,
    replace_col(M, Cs, C, Ds).

other(x, o).
other(o, x).

cell(Cols, X, Y, P) :-
    nth1(X, Cols, Col),
    nth1(Y, Col, P).

four(Cols, P) :-
    cell(Cols, X, Y, P),
    direction(DX, DY),
    X1 is X + DX, Y1 is Y + DY,
    cell(Cols, X1, Y1, P),
    X2 is X + 2*DX, Y2 is Y + 2*DY,
    cell(Cols, X2, Y2, P),
    X3 is X + 3*DX, Y3 is Y + 3*DY,
    cell(Cols, X3, Y3, P),
    !.

direction(0, 1).
direction(1, 0).
direction(1, 1).
direction(1, -1).

terminal(c4(Cols, P)) :- other(P, Q), four(Cols, Q).
terminal(c4(Cols, _)) :- \+ ( member(Col, Cols), length(Col, L), L < 6 ).

utility(c4(Cols, P), V) :-
    other(P, Q),
    (   four(Cols, Q)
    ->  ( Q = x -> V = 1 ; V = -1 )
    ;   V = 0
    ).

board(c4(Cols, _), Rows) :-
    findall(Row,
            ( member(Y, [6,5,4,3,2,1]),
              findall(C, ( member(Col, Cols), ( nth1(Y, Col, D) -> C = D ; C = '.' ) ), Row) ),
            Rows).
