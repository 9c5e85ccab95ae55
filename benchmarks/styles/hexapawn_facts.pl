/*  Hexapawn: the board is a list of facts that hold, as a planner has them. */

player(white).
player(black).

initial([at(white,1,1), at(white,2,1), at(white,3,1),
         at(black,1,3), at(black,2,3), at(black,3,3), turn(white)]).

to_move(State, P) :- member(turn(P), State).

move(State, Action, Next) :-
    \+ won(State),
    member(turn(P), State),
    action(Action, P, State, Deletes, Adds),
    subtract(State, Deletes, Rest),
    append(Adds, Rest, New),
    sort(New, Next).

action(advance(X, Y), P, State, [at(P,X,Y), turn(P)], [at(P,X,Y1), turn(Q)]) :-
    rival(P, Q),
    member(at(P,X,Y), State),
    ahead(P, Y, Y1),
    \+ member(at(_,X,Y1), State).
action(capture(X, Y, X1), P, State, [at(P,X,Y), at(Q,X1,Y1), turn(P)], [at(P,X1,Y1), turn(Q)]) :-
    rival(P, Q),
    member(at(P,X,Y), State),
    ahead(P, Y, Y1),
    beside(X, X1),
    member(at(Q,X1,Y1), State).

rival(white, black).
rival(black, white).

ahead(white, 1, 2).
ahead(white, 2, 3).
ahead(black, 3, 2).
ahead(black, 2, 1).

beside(1, 2).
beside(2, 1).
beside(2, 3).
beside(3, 2).

won(State) :- member(at(white,_,3), State).
won(State) :- member(at(black,_,1), State).

utility(State, V) :-
    member(turn(P), State),
    ( P == white -> V = -1 ; V = 1 ).

board(State, Rows) :-
    findall(Row,
            ( member(Y, [3,2,1]),
              findall(C, ( between(1, 3, X), glyph(X, Y, State, C) ), Row) ),
            Rows).

glyph(X, Y, State, w) :- memberchk(at(white,X,Y), State), !.
glyph(X, Y, State, b) :- memberchk(at(black,X,Y), State), !.
glyph(_, _, _, '.').
