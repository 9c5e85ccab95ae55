/*  Breakthrough: a position is who is to move, and the pieces of both sides as
    lists of X-Y.
*/

player(white).
player(black).

initial(pos(white, Whites, Blacks)) :-
    findall(X-Y, ( member(Y, [1,2]), between(1, 8, X) ), Whites),
    findall(X-Y, ( member(Y, [7,8]), between(1, 8, X) ), Blacks).

to_move(pos(P, _, _), P).

move(pos(white, Whites, Blacks), go(From, To), pos(black, [To|Rest], Blacks2)) :-
    select(From, Whites, Rest),
    step(white, From, Kind, To),
    free(Kind, To, Whites, Blacks, Blacks2).
move(pos(black, Whites, Blacks), go(From, To), pos(white, Whites2, [To|Rest])) :-
    select(From, Blacks, Rest),
    step(black, From, Kind, To),
    free(Kind, To, Blacks, Whites, Whites2).

step(Player, X-Y, Kind, X2-Y2) :-
    direction(Player, DY),
    Y2 is Y + DY,
    on_board(Y2),
    (   Kind = straight, X2 = X
    ;   Kind = diagonal, ( X2 is X - 1 ; X2 is X + 1 ), on_board(X2)
    ).

direction(white, 1).
direction(black, -1).

on_board(N) :- N >= 1, N =< 8.

free(straight, To, Own, Other, Other) :-
    \+ member(To, Own),
    \+ member(To, Other).
free(diagonal, To, Own, Other, Other2) :-
    \+ member(To, Own),
    (   selectchk(To, Other, Other2)
    ->  true
    ;   Other2 = Other
    ).

terminal(S) :- winner(S, _).

winner(pos(_, Whites, _), white) :- member(_-8, Whites), !.
winner(pos(_, _, Blacks), black) :- member(_-1, Blacks), !.
winner(pos(_, _, []), white).
winner(pos(_, [], _), black).

utility(S, 1) :- winner(S, white), !.
utility(S, -1) :- winner(S, black).

board(pos(_, Whites, Blacks), Rows) :-
    findall(Row,
            ( between(1, 8, N),
              Y is 9 - N,
              findall(C, ( between(1, 8, X), glyph(X-Y, Whites, Blacks, C) ), Row) ),
            Rows).

glyph(Square, Whites, _, w) :- memberchk(Square, Whites), !.
glyph(Square, _, Blacks, b) :- memberchk(Square, Blacks), !.
glyph(_, _, _, '.').
