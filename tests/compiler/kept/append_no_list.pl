% The second argument of append/3 need not be a list.
p1(_) :- findall(0,0 @< _,[_],0).
?- p1([]).   % a
?- append([],0,X), X = [_].   % f
?- append([],f(x),X), X = f(Y).   % f
