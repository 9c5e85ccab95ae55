/*  $title

    Two players take one to three matches from a heap in turn. Who takes the
    last one wins.

    This is a whole game to start from: every predicate that pyengine asks
    for, with what it means. Change the rules into yours, and let
    'pyengine check' tell what is missing.
*/

%   Sizes and options: --param matches=21 sets one, param/2 reads it.

parameter(matches, 12).
parameter(most, 3).

%   The players, in order. With two, the first wants values to be high, the
%   second wants them low.

player(max).
player(min).

%   A position is any term without variables; it holds all there is to know.
%   Here it is heap(Player, N): whose turn it is, and the matches left.

initial(heap(max, N)) :-
    param(matches, N).

to_move(heap(Player, _), Player).

%   move(+Position, -Move, -Next): every legal move and where it leads, one
%   solution after the other, the most promising first.

move(heap(Player, N), take(K), heap(Opponent, Left)) :-
    param(most, Most),
    between(1, Most, K),
    K =< N,
    Left is N - K,
    opponent(Player, Opponent).

opponent(max, min).
opponent(min, max).

%   When the game is over, and what that is worth to the first player. Who
%   is to move with nothing left has lost.

terminal(heap(_, 0)).

utility(heap(max, 0), -1).
utility(heap(min, 0), 1).

%   That is enough. The following can be left out.
%
%   staticval(+Position, -Value): an estimate, where a search cannot see the
%   end of the game.

staticval(heap(_, N), 0) :-
    N > 0.
staticval(heap(Player, 0), Value) :-
    utility(heap(Player, 0), Value).

%   show(+Position, -Text): the position for people. board/2 would give the
%   rows of a board instead.

show(heap(Player, N), Text) :-
    format(atom(Text), '~w to take from ~w', [Player, N]).

%   move_notation(+Position, +Move, -Text): the move as people write it.

move_notation(_, take(K), Text) :-
    atom_number(Text, K).
