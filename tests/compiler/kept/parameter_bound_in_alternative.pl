% What an argument is bound to in one clause is undone for the next, where two arguments are the same variable.
p0([],[_]).
p0(_,[]).
p1(0,[_]).
p1(_,true).
p2(true,_,f(_)).
p2(_,true,0).
?- p0(E,E).   % a
?- p1(A,A).   % call aa
?- p2(B,_,B).   % call afa
