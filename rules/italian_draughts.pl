/*  Italian draughts (dama)

    The rules of the Italian federation (FID, Capo I), with its article
    numbers. White begins. A man may not capture a king, and of several
    captures the greatest must be made. The game is drawn after 40 moves of
    each side without a capture or a move of a man (10.4); who repeats a
    position (9.3) gets that draw.
*/

:- include(library(draughts)).
:- include(library(draughts_evaluation)).
:- include(library(draughts_notation)).

parameter(draw_after, 80).
parameter(evaluation, positional).

player(white).
player(black).

initial(S) :-
    options,
    pdn(S, "W:W21-32:B1-12").

%   See library(draughts) for what a position is.

to_move(s(Player, _, _, _, _), Player).

move(S, Move, Next) :-
    \+ drawn(S),
    legal(S, Move, Next).

%   5.3: a man may not capture a king.

prey(Enemy, Kings, Prey) :-
    Prey is Enemy /\ \Kings.

%   choice(+Kings, +Captures, -Capture): the captures of the highest rank.

choice(_, [Only], Capture) :-
    !,
    Capture = Only.
choice(Kings, Captures, Capture) :-
    findall(Rank-Possible,
            ( member(Possible, Captures), rank(Possible, Kings, Rank) ),
            Ranked),
    keysort(Ranked, Rising),
    last(Rising, Highest-_),
    member(Highest-Capture, Ranked).

%   The rank of a capture is in the standard order of terms what the rules
%   look at in turn: how many pieces it takes (6.6), whether with a king
%   (6.7), how many kings it takes (6.8), and where it meets them, piece by
%   piece (6.9). Among equals the choice is free (6.10).

rank(capture(Mover, _, _, Taken), Kings, rank(Count, King, Sum, Met)) :-
    length(Taken, Count),
    ( Mover == king -> King = 1 ; King = 0 ),
    met(Taken, Kings, Met),
    sum_list(Met, Sum).

met([], _, []).
met([Square|Squares], Kings, [King|Met]) :-
    King is getbit(Kings, Square),
    met(Squares, Kings, Met).

%   What a position is worth: in the end, in endless play, and by estimate.

utility(S, Value) :-
    final_value(S, Value).

infinite(0).

noisy(S) :-
    capture(S, _),
    !.

feature(S, Name, Value) :-
    lead(S, Name, Value).

%   A king is worth more than elsewhere, as men cannot take it.

weight(men, 20).
weight(kings, 50).
:- include(library(draughts_weights)).  % of all other features

%   The board and PDN, for people.

board(S, Rows) :-
    rows(S, Rows).

layout(checkered(light)).

notation(S, Text) :-
    pdn(S, Text).

move_notation(S, Move, Text) :-
    pdn_move(S, Move, Text).

%   around(Square, NW, NE, SW, SE). A dark square is in the upper left
%   corner.

around( 1,  0,  0,  0,  5).  around( 2,  0,  0,  5,  6).
around( 3,  0,  0,  6,  7).  around( 4,  0,  0,  7,  8).
around( 5,  1,  2,  9, 10).  around( 6,  2,  3, 10, 11).
around( 7,  3,  4, 11, 12).  around( 8,  4,  0, 12,  0).
around( 9,  0,  5,  0, 13).  around(10,  5,  6, 13, 14).
around(11,  6,  7, 14, 15).  around(12,  7,  8, 15, 16).
around(13,  9, 10, 17, 18).  around(14, 10, 11, 18, 19).
around(15, 11, 12, 19, 20).  around(16, 12,  0, 20,  0).
around(17,  0, 13,  0, 21).  around(18, 13, 14, 21, 22).
around(19, 14, 15, 22, 23).  around(20, 15, 16, 23, 24).
around(21, 17, 18, 25, 26).  around(22, 18, 19, 26, 27).
around(23, 19, 20, 27, 28).  around(24, 20,  0, 28,  0).
around(25,  0, 21,  0, 29).  around(26, 21, 22, 29, 30).
around(27, 22, 23, 30, 31).  around(28, 23, 24, 31, 32).
around(29, 25, 26,  0,  0).  around(30, 26, 27,  0,  0).
around(31, 27, 28,  0,  0).  around(32, 28,  0,  0,  0).
