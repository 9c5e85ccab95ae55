/*  How the pieces of chess go

    Squares are numbered row by row from 0, which is a1, to 63, which is h8.
    A set of squares is an integer with a bit for each, so that bit 0 stands
    for a1; the single square Square is the set 1<<Square.
*/

%!  element(+Set, -Square) is nondet.
%
%   Square is one of a set, the least first.

element(Set, Square) :-
    Set =\= 0,
    (   Square is lsb(Set)
    ;   Others is Set /\ (Set-1),
        element(Others, Square)
    ).

%!  knight_steps(+Square, -Set) is det.
%!  king_steps(+Square, -Set) is det.
%!  pawn_captures(+Player, +Square, -Set) is det.
%
%   Where a knight or a king on Square gets to, and where a pawn of Player
%   captures to.

:- table knight_steps/2, king_steps/2, captures_up/2, captures_down/2.

knight_steps(Square, Set) :-
    reach(Square, [1/2, 2/1, 2/(-1), 1/(-2), -1/(-2), -2/(-1), -2/1, -1/2],
          Set).

king_steps(Square, Set) :-
    reach(Square, [0/1, 1/1, 1/0, 1/(-1), 0/(-1), -1/(-1), -1/0, -1/1], Set).

pawn_captures(white, Square, Set) :-
    captures_up(Square, Set).
pawn_captures(black, Square, Set) :-
    captures_down(Square, Set).

captures_up(Square, Set) :-
    reach(Square, [-1/1, 1/1], Set).

captures_down(Square, Set) :-
    reach(Square, [-1/(-1), 1/(-1)], Set).

%   reach(Square, Steps, Set): one step to the right and up, as Right/Up.

reach(Square, Steps, Set) :-
    findall(To, ( member(Step, Steps), beside(Square, Step, To) ), Squares),
    set_of(Squares, Set).

beside(Square, Right/Up, To) :-
    Column is Square mod 8 + Right,
    between(0, 7, Column),
    Row is Square//8 + Up,
    between(0, 7, Row),
    To is 8*Row + Column.

set_of([], 0).
set_of([Square|Squares], Set) :-
    set_of(Squares, Others),
    Set is Others \/ 1<<Square.

%!  lines(+Square, -File, -Rank, -Rising, -Falling) is det.
%
%   The lines through Square, without Square itself: its file, its rank and
%   its two diagonals.

:- table lines/5.

lines(Square, File, Rank, Rising, Falling) :-
    line(Square, 0/1, File),
    line(Square, 1/0, Rank),
    line(Square, 1/1, Rising),
    line(Square, 1/(-1), Falling).

line(Square, Right/Up, Line) :-
    Left is -Right,
    Down is -Up,
    ray(Square, Right/Up, Ahead),
    ray(Square, Left/Down, Behind),
    append(Ahead, Behind, Squares),
    set_of(Squares, Line).

ray(Square, Step, Squares) :-
    (   beside(Square, Step, To)
    ->  Squares = [To|Farther],
        ray(To, Step, Farther)
    ;   Squares = []
    ).

%!  slide(+Square, +Line, +Occupied, -Seen) is det.
%
%   The squares of Line, one of the lines through Square, that a piece on
%   Square sees: up to the first occupied square on either side, that one
%   included. From the next occupied square below up to the one before the
%   next above are the bits that a subtraction changes; if there is none
%   above, it changes all up to the end of the board.

slide(Square, Line, Occupied, Seen) :-
    Others is Line /\ Occupied,
    Above is Others /\ -(2<<Square),
    Below is Others /\ (1<<Square - 1) \/ 1,
    Seen is Line /\ (2*(Above /\ -Above) - (1<<msb(Below))).

%!  seen_from(+Kind, +Square, +Occupied, -Seen) is det.
%
%   The squares that a knight on Square sees, or a piece that goes along
%   diagonals, or straight.

seen_from(knight, Square, _, Seen) :-
    knight_steps(Square, Seen).
seen_from(diagonal, Square, Occupied, Seen) :-
    lines(Square, _, _, Rising, Falling),
    slide(Square, Rising, Occupied, OnRising),
    slide(Square, Falling, Occupied, OnFalling),
    Seen is OnRising \/ OnFalling.
seen_from(straight, Square, Occupied, Seen) :-
    lines(Square, File, Rank, _, _),
    slide(Square, File, Occupied, OnFile),
    slide(Square, Rank, Occupied, OnRank),
    Seen is OnFile \/ OnRank.
