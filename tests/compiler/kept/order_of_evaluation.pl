% Operands are evaluated from the last to the first, unknown functions after their operands.
p0(N) :- N > 0.
?- X is a+Y.   % f
?- X is Y+a.   % f
?- X is f(a,b).   % f
?- X is 1/0+a.   % f
?- a < Y.   % f
?- p0(f(true)).   % call g
?- p0(g(A,B)).   % call a
?- X is [a,0].   % f
?- X is [Y|a].   % f
?- X is [12345678901234567890].   % f
?- X = a, Y = 0.5, succ(X,Y).   % a
?- maplist(succ,[a],[0.5,_]).   % f
