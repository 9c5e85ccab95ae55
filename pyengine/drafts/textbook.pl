/*  $title

    Two players take one to three matches from a heap in turn. Who takes the
    last one wins.

    This is a whole game in the words of textbooks, where a move is the
    position that it leads to. Change the rules into yours, and let
    'pyengine check' tell what is missing.
*/

%   Sizes and options: --param matches=21 sets one, param/2 reads it.

parameter(matches, 12).
parameter(most, 3).

%   A position is any term without variables; it holds all there is to know.
%   Here it is heap(Player, N): whose turn it is, and the matches left.

initial(heap(max, N)) :-
    param(matches, N).

%   moves(+Position, -Positions): all positions that a move leads to, the
%   most promising first. It fails where the game is over.

moves(heap(Player, N), Positions) :-
    N > 0,
    opponent(Player, Opponent),
    findall(heap(Opponent, Left), left(N, Left), Positions).

left(N, Left) :-
    param(most, Most),
    between(1, Most, K),
    K =< N,
    Left is N - K.

opponent(max, min).
opponent(min, max).

%   Whose turn it is: MAX wants values to be high, MIN wants them low.

max_to_move(heap(max, _)).

min_to_move(heap(min, _)).

%   staticval(+Position, -Value): what a position is worth where the game is
%   over, and an estimate where a search goes no deeper. Who is to move with
%   nothing left has lost.

staticval(heap(max, 0), -1).
staticval(heap(min, 0), 1).
staticval(heap(_, N), 0) :-
    N > 0.

%   That is enough. show(+Position, -Text), the position for people, can be
%   left out.

show(heap(Player, N), Text) :-
    format(atom(Text), '~w to take from ~w', [Player, N]).
