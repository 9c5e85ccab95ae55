% Groups of bagof/3 and setof/3 are in the order of witnesses whose variables are numbered from the left.
?- bagof(X,member(X-Y,[1-f(_),2-g,3-_,4-_,5-f(_)]),L).   % f
?- bagof(X,member(X-Y,[1-f(_),2-g,3-_,4-_,5-f(_)]),L).   % a
?- setof(X-Y,Y^member(X-Y-_,[1-f(_)-P,2-g-Q,3-_-P,4-_-Q,5-f(_)-P]),L).   % a
?- bagof(X,member(X-f(Y,Z),[1-f(A,A),2-f(_,_),3-f(B,B),4-f(_,_)]),L).   % f
