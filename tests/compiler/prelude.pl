start.
hidden([X|_], X).
p(1). p(2). p(3).
q(1, a). q(2, b). q(3, a). q(4, c).
r(a, 1, x). r(b, 2, y). r(a, 3, y). r(b, 4, x). r(c, _, z).
age(peter, 7). age(ann, 11). age(pat, 8). age(tom, 5). age(mike, 11).
edge(a, b). edge(b, c). edge(c, d). edge(a, c).
path(X, X). path(X, Z) :- edge(X, Y), path(Y, Z).
even(X) :- 0 is X mod 2.
double(X, Y) :- Y is 2 * X.
plus3(X, Y, Z, S) :- S is X + Y + Z.
add(X, Y, Z) :- Z is X + Y.
cmp(O, A, B) :- A = X-_, B = Y-_, compare(O, X, Y).
cmp_drop(O, A, B) :- compare(O0, A, B), ( O0 = (=) -> O = (<) ; O = O0 ).
up_to(N, N0, N0) :- N0 =< N.
up_to(N, N0, M) :- N0 < N, N1 is N0 + 1, up_to(N, N1, M).
cut1(X) :- p(X), !.
cut2(X) :- p(X), X >= 2, !.
cut2(9).
cut3(X, Y) :- ( p(X), X > 1, ! ; X = 0 ), p(Y).
cut3(7, 7).
cut4(X) :- ( X = 1 ; X = 2, ! ; X = 3 ).
cut4(4).
cut5(X) :- ( true -> ! , X = 1 ; X = 2 ).
cut5(3).
cut6(X) :- \+ \+ ( p(X), ! ), p(X).
cut6(8).
cut7(X) :- ( p(X), ! -> true ; X = none ).
cut7(9).
cut8(X, Y) :- p(X), cut1(Y).
cut9(X) :- call(( p(X), ! )).
cut9(10).
cut10(X) :- p(X), ( X < 2 -> true ; ! ).
cut10(99).
cut11(X) :- ( p(X) *-> ( X >= 2, ! ; fail ) ; X = none ).
cut11(77).
greeting --> [hello], name.
name --> [world].
name --> [prolog].
digits([D|Ds]) --> digit(D), digits(Ds).
digits([D]) --> digit(D).
digit(D) --> [D], { integer(D), D >= 0, D =< 9 }.
as --> [].
as --> [a], as.
ab --> "a", !, "b".
ab --> "c".
alt --> ( [x] | [y] ), \+ [z].
expr(X) --> term_(X0), rest(X0, X).
rest(X0, X) --> [+], !, term_(Y), { Z is X0 + Y }, rest(Z, X).
rest(X, X) --> [].
term_(X) --> [X], { number(X) }.
callee --> call(rest_of, x).
rest_of(X, [X|T], T).
:- table fib/2.
fib(0, 0).
fib(1, 1).
fib(N, F) :- N > 1, A is N - 1, B is N - 2, fib(A, FA), fib(B, FB), F is FA + FB.
:- table square_of/2.
square_of(X, Y) :- p(X), Y is X * X.
len([], 0).
len([_|T], N) :- len(T, M), N is M + 1.
max_of(X, Y, Z), X >= Y => Z = X.
max_of(_, Y, Z) => Z = Y.
single(f(X), Y) => Y = X.
single(g, Y) => Y = none.
