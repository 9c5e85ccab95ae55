/*  Estimates of draughts positions

    A game has weight/2 for each feature here; library(draughts_weights) has
    those of all but men and kings. Its parameter `evaluation` says which of
    them count:

      - material: men and kings;
      - advance: these, and how far the men have come;
      - mobility: these, and how many steps each side could make;
      - positional: men, kings, advance, the centre and the home row;
      - rows: kings, the centre, mobility, and the men by the row that each
        has come to, so that what a row is worth can be tuned.
*/

evaluates(material,   [men, kings]).
evaluates(advance,    [men, kings, advance]).
evaluates(mobility,   [men, kings, mobility]).
evaluates(positional, [men, kings, advance, centre, guard]).
evaluates(rows,       [kings, centre, mobility,
                       row(0), row(1), row(2), row(3), row(4), row(5), row(6)]).

%!  lead(+S, -Name, -Value) is nondet.
%
%   The features: what the first player has more of than the second.

lead(S, Name, Value) :-
    param(evaluation, Evaluation),
    evaluates(Evaluation, Names),
    S = s(_, White, Black, Royal, _),
    squares(All),
    Empty is All /\ \(White \/ Black),
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
measure(row(Row), Player, Men, _, _, Value) :-
    row_squares(Player, Row, Squares),
    Value is popcount(Men /\ Squares).
measure(advance, Player, Men, _, _, Value) :-
    advance(Player, Men, 0, Value).
measure(mobility, Player, Men, Kings, Empty, Value) :-
    findall(To,
            ( reach(Player, Men, Empty, _, To)
            ; reach(king, Kings, Empty, _, To) ),
            Steps),
    length(Steps, Value).
measure(centre, _, Men, Kings, _, Value) :-     % 14, 15, 18 and 19
    Value is popcount((Men \/ Kings) /\ 0xCC000).
measure(guard, Player, Men, _, _, Value) :-     % on the first row
    opponent(Player, Opponent),
    last_row(Opponent, Row),
    Value is popcount(Men /\ Row).

%   row_squares(+Player, +Row, -Squares): Row is 0 on the player's own side.

row_squares(white, Row, Squares) :-
    Squares is 0x1E0000000 >> (4*Row).
row_squares(black, Row, Squares) :-
    Squares is 0x1E << (4*Row).

%   A man has come as many rows as it could go back.

advance(Player, Men, Sum0, Sum) :-
    back(Player, Men, Back),
    (   Back =:= 0
    ->  Sum = Sum0
    ;   Sum1 is Sum0 + popcount(Back),
        advance(Player, Back, Sum1, Sum)
    ).

back(white, Men, Back) :-
    squares(All),
    Back is Men << 4 /\ All.
back(black, Men, Back) :-
    squares(All),
    Back is Men >> 4 /\ All.
