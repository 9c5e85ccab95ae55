"""Endings of chess: king and rook, or king and queen, against king."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import ClassVar, Final

from pyengine.errors import InvalidStateError, ParameterError
from pyengine.game import Expansion
from pyengine.native.base import ExpandingGame, read_placement, square_name, write_placement

BLACK: Final = 1 << 18
"""The bit of a position that says that black is to move."""

STRAIGHT: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONAL: Final = ((-1, -1), (-1, 1), (1, -1), (1, 1))
"""The directions as rows and columns to add."""


class ChessEnding(ExpandingGame[int, int]):
    """White mates; stalemate, the loss of the piece and endless play are draws.

    Squares are numbered row by row from a1. A position has six bits for the square of the white king, six for that of
    the piece, six for the black king, and the bit `BLACK`; a piece that stands where its own king does has been
    captured. A move is 64 times the square it leaves, and the square it goes to. What a piece sees past its own king
    is looked up.
    """

    players = ("white", "black")
    layout = "checkered"
    values = frozenset({0, 1})
    infinite: ClassVar[int] = 0

    def __init__(self, pieces: str = "krk", size: int = 8) -> None:
        if pieces not in ("krk", "kqk"):
            raise ParameterError(f"pieces is krk or kqk, not {pieces!r}")
        if type(size) is not int or not 4 <= size <= 8:
            raise ParameterError(f"size is a whole number from 4 to 8, not {size!r}")
        self.size = size
        self._letter: Final = "R" if pieces == "krk" else "Q"
        squares = range(size * size)
        kingly = sorted((*STRAIGHT, *DIAGONAL))
        self._near: Final = [[ray[0] for ray in self._rays(square, kingly) if ray] for square in squares]
        around = [1 << square | sum(1 << to for to in self._near[square]) for square in squares]
        self._king_moves: Final = [
            [[to for to in self._near[king] if not around[lone] >> to & 1] for lone in squares] for king in squares
        ]
        directions = STRAIGHT if pieces == "krk" else STRAIGHT + DIAGONAL
        rays = [self._rays(square, directions) for square in squares]
        self._slides: Final = [[_past(king, rays[piece]) for piece in squares] for king in squares]
        self._seen: Final = [[sum(1 << to for to in slides) for slides in row] for row in self._slides]
        """What the piece attacks; the black king does not hide what is behind it, as it may not step back there."""
        self._guarded: Final = [[seen | around[king] for seen in row] for king, row in enumerate(self._seen)]
        self.initial = 1 << 6 | size // 2 * (size + 1)

    def _rays(self, square: int, directions: tuple[tuple[int, int], ...] | list[tuple[int, int]]) -> list[list[int]]:
        """Give the squares in each direction, the nearest first."""
        row, column = divmod(square, self.size)
        return [
            [
                (row + far * up) * self.size + column + far * right
                for far in range(1, self.size)
                if 0 <= row + far * up < self.size and 0 <= column + far * right < self.size
            ]
            for up, right in directions
        ]

    def positions(self) -> Iterator[int]:
        """Give every legal position in which the piece is on the board."""
        squares = range(self.size * self.size)
        for king, piece, lone in product(squares, squares, squares):
            if king != piece:
                position = king << 12 | piece << 6 | lone
                yield from filter(self._is_legal, (position, position | BLACK))

    def _is_legal(self, state: int) -> bool:
        """Tell whether the kings are apart and who is not to move is not in check.

        Once the piece is gone the game is over, with white to move.
        """
        king, piece, lone = state >> 12 & 63, state >> 6 & 63, state & 63
        if lone in (king, piece) or lone in self._near[king]:
            return False
        if king == piece:
            return not state & BLACK
        return bool(state & BLACK) or not self._seen[king][piece] >> lone & 1

    def to_move(self, state: int) -> str:
        """Give the player whose turn it is."""
        return "black" if state & BLACK else "white"

    def expand(self, state: int) -> Expansion[int, int]:
        """Give all that a search asks of one position."""
        king, piece, lone = state >> 12 & 63, state >> 6 & 63, state & 63
        if state & BLACK:
            guarded = self._guarded[king][piece]
            steps = [to for to in self._near[lone] if not guarded >> to & 1]
            if not steps:
                return self.final(state)
            rest = king << 12
            captured, kept = rest | king << 6, rest | piece << 6
            children = tuple([(captured if to == piece else kept) | to for to in steps])
            return Expansion(1, children, [lone << 6 | to for to in steps])
        if king == piece:
            return self.final(state)
        steps = [to for to in self._king_moves[king][lone] if to != piece]
        slides = self._slides[king][piece]
        kept, stays = BLACK | piece << 6 | lone, BLACK | king << 12 | lone
        children = (*[kept | to << 12 for to in steps], *[stays | to << 6 for to in slides])
        return Expansion(0, children, [*[king << 6 | to for to in steps], *[piece << 6 | to for to in slides]])

    def value(self, state: int) -> int:
        """Give 1 where black is mated, else 0."""
        king, piece, lone = state >> 12 & 63, state >> 6 & 63, state & 63
        return self._seen[king][piece] >> lone & int(king != piece)

    def canonical(self, state: int) -> int:
        """Give the least of a position turned and reflected."""
        size, last = self.size, self.size - 1
        places = [divmod(square, size) for square in (state >> 12 & 63, state >> 6 & 63, state & 63)]
        rows, columns = [row for row, _ in places], [column for _, column in places]
        rows = min(rows, [last - row for row in rows])
        columns = min(columns, [last - column for column in columns])
        rows, columns = min(rows, columns), max(rows, columns)
        king, piece, lone = (row * size + column for row, column in zip(rows, columns, strict=True))
        return state & BLACK | king << 12 | piece << 6 | lone

    def board(self, state: int) -> tuple[tuple[str, ...], ...]:
        """Give the rows, the top one first, with the letters of chess."""
        cells = {state >> 6 & 63: self._letter} | {state >> 12 & 63: "K", state & 63: "k"}
        starts = reversed(range(0, self.size * self.size, self.size))
        return tuple(tuple(cells.get(square, ".") for square in range(start, start + self.size)) for start in starts)

    def text(self, state: int) -> str:
        """Write a position in Forsyth-Edwards notation."""
        return f"{write_placement(self.board(state))} {self.to_move(state)[0]} - - 0 1"

    def parse_state(self, text: str) -> int:
        """Read a legal position; what follows the side to move is not looked at."""
        placement, turn, *_ = *text.strip().split(" "), "", ""
        rows = read_placement(placement)
        cells = "".join(reversed(rows))
        pieces = sorted(cells.replace(".", ""))
        shaped = [len(row) for row in rows] == [self.size] * self.size and turn in ("w", "b")
        if shaped and pieces in (["K", "k"], ["K", self._letter, "k"]):
            king, lone, piece = cells.index("K"), cells.index("k"), cells.find(self._letter)
            kept = king << 12 | (king if piece < 0 else piece) << 6 | lone
            state = kept | BLACK * (turn == "b")
            if self._is_legal(state):
                return state
        raise InvalidStateError(f"{text} is not a legal position of this ending")

    def move_text(self, move: int, state: int | None = None) -> str:
        """Write a move by its two squares, as in a1b2."""
        return square_name(move >> 6, self.size) + square_name(move & 63, self.size)


def _past(king: int, rays: list[list[int]]) -> list[int]:
    """Give the squares on rays up to the king."""
    return [to for ray in rays for to in (ray[: ray.index(king)] if king in ray else ray)]
