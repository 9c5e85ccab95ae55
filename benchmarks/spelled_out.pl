/*  Tic-tac-toe and minimax as one writes them for plain SWI-Prolog, to measure against

        swipl -O -g run -t halt spelled_out.pl

    prints the value of the empty board, the positions visited and the seconds.
    The lines are spelled out and the board is one term, so that nothing is
    worked out twice.
*/

run :-
    empty(Board),
    statistics(cputime, Start),
    value(x, Board, Value),
    statistics(cputime, End),
    count(x, Board, Nodes),
    Seconds is End-Start,
    format("~w ~w ~6f~n", [Value, Nodes, Seconds]).

empty(b(e,e,e,e,e,e,e,e,e)).

value(Player, Board, Value) :-
    (   other(Player, Last),
        lined(Last, Board)
    ->  worth(Last, Value)
    ;   findall(Next, move(Board, Player, Next), [First|Others])
    ->  other(Player, Opponent),
        value(Opponent, First, Value0),
        best(Others, Player, Opponent, Value0, Value)
    ;   Value = 0
    ).

best([], _, _, Value, Value).
best([Board|Boards], Player, Opponent, Value0, Value) :-
    value(Opponent, Board, Value1),
    better(Player, Value0, Value1, Value2),
    best(Boards, Player, Opponent, Value2, Value).

better(x, A, B, C) :- C is max(A, B).
better(o, A, B, C) :- C is min(A, B).

%   The same walk once more, not timed, to count the positions.

count(Player, Board, Count) :-
    (   other(Player, Last),
        lined(Last, Board)
    ->  Count = 1
    ;   other(Player, Opponent),
        aggregate_all(sum(N), ( move(Board, Player, Next), count(Opponent, Next, N) ), Sum),
        Count is Sum+1
    ).

other(x, o).
other(o, x).

worth(x, 1).
worth(o, -1).

move(b(e,B,C,D,E,F,G,H,I), P, b(P,B,C,D,E,F,G,H,I)).
move(b(A,e,C,D,E,F,G,H,I), P, b(A,P,C,D,E,F,G,H,I)).
move(b(A,B,e,D,E,F,G,H,I), P, b(A,B,P,D,E,F,G,H,I)).
move(b(A,B,C,e,E,F,G,H,I), P, b(A,B,C,P,E,F,G,H,I)).
move(b(A,B,C,D,e,F,G,H,I), P, b(A,B,C,D,P,F,G,H,I)).
move(b(A,B,C,D,E,e,G,H,I), P, b(A,B,C,D,E,P,G,H,I)).
move(b(A,B,C,D,E,F,e,H,I), P, b(A,B,C,D,E,F,P,H,I)).
move(b(A,B,C,D,E,F,G,e,I), P, b(A,B,C,D,E,F,G,P,I)).
move(b(A,B,C,D,E,F,G,H,e), P, b(A,B,C,D,E,F,G,H,P)).

lined(P, b(P,P,P,_,_,_,_,_,_)) :- !.
lined(P, b(_,_,_,P,P,P,_,_,_)) :- !.
lined(P, b(_,_,_,_,_,_,P,P,P)) :- !.
lined(P, b(P,_,_,P,_,_,P,_,_)) :- !.
lined(P, b(_,P,_,_,P,_,_,P,_)) :- !.
lined(P, b(_,_,P,_,_,P,_,_,P)) :- !.
lined(P, b(P,_,_,_,P,_,_,_,P)) :- !.
lined(P, b(_,_,P,_,P,_,P,_,_)) :- !.
