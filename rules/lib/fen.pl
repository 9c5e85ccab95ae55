/*  Boards in Forsyth-Edwards notation

    For games on a chessboard of any size: include this file. The rows of
    a board are lists of characters, the top row first, with . for an empty
    square. Square 0 is a1, and squares are numbered row by row.
*/

%!  placement(+Rows, -Text) is det.
%!  placement(-Rows, +Text) is semidet.
%
%   Text has the rows of a board, as in 'pp1/3/PPP': a number stands for so
%   many empty squares, and does not begin with 0.

placement(Rows, Text) :-
    nonvar(Text),
    !,
    atomic_list_concat(Parts, /, Text),
    maplist(row_read, Parts, Rows).
placement(Rows, Text) :-
    maplist(row_written, Rows, Parts),
    atomic_list_concat(Parts, /, Text).

row_read(Part, Row) :-
    atom_codes(Part, Codes),
    phrase(cells(Row), Codes).

cells(Cells) -->
    digit(Digit),
    !,
    digits(Digits),
    cells(Others),
    { [Digit|Digits] \= [0'0|_],
      number_codes(Count, [Digit|Digits]),
      length(Empty, Count),
      maplist(=('.'), Empty),
      append(Empty, Others, Cells) }.
cells([Cell|Cells]) -->
    [Code],
    !,
    { char_code(Cell, Code) },
    cells(Cells).
cells([]) -->
    [].

digits([Digit|Digits]) -->
    digit(Digit),
    !,
    digits(Digits).
digits([]) -->
    [].

digit(Digit) -->
    [Digit],
    { between(0'0, 0'9, Digit) }.

row_written(Row, Part) :-
    clumped(Row, Runs),
    maplist(run_written, Runs, Texts),
    atomic_list_concat(Texts, Part).

run_written('.'-Count, Count) :- !.
run_written(Cell-Count, Text) :-
    length(Cells, Count),
    maplist(=(Cell), Cells),
    atomic_list_concat(Cells, Text).

%!  turn(?Letter, ?Player) is nondet.
%
%   The letter of who is to move.

turn(w, white).
turn(b, black).

%!  square(+Width, +Square, -Name) is det.
%
%   The name of a square: a1, b1, ... on a board that is Width squares wide.

square(Width, Square, Name) :-
    Column is 0'a + Square mod Width,
    Row is Square // Width + 1,
    format(atom(Name), '~c~d', [Column, Row]).
