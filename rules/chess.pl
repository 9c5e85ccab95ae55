/*  Chess

    All rules of the game: castling, capturing en passant, promotion, mate
    and stalemate, and the draws: by fifty moves of each side without a
    capture or a move of a pawn, and where neither side has the pieces to
    mate.

    A position that comes up for the third time ends a match by a draw; see
    repetition/2. It ends no line of a search. For that, a position would
    have to remember all those before it, and a search would know none of
    them again. It is not needed there: who can win can do so without coming
    back to a position, and who repeats moves comes to the draw by fifty
    moves, or without that plays on for ever, a draw as well.
*/

:- include(library(chess_pieces)).
:- include(library(chess_evaluation)).
:- include(library(chess_notation)).
:- include(library(chess_moves)).

parameter(draw_after, 100).             % plies, 0 for never

player(white).
player(black).

initial(S) :-
    param(draw_after, Most),
    must_be(nonneg, Most),
    fen(S, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1').

%   A position is

%       s(Player, White, Black, Pawns, Knights, Diagonal, Straight, Kings,
%         Castling, Passed, Quiet)

%   with whose turn it is, and sets of squares: those of each side, and those
%   of each kind of piece. A queen goes like a bishop and like a rook, so she
%   is both among the pieces that go along diagonals and those that go
%   straight. Castling has the rooks that may still castle, and Passed the
%   square that a pawn has just passed over, if a pawn may capture it there.
%   Quiet counts the plies since the last capture or move of a pawn.

to_move(s(Player, _, _, _, _, _, _, _, _, _, _), Player).

%   What is not s(...) of such sets is refused: it has no notation that says
%   the same.

state(S) :-
    S =.. [s, Player|Numbers],
    player(Player),
    length(Numbers, 10),
    maplist(is_natural, Numbers),
    fen(S, Text),
    fen(S1, Text),
    S1 == S.

is_natural(Number) :-
    integer(Number),
    Number >= 0.

%   A position comes back when its moves do: how long it was quiet does not
%   matter, nor a pawn that just passed and cannot be captured.

repetition(S, s(Player, White, Black, Pawns, Knights, Diagonal, Straight,
                Kings, Castling, Captured)) :-
    S = s(Player, White, Black, Pawns, Knights, Diagonal, Straight, Kings,
          Castling, Passed, _),
    (   Passed =\= 0,
        Square is lsb(Passed),
        legal(S, From-Square, _),
        Pawns /\ 1<<From =\= 0
    ->  Captured = Passed
    ;   Captured = 0
    ).

%   A move is From-To, of the king if it castles, or promotion(From, To, Kind).

move(S, Move, Next) :-
    \+ drawn(S),
    legal(S, Move, Next).

%!  legal(+S, -Move, -Next) is nondet.
%
%   A move that does not leave the own king in check.

legal(S, Move, Next) :-
    S = s(Player, White, Black, _, _, _, _, Kings, _, _, _),
    sides(Player, White, Black, Own, Enemy),
    Occupied is White \/ Black,
    King is lsb(Kings /\ Own),
    attackers(King, Occupied, S, Checkers),
    (   targets(Checkers, King, Own, Occupied, Targets),
        pinned(King, S, Own, Enemy, Occupied, Pinned),
        other_move(S, King, Own, Enemy, Occupied, Targets, Pinned, Move, Next)
    ;   king_move(S, King, Own, Occupied, Move, Next)
    ;   Checkers =:= 0,
        castling(Player, Side),
        castles(Side, S, Occupied, Move, Next)
    ).

sides(white, White, Black, White, Black).
sides(black, White, Black, Black, White).

opponent(white, black).
opponent(black, white).

squares(0xffffffffffffffff).

%!  attackers(+Square, +Occupied, +S, -Attackers) is det.
%
%   The pieces of who is not to move that could capture on Square, if these
%   squares are occupied. A pawn attacks a square if from there a pawn of the
%   other side would attack it.

attackers(Square, Occupied, S, Attackers) :-
    S = s(Player, White, Black, Pawns, Knights, Diagonal, Straight, Kings,
          _, _, _),
    sides(Player, White, Black, _, Enemy),
    pawn_captures(Player, Square, ByPawn),
    knight_steps(Square, ByKnight),
    king_steps(Square, ByKing),
    lines(Square, File, Rank, Rising, Falling),
    Straights is Straight /\ Enemy,
    Diagonals is Diagonal /\ Enemy,
    seen(Square, File, Occupied, Straights, OnFile),
    seen(Square, Rank, Occupied, Straights, OnRank),
    seen(Square, Rising, Occupied, Diagonals, OnRising),
    seen(Square, Falling, Occupied, Diagonals, OnFalling),
    Near is (ByPawn /\ Pawns) \/ (ByKnight /\ Knights) \/ (ByKing /\ Kings),
    Attackers is (Near /\ Enemy) \/ OnFile \/ OnRank \/ OnRising \/ OnFalling.

%   seen(Square, Line, Occupied, Pieces, Seen): which of these Pieces can be
%   seen along a line.

seen(Square, Line, Occupied, Pieces, Seen) :-
    (   Line /\ Pieces =:= 0
    ->  Seen = 0
    ;   slide(Square, Line, Occupied, All),
        Seen is All /\ Pieces
    ).

%!  targets(+Checkers, +King, +Own, +Occupied, -Targets) is semidet.
%
%   Where a piece that is not the king may go: anywhere if he is not in
%   check. In check by one piece it may capture that piece, or come between;
%   in check by two there is only the king to move.

targets(Checkers, King, Own, Occupied, Targets) :-
    (   Checkers =:= 0
    ->  squares(All),
        Targets is All /\ \Own
    ;   Checkers /\ (Checkers-1) =:= 0,
        line_through(King, Checkers, Line),
        Whole is Line \/ 1<<King,
        Checker is lsb(Checkers),
        slide(King, Line, Occupied, FromKing),
        slide(Checker, Whole, Occupied, FromChecker),
        Targets is Checkers \/ (FromKing /\ FromChecker)
    ).

%   line_through(Square, Other, Line): the line through Square on which the
%   set Other lies, 0 if it is on none.

line_through(Square, Other, Line) :-
    lines(Square, File, Rank, Rising, Falling),
    (   File /\ Other =\= 0
    ->  Line = File
    ;   Rank /\ Other =\= 0
    ->  Line = Rank
    ;   Rising /\ Other =\= 0
    ->  Line = Rising
    ;   Falling /\ Other =\= 0
    ->  Line = Falling
    ;   Line = 0
    ).

%!  other_move(+S, +King, +Own, +Enemy, +Occupied, +Targets, +Pinned,
%!             -Move, -Next) is nondet.
%
%   A move of a piece that is not the king: of a pawn, or of an officer, to
%   one of Targets. A queen moves twice, like a bishop and like a rook.

other_move(S, King, Own, Enemy, Occupied, Targets, Pinned, Move, Next) :-
    S = s(Player, _, _, Pawns, _, _, _, _, _, Passed, _),
    OwnPawns is Pawns /\ Own,
    (   pawn_move(Player, OwnPawns, Enemy, Occupied, Targets, King, Pinned,
                  S, Move, Next)
    ;   Passed =\= 0,
        en_passant(S, King, OwnPawns, Occupied, Move, Next)
    ;   officers(S, Gait, All),
        Officers is All /\ Own,
        element(Officers, From),
        seen_from(Gait, From, Occupied, Seen),
        Reached is Seen /\ Targets,
        free(From, Pinned, King, Reached, Squares),
        element(Squares, To),
        Move = From-To,
        moved(S, From, To, 0, Next)
    ).

officers(s(_, _, _, _, Knights, _, _, _, _, _, _), knight, Knights).
officers(s(_, _, _, _, _, Diagonal, _, _, _, _, _), diagonal, Diagonal).
officers(s(_, _, _, _, _, _, Straight, _, _, _, _), straight, Straight).

%   pinned(King, S, Own, Enemy, Occupied, Pinned): the own pieces without
%   which the king would be in check.

pinned(King, S, Own, Enemy, Occupied, Pinned) :-
    S = s(_, _, _, _, _, Diagonal, Straight, _, _, _, _),
    Diagonals is Diagonal /\ Enemy,
    Straights is Straight /\ Enemy,
    lines(King, File, Rank, Rising, Falling),
    pinned_on(File, Straights, King, Own, Occupied, OnFile),
    pinned_on(Rank, Straights, King, Own, Occupied, OnRank),
    pinned_on(Rising, Diagonals, King, Own, Occupied, OnRising),
    pinned_on(Falling, Diagonals, King, Own, Occupied, OnFalling),
    Pinned is OnFile \/ OnRank \/ OnRising \/ OnFalling.

pinned_on(Line, Sliders, King, Own, Occupied, Pinned) :-
    (   Line /\ Sliders =:= 0
    ->  Pinned = 0
    ;   slide(King, Line, Occupied, Seen),
        Shields is Seen /\ Own,
        Others is Occupied xor Shields,
        slide(King, Line, Others, Farther),
        Pinners is Farther /\ Sliders,
        (   Pinners =:= 0
        ->  Pinned = 0
        ;   First is lsb(Pinners),
            Last is msb(Pinners),
            Whole is Line \/ 1<<King,
            slide(First, Whole, Occupied, FromFirst),
            slide(Last, Whole, Occupied, FromLast),
            Pinned is Shields /\ (FromFirst \/ FromLast)
        )
    ).

%   free(Square, Pinned, King, Squares, Free): those of Squares that a piece
%   may go to: one that is pinned stays on the line through its king.

free(Square, Pinned, King, Squares, Free) :-
    Piece is 1<<Square,
    (   Pinned /\ Piece =:= 0
    ->  Free = Squares
    ;   line_through(King, Piece, Line),
        Free is Squares /\ Line
    ).

%   A king goes to a square that is not attacked once he is gone.

king_move(S, King, Own, Occupied, King-To, Next) :-
    king_steps(King, Steps),
    Squares is Steps /\ \Own,
    Others is Occupied xor (1<<King),
    element(Squares, To),
    attackers(To, Others, S, 0),
    moved(S, King, To, 0, Next).

%   castling(Player, Side), and castle(Side, Rook, RookTo, King, KingTo,
%   Between, Crossed): the squares between the two must be empty, and those
%   that the king comes to not attacked.

castling(white, white_short).
castling(white, white_long).
castling(black, black_short).
castling(black, black_long).

castle(white_short,  7,  5,  4,  6, 0x60, 5).
castle(white_long,   0,  3,  4,  2, 0x0e, 3).
castle(black_short, 63, 61, 60, 62, 0x6000000000000000, 61).
castle(black_long,  56, 59, 60, 58, 0x0e00000000000000, 59).

castles(Side, S, Occupied, King-KingTo, Next) :-
    S = s(_, _, _, _, _, _, _, _, Castling, _, _),
    castle(Side, Rook, RookTo, King, KingTo, Between, Crossed),
    Castling /\ (1<<Rook) =\= 0,
    Occupied /\ Between =:= 0,
    attackers(Crossed, Occupied, S, 0),
    attackers(KingTo, Occupied, S, 0),
    moved(S, King, KingTo, 0, S1),
    rook_moved(S1, Rook, RookTo, Next).

rook_moved(s(Player, White, Black, Pawns, Knights, Diagonal, Straight, Kings,
             Castling, Passed, Quiet),
           From, To,
           s(Player, White1, Black1, Pawns, Knights, Diagonal, Straight1,
             Kings, Castling, Passed, Quiet)) :-
    gone(White, From, To, White1),
    gone(Black, From, To, Black1),
    gone(Straight, From, To, Straight1).

%   Pawns go at once, all that capture to one side, go one square ahead, or
%   two; By is the difference of the squares.

pawn_move(Player, Pawns, Enemy, Occupied, Targets, King, Pinned, S,
          Move, Next) :-
    ahead(Player, Ahead, Third),
    Empty is \Occupied,
    One is Pawns << Ahead /\ Empty,
    (   (   capture(Player, By, Files),
            Squares is (Pawns /\ Files) << By /\ Enemy /\ Targets
        ;   By = Ahead,
            Squares is One /\ Targets
        ),
        pawn_target(Squares, By, King, Pinned, From, To),
        pawn_moved(S, From, To, Move, Next)
    ;   Squares is (One /\ Third) << Ahead /\ Empty /\ Targets,
        By is 2*Ahead,
        pawn_target(Squares, By, King, Pinned, From, To),
        Move = From-To,
        passed(S, From, To, Passed),
        moved(S, From, To, Passed, Next)
    ).

%   ahead(Player, Ahead, Third): a step of a pawn, and the row that it comes
%   to by its first one. capture(Player, By, Files): a capture, from these
%   files.

ahead(white,  8, 0x0000000000ff0000).
ahead(black, -8, 0x0000ff0000000000).

capture(white,  7, 0xfefefefefefefefe).
capture(white,  9, 0x7f7f7f7f7f7f7f7f).
capture(black, -9, 0xfefefefefefefefe).
capture(black, -7, 0x7f7f7f7f7f7f7f7f).

last_row(white, 0xff00000000000000).
last_row(black, 0x00000000000000ff).

pawn_target(Squares, By, King, Pinned, From, To) :-
    element(Squares, To),
    From is (To-By) /\ 63,              % 0 to 63, as it is anyway
    Here is 1<<To,
    free(From, Pinned, King, Here, Here).

pawn_moved(S, From, To, Move, Next) :-
    moved(S, From, To, 0, S1),
    (   1<<To /\ 0xff000000000000ff =:= 0
    ->  Move = From-To,
        Next = S1
    ;   kind(Kind, Knight, Bishop, Rook),
        Move = promotion(From, To, Kind),
        promoted(To, Knight, Bishop, Rook, S1, Next)
    ).

%   kind(Kind, Knight, Bishop, Rook): what a pawn is promoted to, and which
%   sets it is then in.

kind(queen,  0, 1, 1).
kind(rook,   0, 0, 1).
kind(bishop, 0, 1, 0).
kind(knight, 1, 0, 0).

promoted(Square, Knight, Bishop, Rook,
         s(Player, White, Black, Pawns, Knights, Diagonal, Straight, Kings,
           Castling, Passed, Quiet),
         s(Player, White, Black, Pawns1, Knights1, Diagonal1, Straight1, Kings,
           Castling, Passed, Quiet)) :-
    Pawns1 is Pawns /\ \(1<<Square),
    Knights1 is Knights \/ Knight<<Square,
    Diagonal1 is Diagonal \/ Bishop<<Square,
    Straight1 is Straight \/ Rook<<Square.

%   passed(S, From, To, Passed): the square between the two, if a pawn may
%   capture there.

passed(S, From, To, Passed) :-
    S = s(Player, White, Black, Pawns, _, _, _, _, _, _, _),
    sides(Player, White, Black, _, Enemy),
    Middle is (From+To) // 2,
    pawn_captures(Player, Middle, From1),
    (   From1 /\ Pawns /\ Enemy =:= 0
    ->  Passed = 0
    ;   Passed is 1<<Middle
    ).

%   A pawn captures another one en passant, if the king is not in check then:
%   two pawns at once may be gone from his row.

en_passant(S, King, OwnPawns, Occupied, From-To, Next) :-
    S = s(Player, White, Black, Pawns, Knights, Diagonal, Straight, Kings,
          Castling, Passed, Quiet),
    To is lsb(Passed),
    opponent(Player, Opponent),
    pawn_captures(Opponent, To, Origins),
    Takers is Origins /\ OwnPawns,
    element(Takers, From),
    Captured is 1 << (To xor 8),
    White1 is White /\ \Captured,
    Black1 is Black /\ \Captured,
    Pawns1 is Pawns /\ \Captured,
    S1 = s(Player, White1, Black1, Pawns1, Knights, Diagonal, Straight, Kings,
           Castling, Passed, Quiet),
    Occupied1 is Occupied xor Captured xor (1<<From) xor (1<<To),
    attackers(King, Occupied1, S1, 0),
    moved(S1, From, To, 0, Next).

%!  moved(+S, +From, +To, +Passed, -Next) is det.
%
%   Next is the position when what stands on From has gone to To, and it is
%   the other's turn.

moved(s(Player, White, Black, Pawns, Knights, Diagonal, Straight, Kings,
        Castling, _, Quiet),
      From, To, Passed,
      s(Opponent, White1, Black1, Pawns1, Knights1, Diagonal1, Straight1,
        Kings1, Castling1, Passed, Quiet1)) :-
    opponent(Player, Opponent),
    gone(White, From, To, White1),
    gone(Black, From, To, Black1),
    gone(Pawns, From, To, Pawns1),
    gone(Knights, From, To, Knights1),
    gone(Diagonal, From, To, Diagonal1),
    gone(Straight, From, To, Straight1),
    gone(Kings, From, To, Kings1),
    castling_left(Player, Castling, Kings, From, To, Castling1),
    Lasting is (Pawns /\ 1<<From) \/ ((White \/ Black) /\ 1<<To),
    quiet(Lasting, Quiet, Quiet1).

%   gone(Set, From, To, Set1): in a set of squares, what is on From goes to
%   To, and what was there is captured.

gone(Set, From, To, Set1) :-
    Set1 is Set /\ \(1<<From \/ 1<<To) \/ (Set>>From /\ 1) << To.

castling_left(Player, Castling, Kings, From, To, Left) :-
    (   Kings /\ 1<<From =:= 0
    ->  Left is Castling /\ \(1<<From \/ 1<<To)
    ;   last_row(Player, Row),
        Left is Castling /\ \(1<<To) /\ Row
    ).

quiet(Lasting, Quiet, Quiet1) :-
    (   Lasting =\= 0
    ->  Quiet1 = 0
    ;   param(draw_after, 0)
    ->  Quiet1 = 0
    ;   Quiet1 is Quiet+1
    ).

%!  drawn(+S) is semidet.
%
%   A draw by the count of quiet plies, or since neither side can be mated:
%   one knight, or bishops on squares of one colour, are all that is left
%   besides the kings.

drawn(s(_, _, _, _, _, _, _, _, _, _, Quiet)) :-
    param(draw_after, Most),
    Most > 0,
    Quiet >= Most.
drawn(s(_, _, _, 0, Knights, Bishops, 0, _, _, _, _)) :-
    (   Knights =:= 0
    ->  dark_squares(Dark),
        Few is Bishops /\ Dark,
        ( Few =:= 0 ; Few =:= Bishops )
    ;   Bishops =:= 0,
        Knights /\ (Knights-1) =:= 0
    ).

dark_squares(0xaa55aa55aa55aa55).

%   What a final position is worth: mate, or nothing.

utility(S, Value) :-
    (   in_check(S),
        \+ legal(S, _, _)
    ->  to_move(S, Player),
        mated(Player, Value)
    ;   Value = 0
    ).

in_check(S) :-
    S = s(Player, White, Black, _, _, _, _, Kings, _, _, _),
    sides(Player, White, Black, Own, _),
    King is lsb(Kings /\ Own),
    Occupied is White \/ Black,
    attackers(King, Occupied, S, Checkers),
    Checkers =\= 0.

mated(white, -30000).
mated(black, 30000).

infinite(0).

%   An estimate, in hundredths of a pawn; which positions are too lively for
%   one, and which moves to try first.

feature(S, Name, Value) :-
    lead(S, Name, Value).

weight(pawn, 100).
weight(knight, 320).
weight(bishop, 330).
weight(rook, 500).
weight(queen, 900).
weight(centre, 10).
weight(advance, 8).
weight(mobility, 4).
weight(shelter, 12).
weight(middle, 8).
weight(hunt, 10).
weight(result, 1).

noisy(S) :-
    unsettled(S).

order(S, Move, Score) :-
    captures_first(S, Move, Score).

%   The board and Forsyth-Edwards notation, for people.

board(S, Rows) :-
    rows(S, Rows).

layout(checkered).

look('B', bishop(white)).
look(b, bishop(black)).

notation(S, Text) :-
    fen(S, Text).

move_notation(S, Move, Text) :-
    san(S, Move, Text).

move_coordinates(_, Move, Text) :-
    coordinates(Move, Text).
