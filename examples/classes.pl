/*  Breakthrough on a small board, estimated by classes of positions

    A position is classed by whose turn it is, by the balance of pieces, and
    by who is nearer to the last row. What each class is worth was learned
    by `pyengine tune classes.pl --categories`.
*/

:- include(library(pawns)).
:- include(classes_learned).

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

%   The class: whose turn, pieces ahead from -2 to 2, rows ahead from -1 to 1.

category(Position, c(Player, Pieces, Rows)) :-
    to_move(Position, Player),
    ahead_by(Position, Ahead, Nearer),
    Pieces is max(-2, min(2, Ahead)),
    Rows is sign(Nearer).

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
