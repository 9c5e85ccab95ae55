/*  Connect Four: a list of Column=Stack, the last disc on top; a line is looked
    for through the disc that fell last.
*/

player(x).
player(o).

initial(game(x, none, [1=[], 2=[], 3=[], 4=[], 5=[], 6=[], 7=[]])).

to_move(game(P, _, _), P).

move(game(P, _, Stacks), Column, game(Q, Column, Stacks2)) :-
    next_to_play(P, Q),
    select(Column=Stack, Stacks, Column=[P|Stack], Stacks2),
    \+ full(Stack).

next_to_play(x, o).
next_to_play(o, x).

full([_,_,_,_,_,_]).

disc(Stacks, Column/Row, P) :-
    member(Column=Stack, Stacks),
    length(Stack, Height),
    Place is Height - Row,
    nth0(Place, Stack, P).

way(1/0).
way(0/1).
way(1/1).
way(1/(-1)).

line(Stacks, Column, P) :-
    memberchk(Column=Stack, Stacks),
    length(Stack, Row),
    way(DX/DY),
    in_a_row(Stacks, Column/Row, DX/DY, P, 0, Ahead),
    BX is -DX,
    BY is -DY,
    in_a_row(Stacks, Column/Row, BX/BY, P, 0, Behind),
    Ahead + Behind >= 3.

in_a_row(Stacks, X/Y, DX/DY, P, N0, N) :-
    X1 is X + DX,
    Y1 is Y + DY,
    (   Y1 > 0,
        disc(Stacks, X1/Y1, P)
    ->  N1 is N0 + 1,
        in_a_row(Stacks, X1/Y1, DX/DY, P, N1, N)
    ;   N = N0
    ).

terminal(game(P, Column, Stacks)) :-
    Column \== none,
    next_to_play(P, Q),
    once(line(Stacks, Column, Q)).
terminal(game(_, _, Stacks)) :-
    forall(member(_=Stack, Stacks), full(Stack)).

utility(game(P, Column, Stacks), V) :-
    next_to_play(P, Q),
    (   line(Stacks, Column, Q)
    ->  worth(Q, V)
    ;   V = 0
    ),
    !.

worth(x, 1).
worth(o, -1).

board(game(_, _, Stacks), Rows) :-
    findall(Row,
            ( member(Y, [6,5,4,3,2,1]),
              findall(Cell, ( between(1, 7, X), cell(Stacks, X/Y, Cell) ), Row) ),
            Rows).

cell(Stacks, Place, Cell) :-
    ( disc(Stacks, Place, P) -> Cell = P ; Cell = '.' ).
