/*  Draughts on the 32 dark squares of a chessboard

    What the games of this family share: men that go forward and become kings
    on the last row, kings that go one square in any direction, captures by
    jumping that must be made and are made to their end, and the draw after
    so many plies without a capture or a move of a man. A position that comes
    up again needs no memory: who can win can do so without coming back to
    one, and who repeats gets that draw, or without it endless play.

    A game that includes this file has the players white and black, the
    parameters draw_after (plies, 0 for never) and evaluation, and says

      - around(Square, NW, NE, SW, SE): the neighbours of each square, 0 for
        none. Squares are numbered from 1 to 32 row by row, White at the
        bottom;
      - prey(Enemy, Kings, Prey): what a man may capture, of the Enemy's
        pieces;
      - choice(Kings, Captures, Capture): each Capture of those possible that
        the rules allow.

    A position is s(Player, White, Black, Kings, Quiet): whose turn it is,
    where the pieces of each side stand, which of these squares hold kings,
    and the number of plies since the last capture or move of a man. A set
    of squares is an integer whose bit N stands for square N. Bit 0 is never
    set, so a neighbour that does not exist holds nothing and is not empty.
*/

%!  options is det.
%
%   The parameters are what they may be.

options :-
    param(draw_after, Most),
    must_be(nonneg, Most),
    param(evaluation, Evaluation),
    findall(Known, evaluates(Known, _), Names),
    must_be(oneof(Names), Evaluation).

%!  legal(+S, -Move, -Next) is nondet.
%
%   Move is step(From, To) or capture(Squares), with all squares that the
%   capturing piece stands on from first to last.

legal(S, Move, Next) :-
    findall(Capture, capture(S, Capture), Captures),
    (   Captures == []
    ->  step(S, Move, Next)
    ;   S = s(_, _, _, Kings, _),
        choice(Kings, Captures, Capture),
        captured(Capture, S, Move, Next)
    ).

%   forces(+S, -Men, -Kings, -Enemy, -Empty): the men and the kings of the
%   player to move, all pieces of the other one, and the empty squares.

forces(s(Player, White, Black, Royal, _), Men, Kings, Enemy, Empty) :-
    sides(Player, White, Black, Own, Enemy),
    Men is Own /\ \Royal,
    Kings is Own /\ Royal,
    squares(All),
    Empty is All /\ \(White \/ Black).

sides(white, White, Black, White, Black).
sides(black, White, Black, Black, White).

squares(0x1FFFFFFFE).                   % 1 to 32

last_row(white, 0x1E).                  % 1 to 4
last_row(black, 0x1E0000000).           % 29 to 32

opponent(white, black).
opponent(black, white).

%   element(+Set, -Square): Square is one of a set, the least first.

element(Set, Square) :-
    Set =\= 0,
    Least is msb(Set /\ -Set),
    (   Square = Least
    ;   Rest is Set /\ (Set - 1),
        element(Rest, Square)
    ).

%   A piece goes its ways: the mover is `king`, or for a man its player.

way(white, nw).
way(white, ne).
way(black, sw).
way(black, se).
way(king, nw).
way(king, ne).
way(king, sw).
way(king, se).

next(nw, Square, Next) :- around(Square, Next, _, _, _).
next(ne, Square, Next) :- around(Square, _, Next, _, _).
next(sw, Square, Next) :- around(Square, _, _, Next, _).
next(se, Square, Next) :- around(Square, _, _, _, Next).

%   Steps: a man's starts the count of quiet plies again.

step(S, step(From, To), Next) :-
    S = s(Player, _, _, _, Quiet),
    forces(S, Men, Kings, _, Empty),
    (   reach(Player, Men, Empty, From, To),
        Count = 0,
        Mover = Player
    ;   reach(king, Kings, Empty, From, To),
        count_on(Quiet, Count),
        Mover = king
    ),
    after(S, Mover, From, To, 0, Count, Next).

reach(Mover, Pieces, Empty, From, To) :-
    element(Pieces, From),
    way(Mover, Way),
    next(Way, From, To),
    getbit(Empty, To) =:= 1.

