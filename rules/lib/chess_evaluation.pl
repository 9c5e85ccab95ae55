/*  What a position of chess is about worth, and which moves to try first

    Values are in hundredths of a pawn.
*/

%!  lead(+S, -Name, -Value) is nondet.
%
%   What an estimate goes by: White's less Black's of each feature. In a
%   final position it is only the result.

lead(S, Name, Value) :-
    (   legal(S, _, _),
        \+ drawn(S)
    ->  lead_in_play(S, Name, Value)
    ;   Name = result,
        utility(S, Value)
    ).

lead_in_play(S, Name, Value) :-
    S = s(_, White, Black, Pawns, Knights, Diagonal, Straight, Kings, _, _, _),
    (   Name = pawn,
        difference(Pawns, White, Black, Value)
    ;   Name = knight,
        difference(Knights, White, Black, Value)
    ;   Name = bishop,
        Bishops is Diagonal /\ \Straight,
        difference(Bishops, White, Black, Value)
    ;   Name = rook,
        Rooks is Straight /\ \Diagonal,
        difference(Rooks, White, Black, Value)
    ;   Name = queen,
        Queens is Straight /\ Diagonal,
        difference(Queens, White, Black, Value)
    ;   Name = centre,
        Small is Pawns \/ Knights,
        Outer is Small /\ 0x00003c3c3c3c0000,
        Inner is Small /\ 0x0000001818000000,
        difference(Outer, White, Black, InOuter),
        difference(Inner, White, Black, InInner),
        Value is InOuter + InInner
    ;   Name = advance,
        Up is Pawns /\ White,
        Down is Pawns /\ Black,
        Value is popcount(Up /\ 0xffffffff00000000)
                 + popcount(Up /\ 0xffffff0000000000)
                 + 2*popcount(Up /\ 0xffff000000000000)
                 - popcount(Down /\ 0x00000000ffffffff)
                 - popcount(Down /\ 0x0000000000ffffff)
                 - 2*popcount(Down /\ 0x000000000000ffff)
    ;   Name = mobility,
        Occupied is White \/ Black,
        mobility(S, White, Occupied, ForWhite),
        mobility(S, Black, Occupied, ForBlack),
        Value is ForWhite - ForBlack
    ;   WhiteKing is lsb(Kings /\ White),
        BlackKing is lsb(Kings /\ Black),
        kings(S, WhiteKing, BlackKing, Name, Value)
    ).

difference(Set, White, Black, Value) :-
    Value is popcount(Set /\ White) - popcount(Set /\ Black).

%   mobility(S, Own, Occupied, Count): the squares that the knights, bishops,
%   rooks and queens of a side see.

mobility(S, Own, Occupied, Count) :-
    aggregate_all(sum(popcount(Seen /\ \Own)),
                  ( officers(S, Gait, All),
                    Officers is All /\ Own,
                    element(Officers, Square),
                    seen_from(Gait, Square, Occupied, Seen) ),
                  Count).

%   kings(S, WhiteKing, BlackKing, Name, Value): while there are queens, kings
%   want pawns beside them; later they want to be in the middle. One who is
%   alone is hunted to the edge, and the other king comes near.

kings(s(_, White, Black, Pawns, _, Diagonal, Straight, _, _, _, _),
      WhiteKing, BlackKing, Name, Value) :-
    middle(WhiteKing, WhiteMiddle),
    middle(BlackKing, BlackMiddle),
    (   Diagonal /\ Straight =\= 0,
        Name = shelter,
        king_steps(WhiteKing, BesideWhite),
        king_steps(BlackKing, BesideBlack),
        Value is popcount(BesideWhite /\ Pawns /\ White)
                 - popcount(BesideBlack /\ Pawns /\ Black)
    ;   Diagonal /\ Straight =:= 0,
        Name = middle,
        Value is WhiteMiddle - BlackMiddle
    ;   Name = hunt,
        Apart is abs(WhiteKing mod 8 - BlackKing mod 8)
                 + abs(WhiteKing // 8 - BlackKing // 8),
        (   Black /\ (Black-1) =:= 0
        ->  Value is 14 - Apart - 4*BlackMiddle
        ;   White /\ (White-1) =:= 0
        ->  Value is Apart + 4*WhiteMiddle - 14
        ;   Value = 0
        )
    ).

%   middle(Square, Far): how far a square is from the edges, 0 to 6.

:- table middle/2.

middle(Square, Far) :-
    Column is Square mod 8,
    Row is Square // 8,
    Far is min(Column, 7-Column) + min(Row, 7-Row).

%!  captures_first(+S, +Move, -Score) is semidet.
%
%   Captures and promotions, what takes most by least first.

captures_first(S, From-To, Score) :-
    worth(S, To, Victim),
    Victim > 0,
    worth(S, From, Taker),
    Score is 16*Victim - Taker.
captures_first(S, promotion(_, To, Kind), Score) :-
    worth(S, To, Victim),
    kind_worth(Kind, Worth),
    Score is 16*(Victim+Worth).

%   worth(S, Square, Worth): of what stands there, 0 for nothing.

worth(s(_, White, Black, Pawns, Knights, Diagonal, Straight, _, _, _, _),
      Square, Worth) :-
    Piece is 1<<Square,
    (   (White \/ Black) /\ Piece =:= 0
    ->  Worth = 0
    ;   Pawns /\ Piece =\= 0
    ->  Worth = 1
    ;   (Knights \/ (Diagonal /\ \Straight)) /\ Piece =\= 0
    ->  Worth = 3
    ;   Straight /\ \Diagonal /\ Piece =\= 0
    ->  Worth = 5
    ;   Straight /\ Piece =\= 0
    ->  Worth = 9
    ;   Worth = 10
    ).

kind_worth(queen, 9).
kind_worth(rook, 5).
kind_worth(bishop, 3).
kind_worth(knight, 3).

%!  unsettled(+S) is semidet.
%
%   Whose turn it is, is in check or can take a piece by one that is worth
%   less.

unsettled(S) :-
    in_check(S),
    !.
unsettled(S) :-
    S = s(Player, White, Black, Pawns, Knights, Diagonal, Straight, _, _, _, _),
    sides(Player, White, Black, Own, Enemy),
    Occupied is White \/ Black,
    Pieces is (Knights \/ Diagonal \/ Straight) /\ Enemy,
    Large is Straight /\ Enemy,
    (   capture(Player, By, Files),
        (Pawns /\ Own /\ Files) << By /\ Pieces =\= 0
    ;   Large =\= 0,
        (   OwnKnights is Knights /\ Own,
            element(OwnKnights, Square),
            knight_steps(Square, Seen),
            Seen /\ Large =\= 0
        ;   Bishops is Diagonal /\ \Straight /\ Own,
            element(Bishops, Square),
            seen_from(diagonal, Square, Occupied, Seen),
            Seen /\ Large =\= 0
        ;   Rooks is Straight /\ \Diagonal /\ Own,
            element(Rooks, Square),
            seen_from(straight, Square, Occupied, Seen),
            Seen /\ Large /\ Diagonal =\= 0
        )
    ),
    !.
