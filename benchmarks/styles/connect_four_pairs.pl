/*  Connect Four: the discs on the board as a sorted list of X/Y-Player. */

player(x).
player(o).

width(7).
height(6).

initial(game(x, [])).

to_move(game(P, _), P).

move(game(P, Discs), X, game(Q, Discs2)) :-
    width(W),
    height(H),
    between(1, W, X),
    aggregate_all(count, member(X/_-_, Discs), Count),
    Count < H,
    Y is Count + 1,
    list_to_ord_set([X/Y-P|Discs], Discs2),
    next_player(P, Q).

next_player(x, o).
next_player(o, x).

connected(Discs, P) :-
    member(X/Y-P, Discs),
    member(DX/DY, [1/0, 0/1, 1/1, 1/(-1)]),
    forall(between(1, 3, I),
           ( XI is X + I*DX,
             YI is Y + I*DY,
             memberchk(XI/YI-P, Discs) )),
    !.

terminal(game(_, Discs)) :- connected(Discs, _), !.
terminal(game(_, Discs)) :-
    width(W),
    height(H),
    length(Discs, N),
    N =:= W*H.

utility(game(_, Discs), 1) :- connected(Discs, x), !.
utility(game(_, Discs), -1) :- connected(Discs, o), !.
utility(_, 0).

board(game(_, Discs), Rows) :-
    findall(Row,
            ( member(Y, [6,5,4,3,2,1]),
              findall(C, ( between(1, 7, X), ( memberchk(X/Y-P, Discs) -> C = P ; C = '.' ) ), Row) ),
            Rows).