%!  capture(+S, -Capture) is nondet.
%
%   Capture is capture(Mover, From, Path, Taken), with the squares that the
%   piece jumps to and those that it jumps over.

capture(S, capture(Mover, From, Path, Taken)) :-
    S = s(Player, _, _, Royal, _),
    forces(S, Men, Kings, Enemy, Empty),
    (   prey(Enemy, Royal, Prey),
        Mover = Player,
        jumper(Men, Prey, From),
        jumps(Player, From, Prey, Empty, Path, Taken)
    ;   Mover = king,
        jumper(Kings, Enemy, From),
        Free is Empty \/ (1 << From),   % a king may come back to it
        jumps(king, From, Enemy, Free, Path, Taken)
    ).

%   Neighbours have numbers that differ by 3, 4 or 5, so most pieces that
%   have nothing to jump over are told at once.

jumper(Pieces, Prey, From) :-
    Near is Pieces /\ ( Prey << 3 \/ Prey << 4 \/ Prey << 5 \/
                        Prey >> 3 \/ Prey >> 4 \/ Prey >> 5 ),
    element(Near, From).

%   jumps(+Mover, +Square, +Prey, +Empty, -Path, -Taken): goes on while it
%   can. Pieces are taken off the board at the end: no square of theirs
%   becomes empty on the way, and none is jumped over twice.

jumps(Mover, Square, Prey, Empty, [To|Path], [Over|Taken]) :-
    way(Mover, Way),
    next(Way, Square, Over),
    getbit(Prey, Over) =:= 1,
    next(Way, Over, To),
    getbit(Empty, To) =:= 1,
    Left is Prey xor (1 << Over),
    (   jumps(Mover, To, Left, Empty, Path, Taken)
    *-> true
    ;   Path = [],
        Taken = []
    ).

captured(capture(Mover, From, Path, Taken), S, capture([From|Path]), Next) :-
    last(Path, To),
    set_of(Taken, 0, Off),
    after(S, Mover, From, To, Off, 0, Next).

set_of([], Set, Set).
set_of([Square|Squares], Set0, Set) :-
    Set1 is Set0 \/ (1 << Square),
    set_of(Squares, Set1, Set).

%   after(+S, +Mover, +From, +To, +Off, +Quiet, -Next): Next is the position
%   when a piece has gone and the pieces on the squares Off are taken away.

after(s(Player, White, Black, Kings, _), Mover, From, To, Off, Quiet,
      s(Opponent, White1, Black1, Kings1, Quiet)) :-
    opponent(Player, Opponent),
    sides(Player, White, Black, Own, Enemy),
    Own1 is Own xor (1 << From) xor (1 << To),
    Enemy1 is Enemy xor Off,
    sides(Player, White1, Black1, Own1, Enemy1),
    kings(Mover, From, To, Kings, Off, Kings1).

kings(Mover, From, To, Kings, Off, Kings1) :-
    (   Mover == king
    ->  Kings1 is (Kings /\ \Off) xor (1 << From) xor (1 << To)
    ;   last_row(Mover, Row),
        Kings1 is (Kings /\ \Off) \/ (1 << To /\ Row)
    ).

%!  drawn(+S) is semidet.
%
%   The draw after draw_after quiet plies; with draw_after=0 there is none,
%   and nothing is counted. Who cannot move has lost all the same.

drawn(s(_, _, _, _, Quiet)) :-
    Quiet > 0,
    param(draw_after, Most),
    Most > 0,
    Quiet >= Most.

count_on(Quiet, Count) :-
    (   param(draw_after, 0)
    ->  Count = 0
    ;   Count is Quiet + 1
    ).

%!  final_value(+S, -Value) is det.
%
%   What a final position is worth: a win, more than any estimate.

final_value(S, 0) :-
    drawn(S),
    legal(S, _, _),
    !.
final_value(s(Player, _, _, _, _), Value) :-
    sign(Player, Sign),
    Value is -1000 * Sign.

%   sign(+Player, -Sign): 1 for the first player, -1 for the second.

sign(Player, Sign) :-
    player(First),
    !,
    (   Player == First
    ->  Sign = 1
    ;   Sign = -1
    ).
