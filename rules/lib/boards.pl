/*  Boards as terms and lists

    A position often holds a board: a compound term or a list with an item
    for each cell. A move then leads to the same board with another item in
    one or two places. These predicates give such a board. They change
    nothing: the old board stays as it was, as a search needs it.

    Reasoners that compile rules know the predicates of this file, and copy
    a board in one go. They go by the clauses as they stand here, so a file
    that defines a predicate of the same name in another way gets its own.
*/

%!  replace_arg(+N, +Term, ?Old, +New, -Changed) is semidet.
%
%   Changed is Term with New as its argument N, counted from 1, where Term
%   has Old. Fails where there is no such argument.

replace_arg(N, Term, Old, New, Changed) :-
    must_be(positive_integer, N),
    Term =.. [Name|Args],
    Before is N-1,
    replace_after(Before, Args, Old, New, ChangedArgs),
    Changed =.. [Name|ChangedArgs].

%!  replace_nth0(+Index, +List, ?Old, +New, -Changed) is semidet.
%!  replace_nth1(+Index, +List, ?Old, +New, -Changed) is semidet.
%
%   Changed is List with New at Index, counted from 0 or from 1, where List
%   has Old. Fails where the list is not so long.

replace_nth0(Index, List, Old, New, Changed) :-
    must_be(nonneg, Index),
    replace_after(Index, List, Old, New, Changed).

replace_nth1(Index, List, Old, New, Changed) :-
    must_be(positive_integer, Index),
    Before is Index-1,
    replace_after(Before, List, Old, New, Changed).

replace_after(0, [Old|Items], Old, New, [New|Items]) :- !.
replace_after(Count, [Item|Items], Old, New, [Item|Changed]) :-
    Count > 0,
    Before is Count-1,
    replace_after(Before, Items, Old, New, Changed).

%!  cells_rows(+Cells, +Columns, -Rows) is semidet.
%
%   Rows are the lists of Columns cells each that make up the list Cells.
%   Fails where some cells are left over.

cells_rows(Cells, Columns, Rows) :-
    must_be(positive_integer, Columns),
    cells_rows_(Cells, Columns, Rows).

cells_rows_([], _, []) :- !.
cells_rows_(Cells, Columns, [Row|Rows]) :-
    length(Row, Columns),
    append(Row, Rest, Cells),
    cells_rows_(Rest, Columns, Rows).

%!  rows_columns(+Rows, -Columns) is semidet.
%
%   Columns are the lists of the first cells of Rows, of the second ones, and
%   so on. Fails where rows differ in length; without rows, there are no
%   columns.

rows_columns([], []).
rows_columns([Row|Rows], Columns) :-
    rows_columns_(Row, [Row|Rows], Columns).

rows_columns_([], Rows, []) :-
    maplist(=([]), Rows).
rows_columns_([_|Cells], Rows, [Column|Columns]) :-
    firsts_rests(Rows, Column, Rests),
    rows_columns_(Cells, Rests, Columns).

firsts_rests([], [], []).
firsts_rests([[First|Rest]|Rows], [First|Firsts], [Rest|Rests]) :-
    firsts_rests(Rows, Firsts, Rests).
