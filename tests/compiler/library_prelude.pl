start.
hidden([X|_], X).
p(1). p(2). p(3).
q(b, 1). q(a, 2). q(c, 1). q(a, 3). q(b, 1).
even(X) :- 0 is X mod 2.
double(X, Y) :- Y is 2 * X.
add(X, Y, Z) :- Z is X + Y.
either(X, Y) :- Y = X ; Y = none.
digit_(D) --> [D], { integer(D), D >= 0, D =< 9 }.
ambiguous(1) --> [a].
ambiguous(2) --> [a].
ambiguous(3) --> [a, b].
