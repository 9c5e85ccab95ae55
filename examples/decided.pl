/*  Connect Four, searched no further where it is decided

    Who is to move and can complete a line has won; so has who threatens to
    complete one in two columns at once, if the other cannot. Without cutoff/2
    a search goes on below such positions as deep as anywhere else.
*/

parameter(width, 7).
parameter(height, 6).

player(x).
player(o).

%   A position is s(Player, X, O): whose turn it is, and the discs of each
%   player as the bits of a number. Bits go up the first column, then up
%   the second; one more bit on top of every column stays empty.

initial(s(x, 0, 0)).

to_move(s(Player, _, _), Player).

move(s(Player, X, O), Column, Next) :-
    param(width, Width),
    param(height, Height),
    between(1, Width, Nth),
    Column is (Width+1)//2 + Nth//2 * (1 - 2*(Nth mod 2)),
    Bottom is (Column-1) * (Height+1),
    Disc is ((X\/O) + (1<<Bottom)) /\ \(X\/O),
    Disc < 1<<(Bottom+Height),
    drop(Player, Disc, X, O, Next).

drop(x, Disc, X, O, s(o, X1, O)) :- X1 is X \/ Disc.
drop(o, Disc, X, O, s(x, X, O1)) :- O1 is O \/ Disc.

terminal(S) :-
    has_line(S),
    !.
terminal(s(_, X, O)) :-
    param(width, Width),
    param(height, Height),
    popcount(X\/O) =:= Width*Height.

utility(S, Value) :-
    (   has_line(S)
    ->  to_move(S, Loser),
        lost(Loser, Value)
    ;   Value = 0
    ).

lost(x, -1).
lost(o, 1).

%   has_line(S): who has just moved has completed a line.

has_line(s(x, _, O)) :- lined(O).
has_line(s(o, X, _)) :- lined(X).

lined(Discs) :-
    step(Step),
    Pairs is Discs /\ (Discs >> Step),
    Pairs /\ (Pairs >> (2*Step)) =\= 0.

step(1).
step(Height) :- param(height, Height).
step(Step) :- param(height, Height), Step is Height+1.
step(Step) :- param(height, Height), Step is Height+2.

%   decided(S, Winner): who is to move can complete a line; or cannot, and the
%   opponent threatens to complete one in two columns at once.

decided(s(Player, X, O), Winner) :-
    opponent(Player, Opponent),
    (   completes(Player, X, O, _)
    ->  Winner = Player
    ;   completes(Opponent, X, O, Column),
        completes(Opponent, X, O, Other),
        Column \== Other
    ->  Winner = Opponent
    ).

completes(Player, X, O, Column) :-
    move(s(Player, X, O), Column, Next),
    has_line(Next).

opponent(x, o).
opponent(o, x).

cutoff(S, _) :-
    decided(S, _).

%   An estimate: what is decided is worth what it will be; else the discs near
%   the middle column count.

staticval(S, Value) :-
    (   terminal(S)
    ->  utility(S, Value)
    ;   decided(S, Winner)
    ->  opponent(Winner, Loser),
        lost(Loser, Value)
    ;   S = s(_, X, O),
        central(X, ForX),
        central(O, ForO),
        Value is (ForX-ForO) / 128
    ).

central(Discs, Sum) :-
    param(width, Width),
    param(height, Height),
    aggregate_all(sum(Weight*popcount(Discs /\ Cells)),
                  ( between(1, Width, Column),
                    Weight is min(Column, Width+1-Column),
                    Cells is ((1<<Height)-1) << ((Column-1)*(Height+1)) ),
                  Sum).

board(s(_, X, O), Rows) :-
    param(height, Height),
    findall(Row,
            ( between(1, Height, Down),
              findall(Cell, cell(Down, X, O, Cell), Row) ),
            Rows).

cell(Down, X, O, Cell) :-
    param(width, Width),
    param(height, Height),
    between(1, Width, Column),
    Bit is Column*(Height+1) - 1 - Down,
    (   getbit(X, Bit) =:= 1
    ->  Cell = x
    ;   getbit(O, Bit) =:= 1
    ->  Cell = o
    ;   Cell = '.'
    ).
