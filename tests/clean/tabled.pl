/* A game on a graph, with tabling, own operators, single sided unification
   and own definitions of library predicates. */

:- op(700, xfx, leads_to).
:- op(200, xfy, &).
:- table reachable/2.
:- discontiguous leads_to/2.
:- dynamic blocked/1.
:- style_check(-singleton).
:- meta_predicate unless(0, 0).

player(cat).
player(mouse).

a leads_to b & c.
b leads_to d.

initial(at(mouse, a)).

c leads_to a & d.

to_move(at(P, _), P).

move(at(P, X), X-Y, at(Q, Y)) :-
    edge(X, Y),
    unless(blocked(Y), next(P, Q)).

edge(X, Y) :- X leads_to Ys, among(Y, Ys).

among(Y, Y & _).
among(Y, _ & Ys) :- among(Y, Ys).
among(Y, Y) :- atom(Y).

reachable(X, Y) :- reachable(X, Z), edge(Z, Y).
reachable(X, Y) :- edge(X, Y).

next(P, Q), P == cat => Q = mouse.
next(mouse, Q) => Q = cat.

unless(Condition, Goal) :- call(Condition), !, fail ; call(Goal).

terminal(at(_, d)).

utility(at(cat, d), 1).
utility(at(mouse, d), -1.0).

infinite(0).

staticval(S, V) :- terminal(S), !, utility(S, V).
staticval(at(_, X), V) :- ( reachable(X, d) -> V is 1 rdiv 3 ; V = 0 ).

canonical(S, S).

last([X], X).
last([_|Xs], X) :- last(Xs, X).

show(at(P, X), Text) :- last([_Any, P], Q), atomic_list_concat([Q, ' at ', X], Text).
