/*  Hexapawn (Martin Gardner, 1962)

    Each side has a row of pawns. They go one square straight ahead, if it
    is free, and capture diagonally. Who reaches the last row wins, and so
    does who leaves the other without a move.
*/

:- include(library(pawns)).

parameter(width, 3).
parameter(height, 3).

player(white).
player(black).

initial(Position) :-
    start(1, Position).

%   A position is p(Player, Mine, Theirs), as in library(pawns).

to_move(p(Player, _, _), Player).

%   A move is Source-Target, captures first. Nobody moves when the other has
%   arrived.

move(p(Player, Mine, Theirs), Source-Target, p(Opponent, Left, Moved)) :-
    opponent(Player, Opponent),
    goal(Opponent, Goal),
    Theirs /\ Goal =:= 0,
    ways(Player, [Straight|Diagonal]),
    (   member(Way, Diagonal),
        step(Player, Way, Mine, Theirs, Source-Target, Moved),
        Left is Theirs xor (1<<Target)
    ;   free(Mine, Theirs, Free),
        step(Player, Straight, Mine, Free, Source-Target, Moved),
        Left = Theirs
    ).

%   Who cannot move has lost.

utility(p(white, _, _), -1).
utility(p(black, _, _), 1).

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
