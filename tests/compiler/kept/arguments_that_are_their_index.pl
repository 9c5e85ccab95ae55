% arg/3 gives up where the index cannot be what it is bound to by then; the name of a term may be the tail of its list.
?- arg(E,g(a,_),E).   % a
?- arg(E,g(E,b,_),E).   % a
?- arg(E,g(_,2,_),E).   % a
?- a=..[C|C].   % f
?- f(x)=..[_|C], C=[Y].   % a
