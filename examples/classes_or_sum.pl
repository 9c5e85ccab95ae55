/*  The same game with either estimate: by classes, or a weighted sum of what
    the classes are made of. For a match between the two.
*/

:- discontiguous parameter/2.
:- include(classes).

parameter(estimate, classes).
parameter(piece, 4).
parameter(row, 1).

staticval(Position, Value) :-
    param(estimate, Estimate),
    (   terminal(Position)
    ->  utility(Position, Value)
    ;   Estimate == classes
    ->  category(Position, Class),
        expected(Class, Value)
    ;   ahead_by(Position, Pieces, Rows),
        param(piece, Piece),
        param(row, Row),
        Value is (Piece*Pieces + Row*Rows) / 64
    ).
