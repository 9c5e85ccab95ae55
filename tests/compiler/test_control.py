"""Control constructs, compiled and in SWI-Prolog."""

from __future__ import annotations

import pytest

from .differential import assert_same

PROGRAM = """
p(1). p(2). p(3).
q(2). q(3). q(4).
r(X, Y) :- p(X), q(Y), X < Y.
first(X) :- p(X), !.
s(X) :- ( p(X), X > 1 -> true ; X = none ).
t(X) :- ( p(X), X > 5 -> true ; X = none ).
u(X) :- \\+ p(X).
v(X, L) :- findall(X-Y, r(X, Y), L).
w(X) :- ( p(X) ; q(X) ).
cutor(X) :- ( p(X), X > 1, ! ; q(X) ).
cutor(9).
nest(X, Y) :- ( X = 1, ! , p(Y) ; X = 2, q(Y) ), Y > 1.
nest(7, 7).
soft(X) :- ( p(X), X > 1 *-> true ; X = none ).
soft2(X) :- ( p(X), X > 5 *-> true ; X = none ).
app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).
len([], 0).
len([_|T], N) :- len(T, M), N is M+1.
mem(X, [X|_]).
mem(X, [_|T]) :- mem(X, T).
max(X, Y, X) :- X >= Y, !.
max(_, Y, Y).
cl(X, neg) :- X < 0.
cl(X, zero) :- X =:= 0.
cl(X, pos) :- X > 0.
both(X, X).
tree(leaf(X), X).
tree(node(L, _), X) :- tree(L, X).
tree(node(_, R), X) :- tree(R, X).
half(f(X), g(X)).
part(X, pair(X, Y)) :- p(Y).
loop(0) :- !.
loop(N) :- M is N-1, loop(M).
th(X) :- p(X), ( X > 1 -> throw(big(X)) ; true ).
"""

GOALS = """
p(X)
r(X, Y)
first(X)
s(X)
t(X)
u(X)
u(4)
v(X, L)
w(X)
cutor(X)
nest(X, Y)
soft(X)
soft2(X)
app(X, Y, [1,2,3])
app([1,2], [3], L)
app([1,2], X, L)
app(X, [3], [1,2,3])
app([A|B], [C], [1,2])
len([a,b,c], N)
mem(X, [a,b,c])
mem(b, [a,b,c,b])
mem(f(X, 2), [f(1, 2), g, f(3, 4), f(5, Y)])
max(1, 2, X)
max(2, 1, X)
max(2, 1, 1)
cl(0, X)
cl(3, X)
cl(-2, X)
both(X, Y), X = 1
both(X, f(Y)), Y = 2
both(f(X, b), f(a, Y))
tree(node(leaf(1), node(leaf(2), leaf(3))), X)
half(X, Y)
half(X, g(1))
part(X, P), X = 1
part(Z, pair(A, B))
loop(1000)
th(X)
catch(th(X), big(Y), true)
catch(th(X), other(Y), true)
catch(th(X), big(Y), p(Z))
catch(p(X), _, true)
catch(X is foo+1, error(type_error(T, V), _), true)
X is foo+1
X is 1/0
call(p, X)
G = p(X), call(G)
G = p, call(G, X)
once(p(X))
ignore(p(X))
ignore(fail)
forall(p(X), X > 0)
forall(p(X), X > 1)
findall(X, p(X), L)
findall(X-Z, p(X), L)
findall(X, (p(X), X > 5), L)
findall(X, p(X), [A|B])
aggregate_all(count, p(X), C)
aggregate_all(sum(X), p(X), C)
aggregate_all(max(X), p(X), C)
aggregate_all(max(X, Y), r(X, Y), C)
aggregate_all(max(X), (p(X), X > 5), C)
aggregate_all(bag(X), w(X), C)
aggregate_all(set(X), w(X), C)
bagof(X, p(X), L)
bagof(X, r(X, Y), L)
bagof(X, Y^r(X, Y), L)
setof(X-Y, r(X, Y), L)
setof(Y, X^r(X, Y), L)
bagof(X, (p(X), X > 5), L)
\\+ p(7)
\\+ \\+ p(X)
X = Y, Y = 1
X = f(Y), Y = 1
f(X, Y) = f(Y, 2)
X = f(_), X \\= f(1)
X == Y
X \\== Y
( X = 1 ; X = 2 ), ( Y = a ; Y = b )
( X = 1, ! ; X = 2 )
( p(X), X > 1 -> Y = X ; Y = 0 ), Z = Y
( fail -> true ; X = 1 )
X = 1, ( X == 1 -> Y = a ; X == 2 -> Y = b ; Y = c )
( var(X) -> X = 1 ; true )
undefined_predicate_(X)
catch(undefined_predicate_(X), error(existence_error(A, B), _), true)
maplist(p, [X, Y])
maplist(r, [A, B], [3, 4])
maplist([X, Y]>>(Y is X*2), [1,2,3], L)
foldl([X, A0, A]>>(A is A0+X), [1,2,3], 0, S)
include([X]>>(X > 1), [1,2,3], L)
maplist([X]>>(X = Z), [1, 2])
maplist(=(Z), [A, B])
""".strip().splitlines()


@pytest.mark.parametrize("goal", GOALS)
def test_a_goal_is_answered_as_by_swi_prolog(goal: str) -> None:
    assert_same(PROGRAM, goal)


def test_a_call_without_a_solution_fails_although_others_of_its_kind_succeed() -> None:
    text = "all([]).\nall([X|Xs]) :- bad(X), all(Xs).\nbad(X) :- atom(X), X = 1.\n"
    assert_same(text, "all([])")
    assert_same(text, "all([a])")
    assert_same(text, "( all([a]) -> X = yes ; X = no )")
