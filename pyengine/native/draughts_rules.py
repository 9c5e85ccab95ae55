"""What Italian and English draughts share: boards as bits, steps, captures, draws and estimates."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from pyengine.errors import ParameterError
from pyengine.game import Expansion
from pyengine.native.base import ExpandingGame

Squares = int
"""A set of squares, a bit for each."""

LEFT: Final = 4
RIGHT: Final = 5
"""How many bits a square is from its neighbours in the next row.

There is a bit that no square has after every second row, so that these are the same on the whole board, and a way that
leads off the board leads to no square.
"""


class Board:
    """Squares 1 to 32 row by row, White at the bottom; `dark_corner` tells that square 1 is in the upper left corner.

    A table of ways gives, for the bit of a square, where a man of each player or a `king` can go from there.
    """

    def __init__(self, dark_corner: bool) -> None:
        self.dark_corner = dark_corner
        unused = 4 if dark_corner else 0  # the row before the first, so that the first is shifted as it should be
        places = {square: square - 1 + unused for square in range(1, 33)}
        self.bits: Final = {square: 1 << place + place // 8 for square, place in places.items()}
        self.squares: Final = {bit: square for square, bit in self.bits.items()}
        self.all: Final = sum(self.squares)
        self.last_rows: Final = {"white": self.between(1, 4), "black": self.between(29, 32)}
        self.centre: Final = sum(self.bits[square] for square in (14, 15, 18, 19))
        rows = [self.between(first, first + 3) for first in range(1, 33, 4)]
        self.rows_passed: Final = {"white": list(enumerate(reversed(rows))), "black": list(enumerate(rows))}
        ways = {"white": (-RIGHT, -LEFT), "black": (LEFT, RIGHT), "king": (-RIGHT, -LEFT, LEFT, RIGHT)}
        self.steps: Final = {
            mover: {bit: tuple(to for way in going if (to := _shift(bit, way)) & self.all) for bit in self.squares}
            for mover, going in ways.items()
        }
        self.jumps: Final = {
            mover: {bit: tuple(self._jumps(bit, going)) for bit in self.squares} for mover, going in ways.items()
        }
        """Pairs of the square jumped over and the one jumped to."""

    def _jumps(self, bit: Squares, ways: tuple[int, ...]) -> Iterator[tuple[Squares, Squares]]:
        for way in ways:
            over = _shift(bit, way) & self.all
            to = _shift(over, way) & self.all
            if to:
                yield over, to

    def between(self, first: int, last: int) -> Squares:
        """Give the squares from one number to another."""
        return sum(self.bits[square] for square in range(first, last + 1))

    def numbers(self, squares: Squares) -> list[int]:
        """List a set of squares by number, the least first."""
        return [square for square, bit in self.bits.items() if bit & squares]


def _shift(squares: Squares, way: int) -> Squares:
    return squares << way if way > 0 else squares >> -way


OPPONENT: Final = {"white": "black", "black": "white"}
WIN: Final = 1000
"""What a win is worth: more than any estimate."""


class Step(NamedTuple):
    """A piece goes to a neighbouring square."""

    start: int
    end: int

    def __str__(self) -> str:
        return f"step({self.start},{self.end})"

    @property
    def squares(self) -> tuple[int, ...]:
        """Where the piece stands, from first to last."""
        return tuple(self)


class Capture(NamedTuple):
    """A piece jumps from square to square."""

    squares: tuple[int, ...]

    def __str__(self) -> str:
        return f"capture([{','.join(map(str, self.squares))}])"


Move = Step | Capture


class Position(NamedTuple):
    """Whose turn it is, the pieces of each side, the kings of both, and the plies without capture or move of a man."""

    player: str
    white: Squares
    black: Squares
    kings: Squares
    quiet: int = 0

    @property
    def own(self) -> Squares:
        """The pieces of the player to move."""
        return self.white if self.player == "white" else self.black

    @property
    def enemy(self) -> Squares:
        """The pieces of the other player."""
        return self.black if self.player == "white" else self.white


class Jumps(NamedTuple):
    """A whole capture, each square as its bit: who makes it from where, where it lands, and what it takes in turn."""

    is_king: bool
    start: Squares
    path: tuple[Squares, ...]
    taken: tuple[Squares, ...]


Table = Mapping[Squares, tuple[tuple[Squares, Squares], ...]]


class DraughtsRules(ExpandingGame[Position, Move]):
    """Short kings, men that capture forward only, and captures that must be made and are made to their end.

    `draw_after` plies without a capture or a move of a man are a draw, unless it is 0.
    """

    board_squares: ClassVar[Board]
    king_weight: ClassVar[int]
    infinite: ClassVar[int] = 0

    def __init__(self, draw_after: int = 80, evaluation: str = "positional") -> None:
        if type(draw_after) is not int or draw_after < 0:
            raise ParameterError(f"draw_after is a number of plies, or 0 for never, not {draw_after!r}")
        if evaluation not in EVALUATIONS:
            raise ParameterError(f"evaluation is one of {', '.join(EVALUATIONS)}, not {evaluation!r}")
        self.draw_after = draw_after
        weights = {**WEIGHTS, "kings": self.king_weight}
        self.features: Final = tuple((FEATURES[name], weights[name]) for name in EVALUATIONS[evaluation])
        squares = self.board_squares
        self.initial = Position(self.players[0], squares.between(21, 32), squares.between(1, 12), 0)

    @abstractmethod
    def prey(self, enemy: Squares, kings: Squares) -> Squares:
        """Give those of the enemy's pieces that a man may capture."""

    @abstractmethod
    def allowed(self, captures: list[Jumps], kings: Squares) -> list[Jumps]:
        """Keep the captures that the rules allow, of all that are possible."""

    def expand(self, state: Position) -> Expansion[Position, Move]:
        """Give the moves, men's before kings', each from square 1 on, and where they lead."""
        squares = self.board_squares.squares
        moves: list[Move]
        if self._is_drawn(state):
            return self.final(state)
        if captures := self._captures(state):
            allowed = self.allowed(captures, state.kings)
            moves = [Capture((squares[jumps.start], *map(squares.__getitem__, jumps.path))) for jumps in allowed]
            ends = [(jumps.start, jumps.path[-1], sum(jumps.taken)) for jumps in allowed]
        else:
            ends = [(start, end, 0) for start, end in self._steps(state)]
            moves = [Step(squares[start], squares[end]) for start, end, _ in ends]
        if not moves:
            return self.final(state)
        children = tuple([self._after(state, *end) for end in ends])
        return Expansion(self.players.index(state.player), children, moves)

    def is_terminal(self, state: Position) -> bool:
        """Tell whether the game is drawn, or the player to move cannot."""
        return self._is_drawn(state) or not self._can_move(state)

    def value(self, state: Position) -> int:
        """Give 0 for a draw; who cannot move has lost all the same."""
        if self._is_drawn(state) and self._can_move(state):
            return 0
        return -WIN if state.player == self.players[0] else WIN

    def staticval(self, state: Position) -> int:
        """Weigh what the first player has more of than the second."""
        white, black, kings = state.white, state.black, state.kings
        empty = self.board_squares.all & ~(white | black)
        sides = (
            Side("white", white & ~kings, white & kings, empty, self.board_squares),
            Side("black", black & ~kings, black & kings, empty, self.board_squares),
        )
        total = sum(weight * (measure(sides[0]) - measure(sides[1])) for measure, weight in self.features)
        return total if self.players[0] == "white" else -total

    def noisy(self, state: Position) -> bool:
        """Tell whether the player to move must capture."""
        return any(self._jumpers(state))

    def _is_drawn(self, state: Position) -> bool:
        return 0 < self.draw_after <= state.quiet

    def _can_move(self, state: Position) -> bool:
        return any(self._jumpers(state)) or next(self._steps(state), None) is not None

    def _steps(self, state: Position) -> Iterator[tuple[Squares, Squares]]:
        own, kings = state.own, state.kings
        board = self.board_squares
        empty = board.all & ~(state.white | state.black)
        for pieces, table in ((own & ~kings, board.steps[state.player]), (own & kings, board.steps["king"])):
            left = pieces
            while left:
                start = left & -left
                left ^= start
                for end in table[start]:
                    if end & empty:
                        yield start, end

    def _jumpers(self, state: Position) -> tuple[Squares, Squares]:
        """Find the men and the kings that can capture, all at once."""
        own, enemy, kings = state.own, state.enemy, state.kings
        empty = self.board_squares.all & ~(own | enemy)
        men, prey = own & ~kings, self.prey(enemy, kings)
        men &= _can_jump_up(prey, empty) if state.player == "white" else _can_jump_down(prey, empty)
        royal = own & kings
        if royal:
            royal &= _can_jump_up(enemy, empty) | _can_jump_down(enemy, empty)
        return men, royal

    def _captures(self, state: Position) -> list[Jumps]:
        men, royal = self._jumpers(state)
        found: list[Jumps] = []
        if not men and not royal:
            return found
        jumps, enemy, kings = self.board_squares.jumps, state.enemy, state.kings
        empty = self.board_squares.all & ~(state.white | state.black)
        for is_king, pieces, prey, table in (
            (False, men, self.prey(enemy, kings), jumps[state.player]),
            (True, royal, enemy, jumps["king"]),
        ):
            while pieces:
                start = pieces & -pieces
                pieces ^= start
                found += (
                    Jumps(is_king, start, path, taken) for path, taken in _chains(start, prey, empty | start, table)
                )
        return found

    def _after(self, state: Position, start: Squares, end: Squares, taken: Squares) -> Position:
        player, white, black, kings, quiet = state
        if kings & start:
            kings ^= start ^ end
            quiet = 0 if taken or not self.draw_after else quiet + 1
        else:
            kings |= end & self.board_squares.last_rows[player]
            quiet = 0
        if player == "white":
            return Position("black", white ^ start ^ end, black & ~taken, kings & ~taken, quiet)
        return Position("white", white & ~taken, black ^ start ^ end, kings & ~taken, quiet)


