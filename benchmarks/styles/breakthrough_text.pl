/*  Breakthrough: eight strings, one a row. */

player(white).
player(black).

initial(s(white, ["wwwwwwww", "wwwwwwww", "........", "........",
                  "........", "........", "bbbbbbbb", "bbbbbbbb"])).

to_move(s(P, _), P).

mark(white, "w", 1).
mark(black, "b", -1).

opposite(white, black).
opposite(black, white).

move(s(P, Rows), m(X, Y, X2, Y2), s(Q, Rows3)) :-
    mark(P, Mark, Up),
    opposite(P, Q),
    nth0(Y, Rows, Row),
    sub_string(Row, X, 1, _, Mark),
    Y2 is Y + Up,
    nth0(Y2, Rows, Row2),
    member(DX, [0, -1, 1]),
    X2 is X + DX,
    X2 >= 0,
    sub_string(Row2, X2, 1, _, There),
    There \== Mark,
    ( DX =:= 0 -> There == "." ; true ),
    change(Rows, Y, X, ".", Rows2),
    change(Rows2, Y2, X2, Mark, Rows3).

change(Rows, Y, X, New, Rows2) :-
    nth0(Y, Rows, Row, Others),
    sub_string(Row, 0, X, _, Left),
    From is X + 1,
    sub_string(Row, From, _, 0, Right),
    string_concat(Left, New, Part),
    string_concat(Part, Right, Row2),
    nth0(Y, Rows2, Row2, Others).

has(Rows, Mark) :-
    member(Row, Rows),
    sub_string(Row, _, 1, _, Mark),
    !.

wins(white, Rows) :- last(Rows, Row), has([Row], "w").
wins(black, [Row|_]) :- has([Row], "b").
wins(white, Rows) :- \+ has(Rows, "b").
wins(black, Rows) :- \+ has(Rows, "w").

terminal(s(_, Rows)) :- wins(_, Rows), !.

utility(s(_, Rows), 1) :- wins(white, Rows), !.
utility(_, -1).

board(s(_, Rows), Shown) :-
    reverse(Rows, Down),
    maplist(string_chars, Down, Shown).
