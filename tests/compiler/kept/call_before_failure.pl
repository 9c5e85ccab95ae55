% A recursive call before a goal that fails is no last call.
p0(_,0) :- !.
p0(N,N) :- N > 0, M is N-1, p0(_,M), [] = 1.
?- p0(C,2).   % f
?- p0(C,1).   % a
