/*  Chomp

    A bar of chocolate whose first square is poisoned. Bite off a square
    with all that is below it and to its right. Who eats the poison loses.
*/

parameter(rows, 3).
parameter(columns, 4).

player(first).
player(second).

%   A position is bar(Player, Rows): whose turn it is, and how many squares
%   each row still has. No row is longer than the one above it.

initial(bar(first, Rows)) :-
    param(rows, Height),
    param(columns, Width),
    length(Rows, Height),
    maplist(=(Width), Rows).

to_move(bar(Player, _), Player).

move(bar(Player, Rows), bite(Row, Column), bar(Opponent, Left)) :-
    opponent(Player, Opponent),
    append(Above, [Length|Below], Rows),
    length([_|Above], Row),
    between(1, Length, Column),
    Kept is Column - 1,
    shorten([Length|Below], Kept, Shortened),
    append(Above, Shortened, Left).

%   No row keeps more than Kept squares; a row without any is gone.

shorten(_, 0, []) :- !.
shorten(Rows, Kept, Shortened) :-
    findall(Left, ( member(Length, Rows), Left is min(Length, Kept) ), Shortened).

opponent(first, second).
opponent(second, first).

%   Nothing is left: the other one has eaten the poison.

utility(bar(first, []), 1).
utility(bar(second, []), -1).

%   A bar and its mirror image are worth the same.

canonical(bar(Player, Rows), bar(Player, Least)) :-
    mirrored(Rows, Mirrored),
    msort([Rows, Mirrored], [Least|_]).

mirrored([], []).
mirrored([Width|Rows], Mirrored) :-
    findall(Height,
            ( between(1, Width, Column),
              aggregate_all(count, ( member(Length, [Width|Rows]), Length >= Column ), Height) ),
            Mirrored).

board(bar(_, Rows), Board) :-
    param(columns, Width),
    maplist(squares(Width), Rows, Board).

squares(Width, Length, Squares) :-
    findall(Square, ( between(1, Width, N), ( N =< Length -> Square = # ; Square = '.' ) ), Squares).