def _can_jump_up(prey: Squares, empty: Squares) -> Squares:
    return (prey & empty << LEFT) << LEFT | (prey & empty << RIGHT) << RIGHT


def _can_jump_down(prey: Squares, empty: Squares) -> Squares:
    return (prey & empty >> LEFT) >> LEFT | (prey & empty >> RIGHT) >> RIGHT


def _chains(
    here: Squares, prey: Squares, empty: Squares, table: Table
) -> list[tuple[tuple[Squares, ...], tuple[Squares, ...]]]:
    """Find all that a piece can capture from here on, to the end: where it lands and what it takes.

    Taken pieces stay on the board until then, so their squares do not become empty.
    """
    found: list[tuple[tuple[Squares, ...], tuple[Squares, ...]]] = []
    for over, to in table[here]:
        if over & prey and to & empty:
            further = _chains(to, prey ^ over, empty, table) or [((), ())]
            found += (((to, *path), (over, *taken)) for path, taken in further)
    return found


# Estimates


class Side(NamedTuple):
    """One side's men and kings, and what is empty."""

    player: str
    men: Squares
    kings: Squares
    empty: Squares
    board: Board


def _advance(side: Side) -> int:
    """Count the rows that the men have come."""
    return sum(passed * (side.men & row).bit_count() for passed, row in side.board.rows_passed[side.player])


