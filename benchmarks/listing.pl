/*  The minimax of the textbooks, on rules/tictactoe.pl, to measure against

        swipl -p library=../rules/lib -O -g run -t halt listing.pl

    prints the value of the empty board, the positions visited and the
    seconds. A position's successors are gathered first, and the best of them
    is found one after the other, as moves/2, staticval/2 and minimax/3 of the
    textbooks have it.
*/

:- include('../rules/tictactoe').

param(Name, Value) :- parameter(Name, Value).

run :-
    initial(Pos),
    statistics(cputime, Start),
    minimax(Pos, _, Value),
    statistics(cputime, End),
    count(Pos, Nodes),
    Seconds is End-Start,
    format("~w ~w ~6f~n", [Value, Nodes, Seconds]).

moves(Pos, Positions) :-
    \+ terminal(Pos),
    findall(Next, move(Pos, _, Next), Positions).

staticval(Pos, Val) :-
    utility(Pos, Val).

max_to_move(Pos) :-
    to_move(Pos, x).

minimax(Pos, Best, Val) :-
    moves(Pos, Positions),
    !,
    best(Positions, Best, Val).
minimax(Pos, _, Val) :-
    staticval(Pos, Val).

best([Pos], Pos, Val) :-
    !,
    minimax(Pos, _, Val).
best([Pos1|Others], Best, Val) :-
    minimax(Pos1, _, Val1),
    best(Others, Pos2, Val2),
    (   better(Pos1, Val1, Val2)
    ->  Best = Pos1, Val = Val1
    ;   Best = Pos2, Val = Val2
    ).

%   better(Pos, Val1, Val2): who moved to Pos prefers Val1 to Val2.

better(Pos, Val1, Val2) :-
    (   max_to_move(Pos)
    ->  Val1 < Val2
    ;   Val1 > Val2
    ).

%   The same walk once more, not timed, to count the positions.

count(Pos, Count) :-
    (   moves(Pos, Positions)
    ->  foldl(counted, Positions, 1, Count)
    ;   Count = 1
    ).

counted(Pos, Count0, Count) :-
    count(Pos, Count1),
    Count is Count0+Count1.
