/*  Breakthrough on a small board, estimated by a weighted sum of what the
    classes of classes.pl are made of. Both count alike, to begin with:
    `pyengine tune weighted.pl` finds out what they are worth.
*/

:- include(library(pawns)).

parameter(width, 5).
parameter(height, 5).
player(white).
player(black).

initial(Position) :-
    start(2, Position).

to_move(p(Player, _, _), Player).

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

terminal(p(_, 0, _)) :- !.
terminal(p(Player, _, Theirs)) :-
    opponent(Player, Opponent),
    goal(Opponent, Goal),
    Theirs /\ Goal =\= 0.

utility(p(white, _, _), -1).
utility(p(black, _, _), 1).

feature(Position, pieces, Pieces) :-
    ahead_by(Position, Pieces, _).
feature(Position, rows, Rows) :-
    ahead_by(Position, _, Rows).

weight(pieces, 0.03125).
weight(rows, 0.03125).

%   ahead_by(Position, Pieces, Rows): by how many pieces white is ahead, and by
%   how many rows its foremost piece is nearer to its goal than black's.

ahead_by(Position, Pieces, Rows) :-
    sides(Position, _, White, Black),
    param(width, Width),
    param(height, Height),
    Pieces is popcount(White) - popcount(Black),
    Rows is msb(White)//Width - (Height-1 - (msb(Black /\ -Black))//Width).

board(Position, Rows) :-
    rows(Position, Rows).

move_notation(Position, Move, Text) :-
    move_text(Position, Move, Text).
