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

%   Texts that are numbers, and texts that are almost numbers.

number_text("0'\\n").
number_text("0'a").
number_text("0'\\\\").
number_text("0'''").
number_text("0''").
number_text("0'\\x41\\").
number_text("-0'a").
number_text("+0'a").
number_text("0'ab").
number_text("3.").
number_text("3 .").
number_text("3. ").
number_text("3 . ").
number_text("3.0.").
number_text("3.%").
number_text("3 %").
number_text("3e").
number_text("3e5").
number_text("3.0e").
number_text("3.e5").
number_text("-3.").
number_text("+3").
number_text("+ 3").
number_text("- 3").
number_text("-  3").
number_text("3r2.").
number_text("3 r2").
number_text("0x.").
number_text("0x1F.").
number_text("\n3").
number_text("3\n").
number_text("3\n.").
number_text("1.0Inf.").
number_text("1Inf").
number_text("1.0Inf").
number_text("inf").
number_text("12'ab").
number_text("8'17").
number_text("37'1").
number_text("1'0").
number_text("3,4").
number_text("(3)").
number_text("[3]").
number_text("3)").
number_text("'3'").
number_text("\"3\"").
number_text("--3").
number_text("1_0").
number_text("1__0").
number_text("1_ 0").
number_text("1 _0").
number_text("1.0_0").
number_text("0x1_F").
number_text("0b1.").
number_text("0o7").
number_text("3²").
number_text(" 3").
number_text("3 ").
number_text("").
number_text("foo").
number_text("1r3").
number_text("1R3").
number_text("0b102").
number_text("0o18").
number_text("1e10").
number_text("1.0e+5").
number_text("1.5E3").
number_text("00012").
number_text("/**/3").
number_text("3/**/").
number_text("- 0x1").

%   Floats that are large, and some that are not finite.

huge(9223372036854775807.0).
huge(-9223372036854775808.0).
huge(9223372036854774784.0).
huge(1.0e19).
huge(2.5).
huge(-2.5).
huge(inf).
huge(X) :- X is -inf.
huge(X) :- X is nan.
fact(1, 2, 2, a). fact(1, 3, 2, b). fact(2, 2, 2, c). fact(1, 1, 1, d). fact(2, 2, 1, e). fact(1, 2, 2, f).
spot(at(1, 2, a), x). spot(at(1, 3, b), y). spot(at(2, 2, a), x). spot(at(2, 2, c), z).
deep(at(p(1, 2), q(a)), [1, 2]). deep(at(p(1, 3), q(b)), [1, 3]). deep(at(p(2, 2), q(b)), [2, 2]).
kind(none, 0). kind(cell(1, 2), 1). kind(cell(2, 1), 2). kind([], 3). kind([1], 4). kind(3, 5). kind("s", 6). kind(2.5, 7).
kind(cell(1), 8). kind(box(cell(1, 2)), 9). kind(box(cell(1, 3)), 10). kind(cell(1, 2), 11). kind([1, 2], 12).
kind(123456789012345678901234567890, 13). kind(box([]), 14). kind(cell(1, 2.0), 15).
same(X, X, 1). same(f(X), Y, 2) :- Y = f(X). same(_, _, 3). same(X, f(_), 4) :- nonvar(X). same(g(X, Y), g(Y, X), 5) :- X = 1.
known_spot(at(X, Y, Z), K) :- spot(at(X, Y, Z), K).
way(X, D, Y) :- D = up, Y is X + 1.
way(X, D, Y) :- D == down, Y is X - 1.
way(X, D, D) :- D == stay, X > 0.
way(X, D, Y) :- up == D, ( X > 1 -> Y = high ; Y = low ).
grade(N, V) :- N =:= 1, V = one.
grade(N, V) :- 2 =:= N, V = N.
grade(N, many) :- N > 2.
grade(N, N) :- N =:= 1, !.
grade(N, f(N)) :- N = 1.
pair_of(p(X, Y), Z) :- X == a, Y = b, Z = Y-X.
pair_of(p(X, Y), Z) :- X = a, \+ Y == b, findall(Y-W, member(W, [X, Y]), Z).
pair_of(p(X, X), both) :- X == c.
