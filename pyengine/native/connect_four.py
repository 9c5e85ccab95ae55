"""Connect Four: drop discs into columns until somebody has a line."""

from __future__ import annotations

from typing import NamedTuple

from pyengine.errors import IllegalMoveError, InvalidStateError
from pyengine.game import Expansion
from pyengine.native.base import WIN_LOSS_OR_DRAW, ExpandingGame, require_board, require_positive


class Discs(NamedTuple):
    """The discs of each player: bits go up the first column, then up the next; one on top of each stays empty."""

    x: int
    o: int


class ConnectFour(ExpandingGame[Discs, int]):
    """Who first has `length` discs in a row wins; a move is the number of a column, from 1."""

    players = ("x", "o")
    layout = "rack"
    values = WIN_LOSS_OR_DRAW
    initial = Discs(0, 0)

    def __init__(self, width: int = 7, height: int = 6, length: int = 4) -> None:
        require_board(width=width, height=height)
        require_positive(length=length)
        self.width, self.height, self.length = width, height, length
        self._stride = stride = height + 1
        self._bottoms = sum(1 << column * stride for column in range(width))
        self._column = (1 << height) - 1
        self._full = self._bottoms * self._column
        self._steps = (1, height, stride, stride + 1)
        # The columns in the middle first: 4, 5, 3, 6, 2, 7, 1.
        columns = sorted(range(1, width + 1), key=lambda column: abs(column - (width + 1) // 2 - 0.25))
        self._drops = tuple((column, 1 << (column - 1) * stride, 1 << column * stride - 1) for column in columns)
        self._all_lines = self._open_lines(self._full)

    def to_move(self, state: Discs) -> str:
        """Give the player whose turn it is: x begins."""
        return "x" if state.x.bit_count() == state.o.bit_count() else "o"

    def is_terminal(self, state: Discs) -> bool:
        """Tell whether who has just moved has a line, or the board is full."""
        return self._lined(self._sides(state)[1]) or state.x | state.o == self._full

    def value(self, state: Discs) -> int:
        """Give 1 where x has won, -1 where o has, 0 for a draw."""
        if not self._lined(self._sides(state)[1]):
            return 0
        return -1 if self.to_move(state) == "x" else 1

    def _sides(self, state: Discs) -> tuple[int, int]:
        """Give the discs of who is to move, and of who has just moved."""
        x, o = state
        return (x, o) if x.bit_count() == o.bit_count() else (o, x)

    def expand(self, state: Discs) -> Expansion[Discs, int]:
        """Give all that a search asks of one position."""
        x, o = state
        taken = x | o
        first = x.bit_count() == o.bit_count()
        if self._lined(o if first else x):
            value = -1 if first else 1
            return Expansion(0, (), (), (value, -value))
        if taken == self._full:
            return Expansion(0, (), (), (0, 0))
        drops = [
            (column, disc) for column, bottom, above in self._drops if (disc := (taken + bottom) & ~taken) != above
        ]
        moves = [column for column, _ in drops]
        if first:
            return Expansion(0, tuple([Discs(x | disc, o) for _, disc in drops]), moves)
        return Expansion(1, tuple([Discs(x, o | disc) for _, disc in drops]), moves)

    def _runs(self, cells: int, step: int) -> int:
        """Keep the cells from which a whole line of the given cells goes in a direction."""
        for _ in range(self.length - 1):
            cells &= cells >> step
        return cells

    def _lined(self, discs: int) -> bool:
        return any(self._runs(discs, step) for step in self._steps)

    def _open_lines(self, cells: int) -> int:
        return sum(self._runs(cells, step).bit_count() for step in self._steps)

    def staticval(self, state: Discs) -> float:
        """Compare the lines that are open to x with those open to o; the utility where the game is over."""
        if self.is_terminal(state):
            return self.value(state)
        difference = self._open_lines(self._full & ~state.o) - self._open_lines(self._full & ~state.x)
        return difference / (self._all_lines + 1)

    def canonical(self, state: Discs) -> Discs:
        """Give the position or its mirror image, whichever is less."""
        return min(state, Discs(self._mirrored(state.x), self._mirrored(state.o)))

    def _mirrored(self, discs: int) -> int:
        image = 0
        for _ in range(self.width):
            image = image << self._stride | discs & self._column
            discs >>= self._stride
        return image

    def board(self, state: Discs) -> tuple[tuple[str, ...], ...]:
        """Give the rows from the top, for people."""
        return tuple(
            tuple(
                "x" if state.x >> cell & 1 else "o" if state.o >> cell & 1 else "."
                for cell in range(up, self.width * self._stride, self._stride)
            )
            for up in reversed(range(self.height))
        )

    def text(self, state: Discs) -> str:
        """Write a position as its rows, from the top."""
        return "/".join(map("".join, self.board(state)))

    def parse_state(self, text: str) -> Discs:
        """Read a position as `text` writes it, or as the columns that were played, as in 4435."""
        text = text.strip()
        if text.isdecimal() and text.isascii():
            return self._played(text)
        rows = text.split("/")[::-1]
        x, o = (
            sum(
                1 << column * self._stride + up
                for up, row in enumerate(rows)
                for column, cell in enumerate(row)
                if cell == player
            )
            for player in self.players
        )
        state, taken = Discs(x, o), x | o
        in_the_air = (taken + self._bottoms) & taken
        if (
            self.text(state) != text
            or in_the_air
            or x.bit_count() - o.bit_count() not in (0, 1)
            or self._lined(self._sides(state)[0])  # who is to move would have won before
        ):
            raise InvalidStateError(f"{text} is not a position of Connect Four, {self.width} x {self.height}")
        return state

    def _played(self, columns: str) -> Discs:
        state = self.initial
        for column in columns:
            try:
                state = self.result(state, self.parse_move(column, state))
            except IllegalMoveError as error:
                raise InvalidStateError(f"{columns} cannot be played: {error}") from None
        return state
