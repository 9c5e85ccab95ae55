/*  English draughts (checkers)

    Black begins. Men and kings capture both men and kings, and of several
    captures any may be made. The game is drawn after 40 moves of each side
    without a capture or a move of a man.
*/

:- include(library(draughts)).
:- include(library(draughts_evaluation)).
:- include(library(draughts_notation)).

parameter(draw_after, 80).
parameter(evaluation, positional).

player(black).
player(white).

initial(S) :-
    options,
    pdn(S, "B:W21-32:B1-12").

%   See library(draughts) for what a position is.

to_move(s(Player, _, _, _, _), Player).

move(S, Move, Next) :-
    \+ drawn(S),
    legal(S, Move, Next).

%   A man may capture men and kings, and any capture may be made.

prey(Enemy, _, Enemy).

choice(_, Captures, Capture) :-
    member(Capture, Captures).

%   What a position is worth: in the end, in endless play, and by estimate.

utility(S, Value) :-
    final_value(S, Value).

infinite(0).

noisy(S) :-
    capture(S, _),
    !.

feature(S, Name, Value) :-
    lead(S, Name, Value).

weight(men, 20).
weight(kings, 30).
:- include(library(draughts_weights)).  % of all other features

%   The board and PDN, for people.

board(S, Rows) :-
    rows(S, Rows).

layout(checkered).

notation(S, Text) :-
    pdn(S, Text).

move_notation(S, Move, Text) :-
    pdn_move(S, Move, Text).

%   around(Square, NW, NE, SW, SE). A light square is in the upper left
%   corner.

around( 1,  0,  0,  5,  6).  around( 2,  0,  0,  6,  7).
around( 3,  0,  0,  7,  8).  around( 4,  0,  0,  8,  0).
around( 5,  0,  1,  0,  9).  around( 6,  1,  2,  9, 10).
around( 7,  2,  3, 10, 11).  around( 8,  3,  4, 11, 12).
around( 9,  5,  6, 13, 14).  around(10,  6,  7, 14, 15).
around(11,  7,  8, 15, 16).  around(12,  8,  0, 16,  0).
around(13,  0,  9,  0, 17).  around(14,  9, 10, 17, 18).
around(15, 10, 11, 18, 19).  around(16, 11, 12, 19, 20).
around(17, 13, 14, 21, 22).  around(18, 14, 15, 22, 23).
around(19, 15, 16, 23, 24).  around(20, 16,  0, 24,  0).
around(21,  0, 17,  0, 25).  around(22, 17, 18, 25, 26).
around(23, 18, 19, 26, 27).  around(24, 19, 20, 27, 28).
around(25, 21, 22, 29, 30).  around(26, 22, 23, 30, 31).
around(27, 23, 24, 31, 32).  around(28, 24,  0, 32,  0).
around(29,  0, 25,  0,  0).  around(30, 25, 26,  0,  0).
around(31, 26, 27,  0,  0).  around(32, 27, 28,  0,  0).
