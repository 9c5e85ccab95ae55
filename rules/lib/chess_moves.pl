/*  Moves of chess for people, in standard algebraic notation (SAN)

    Written as in e4, Nbd2, exd6, O-O, e8=Q+ or Qxf7#. Read are these, also
    with more of the origin than is needed and without the signs at the end,
    and both squares as the UCI protocol has them, as in e2e4 or e7e8q.
*/

%!  san(+S, ?Move, ?Text) is nondet.
%
%   Writes a Move, or reads the Text of one.

san(S, Move, Text) :-
    findall(Legal, move(S, Legal, _), Moves),
    (   var(Move)
    ->  atom_codes(Text, Codes),
        read_move(Codes, S, Moves, Move)
    ;   write_move(Move, S, Moves, Text)
    ).

%   ends(Move, From, To, Kind): the two squares of a move, and what a pawn is
%   promoted to, or none.

ends(From-To, From, To, none).
ends(promotion(From, To, Kind), From, To, Kind).

%!  read_move(+Codes, +S, +Moves, -Move) is nondet.
%
%   What a text says of a move is From, To and Kind, or a piece by its Letter
%   with as much of its origin as there is: the file, the rank, both or none.

read_move(Codes, _, Moves, Move) :-
    phrase(uci(From, To, Kind), Codes),
    !,
    ends(Move, From, To, Kind),
    memberchk(Move, Moves).
read_move(Codes, S, Moves, Move) :-
    phrase(castling(Steps), Codes),
    !,
    member(Move, Moves),
    Move = From-To,
    To-From =:= Steps,
    piece_letter(S, From, 'K').
read_move(Codes, S, Moves, Move) :-
    phrase(described(Letter, File, Rank, To, Kind), Codes),
    member(Move, Moves),
    ends(Move, From, To, Kind),
    File is From mod 8,
    Rank is From // 8,
    piece_letter(S, From, Letter).

uci(From, To, Kind) -->
    square_of(From),
    square_of(To),
    (   [Code], { char_code(Small, Code), letter(Kind, _, Small) }
    ;   { Kind = none }
    ).

castling(2) --> ( "O-O" ; "0-0" ), sign.
castling(-2) --> ( "O-O-O" ; "0-0-0" ), sign.

described(Letter, File, Rank, To, Kind) -->
    (   [Code], { char_code(Letter, Code), memberchk(Letter, ['N', 'B', 'R', 'Q', 'K']) }
    ->  []
    ;   { Letter = '' }
    ),
    ( file_of(File) ; [] ),
    ( rank_of(Rank) ; [] ),
    ( "x" ; [] ),
    square_of(To),
    (   "=", [Last], { char_code(Large, Last), letter(Kind, Large, _) }
    ;   { Kind = none }
    ),
    sign.

sign --> "".
sign --> "+".
sign --> "#".

square_of(Square) -->
    file_of(File),
    rank_of(Rank),
    { Square is 8*Rank + File }.

file_of(File) -->
    [Code],
    { between(0'a, 0'h, Code), File is Code - 0'a }.

rank_of(Rank) -->
    [Code],
    { between(0'1, 0'8, Code), Rank is Code - 0'1 }.

%   letter(Kind, Large, Small): what a piece is promoted to.

letter(queen,  'Q', q).
letter(rook,   'R', r).
letter(bishop, 'B', b).
letter(knight, 'N', n).

%   piece_letter(S, Square, Letter): nothing for a pawn.

piece_letter(S, Square, Letter) :-
    S = s(_, _, _, Pawns, Knights, Diagonal, Straight, _, _, _, _),
    Piece is 1<<Square,
    (   Pawns /\ Piece =\= 0
    ->  Letter = ''
    ;   Knights /\ Piece =\= 0
    ->  Letter = 'N'
    ;   Diagonal /\ Straight /\ Piece =\= 0
    ->  Letter = 'Q'
    ;   Diagonal /\ Piece =\= 0
    ->  Letter = 'B'
    ;   Straight /\ Piece =\= 0
    ->  Letter = 'R'
    ;   Letter = 'K'
    ).

%!  write_move(+Move, +S, +Moves, -Text) is det.
%
%   Moves are all that are legal. A piece has as much of its origin as tells
%   it from others of its kind: its file, its rank, or both.

write_move(Move, S, Moves, Text) :-
    ends(Move, From, To, Kind),
    piece_letter(S, From, Letter),
    captures(S, Letter, From, To, Captures),
    phrase(bare(Letter, From, To, Kind, Captures, S, Moves), Codes),
    check_sign(S, Move, Sign),
    atom_codes(Bare, Codes),
    atom_concat(Bare, Sign, Text).

bare('K', From, To, _, _, _, _) -->
    { abs(To-From) =:= 2 },
    !,
    ( { To > From } -> "O-O" ; "O-O-O" ).
bare('', From, To, Kind, Captures, _, _) -->
    !,
    ( { Captures == yes } -> file(From), "x" ; [] ),
    named(To),
    (   { Kind == none }
    ->  []
    ;   { letter(Kind, Large, _) },
        "=",
        text(Large)
    ).
bare(Letter, From, To, _, Captures, S, Moves) -->
    { origin(S, Letter, From, To, Moves, Origin) },
    text(Letter),
    (   { Origin == file }
    ->  file(From)
    ;   { Origin == rank }
    ->  rank(From)
    ;   { Origin == both }
    ->  named(From)
    ;   []
    ),
    ( { Captures == yes } -> "x" ; [] ),
    named(To).

%!  coordinates(+Move, -Text) is det.
%
%   The two squares of a Move, and the letter of what a pawn is promoted to.

coordinates(Move, Text) :-
    ends(Move, From, To, Kind),
    phrase(both_squares(From, To, Kind), Codes),
    atom_codes(Text, Codes).

both_squares(From, To, Kind) -->
    named(From),
    named(To),
    ( { letter(Kind, _, Small) } -> text(Small) ; [] ).

named(Square) -->
    file(Square),
    rank(Square).

file(Square) -->
    { Code is 0'a + Square mod 8 },
    [Code].

rank(Square) -->
    { Code is 0'1 + Square//8 },
    [Code].

text(Letter) -->
    { char_code(Letter, Code) },
    [Code].

captures(s(_, White, Black, _, _, _, _, _, _, _, _), Letter, From, To,
         Captures) :-
    (   (White \/ Black) /\ 1<<To =\= 0
    ->  Captures = yes
    ;   Letter == '',
        From mod 8 =\= To mod 8
    ->  Captures = yes
    ;   Captures = no
    ).

%   origin(S, Letter, From, To, Moves, Origin): which part of its origin
%   tells a piece from the others that may move to the same square.

origin(S, Letter, From, To, Moves, Origin) :-
    findall(Other,
            ( member(Other-To, Moves),
              Other =\= From,
              piece_letter(S, Other, Letter) ),
            Others),
    (   Others == []
    ->  Origin = none
    ;   \+ ( member(Other, Others), Other mod 8 =:= From mod 8 )
    ->  Origin = file
    ;   \+ ( member(Other, Others), Other // 8 =:= From // 8 )
    ->  Origin = rank
    ;   Origin = both
    ).

check_sign(S, Move, Sign) :-
    move(S, Move1, Next),
    Move1 == Move,
    !,
    (   \+ in_check(Next)
    ->  Sign = ''
    ;   legal(Next, _, _)
    ->  Sign = '+'
    ;   Sign = '#'
    ).
