/*  Connect Four: seven atoms, one a column; a line is looked for as text. */

player(x).
player(o).

initial(b(['','','','','','',''], x)).

to_move(b(_, P), P).

move(b(Columns, P), N, b(Columns2, Q)) :-
    append(Left, [Column|Right], Columns),
    atom_length(Column, Height),
    Height < 6,
    atom_concat(Column, P, Higher),
    append(Left, [Higher|Right], Columns2),
    length(Left, Before),
    N is Before + 1,
    other(P, Q).

other(x, o).
other(o, x).

four(x, xxxx).
four(o, oooo).

won(Columns, P) :-
    four(P, Four),
    member(Column, Columns),
    sub_atom(Column, _, 4, _, Four).
won(Columns, P) :-
    member(Slope, [0, 1, -1]),
    append(_, [A,B,C,D|_], Columns),
    between(0, 5, Y),
    disc(A, Y, P),
    Y1 is Y + Slope,
    disc(B, Y1, P),
    Y2 is Y1 + Slope,
    disc(C, Y2, P),
    Y3 is Y2 + Slope,
    disc(D, Y3, P).

disc(Column, Y, P) :-
    Y >= 0,
    sub_atom(Column, Y, 1, _, P).

terminal(b(Columns, P)) :- other(P, Q), won(Columns, Q), !.
terminal(b(Columns, _)) :- forall(member(Column, Columns), atom_length(Column, 6)).

utility(b(Columns, P), V) :-
    other(P, Q),
    (   won(Columns, Q)
    ->  ( Q == x -> V = 1 ; V = -1 )
    ;   V = 0
    ).

board(b(Columns, _), Rows) :-
    findall(Row,
            ( between(0, 5, Down),
              Y is 5 - Down,
              findall(C,
                      ( member(Column, Columns),
                        ( sub_atom(Column, Y, 1, _, D) -> C = D ; C = '.' ) ),
                      Row) ),
            Rows).
