% What follows an if-then-else is not reached from a branch that only searches in vain.
q(1).
q(2).
p(X,Y) :- (atom(X) -> true ; q(_), fail), Y = 1.
r(X,Y) :- (atom(X) -> true ; A = true, A, fail), Y = 1.
s(X,Y) :- (atom(X) -> q(_), fail ; true), Y = 1.
?- p(1,Y).   % call gf
?- r(1,Y).   % call gf
?- s(a,Y).   % call gf
?- member(X,[a,1]), p(X,Y).   % f
?- member(X,[a,1]), r(X,Y).   % f
?- member(X,[a,1]), s(X,Y).   % f
