/*  Nim: piles as a list; taking by select/3 and back by insertion. Who takes
    the last disk loses, and the game is over when a single disk is left.
*/

parameter(piles, [3,4,5]).

player(max).
player(min).

initial(max:Piles) :-
    param(piles, Piles0),
    msort(Piles0, Piles).

to_move(P:_, P).

move(P:Piles, take(N, K), Q:Piles2) :-
    setof(M, member(M, Piles), Sizes),
    member(N, Sizes),
    once(select(N, Piles, Rest)),
    numlist(1, N, Ks),
    member(K, Ks),
    Left is N - K,
    ( Left =:= 0 -> Piles2 = Rest ; insert(Rest, Left, Piles2) ),
    Piles2 \= [],
    opponent(P, Q).

insert([], X, [X]).
insert([Y|Ys], X, [X,Y|Ys]) :- X =< Y, !.
insert([Y|Ys], X, [Y|Zs]) :- insert(Ys, X, Zs).

opponent(max, min).
opponent(min, max).

terminal(_:[1]).

utility(max:_, 0).
utility(min:_, 1).

board(_:Piles, [Piles]).
