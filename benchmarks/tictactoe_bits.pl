/*  Tic-tac-toe on bits: what benchmarks/styles.py measures other ways to
    write the game against.
*/

player(x).
player(o).

%   A position is s(Player, Mine, Theirs): whose turn it is, the cells of that
%   player and those of the other, each a bit of a number.

initial(s(x, 0, 0)).

to_move(s(Player, _, _), Player).

move(s(Player, Mine, Theirs), Cell, s(Opponent, Theirs, Marked)) :-
    opponent(Player, Opponent),
    between(0, 8, Cell),
    (Mine \/ Theirs) /\ (1 << Cell) =:= 0,
    Marked is Mine \/ (1 << Cell).

opponent(x, o).
opponent(o, x).

terminal(s(_, _, Theirs)) :- lined(Theirs), !.
terminal(s(_, Mine, Theirs)) :- Mine \/ Theirs =:= 0b111111111.

utility(s(Player, _, Theirs), Value) :-
    (   lined(Theirs)
    ->  lost(Player, Value)
    ;   Value = 0
    ).

lost(x, -1).
lost(o, 1).

lined(Cells) :-
    line(Line),
    Cells /\ Line =:= Line,
    !.

line(0b000000111).
line(0b000111000).
line(0b111000000).
line(0b001001001).
line(0b010010010).
line(0b100100100).
line(0b100010001).
line(0b001010100).

board(s(Player, Mine, Theirs), Rows) :-
    opponent(Player, Opponent),
    findall(Row,
            ( between(0, 2, R),
              findall(Mark,
                      ( between(0, 2, C),
                        Bit is 3*R + C,
                        (   getbit(Mine, Bit) =:= 1
                        ->  Mark = Player
                        ;   getbit(Theirs, Bit) =:= 1
                        ->  Mark = Opponent
                        ;   Mark = '.'
                        ) ),
                      Row) ),
            Rows).
