% Goals that are unbound, or not what can be called.
p0 :- _ is true -> true.
?- ignore(_).   % f
?- (_ -> true ; true).   % a
?- \+ _.   % f
?- A = [], A.   % a
?- ignore(_ is 1.5).   % f
?- p0.   % f
?- ignore(_), fail.   % f
?- (X > 3 -> true ; true), fail.   % f
