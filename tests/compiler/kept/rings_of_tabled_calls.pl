% Calls that wait for an outer call of the same ring keep what they have found; else no round is the last.
:- table path/2.
edge(b,c).
edge(c,b).
edge(a,c).
path(X,Z) :- edge(X,Y),path(Y,Z).
path(X,Y) :- edge(X,Y).
:- table way/2.
way(X,Z) :- way(X,Y),way(Y,Z).
way(X,Y) :- edge(X,Y).
paths(X,Ys) :- findall(Y,path(X,Y),Zs), sort(Zs,Ys).
ways(X,Ys) :- findall(Y,way(X,Y),Zs), sort(Zs,Ys).
?- member(X,[a,b,c]), paths(X,Ys).   % f
?- member(X,[a,b,c]), ways(X,Ys).   % f
