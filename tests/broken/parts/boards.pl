% Taken in by syntax_included.pl.

cell(1, 1).
cell(1, 2)
cell(2, 1).

corner(C) :- cel(C, C).
