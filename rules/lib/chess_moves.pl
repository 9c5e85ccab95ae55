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
%   with the files and the ranks that it may come from: all, where the text
%   names none.

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
    phrase(described(Letter, Files, Ranks, To, Kind), Codes),
    member(Move, Moves),
    ends(Move, From, To, Kind),
    piece_letter(S, From, Letter),
    File is From mod 8,
    Rank is From // 8,
    memberchk(File, Files),
    memberchk(Rank, Ranks).

uci(From, To, Kind) -->
    square_of(From),
    square_of(To),
    (   [Code], { char_code(Small, Code), letter(Kind, _, Small) }
    ;   { Kind = none }
    ).

castling(2) --> ( "O-O" ; "0-0" ), sign.
castling(-2) --> ( "O-O-O" ; "0-0-0" ), sign.

described(Letter, Files, Ranks, To, Kind) -->
    (   [Code], { char_code(Letter, Code), memberchk(Letter, ['N', 'B', 'R', 'Q', 'K']) }
    ->  []
    ;   { Letter = '' }
    ),
    ( file_of(File), { Files = [File] } ; { numlist(0, 7, Files) } ),
    ( rank_of(Rank), { Ranks = [Rank] } ; { numlist(0, 7, Ranks) } ),
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
%   Moves are all that are legal.

write_move(Move, S, Moves, Text) :-
    ends(Move, From, To, Kind),
    piece_letter(S, From, Letter),
    (   Letter == 'K',
        abs(To-From) =:= 2
    ->  ( To > From -> Bare = 'O-O' ; Bare = 'O-O-O' )
    ;   captures(S, Letter, From, To, Takes),
        origin(Letter, Takes, S, From, To, Moves, Origin),
        square(8, To, Name),
        promotion(Kind, Promotion),
        atomic_list_concat([Letter, Origin, Takes, Name, Promotion], Bare)
    ),
    check_sign(S, Move, Sign),
    atom_concat(Bare, Sign, Text).

captures(s(_, White, Black, _, _, _, _, _, _, _, _), Letter, From, To,
         Takes) :-
    (   (White \/ Black) /\ 1<<To =\= 0
    ->  Takes = x
    ;   Letter == '',
        From mod 8 =\= To mod 8        % en passant
    ->  Takes = x
    ;   Takes = ''
    ).

%   origin(Letter, Takes, S, From, To, Moves, Origin): of a pawn that captures
%   the file. Any other piece has as much of its origin as tells it from others
%   of its kind: its file, its rank, or both.

origin('', Takes, _, From, _, _, Origin) :-
    !,
    (   Takes == x
    ->  file_and_rank(From, Origin, _)
    ;   Origin = ''
    ).
origin(Letter, _, S, From, To, Moves, Origin) :-
    findall(Other,
            ( member(Other-To, Moves),
              Other =\= From,
              piece_letter(S, Other, Letter) ),
            Others),
    file_and_rank(From, File, Rank),
    (   Others == []
    ->  Origin = ''
    ;   \+ ( member(Other, Others), Other mod 8 =:= From mod 8 )
    ->  Origin = File
    ;   \+ ( member(Other, Others), Other // 8 =:= From // 8 )
    ->  Origin = Rank
    ;   atom_concat(File, Rank, Origin)
    ).

file_and_rank(Square, File, Rank) :-
    square(8, Square, Name),
    atom_chars(Name, [File, Rank]).

promotion(none, '') :- !.
promotion(Kind, Text) :-
    letter(Kind, Large, _),
    atom_concat(=, Large, Text).

%!  coordinates(+Move, -Text) is det.
%
%   The two squares of a Move, and the letter of what a pawn is promoted to.

coordinates(Move, Text) :-
    ends(Move, From, To, Kind),
    square(8, From, Origin),
    square(8, To, Name),
    (   letter(Kind, _, Small)
    ->  atomic_list_concat([Origin, Name, Small], Text)
    ;   atom_concat(Origin, Name, Text)
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
