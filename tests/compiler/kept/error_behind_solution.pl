% An error behind the first solution: whoever asks for more must meet it.
p0(0).
p0(_) :- nowhere.
p1(_).
p1(X) :- X > a.
?- p0(X).   % f
?- p0(X).   % a
?- p0(X).   % call f
?- p1(X).   % f
