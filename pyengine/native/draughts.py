"""English and Italian draughts, as people see and write them: the board, and PDN for positions and moves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pyengine.errors import IllegalMoveError, InvalidStateError
from pyengine.native.draughts_rules import Board, DraughtsRules, Jumps, Move, Position, Squares, Step

_PLAYERS: Final = {"W": "white", "B": "black"}
_NUMBER: Final = "[0-9]{1,99}"  # int refuses to read thousands of digits
_ITEM: Final = re.compile(rf" *(K?) *({_NUMBER}) *(?:- *({_NUMBER}) *)?")
_MOVE: Final = re.compile(rf"{_NUMBER}(?: *[-x] *{_NUMBER})+")
_LIGHT: Final = " "


class Draughts(DraughtsRules):
    """A game of draughts with its notation: `W:W18,K27:B5,6`, and `:H3` where three plies were quiet."""

    def board(self, state: Position) -> tuple[tuple[str, ...], ...]:
        """Give the rows of cells; capital letters are kings."""
        rows = []
        for first in range(1, 33, 4):
            dark_first = (first // 4 % 2 == 0) == self.board_squares.dark_corner
            cells = [self._cell(state, self.board_squares.bits[square]) for square in range(first, first + 4)]
            rows.append(tuple(one for cell in cells for one in ((cell, _LIGHT) if dark_first else (_LIGHT, cell))))
        return tuple(rows)

    def _cell(self, state: Position, bit: Squares) -> str:
        piece = "w" if state.white & bit else "b" if state.black & bit else "."
        return piece.upper() if state.kings & bit else piece

    def text(self, state: Position) -> str:
        """Write a position."""
        sides = (("W", state.white), ("B", state.black))
        pieces = (letter + ",".join(self._listed(squares, state.kings)) for letter, squares in sides)
        turn = state.player[0].upper()
        return ":".join([turn, *pieces, *([f"H{state.quiet}"] if state.quiet else [])])

    def _listed(self, squares: Squares, kings: Squares) -> Iterator[str]:
        for square in self.board_squares.numbers(squares):
            yield f"K{square}" if self.board_squares.bits[square] & kings else str(square)

    def parse_state(self, text: str) -> Position:
        """Read a position, also one with ranges of squares such as `W21-32`."""
        turn, *parts = (part.strip(" .") for part in text.strip().split(":"))
        if turn not in _PLAYERS:
            raise InvalidStateError(f"{text}: a position begins with W: or B:, the side to move")
        sides = {part[0]: part[1:] for part in parts if part[:1] in _PLAYERS}
        counts = [part for part in parts if part[:1] not in _PLAYERS]
        if len(sides) != 2 or len(parts) - len(counts) != 2:
            raise InvalidStateError(f"{text}: a position lists the pieces of White and of Black, as in W:W30:B27")
        if counts and (len(counts) > 1 or not re.fullmatch(f"H{_NUMBER}", counts[0])):
            raise InvalidStateError(f"{text}: {counts[0]!r} is not the number of quiet plies, as in H3")
        try:
            white, white_kings = _read_pieces(sides["W"], self.board_squares)
            black, black_kings = _read_pieces(sides["B"], self.board_squares)
        except InvalidStateError as error:
            raise InvalidStateError(f"{text}: {error}") from None
        kings = white_kings | black_kings
        for problem, squares in (
            ("there are two pieces on", white & black),
            ("a white man cannot stand on", white & ~kings & self.board_squares.last_rows["white"]),
            ("a black man cannot stand on", black & ~kings & self.board_squares.last_rows["black"]),
        ):
            if squares:
                raise InvalidStateError(f"{text}: {problem} {self.board_squares.numbers(squares)[0]}")
        return Position(_PLAYERS[turn], white, black, kings, int(counts[0][1:]) if counts else 0)

    def move_text(self, move: Move, state: Position | None = None) -> str:
        """Write a move by its ends, or with all its squares where these do not tell it from another one."""
        if state is None:
            return str(move)
        first, last = move.squares[0], move.squares[-1]
        if isinstance(move, Step):
            return f"{first}-{last}"
        alike = [other for other in self.actions(state) if (other.squares[0], other.squares[-1]) == (first, last)]
        return "x".join(map(str, move.squares if len(alike) > 1 else (first, last)))

    def parse_move(self, text: str, state: Position | None = None) -> Move:
        """Read a legal move by its ends or with all its squares; `31x08` will do for `31x8`."""
        here = self.initial if state is None else state
        moves = self.actions(here)
        fitting = [move for move in moves if str(move) == text.strip()]
        if _MOVE.fullmatch(text.strip()):
            named = tuple(map(int, re.split("[-x]", text)))
            ends = [move for move in moves if (move.squares[0], move.squares[-1]) == named]
            fitting = [move for move in moves if move.squares == named] or ends
        if len(fitting) == 1:
            return fitting[0]
        problem = "fits several moves" if fitting else "is not a legal move"
        listed = ", ".join(self.move_text(move, here) for move in fitting or moves) or "none, the game is over"
        raise IllegalMoveError(f"{text} {problem}\n  in the position {self.text(here)}\nlegal: {listed}")


def _read_pieces(text: str, board: Board) -> tuple[Squares, Squares]:
    """Read `5,K9,21-24`: all squares, and those with kings."""
    pieces = kings = 0
    for item in filter(None, (part.strip(" ") for part in text.split(","))):
        found = _ITEM.fullmatch(item)
        if found is None:
            raise InvalidStateError(f"{item.strip()!r} is not a square or a range of squares")
        first = int(found[2])
        last = int(found[3] or first)
        if not 1 <= first <= last <= 32:
            raise InvalidStateError(f"squares are numbered from 1 to 32, not {item.strip()}")
        squares = board.between(first, last)
        if pieces & squares:
            raise InvalidStateError(f"there are two pieces on {board.numbers(pieces & squares)[0]}")
        pieces |= squares
        kings |= squares if found[1] else 0
    return pieces, kings


class EnglishDraughts(Draughts):
    """English draughts (checkers): whoever can capture must, and chooses freely among captures; Black begins."""

    players = ("black", "white")
    layout = "checkered"
    board_squares = Board(dark_corner=False)
    king_weight = 30

    def prey(self, enemy: Squares, kings: Squares) -> Squares:
        """Give all pieces."""
        return enemy

    def allowed(self, captures: list[Jumps], kings: Squares) -> list[Jumps]:
        """Keep them all."""
        return captures


class ItalianDraughts(Draughts):
    """Italian draughts (dama): men may not capture kings, the greatest capture must be made; White begins."""

    players = ("white", "black")
    layout = "checkered(light)"
    board_squares = Board(dark_corner=True)
    king_weight = 50

    def prey(self, enemy: Squares, kings: Squares) -> Squares:
        """Give the men: a man may not capture a king."""
        return enemy & ~kings

    def allowed(self, captures: list[Jumps], kings: Squares) -> list[Jumps]:
        """Keep those that take most, with a king, the most kings, and kings first."""
        if len(captures) == 1:
            return captures
        ranks = [_rank(jumps, kings) for jumps in captures]
        highest = max(ranks)
        return [jumps for jumps, rank in zip(captures, ranks, strict=True) if rank == highest]


def _rank(jumps: Jumps, kings: Squares) -> tuple[int, bool, int, tuple[bool, ...]]:
    met = tuple(bool(taken & kings) for taken in jumps.taken)
    return len(met), jumps.is_king, sum(met), met
