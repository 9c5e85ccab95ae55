"""Hexapawn and Breakthrough: two sides of equal pieces that only go ahead."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pyengine.errors import InvalidStateError, ParameterError
from pyengine.game import Expansion
from pyengine.native.base import (
    WIN_OR_LOSS,
    ExpandingGame,
    read_placement,
    require_board,
    require_positive,
    square_name,
    write_placement,
)

OPPONENT: Final = {"white": "black", "black": "white"}


class Step(NamedTuple):
    """A piece goes from one square to another, both numbered row by row from a1."""

    source: int
    target: int

    def __str__(self) -> str:
        return f"{self.source}-{self.target}"


class Position(NamedTuple):
    """Whose turn it is, the squares of that player, and those of the other, a bit for each."""

    player: str
    mine: int
    theirs: int

    def __str__(self) -> str:
        return f"p({self.player},{self.mine},{self.theirs})"

    @property
    def sides(self) -> tuple[int, int]:
        """The squares of white and those of black."""
        return (self.mine, self.theirs) if self.player == "white" else (self.theirs, self.mine)


class PawnGame(ExpandingGame[Position, Step]):
    """A board with pieces of one kind; who reaches the last row wins, and whose turn it is at the end has lost."""

    players = ("white", "black")
    layout = "checkered"
    values = WIN_OR_LOSS

    def __init__(self, width: int, height: int, ranks: int) -> None:
        require_board(width=width, height=height)
        require_positive(ranks=ranks)
        if 2 * ranks > height:
            raise ParameterError(f"{height} rows have no room for {ranks} rows of pieces a side")
        self.width, self.height = width, height
        self.squares: Final = (1 << width * height) - 1
        column = self.squares // ((1 << width) - 1)
        self._columns: Final = [column << number for number in range(width)]
        bottom = (1 << width) - 1
        self._arrived: Final = {"white": bottom, "black": bottom << width * (height - 1)}
        """Where the opponent of each player wants to be."""
        not_first, not_last = self.squares & ~self._columns[0], self.squares & ~self._columns[-1]
        self._ways: Final = {
            player: ((ahead, self.squares), (ahead - 1, not_first), (ahead + 1, not_last))
            for player, ahead in (("white", width), ("black", -width))
        }
        """How far a step leads and from where it stays on the board: straight, to the left, to the right."""
        home = (1 << width * ranks) - 1
        self.initial = Position("white", home, home << width * (height - ranks))

    @abstractmethod
    def _targets(self, state: Position) -> Sequence[tuple[tuple[int, int], int]]:
        """Pair each way with the squares that it may lead to, in the order in which moves are listed."""

    @abstractmethod
    def _is_lost(self, state: Position) -> bool:
        """Tell whether the player to move has lost, as far as that shows without looking for moves."""

    def _steps(self, state: Position) -> Iterator[Step]:
        player, mine, _ = state
        for (ahead, starts), targets in self._targets(state):
            reached = targets & ((mine & starts) << ahead if ahead > 0 else (mine & starts) >> -ahead)
            while reached:
                target = (reached if player == "white" else reached & -reached).bit_length() - 1
                yield Step(target - ahead, target)
                reached ^= 1 << target

    def is_terminal(self, state: Position) -> bool:
        """Tell whether the game is over."""
        return self._is_lost(state) or next(self._steps(state), None) is None

    def value(self, state: Position) -> int:
        """Give 1 where white has won, -1 where black has."""
        return -1 if state.player == "white" else 1

    def expand(self, state: Position) -> Expansion[Position, Step]:
        """Give the moves, way by way, those that get farthest first, and where they lead."""
        moves = [] if self._is_lost(state) else list(self._steps(state))
        if not moves:
            return self.final(state)
        player, mine, theirs = state
        opponent = OPPONENT[player]
        children = tuple(
            [Position(opponent, theirs & ~(1 << to), mine ^ 1 << to ^ 1 << source) for source, to in moves]
        )
        return Expansion(int(player == "black"), children, moves)

    def canonical(self, state: Position) -> Position:
        """Give the lesser of a position and its mirror image."""
        player, mine, theirs = state
        return Position(player, *min((mine, theirs), (self._mirrored(mine), self._mirrored(theirs))))

    def _mirrored(self, squares: int) -> int:
        first = self._columns[0]
        return sum(((squares >> left) & first) << (self.width - 1 - left) for left in range(self.width))

    def board(self, state: Position) -> tuple[tuple[str, ...], ...]:
        """Give the rows, the top one first: P for white, p for black."""
        white, black = state.sides
        cells = ["P" if white >> square & 1 else "p" if black >> square & 1 else "." for square in self._numbers()]
        return tuple(tuple(cells[start : start + self.width]) for start in range(0, len(cells), self.width))

    def _numbers(self) -> Iterator[int]:
        """Go through the squares as one reads a board: from the top, from the left."""
        for row in reversed(range(self.height)):
            yield from range(row * self.width, (row + 1) * self.width)

    def text(self, state: Position) -> str:
        """Write a position as in `ppp/3/PPP w`."""
        return f"{write_placement(self.board(state))} {state.player[0]}"

    def parse_state(self, text: str) -> Position:
        """Read a position."""
        placement, _, turn = text.strip().partition(" ")
        rows = read_placement(placement)
        cells = "".join(rows)
        if (
            [len(row) for row in rows] != [self.width] * self.height
            or set(cells) - set("Pp.")
            or turn not in ("w", "b")
        ):
            raise InvalidStateError(f"{text} is not a position on {self.width} by {self.height} squares")
        white = sum(1 << square for square, cell in zip(self._numbers(), cells, strict=True) if cell == "P")
        black = sum(1 << square for square, cell in zip(self._numbers(), cells, strict=True) if cell == "p")
        return Position("white", white, black) if turn == "w" else Position("black", black, white)

    def move_text(self, move: Step, state: Position | None = None) -> str:
        """Write a move as in a2a3, and one that captures as in a2xb3."""
        captures = state is not None and state.theirs >> move.target & 1
        return f"{square_name(move.source, self.width)}{'x' * captures}{square_name(move.target, self.width)}"


class Hexapawn(PawnGame):
    """Pawns go straight ahead and capture diagonally; who leaves the other without a move wins too."""

    def __init__(self, width: int = 3, height: int = 3) -> None:
        super().__init__(width, height, 1)

    def _targets(self, state: Position) -> list[tuple[tuple[int, int], int]]:
        straight, left, right = self._ways[state.player]
        free = self.squares & ~(state.mine | state.theirs)
        return [(left, state.theirs), (right, state.theirs), (straight, free)]

    def _is_lost(self, state: Position) -> bool:
        return bool(state.theirs & self._arrived[state.player])


class Breakthrough(PawnGame):
    """Go ahead, straight or diagonally, and capture diagonally only; who captures everything wins too.

    There are `ranks` rows of pieces a side.
    """

    def __init__(self, width: int = 8, height: int = 8, ranks: int = 2) -> None:
        super().__init__(width, height, ranks)
        if width == 1:
            raise ParameterError("width is at least 2, not 1: on one column all would be stuck")

    def _targets(self, state: Position) -> list[tuple[tuple[int, int], int]]:
        straight, left, right = self._ways[state.player]
        theirs, free = state.theirs, self.squares & ~(state.mine | state.theirs)
        return [(left, theirs), (right, theirs), (straight, free), (left, free), (right, free)]

    def _is_lost(self, state: Position) -> bool:
        return not state.mine or bool(state.theirs & self._arrived[state.player])

    def is_terminal(self, state: Position) -> bool:
        """Tell whether the game is over; the piece farthest back can always move."""
        return self._is_lost(state)

    def staticval(self, state: Position) -> float:
        """Compare the strengths of the sides; a piece counts the rows of the board and those that it has passed."""
        if self.is_terminal(state):
            return self.value(state)
        white, black = state.sides
        up = sum(self.height + square // self.width for square in _bits(white))
        down = sum(2 * self.height - 1 - square // self.width for square in _bits(black))
        return (up - down) / (up + down)


def _bits(squares: int) -> list[int]:
    return [square for square in range(squares.bit_length()) if squares >> square & 1]
