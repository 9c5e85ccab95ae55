/*  Breakthrough (Dan Troyka, 2000)

    Pieces go one square ahead, straight or diagonally, and capture
    diagonally only. Who reaches the last row wins, and so does who captures
    everything. Each side starts with two rows, or as many as ranks says.
*/

:- include(library(pawns)).

parameter(width, 8).
parameter(height, 8).
parameter(ranks, 2).

player(white).
player(black).

initial(Position) :-
    param(width, Width),
    must_be(between(2, inf), Width),    % on one column all would be stuck
    param(ranks, Ranks),
    start(Ranks, Position).

%   A position is p(Player, Mine, Theirs), as in library(pawns).

to_move(p(Player, _, _), Player).

%   A move is Source-Target, both squares by number. Captures come first, and
%   what gets farthest: that is the order to search in.

move(p(Player, Mine, Theirs), Source-Target, p(Opponent, Left, Moved)) :-
    opponent(Player, Opponent),
    ways(Player, [Straight|Diagonal]),
    (   member(Way, Diagonal),
        step(Player, Way, Mine, Theirs, Source-Target, Moved),
        Left is Theirs xor (1<<Target)
    ;   free(Mine, Theirs, Free),
        member(Way, [Straight|Diagonal]),
        step(Player, Way, Mine, Free, Source-Target, Moved),
        Left = Theirs
    ).

%   Whose turn it is has lost: all pieces are gone, or the other has arrived.

terminal(p(_, 0, _)) :- !.
terminal(p(Player, _, Theirs)) :-
    opponent(Player, Opponent),
    goal(Opponent, Goal),
    Theirs /\ Goal =\= 0.

utility(p(white, _, _), -1).
utility(p(black, _, _), 1).

%   The estimate compares the strengths of the sides: a piece counts as much
%   as the board has rows, and one more for every row that it has passed.

staticval(Position, Value) :-
    (   terminal(Position)
    ->  utility(Position, Value)
    ;   sides(Position, _, White, Black),
        param(width, Width),
        param(height, Height),
        rows_below(White, Width, Passed),
        rows_below(Black, Width, Ahead),
        Up is Height*popcount(White) + Passed,
        Down is (2*Height-1)*popcount(Black) - Ahead,
        Value is (Up-Down) / (Up+Down)
    ).

%   rows_below(Squares, Width, Sum): for each square the rows below it, added
%   up. A row down, what is still on the board has one row fewer below.

rows_below(Squares, Width, Sum) :-
    Lower is Squares >> Width,
    (   Lower =:= 0
    ->  Sum = 0
    ;   rows_below(Lower, Width, Sum0),
        Sum is Sum0 + popcount(Lower)
    ).

%   Symmetry, and the board and its notation for people.

canonical(Position, Least) :-
    least_image(Position, Least).

board(Position, Rows) :-
    rows(Position, Rows).

layout(checkered).

notation(Position, Text) :-
    position_text(Position, Text).

move_notation(Position, Move, Text) :-
    move_text(Position, Move, Text).
