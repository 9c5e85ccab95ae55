/*  The board of Dots and Boxes

    Where the lines and boxes are, for rules with the parameters rows and
    columns to include. A set of lines is an integer with a bit for each, a
    box is the set of its four sides. All this stays the same for the whole
    game, so it is worked out once.
*/

:- table lines/1, line/3, boxes/1, images/1, fillings/1.

%!  lines(-Lines) is det.
%
%   All lines, as line(Line, Bit, Boxes): row by row, those across first.

lines(Lines) :-
    findall(line(Line, Bit, Boxes),
            ( place(Line), line(Line, Bit, Boxes) ),
            Lines).

%!  line(+Line, -Bit, -Boxes) is det.
%
%   Boxes are the one or two that Line is a side of.

line(Line, Bit, Sides) :-
    bit(Line, Bit),
    boxes(Boxes),
    include(has_side(Bit), Boxes, Sides).

has_side(Bit, Box) :-
    Bit /\ Box =\= 0.

place(h(Row, Column)) :-
    param(rows, Rows),
    param(columns, Columns),
    Last is Rows+1,
    between(1, Last, Row),
    between(1, Columns, Column).
place(v(Row, Column)) :-
    param(rows, Rows),
    param(columns, Columns),
    Last is Columns+1,
    between(1, Rows, Row),
    between(1, Last, Column).

%   The first line is the highest bit: in binary they are written in order.

bit(Line, Bit) :-
    place_number(Line, Number),
    number_of_lines(Count),
    Bit is 1 << (Count-Number).

place_number(h(Row, Column), Number) :-
    param(columns, Columns),
    Number is (Row-1)*Columns + Column.
place_number(v(Row, Column), Number) :-
    param(rows, Rows),
    param(columns, Columns),
    Number is (Rows+1)*Columns + (Row-1)*(Columns+1) + Column.

number_of_lines(Count) :-
    param(rows, Rows),
    param(columns, Columns),
    Count is (Rows+1)*Columns + Rows*(Columns+1).

number_of_boxes(Count) :-
    param(rows, Rows),
    param(columns, Columns),
    Count is Rows*Columns.

%!  boxes(-Boxes) is det.
%
%   All boxes, row by row.

boxes(Boxes) :-
    param(rows, Rows),
    param(columns, Columns),
    findall(Box,
            ( between(1, Rows, Row),
              between(1, Columns, Column),
              box(Row, Column, Box) ),
            Boxes).

box(Row, Column, Box) :-
    Below is Row+1,
    Right is Column+1,
    maplist(bit, [h(Row, Column), h(Below, Column),
                  v(Row, Column), v(Row, Right)], Bits),
    sum_list(Bits, Box).

%!  has_sides(+N, +Lines, +Box) is semidet.
%
%   Exactly N sides of Box are drawn.

has_sides(N, Lines, Box) :-
    popcount(Box /\ Lines) =:= N.

%!  least_image(+Lines, -Least) is det.
%
%   The least of the sets of lines that are as good as Lines. The board may
%   be reflected, and turned where it is square. Besides, the outer lines of
%   one box border nothing else and are all alike: the first of them stand
%   for as many others.

least_image(Lines, Least) :-
    fillings(Fillings),
    foldl(fill, Fillings, Lines, Filled),
    images(Images),
    maplist(image(Filled), Images, Sets),
    min_list(Sets, Least).

%   fillings(-Fillings): filling(Outer, Fills) for each box with several
%   outer lines; Fills are none of them, the first, the first two ...

fillings(Fillings) :-
    boxes(Boxes),
    findall(filling(Outer, Fills),
            ( member(Box, Boxes),
              outer(Box, [Bit1,Bit2|Bits]),
              sum_list([Bit1,Bit2|Bits], Outer),
              findall(Fill,
                      ( append(First, _, [Bit1,Bit2|Bits]),
                        sum_list(First, Fill) ),
                      Fills) ),
            Fillings).

outer(Box, Bits) :-
    lines(Lines),
    findall(Bit, member(line(_, Bit, [Box]), Lines), Bits).

fill(filling(Outer, Fills), Lines, Filled) :-
    Count is popcount(Lines /\ Outer),
    nth0(Count, Fills, Fill),
    Filled is Lines /\ \Outer \/ Fill.

%   images(-Images): each symmetry as a list of tables, which give the image
%   of the lowest four bits, of the next four, and so on. The first outer
%   line of a box goes to the first one of the box's image.