def _mobility(side: Side) -> int:
    """Count the steps that could be made if nothing were to capture."""
    up = side.kings | (side.men if side.player == "white" else 0)
    down = side.kings | (side.men if side.player == "black" else 0)
    targets = (up >> LEFT, up >> RIGHT, down << LEFT, down << RIGHT)
    return sum((target & side.empty).bit_count() for target in targets)


def _men(side: Side) -> int:
    return side.men.bit_count()


def _kings(side: Side) -> int:
    return side.kings.bit_count()


def _centre(side: Side) -> int:
    return ((side.men | side.kings) & side.board.centre).bit_count()


def _guard(side: Side) -> int:
    return (side.men & side.board.last_rows[OPPONENT[side.player]]).bit_count()


@dataclass(frozen=True, slots=True)
class _OnRow:
    """Count the men that have come so many rows."""

    row: int

    def __call__(self, side: Side) -> int:
        return (side.men & side.board.rows_passed[side.player][self.row][1]).bit_count()


ROWS: Final[Mapping[str, int]] = {f"row({row})": 23 if row == 0 else 20 + row for row in range(7)}
"""What a man on each row is worth: as much as by the other weights."""

WEIGHTS: Final[Mapping[str, int]] = {"men": 20, "advance": 1, "mobility": 1, "centre": 2, "guard": 3, **ROWS}
"""What all but a king counts."""

FEATURES: Final[Mapping[str, Callable[[Side], int]]] = {
    "men": _men,
    "kings": _kings,
    "advance": _advance,
    "mobility": _mobility,
    "centre": _centre,
    "guard": _guard,
    **{f"row({row})": _OnRow(row) for row in range(7)},
}
"""What is counted: by functions that a game can be pickled and compared with."""

EVALUATIONS: Final[Mapping[str, Sequence[str]]] = {
    "material": ("men", "kings"),
    "advance": ("men", "kings", "advance"),
    "mobility": ("men", "kings", "mobility"),
    "positional": ("men", "kings", "advance", "centre", "guard"),
    "rows": ("kings", "centre", "mobility", *ROWS),
}
