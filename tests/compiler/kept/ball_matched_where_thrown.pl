% A ball is matched with what is bound where it is thrown, and again after that is undone.
?- catch((D=f,throw(x)),D,true).   % f
?- catch((D=f,throw(f)),D,true).   % f
?- catch((E=g(D),D=f,throw(h(E))),h(g(Z)),E=Z).   % a
