/*  Estimates of draughts positions

    A game has weight/2 for each feature here. Its parameter `evaluation`
    says which of them count:

      - material: men and kings;
      - advance: these, and how far the men have come;
      - mobility: these, and how many steps each side could make;
      - positional: all of them but mobility, which takes longest.
*/

evaluates(material,   [men, kings]).
evaluates(advance,    [men, kings, advance]).
evaluates(mobility,   [men, kings, mobility]).
evaluates(positional, [men, kings, advance, centre, guard]).

%   A feature is what the first player has more of than the second.

feature(S, Name, Value) :-
    param(evaluation, Evaluation),
    evaluates(Evaluation, Names),
    S = s(_, White, Black, Royal, _),
    Empty is 0x1FFFFFFFE /\ \(White \/ Black),
    WhiteMen is White /\ \Royal,
    BlackMen is Black /\ \Royal,
    WhiteKings is White /\ Royal,
    BlackKings is Black /\ Royal,
    sign(white, Sign),
    member(Name, Names),
    measure(Name, white, WhiteMen, WhiteKings, Empty, OfWhite),
    measure(Name, black, BlackMen, BlackKings, Empty, OfBlack),
    Value is Sign * (OfWhite - OfBlack).

%   measure(+Name, +Player, +Men, +Kings, +Empty, -Value)

measure(men, _, Men, _, _, Value) :-
    Value is popcount(Men).
measure(kings, _, _, Kings, _, Value) :-
    Value is popcount(Kings).
measure(advance, Player, Men, _, _, Value) :-
    advance(Player, Men, 0, Value).
measure(mobility, Player, Men, Kings, Empty, Value) :-
    findall(To,
            ( step(Player, Men, Empty, _, To)
            ; step(king, Kings, Empty, _, To) ),
            Steps),
    length(Steps, Value).
measure(centre, _, Men, Kings, _, Value) :-     % 14, 15, 18 and 19
    Value is popcount((Men \/ Kings) /\ 0xCC000).
measure(guard, Player, Men, _, _, Value) :-     % on the row of their own
    row_of(Player, Row),
    Value is popcount(Men /\ Row).

row_of(white, 0x1E0000000).
row_of(black, 0x1E).

%   A man has come as many rows as it could go back.

advance(Player, Men, Sum0, Sum) :-
    back(Player, Men, Back),
    (   Back =:= 0
    ->  Sum = Sum0
    ;   Sum1 is Sum0 + popcount(Back),
        advance(Player, Back, Sum1, Sum)
    ).

back(white, Men, Back) :- Back is Men << 4 /\ 0x1FFFFFFFE.
back(black, Men, Back) :- Back is Men >> 4 /\ 0x1FFFFFFFE.
