% A condition is given the shape of what its first solution must be.
p(1,f(1)).
p(2,g(2)).
p(3,g(3)).
q(X,Y) :- p(X,Y).
r(X,Y) :- member(X,[1,2,3]), q(X,Y).
?- ( contains_term(f(X), g(f(1))) -> Y = X ; Y = no ).   % f
?- ( r(X,g(Z)) -> Y = X ; Y = no ).   % f
?- ( member(A,[1,2]), r(X,g(Z)), Z > A -> Y = X ; Y = no ).   % f
?- \+ ( r(X,g(Z)), Z > 3 ).   % f
