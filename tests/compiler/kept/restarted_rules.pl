% Rules that are compiled again start with what was bound undone.
p0(1).
p0(_).
?- p0(C), permutation(_,[_,f]).   % a
?- exclude(==(a),D,_).   % a
