"""Tic-tac-toe and the m,n,k-games: mark cells in turn until somebody has a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pyengine.errors import InvalidStateError, ParameterError
from pyengine.game import Expansion
from pyengine.native.base import WIN_LOSS_OR_DRAW, ExpandingGame, read_form, require_board, require_positive
from pyengine.quoting import quote_line


class Marks(NamedTuple):
    """The cells that each player has marked: bit 0 is the first cell of the first row."""

    x: int
    o: int


class TicTacToe(ExpandingGame[Marks, int]):
    """Who first has a line of the given length wins; with `misere` True, loses. A move is a cell's number, from 1."""

    players = ("x", "o")
    values = WIN_LOSS_OR_DRAW
    initial = Marks(0, 0)

    def __init__(self, columns: int = 3, rows: int = 3, length: int = 3, misere: bool = False) -> None:
        require_board(columns=columns, rows=rows)
        require_positive(length=length)
        if not isinstance(misere, bool):
            raise ParameterError(f"misere is True or False, not {misere!r}")
        self.columns, self.rows = columns, rows
        self.cells = columns * rows
        self._full = (1 << self.cells) - 1
        self._lines = tuple(lines(columns, rows, length))
        self._x_line = -1 if misere else 1
        self._images = tuple(symmetries(columns, rows))

    def to_move(self, state: Marks) -> str:
        """Give the player whose turn it is: x begins."""
        return "x" if state.x.bit_count() == state.o.bit_count() else "o"

    def is_terminal(self, state: Marks) -> bool:
        """Tell whether who has just moved has a line, or all cells are marked."""
        return state.x | state.o == self._full or self._lined(self._last(state))

    def value(self, state: Marks) -> int:
        """Give 1 where x has won, -1 where o has, 0 for a draw."""
        if not self._lined(self._last(state)):
            return 0
        return -self._x_line if self.to_move(state) == "x" else self._x_line

    def _last(self, state: Marks) -> int:
        """Give the marks of who has just moved: nobody else can have completed a line."""
        return state.o if state.x.bit_count() == state.o.bit_count() else state.x

    def expand(self, state: Marks) -> Expansion[Marks, int]:
        """Give all that a search asks of one position."""
        if self.is_terminal(state):
            return self.final(state)
        x, o = state
        moves = [cell for cell in range(1, self.cells + 1) if not (x | o) >> (cell - 1) & 1]
        if x.bit_count() == o.bit_count():
            return Expansion(0, tuple([Marks(x | 1 << (move - 1), o) for move in moves]), moves)
        return Expansion(1, tuple([Marks(x, o | 1 << (move - 1)) for move in moves]), moves)

    def _lined(self, marks: int) -> bool:
        return any(line & marks == line for line in self._lines)

    def canonical(self, state: Marks) -> Marks:
        """Give the least of the reflections and rotations, which stands for them all."""
        x, o = list(ones(state.x)), list(ones(state.o))
        return min(Marks(sum([image[cell] for cell in x]), sum([image[cell] for cell in o])) for image in self._images)

    def board(self, state: Marks) -> tuple[tuple[str, ...], ...]:
        """Give the rows of the board, for people."""
        cells = ["x" if state.x >> cell & 1 else "o" if state.o >> cell & 1 else "." for cell in range(self.cells)]
        return tuple(tuple(cells[start : start + self.columns]) for start in range(0, self.cells, self.columns))

    def text(self, state: Marks) -> str:
        """Write a position as the rule file has it, with e for an empty cell."""
        cells = (cell for row in self.board(state) for cell in row)
        return f"s({self.to_move(state)},[{','.join(cells).replace('.', 'e')}])"

    def parse_state(self, text: str) -> Marks:
        """Read a position as `text` writes it."""
        form = rf"s\(([xo]),\[([xoe](?:,[xoe]){{{self.cells - 1}}})\]\)"
        found = read_form(form, text, self.text(self.initial))
        cells = found[2].split(",")
        x, o = (sum(1 << place for place, cell in enumerate(cells) if cell == mark) for mark in self.players)
        state = Marks(x, o)
        if x.bit_count() - o.bit_count() not in (0, 1) or found[1] != self.to_move(state):
            raise InvalidStateError(f"{quote_line(text)}: x begins, and then they mark a cell in turn")
        return state


def ones(bits: int) -> Iterator[int]:
    """Give the numbers of the bits that are set.

    >>> list(ones(0b10110))
    [1, 2, 4]
    """
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def lines(columns: int, rows: int, length: int) -> Iterator[int]:
    """Give every straight line of a board as the bits of its cells; a line of one cell once only.

    >>> [f"{line:04b}" for line in lines(2, 2, 2)]
    ['0011', '1100', '0101', '1010', '1001', '0110']
    """
    last = length - 1
    directions = [(1, 0), (0, 1), (1, 1), (-1, 1)] if last else [(1, 0)]
    for right, down in directions:
        for row in range(rows - last * down):
            for column in range(columns):
                if 0 <= column + last * right < columns:
                    cells = ((row + i * down) * columns + column + i * right for i in range(length))
                    yield sum(1 << cell for cell in cells)


def symmetries(columns: int, rows: int) -> Iterator[list[int]]:
    """Give the board's reflections and rotations, each as the bit that every cell goes to; eight of a square board."""
    images: list[Callable[[int, int], tuple[int, int]]] = [
        lambda row, column: (row, column),
        lambda row, column: (row, columns - 1 - column),
        lambda row, column: (rows - 1 - row, column),
        lambda row, column: (rows - 1 - row, columns - 1 - column),
    ]
    for image in images:
        places = [image(row, column) for row in range(rows) for column in range(columns)]
        yield [1 << (row * columns + column) for row, column in places]
        if rows == columns:
            yield [1 << (column * columns + row) for row, column in places]