images(Images) :-
    lines(Lines),
    reverse(Lines, Upwards),
    setof(Tables,
          Steps^Bits^( symmetry(Steps),
                       maplist(carried(Steps), Upwards, Bits),
                       tables(Bits, Tables) ),
          Images).

tables([], []) :- !.
tables(Bits, [Table|Tables]) :-
    (   length(Four, 4),
        append(Four, Rest, Bits)
    ->  true
    ;   Four = Bits,
        Rest = []
    ),
    foldl(with_or_without, Four, [0], Sums),
    Table =.. [image|Sums],
    tables(Rest, Tables).

with_or_without(Bit, Without, Sums) :-
    maplist(plus(Bit), Without, With),
    append(Without, With, Sums).

image(Lines, Tables, Image) :-
    image(Tables, Lines, 0, Image).

image([], _, Image, Image).
image([Table|Tables], Lines, Image0, Image) :-
    N is Lines /\ 15 + 1,
    arg(N, Table, Part),
    Image1 is Image0 \/ Part,
    Higher is Lines >> 4,
    image(Tables, Higher, Image1, Image).

symmetry(Steps) :-
    param(rows, Rows),
    param(columns, Columns),
    (   Rows =:= Columns
    ->  All = [turn_over, upside_down, mirror]
    ;   All = [upside_down, mirror]
    ),
    sublist(All, Steps).

sublist([], []).
sublist([X|Xs], [X|Ys]) :-
    sublist(Xs, Ys).
sublist([_|Xs], Ys) :-
    sublist(Xs, Ys).

carried(Steps, line(Line, Bit, Boxes), To) :-
    foldl(step, Steps, Line, Image),
    line(Image, ImageBit, ImageBoxes),
    (   Boxes = [Box],
        ImageBoxes = [ImageBox]
    ->  outer(Box, Outer),
        outer(ImageBox, ImageOuter),
        nth1(N, Outer, Bit),
        nth1(N, ImageOuter, To)
    ;   To = ImageBit
    ).

step(turn_over, h(Row, Column), v(Column, Row)).
step(turn_over, v(Row, Column), h(Column, Row)).
step(upside_down, h(Row, Column), h(Image, Column)) :-
    param(rows, Rows),
    Image is Rows+2-Row.
step(upside_down, v(Row, Column), v(Image, Column)) :-
    param(rows, Rows),
    Image is Rows+1-Row.
step(mirror, h(Row, Column), h(Row, Image)) :-
    param(columns, Columns),
    Image is Columns+1-Column.
step(mirror, v(Row, Column), v(Row, Image)) :-
    param(columns, Columns),
    Image is Columns+2-Column.

%!  dbn(?Lines, ?Digits) is semidet.
%
%   Digits is the text of Lines in Dots and Boxes notation.

dbn(Lines, Digits) :-
    number_of_lines(Count),
    binary(Count, Lines, Digits).

%!  binary(+Count, ?Number, ?Digits) is semidet.
%
%   Digits is the text of Number in binary, Count digits long.

binary(Count, Number, Digits) :-
    nonvar(Number),
    !,
    format(string(Digits), '~`0t~2r~*|', [Number, Count]).
binary(Count, Number, Digits) :-
    string_concat("0b", Digits, Binary),
    number_string(Number, Binary),
    binary(Count, Number, Digits).

%!  drawing(+Lines, -Text) is det.
%
%   The dots with the lines between them.

drawing(Lines, Text) :-
    param(rows, Rows),
    Last is Rows+1,
    findall(Part,
            ( between(1, Last, Row),
              drawn_row(Row, Lines, Part) ),
            Parts),
    atomic_list_concat(Parts, '\n', Text).

drawn_row(Row, Lines, Text) :-
    param(columns, Columns),
    findall(Part,
            ( between(1, Columns, Column),
              drawn(h(Row, Column), Lines, '---', '   ', Part) ),
            Parts),
    atomic_list_concat(Parts, +, Inner),
    atomic_list_concat([+, Inner, +], Text).
drawn_row(Row, Lines, Text) :-
    param(rows, Rows),
    Row =< Rows,
    param(columns, Columns),
    Last is Columns+1,
    findall(Part,
            ( between(1, Last, Column),
              drawn(v(Row, Column), Lines, '|', ' ', Part) ),
            Parts),
    atomic_list_concat(Parts, '   ', Text).

drawn(Line, Lines, Drawn, Open, Text) :-
    bit(Line, Bit),
    (   Lines /\ Bit =:= 0
    ->  Text = Open
    ;   Text = Drawn
    ).
