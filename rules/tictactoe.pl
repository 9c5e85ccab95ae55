/*  Tic-tac-toe, and the m,n,k-games

    Two players mark empty cells in turn. Who first has a line of the given
    length wins; with misere=true, loses.
*/

:- include(library(boards)).

parameter(columns, 3).
parameter(rows, 3).
parameter(length, 3).
parameter(misere, false).

player(x).
player(o).

%   A position is s(Player, Cells): whose turn it is, and the cells row by
%   row, each x, o or e (empty). A move is the number of a cell, from 1.

initial(s(x, Cells)) :-
    param(columns, Columns),
    param(rows, Rows),
    param(length, Length),
    param(misere, Misere),
    maplist(must_be(positive_integer), [Columns, Rows, Length]),
    must_be(boolean, Misere),
    N is Columns*Rows,
    length(Cells, N),
    maplist(=(e), Cells).

%   The board has all its cells, and as many x as o; one x more when it is
%   the turn of o.

state(s(Player, Cells)) :-
    initial(s(_, Empty)),
    same_length(Empty, Cells),
    exclude(==(e), Cells, Marks),
    partition(==(x), Marks, Xs, Os),
    maplist(==(o), Os),
    ahead(Player, Os, Turns),
    same_length(Xs, Turns).

ahead(x, Os, Os).
ahead(o, Os, [o|Os]).

to_move(s(Player, _), Player).

move(s(Player, Cells), Cell, s(Opponent, Marked)) :-
    opponent(Player, Opponent),
    mark(Cells, 1, Player, Cell, Marked).

mark([e|Cells], Cell, Player, Cell, [Player|Cells]).
mark([Mark|Cells], N, Player, Cell, [Mark|Marked]) :-
    N1 is N+1,
    mark(Cells, N1, Player, Cell, Marked).

opponent(x, o).
opponent(o, x).

%   Only the player who has just moved can have completed a line.

terminal(s(Player, Cells)) :-
    opponent(Player, Last),
    lined(Last, Cells),
    !.
terminal(s(_, Cells)) :-
    \+ memberchk(e, Cells).

%   A game that ends before the board is full has ended by a line.

utility(s(Player, Cells), Value) :-
    opponent(Player, Last),
    (   ( memberchk(e, Cells) ; lined(Last, Cells) )
    ->  param(misere, Misere),
        worth(Misere, Last, Value)
    ;   Value = 0
    ).

worth(false, x, 1).
worth(false, o, -1).
worth(true, x, -1).
worth(true, o, 1).

%   lined(Player, Cells): Player has marked all cells of some line.

lined(Player, Cells) :-
    Board =.. [board|Cells],
    line(Line),
    marked(Line, Board, Player),
    !.

marked([], _, _).
marked([Cell|Cells], Board, Player) :-
    arg(Cell, Board, Player),
    marked(Cells, Board, Player).

%   line(Line): a straight line, as the numbers of its cells. The lines stay
%   the same for the whole game, so they are worked out once.

:- table line/1.

line(Line) :-
    param(columns, Columns),
    param(rows, Rows),
    param(length, Length),
    line(Columns, Rows, Length, Line).

line(Columns, Rows, Length, Line) :-
    Last is Length-1,
    member(Right/Down, [1/0, 0/1, 1/1, -1/1]),
    between(1, Rows, Row),
    Row + Last*Down =< Rows,
    between(1, Columns, Column),
    End is Column + Last*Right,
    between(1, Columns, End),
    findall(Cell,
            ( between(0, Last, I),
              Cell is (Row+I*Down-1)*Columns + Column+I*Right ),
            Line).

%   The least of the board's reflections and rotations stands for them all.

canonical(s(Player, Cells), s(Player, Least)) :-
    param(columns, Columns),
    cells_rows(Cells, Columns, Rows),
    findall(Image, image(Rows, Image), Images),
    sort(Images, [Least|_]).

image(Rows, Image) :-
    ( Upright = Rows ; param(columns, N), param(rows, N), rows_columns(Rows, Upright) ),
    ( Turned = Upright ; reverse(Upright, Turned) ),
    append(Turned, Cells),
    ( Image = Cells ; reverse(Cells, Image) ).

%   The board as rows, for people.

board(s(_, Cells), Rows) :-
    param(columns, Columns),
    maplist(shown, Cells, Shown),
    cells_rows(Shown, Columns, Rows).

shown(x, x).
shown(o, o).
shown(e, '.').
