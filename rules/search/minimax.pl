/*  Minimax

    minimax(Pos, Best, Val): Val is the value of Pos when both sides play
    their best, and Best is the position that the best move leads to. The
    rules come from the module that asks, in any vocabulary of the contract
    (contract_table.pl): move/3 (or legal/2 and result/3), to_move/2 and a
    utility or an outcome, or a textbook's names.

    The whole tree is searched, so this is for small games and for reading.
    Of equally good moves, the first of the author's order is the best; the
    listings of textbooks that this one follows take the last.
*/

:- module(minimax, [minimax/3]).

:- use_module(library(lists)).
:- use_module(contract_table).

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
    vocabulary(Rules, Vocabulary),
    (   Vocabulary == contract
    ->  \+ over(Rules, Pos),
        findall(Next, step(Rules, Pos, Next), Positions)
    ;   entry(Vocabulary, moves, Moves, [state(Pos), states(Positions)]),
        defined(Rules, Moves)
    ->  once(Rules:Moves)
    ).

over(Rules, Pos) :-
    state(Rules, Pos, State, Memory),
    counting(Rules, over, [position(State), memory(Memory)], Over, _),
    once(Rules:Over).

step(Rules, Pos, Next) :-
    state(Rules, Pos, State, Memory),
    move(Rules, State, Move, State2),
    (   \+ has_memory(Rules)
    ->  Next = State2
    ;   Next = State2-Memory2,
        (   defined(Rules, memory(Memory, Move, Memory2))
        ->  once(Rules:memory(Memory, Move, Memory2))
        ;   Memory2 = [Move|Memory]
        )
    ).

%   Moves may be given in two steps: the legal ones, and where one leads.

move(Rules, State, Move, State2) :-
    (   defined(Rules, move(State, Move, State2))
    ->  Rules:move(State, Move, State2)
    ;   Rules:legal(State, Move),
        once(Rules:result(State, Move, State2))
    ).

%!  side(+Rules, +Pos, -Side) is det.
%
%   Who moves in Pos: max, min, or nth(N) where each player has a value.

side(Rules, Pos, Side) :-
    vocabulary(Rules, Vocabulary),
    (   Vocabulary == contract
    ->  state(Rules, Pos, State, _),
        once(Rules:to_move(State, Player)),
        findall(P, Rules:player(P), Players),
        once(nth1(N, Players, Player)),
        (   worth_for(Rules, each)
        ->  Side = nth(N)
        ;   nth1(N, [max, min], Side)
        )
    ;   entry(Vocabulary, max, Max, [state(Pos)]),
        entry(Vocabulary, min, Min, [state(Pos)]),
        (   defined(Rules, Max)
        ->  ( Rules:Max -> Side = max ; Side = min )
        ;   ( Rules:Min -> Side = min ; Side = max )
        )
    ).

%!  worth(+Rules, +Pos, -Val) is det.

worth(Rules, Pos, Val) :-
    vocabulary(Rules, Vocabulary),
    (   Vocabulary == contract
    ->  state(Rules, Pos, State, Memory),
        counting(Rules, worth, [position(State), memory(Memory), player(P), number(V)], Worth, For),
        (   For == each
        ->  findall(V, ( Rules:player(P), once(Rules:Worth) ), Val)
        ;   once(Rules:Worth),
            Val = V
        )
    ;   entry(Vocabulary, worth, Worth, [state(Pos), number(Val)]),
        once(Rules:Worth)
    ).

                 /*******************************
                 *         THE CONTRACT         *
                 *******************************/

%!  vocabulary(+Rules, -Vocabulary) is semidet.
%
%   The words that the rules use.

vocabulary(Rules, Vocabulary) :-
    entry(Vocabulary, moves, Moves, _),
    defined(Rules, Moves),
    !.
vocabulary(Rules, contract) :-
    defined(Rules, legal(_, _)),
    defined(Rules, result(_, _, _)).

%!  counting(+Rules, +Role, ?Given, -Goal, -For) is semidet.
%
%   Of the predicates that stand for one another, the first that the rules
%   define counts. Given is what its arguments are to be. For is `each`
%   where it is asked for each player.

counting(Rules, Role, Given, Goal, For) :-
    entry(contract, Role, Goal, Arguments),
    defined(Rules, Goal),
    ( memberchk(memory(_), Arguments), Role \== worth -> has_memory(Rules) ; true ),
    !,
    ( memberchk(player(_), Arguments) -> For = each ; For = one ),
    give(Arguments, Given).

give([], _).
give([Argument|Arguments], Given) :-
    memberchk(Argument, Given),
    give(Arguments, Given).

worth_for(Rules, For) :-
    counting(Rules, worth, [position(_), memory(_), player(_), number(_)], _, For).

%!  state(+Rules, +Pos, -State, -Memory) is det.
%
%   In a game with memory, a position is State-Memory.

state(Rules, Pos, State, Memory) :-
    (   has_memory(Rules)
    ->  Pos = State-Memory
    ;   Pos = State
    ).

has_memory(Rules) :-
    entry(contract, worth, Worth, Arguments),
    memberchk(memory(_), Arguments),
    defined(Rules, Worth),
    !.

defined(Rules, Head) :-
    predicate_property(Rules:Head, number_of_clauses(_)).
