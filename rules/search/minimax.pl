/*  Minimax

    minimax(Pos, Best, Val): Val is the value of Pos when both sides play
    their best, and Best is the position that the best move leads to. The
    rules come from the module that asks, in either vocabulary: move/3,
    to_move/2 and utility/2 or /3, or moves/2, staticval/2 and max_to_move/1
    (mutari/2, mutare_max/1).

    The whole tree is searched, so this is for small games and for reading.
*/

:- module(minimax, [minimax/3]).

:- use_module(library(lists)).

:- meta_predicate minimax(:, -, -).

%!  minimax(?Pos, -Best, -Val) is det.
%
%   Pos is the start of the game if it is not given. In a final position
%   Best stays unbound. With utility/3, Val is the list of what each player
%   gets. In a game with memory, a position is State-Memory.

minimax(Rules:Pos, Best, Val) :-
    start(Rules, Pos),
    minimax_(Rules, Pos, Best, Val).

minimax_(Rules, Pos, Best, Val) :-
    (   successors(Rules, Pos, [First|Others])
    ->  side(Rules, Pos, Side),
        minimax_(Rules, First, _, FirstVal),
        best(Others, Rules, Side, First-FirstVal, Best-Val)
    ;   worth(Rules, Pos, Val)
    ).

%!  best(+Positions, +Rules, +Side, +Best0, -Best) is det.
%
%   The best of a list for Side, as Position-Value. The first of equals
%   stays, so ties go to the move that the author put first.

best([], _, _, Best, Best).
best([Pos|Others], Rules, Side, Best0, Best) :-
    minimax_(Rules, Pos, _, Val),
    better(Side, Best0, Pos-Val, Best1),
    best(Others, Rules, Side, Best1, Best).

%!  better(+Side, +Known, +New, -Better) is det.
%
%   The better of two for Side.

better(Side, Known, New, Better) :-
    Known = _-KnownVal,
    New = _-NewVal,
    (   prefers(Side, NewVal, KnownVal)
    ->  Better = New
    ;   Better = Known
    ).

prefers(max, Val, Other) :- Val > Other.
prefers(min, Val, Other) :- Val < Other.
prefers(nth(N), Vals, Others) :-
    nth1(N, Vals, Val),
    nth1(N, Others, Other),
    Val > Other.

                 /*******************************
                 *          THE RULES           *
                 *******************************/

start(Rules, Pos) :-
    (   nonvar(Pos)
    ->  true
    ;   once(Rules:initial(State)),
        (   has_memory(Rules)
        ->  Pos = State-[]
        ;   Pos = State
        )
    ).

%!  successors(+Rules, +Pos, -Positions) is semidet.
%
%   Fails in a final position.

successors(Rules, Pos, Positions) :-
    (   defined(Rules, move/3)
    ->  \+ over(Rules, Pos),
        findall(Next, step(Rules, Pos, Next), Positions)
    ;   defined(Rules, moves/2)
    ->  once(Rules:moves(Pos, Positions))
    ;   once(Rules:mutari(Pos, Positions))
    ).

over(Rules, Pos) :-
    (   has_memory(Rules)
    ->  Pos = State-Memory,
        (   defined(Rules, terminal/2)
        ->  Rules:terminal(State, Memory)
        ;   defined(Rules, terminal/1),
            Rules:terminal(State)
        )
    ;   defined(Rules, terminal/1),
        Rules:terminal(Pos)
    ),
    !.

step(Rules, Pos, Next) :-
    (   has_memory(Rules)
    ->  Pos = State-Memory,
        Next = State2-Memory2,
        Rules:move(State, Move, State2),
        (   defined(Rules, memory/3)
        ->  once(Rules:memory(Memory, Move, Memory2))
        ;   Memory2 = [Move|Memory]
        )
    ;   Rules:move(Pos, _, Next)
    ).

%!  side(+Rules, +Pos, -Side) is det.
%
%   Who moves in Pos: max, min, or nth(N) where each player has a value.

side(Rules, Pos, Side) :-
    (   defined(Rules, to_move/2)
    ->  ( has_memory(Rules) -> Pos = State-_ ; Pos = State ),
        once(Rules:to_move(State, Player)),
        findall(P, Rules:player(P), Players),
        once(nth1(N, Players, Player)),
        (   single_value(Rules)
        ->  nth1(N, [max, min], Side)
        ;   Side = nth(N)
        )
    ;   ( defined(Rules, max_to_move/1), Rules:max_to_move(Pos)
        ; defined(Rules, mutare_max/1), Rules:mutare_max(Pos)
        )
    ->  Side = max
    ;   Side = min
    ).

%!  worth(+Rules, +Pos, -Val) is det.

worth(Rules, Pos, Val) :-
    (   \+ defined(Rules, to_move/2)
    ->  once(Rules:staticval(Pos, Val))
    ;   defined(Rules, outcome/3)
    ->  Pos = State-Memory,
        once(Rules:outcome(State, Memory, Val))
    ;   defined(Rules, outcome/4)
    ->  Pos = State-Memory,
        findall(V, ( Rules:player(P), once(Rules:outcome(State, Memory, P, V)) ), Val)
    ;   defined(Rules, utility/2)
    ->  once(Rules:utility(Pos, Val))
    ;   findall(V, ( Rules:player(P), once(Rules:utility(Pos, P, V)) ), Val)
    ).

single_value(Rules) :-
    ( defined(Rules, outcome/3) ; \+ defined(Rules, outcome/4), defined(Rules, utility/2) ),
    !.

has_memory(Rules) :-
    ( defined(Rules, outcome/3) ; defined(Rules, outcome/4) ),
    !.

defined(Rules, Name/Arity) :-
    functor(Head, Name, Arity),
    predicate_property(Rules:Head, number_of_clauses(_)).
