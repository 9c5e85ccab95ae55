"""What a position of chess is about worth, by the features and weights of `rules/chess.pl`."""

from __future__ import annotations

from typing import Final

from pyengine.native.chess_board import (
    BISHOP,
    KING,
    KNIGHT,
    ROOK,
    Move,
    Position,
    beside,
    is_attacked,
    is_own,
    king_square,
    owned,
    reached,
    seen,
    steps,
)

MATERIAL: Final = {"p": 100, "n": 320, "b": 330, "r": 500, "q": 900}
CENTRE: Final = 10
ADVANCE: Final = 8
MOBILITY: Final = 4
SHELTER: Final = 12
MIDDLE: Final = 8
HUNT: Final = 10
WORTH: Final = {".": 0, "p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 10}


def estimate(state: Position) -> int:
    """Give the worth of a position to White, in hundredths of a pawn."""
    cells = state.cells
    total = _side(state, "white") - _side(state, "black")
    white, black = king_square(state, "white"), king_square(state, "black")
    if not owned(cells, "white", "q") and not owned(cells, "black", "q"):
        total += MIDDLE * (_middle(white) - _middle(black))
    apart = abs(white % 8 - black % 8) + abs(white // 8 - black // 8)
    if not any(cell in "pnbrq" for cell in cells):
        total += HUNT * (14 - apart - 4 * _middle(black))
    elif not any(cell in "PNBRQ" for cell in cells):
        total -= HUNT * (14 - apart - 4 * _middle(white))
    return total


def _side(state: Position, player: str) -> int:
    cells = state.cells
    total = 0
    for square, cell in enumerate(cells):
        kind = cell.lower()
        if not is_own(cell, player) or kind == "k":
            continue
        total += MATERIAL[kind]
        if kind in "pn" and 2 <= square % 8 <= 5 and 2 <= square // 8 <= 5:
            total += CENTRE * (2 if square in (27, 28, 35, 36) else 1)
        if kind == "p":
            row = square // 8 if player == "white" else 7 - square // 8
            total += ADVANCE * (0, 0, 0, 0, 1, 2, 4, 4)[row]
        total += MOBILITY * _mobility(cells, square, kind, player)
    if any(cell in "Qq" for cell in cells):
        near = (beside(king_square(state, player), right, up) for right, up in KING)
        pawn = "P" if player == "white" else "p"
        total += SHELTER * sum(1 for square in near if square is not None and cells[square] == pawn)
    return total


def _mobility(cells: str, square: int, kind: str, player: str) -> int:
    if kind == "n":
        return len(steps(cells, square, KNIGHT, player))
    count = len(seen(cells, square, ROOK, player)) if kind in "rq" else 0
    return count + (len(seen(cells, square, BISHOP, player)) if kind in "bq" else 0)


def _middle(square: int) -> int:
    column, row = square % 8, square // 8
    return min(column, 7 - column) + min(row, 7 - row)


def score(state: Position, move: Move) -> int | None:
    """Score a capture or a promotion: what takes most by least comes first."""
    victim = WORTH[state.cells[move.target].lower()]
    if move.kind is not None:
        return 16 * (victim + WORTH["n" if move.kind == "knight" else move.kind[0]])
    return 16 * victim - WORTH[state.cells[move.source].lower()] if victim else None


def is_unsettled(state: Position) -> bool:
    """Tell whether who is to move is in check, or can take a piece by one that is worth less."""
    cells, player = state.cells, state.player
    other = "black" if player == "white" else "white"
    if is_attacked(cells, king_square(state), player):
        return True
    up = 1 if player == "white" else -1
    pieces, large, queens = (set(owned(cells, other, kinds)) for kinds in ("nbrq", "rq", "q"))
    by_pawns = {beside(pawn, side, up) for pawn in owned(cells, player, "p") for side in (-1, 1)}
    by_knights = {to for knight in owned(cells, player, "n") for to in steps(cells, knight, KNIGHT, player)}
    by_bishops = {to for bishop in owned(cells, player, "b") for to in reached(cells, bishop, BISHOP)}
    by_rooks = {to for rook in owned(cells, player, "r") for to in reached(cells, rook, ROOK)}
    return bool(by_pawns & pieces or (by_knights | by_bishops) & large or by_rooks & queens)
