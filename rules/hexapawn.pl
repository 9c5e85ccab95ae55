/*  Hexapawn (Martin Gardner, 1962)

    Each side has a row of pawns. They go one square straight ahead, if it
    is free, and capture diagonally. Who reaches the last row wins, and so
    does who leaves the other without a move.
*/

:- include(lib/pawns).
:- include(lib/fen).

parameter(width, 3).
parameter(height, 3).

initial(Position) :-
    start(1, Position).

%   A position is p(Player, Mine, Theirs), as in lib/pawns. A move is
%   Source-Target, captures first. Nobody moves when the other has arrived.

move(p(Player, Mine, Theirs), Move, p(Opponent, Left, Moved)) :-
    opponent(Player, Opponent),
    goal(Opponent, Goal),
    Theirs /\ Goal =:= 0,
    ways(Player, [Straight|Diagonal]),
    (   member(Way, Diagonal),
        Targets = Theirs
    ;   Way = Straight,
        Targets is \(Mine \/ Theirs)
    ),
    step(Mine, Theirs, Way, Targets, Move, Left, Moved).

%   Who cannot move has lost.

utility(p(white, _, _), -1).
utility(p(black, _, _), 1).
