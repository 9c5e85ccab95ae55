% Without solutions, aggregate_all/3 gives what was bound before; a witness that is unbound stays the same variable.
none(_) :- fail.
best(X,R) :- aggregate_all(max(X),none(X),R).
pick(R) :- aggregate_all(max(X,W),member(X-W,[1-a,5-_,3-c]),R).
?- aggregate_all(max(X),none(X),3).   % f
?- X = 2, aggregate_all(min(X),none(_),R).   % f
?- X = 2+1, aggregate_all(max(X),none(_),R).   % f
?- best(X,R).   % a
?- best(X,4).   % a
?- best(7,R).   % call gf
?- aggregate_all(max(X),member(X,[1,5,3]),5), Z = X.   % f
?- aggregate_all(max(X,W),member(X,[1,2]),R), W = 1.   % a
?- aggregate_all(max(X,f(W)),member(X,[1,2]),R), W = 1.   % a
?- pick(max(A,B)).   % f
?- pick(foo).   % f
?- aggregate_all(max(X,_),member(X,[1,a]),foo).   % f
?- member(R,[foo,max(_,_),max(2,_)]), aggregate_all(max(X,y),member(X,[1,2]),R).   % a
?- aggregate_all(max(X,W),a=C,C).   % f
