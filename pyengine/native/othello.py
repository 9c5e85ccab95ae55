"""Othello: place discs so that they bracket the opponent's, and turn those over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from pyengine.errors import InvalidStateError, ParameterError
from pyengine.game import Expansion
from pyengine.native.base import ExpandingGame

SIZES: Final = (4, 6, 8, 10)
MARKS: Final = {"black": "X", "white": "O"}
MOBILITY: Final = 2
CORNER: Final = 10


class Position(NamedTuple):
    """Whose turn it is, and the discs of each colour as bits, row by row: bit 0 is a1, bit 1 is b1."""

    player: str
    black: int
    white: int


class Othello(ExpandingGame[Position, str]):
    """The game is worth as many points to Black as there are more black discs; a move is a square, or pass."""

    players = ("black", "white")
    layout = "squares(green)"

    def __init__(self, size: int = 8) -> None:
        if type(size) is not int or size not in SIZES:
            raise ParameterError(f"size is one of {', '.join(map(str, SIZES))}, not {size!r}")
        self.size = size
        self._board = board = (1 << size * size) - 1
        first_column = board // ((1 << size) - 1)
        inner = first_column * ((1 << size - 1) - 2)
        # A run that goes sideways ends at the edge: what it passes lies between the outer columns.
        self._steps = ((size, board), (1, inner), (size - 1, inner), (size + 1, inner))
        top = 1 | 1 << size - 1
        self._corners = top | top << size * (size - 1)
        self._names = [f"{chr(ord('a') + square % size)}{square // size + 1}" for square in range(size * size)]
        self._bits = {name: 1 << square for square, name in enumerate(self._names)}
        self._reflected = [square % size * size + square // size for square in range(size * size)]
        d4 = (size // 2 - 1) * (size + 1)
        self.initial = Position("black", 1 << d4 + 1 | 1 << d4 + size, 1 << d4 | 1 << d4 + size + 1)

    def is_terminal(self, state: Position) -> bool:
        """Tell whether neither player can place a disc."""
        return not (self._squares(state.black, state.white) or self._squares(state.white, state.black))

    def value(self, state: Position) -> int:
        """Give the number of black discs less that of white ones."""
        return state.black.bit_count() - state.white.bit_count()

    def expand(self, state: Position) -> Expansion[Position, str]:
        """Give all that a search asks of one position."""
        player = state.player
        own, other = self._sides(state)
        if squares := self._squares(own, other):
            moves, children = [], []
            for disc in self._discs(squares):
                turned = self._turned(disc, own, other)
                moves.append(self._names[disc.bit_length() - 1])
                children.append(self._next(player, own | disc | turned, other ^ turned))
            return Expansion(int(player == "white"), tuple(children), moves)
        if self._squares(other, own):
            return Expansion(int(player == "white"), (self._next(player, own, other),), ["pass"])
        return self.final(state)

    def _sides(self, state: Position) -> tuple[int, int]:
        return (state.black, state.white) if state.player == "black" else (state.white, state.black)

    def _next(self, player: str, own: int, other: int) -> Position:
        return Position("white", own, other) if player == "black" else Position("black", other, own)

    def _squares(self, own: int, other: int) -> int:
        """Find the squares where a disc may be placed, all at once: each direction moves all discs along."""
        empty = self._board & ~(own | other)
        squares = 0
        for step, between in self._steps:
            passed = other & between
            run = own << step & passed
            while run:
                run <<= step
                squares |= run & empty
                run &= passed
            run = own >> step & passed
            while run:
                run >>= step
                squares |= run & empty
                run &= passed
        return squares

    def _turned(self, disc: int, own: int, other: int) -> int:
        """Find the discs that a new one turns over."""
        turned = 0
        for step, between in self._steps:
            passed = other & between
            run, ahead = 0, disc << step
            while ahead & passed:
                run |= ahead
                ahead <<= step
            if ahead & own:
                turned |= run
            run, ahead = 0, disc >> step
            while ahead & passed:
                run |= ahead
                ahead >>= step
            if ahead & own:
                turned |= run
        return turned

    def _discs(self, squares: int) -> Iterator[int]:
        """Give the squares one by one, corners first."""
        for some in (squares & self._corners, squares & ~self._corners):
            while some:
                disc = some & -some
                yield disc
                some ^= disc

    def staticval(self, state: Position) -> int:
        """Weigh mobility and corners; discs count only at the end."""
        _, black, white = state
        black_squares, white_squares = self._squares(black, white), self._squares(white, black)
        if not black_squares | white_squares:
            return self.value(state)
        mobility = black_squares.bit_count() - white_squares.bit_count()
        corners = (black & self._corners).bit_count() - (white & self._corners).bit_count()
        return MOBILITY * mobility + CORNER * corners

    def canonical(self, state: Position) -> Position:
        """Give the least of the images under the symmetries that leave the first position as it is."""
        player, black, white = state
        reflected = Position(player, self._reflect(black), self._reflect(white))
        turned = (Position(player, self._turn(image.black), self._turn(image.white)) for image in (state, reflected))
        return min(state, reflected, *turned)

    def _reflect(self, discs: int) -> int:
        return sum([1 << self._reflected[disc.bit_length() - 1] for disc in self._discs(discs)])

    def _turn(self, discs: int) -> int:
        return int(f"{discs:0{self.size * self.size}b}"[::-1], 2)

    def board(self, state: Position) -> tuple[tuple[str, ...], ...]:
        """Give the rows of the board, for people: X is Black, O is White."""
        cells = ["X" if state.black & bit else "O" if state.white & bit else "-" for bit in self._bits.values()]
        return tuple(tuple(cells[start : start + self.size]) for start in range(0, len(cells), self.size))

    def look(self, cell: str) -> str | None:
        """Tell how a cell looks."""
        return {"X": "disc(black)", "O": "disc(white)"}.get(cell)

    def text(self, state: Position) -> str:
        """Write a position as its cells, row by row, and whose turn it is."""
        return f"{''.join(map(''.join, self.board(state)))} {MARKS[state.player]}"

    def parse_state(self, text: str) -> Position:
        """Read a position as `text` writes it."""
        cells, _, mark = text.strip().partition(" ")
        black, white = (sum(1 << square for square, cell in enumerate(cells) if cell == disc) for disc in "XO")
        for player in self.players:
            state = Position(player, black, white)
            if MARKS[player] == mark and self.text(state) == text.strip():
                return state
        raise InvalidStateError(f"{text} is not a position of Othello, {self.size} x {self.size}")
