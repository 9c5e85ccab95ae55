/*  Breakthrough on a small board, searched no further where it is one-sided

    Who is some pieces behind hardly ever catches up: from the second ply on
    such lines are cut off, and the nodes that are saved go into the others.
*/

:- include(library(pawns)).

parameter(width, 6).
parameter(height, 6).
parameter(lead, 2).

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

%   The estimate is the balance of pieces, always less than a win.

staticval(Position, Value) :-
    (   terminal(Position)
    ->  utility(Position, Value)
    ;   balance(Position, Ahead, All),
        Value is Ahead / All
    ).

balance(Position, Ahead, All) :-
    sides(Position, _, White, Black),
    Ahead is popcount(White) - popcount(Black),
    All is popcount(White) + popcount(Black).

%   Where one side is ahead by so many pieces, the balance will do.

cutoff(Position, Depth) :-
    Depth >= 2,
    balance(Position, Ahead, _),
    param(lead, Lead),
    abs(Ahead) >= Lead.

board(Position, Rows) :-
    rows(Position, Rows).

move_notation(Position, Move, Text) :-
    move_text(Position, Move, Text).
