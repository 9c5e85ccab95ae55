"""Positions of chess in Forsyth-Edwards notation, moves in standard algebraic notation."""

from __future__ import annotations

import re
from typing import Final

from pyengine.errors import InvalidStateError
from pyengine.native.base import read_placement, write_placement
from pyengine.native.chess_board import AHEAD, CASTLES, KINDS, Move, Position, is_attacked, king_square
from pyengine.quoting import quote_given

_TURNS: Final = {"w": "white", "b": "black"}
_DEFAULTS: Final = ("w", "-", "-", "0", "1")
_NUMBER: Final = "[0-9]{1,99}"  # int refuses to read thousands of digits


def name(square: int) -> str:
    """Name a square.

    >>> name(0), name(63)
    ('a1', 'h8')
    """
    return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def rows(cells: str) -> list[str]:
    """Give the rows of the board from the top."""
    return [cells[start : start + 8] for start in range(56, -1, -8)]


def write_position(state: Position) -> str:
    """Write a position; the number of the move is no part of it."""
    passed = "-" if state.passed is None else name(state.passed)
    fields = (write_placement(rows(state.cells)), state.player[0], state.castling or "-", passed, state.quiet, 1)
    return " ".join(map(str, fields))


def read_position(text: str) -> Position:
    """Read a position; what comes after the squares may be left out, from the end on."""
    placement, *fields = text.split(" ") if text else [""]
    fields = [field for field in fields if field]
    turn, rights, behind, quiet, number = (*fields, *_DEFAULTS[len(fields) :])[:5]
    lines = read_placement(placement)
    cells = "".join(reversed(lines))
    is_board = len(lines) == 8 and all(len(line) == 8 for line in lines) and re.fullmatch("[.pnbrqkPNBRQK]*", cells)
    is_rest = len(fields) <= 5 and turn in _TURNS and all(re.fullmatch(_NUMBER, count) for count in (quiet, number))
    if not is_board or not is_rest or cells.count("K") != 1 or cells.count("k") != 1:
        raise _invalid(text)
    player = _TURNS[turn]
    state = Position(player, cells, _castling(rights, cells, text), _passed(behind, cells, player, text), int(quiet))
    waiting = "black" if player == "white" else "white"
    has_stray_pawn = any(pawn in cells[:8] + cells[56:] for pawn in "Pp")
    if has_stray_pawn or is_attacked(cells, king_square(state, waiting), waiting):
        raise _invalid(text)
    return state


def _castling(rights: str, cells: str, text: str) -> str:
    if rights == "-":
        return ""
    sides = {letter: (king, rook) for side in CASTLES.values() for letter, king, _, rook, *_ in side}
    for letter in rights:
        king, rook = sides.get(letter, (0, 0))
        man, tower = ("K", "R") if letter.isupper() else ("k", "r")
        if letter not in sides or cells[king] != man or cells[rook] != tower:
            raise _invalid(text)
    if not rights or len(set(rights)) != len(rights):
        raise _invalid(text)
    return "".join(letter for letter in sides if letter in rights)


def _passed(behind: str, cells: str, player: str, text: str) -> int | None:
    if behind == "-":
        return None
    square = next((square for square in range(64) if name(square) == behind), 0)
    ahead = AHEAD[player][0]
    pawn, own = ("p", "P") if player == "white" else ("P", "p")
    if square // 8 != (5 if player == "white" else 2) or cells[square - ahead] != pawn:
        raise _invalid(text)
    if cells[square] != "." or cells[square + ahead] != ".":
        raise _invalid(text)
    near = (square - ahead + side for side in (-1, 1) if 0 <= square % 8 + side < 8)
    return square if any(cells[origin] == own for origin in near) else None


def _invalid(text: str) -> InvalidStateError:
    return InvalidStateError(f"{quote_given(text)} is not a position of chess")


def write_squares(move: Move) -> str:
    """Write a move as UCI has it."""
    return name(move.source) + name(move.target) + (KINDS[move.kind] if move.kind else "")


def write_move(state: Position, move: Move, legal: list[Move]) -> str:
    """Write a move, without the sign of a check; `legal` are all moves of the position."""
    source, target, kind = move
    man = state.cells[source].upper()
    if man == "K" and abs(target - source) == 2:
        return "O-O" if target > source else "O-O-O"
    captures = state.cells[target] != "." or (man == "P" and (target - source) % 8 != 0)
    if man == "P":
        origin = name(source)[0] if captures else ""
    else:
        others = [
            other.source
            for other in legal
            if other.target == target and other.source != source and state.cells[other.source].upper() == man
        ]
        origin = man + _told_apart(source, others)
    return origin + "x" * captures + name(target) + (f"={KINDS[kind].upper()}" if kind else "")


def is_text_of(state: Position, move: Move, text: str) -> bool:
    """Tell whether a text may stand for a move: both squares, or a piece, any part of its origin, and its target."""
    if text == write_squares(move):
        return True
    man, origin = state.cells[move.source].upper(), name(move.source)
    if man == "K" and abs(move.target - move.source) == 2:
        castles = "[O0]-[O0]" if move.target > move.source else "[O0]-[O0]-[O0]"
        return re.fullmatch(f"({castles})[+#]?", text) is not None
    letter = "" if man == "P" else man
    kind = f"={KINDS[move.kind].upper()}" if move.kind else ""
    form = f"{letter}{origin[0]}?{origin[1]}?x?{name(move.target)}{kind}[+#]?"
    return re.fullmatch(form, text) is not None


def _told_apart(source: int, others: list[int]) -> str:
    if not others:
        return ""
    if all(other % 8 != source % 8 for other in others):
        return name(source)[0]
    if all(other // 8 != source // 8 for other in others):
        return name(source)[1]
    return name(source)
