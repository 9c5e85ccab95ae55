"""Native games with cycles, games that cannot be solved as such, and a clock that runs, for several tests."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from pyengine.game import Expansion
from pyengine.terms import Number

from .positions import Graph, TicTacToe
from .random_games import NUMBERS


@st.composite
def cyclic(draw: st.DrawFn, most: int) -> Graph:
    """Draw a game with any moves between its positions; turns as they come, ends of any worth."""
    numbers = NUMBERS[draw(st.sampled_from(sorted(NUMBERS)))]
    size, ends = draw(st.integers(1, most)), draw(st.integers(0, 5))
    targets = st.lists(st.integers(0, size + ends - 1), min_size=1, max_size=3)
    movers: dict[Hashable, int] = {node: draw(st.integers(0, 1)) for node in range(size)}
    edges: dict[Hashable, tuple[Hashable, ...]] = {node: tuple(draw(targets)) for node in range(size)}
    worth: dict[Hashable, Number] = {node: draw(numbers) for node in range(size, size + ends)}
    return Graph(0, movers, edges, worth)


class MuTorere:
    """Eight points around a centre, four pieces a side; who cannot move has lost.

    A piece goes to a free neighbour on the ring, from the centre anywhere, and to the centre only from beside an
    opponent. A position is the ring, the centre and whose turn it is.
    """

    players = ("x", "o")
    initial = ("xxxxoooo", ".", "x")

    def to_move(self, state: tuple[str, str, str]) -> str:
        return state[2]

    def actions(self, state: tuple[str, str, str]) -> Sequence[int]:
        """A move is the point it starts from, 8 for the centre: there is only one free point to go to."""
        ring, centre, mover = state
        other = "o" if mover == "x" else "x"
        if centre == ".":
            return [p for p in range(8) if ring[p] == mover and other in (ring[p - 1], ring[(p + 1) % 8])]
        free = ring.index(".")
        beside = [p for p in sorted({(free - 1) % 8, (free + 1) % 8}) if ring[p] == mover]
        return [*beside, 8] if centre == mover else beside

    def result(self, state: tuple[str, str, str], move: int) -> tuple[str, str, str]:
        ring, centre, mover = state
        other = "o" if mover == "x" else "x"
        if centre == ".":
            return ring[:move] + "." + ring[move + 1 :], mover, other
        if move == 8:
            return ring.replace(".", mover), ".", other
        slid = "".join(mover if cell == "." else "." if point == move else cell for point, cell in enumerate(ring))
        return slid, centre, other

    def is_terminal(self, state: tuple[str, str, str]) -> bool:
        return not self.actions(state)

    def utility(self, state: tuple[str, str, str], player: object) -> int:
        return -1 if player == state[2] else 1

    def canonical(self, state: tuple[str, str, str]) -> tuple[str, str, str]:
        ring, centre, mover = state
        turned = [ring[i:] + ring[:i] for i in range(8)]
        return min(turned + [image[::-1] for image in turned]), centre, mover


class RookEnding:
    """King and rook against king, from every position there is: the first move sets the pieces up.

    A position is whose turn it is and the squares of the white king, the rook and the black king.
    """

    players = ("white", "black")
    initial = (2, 0, 0, 0)
    OVER = (3, 0, 0, 0)  # the rook is taken
    NEAR = tuple(
        tuple(8 * r + c for r in range(8) for c in range(8) if max(abs(r - s // 8), abs(c - s % 8)) == 1)
        for s in range(64)
    )
    RAYS = tuple(
        tuple(
            tuple(
                8 * (s // 8 + i * dr) + s % 8 + i * dc
                for i in range(1, 8)
                if 0 <= s // 8 + i * dr < 8 > s % 8 + i * dc >= 0
            )
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
        )
        for s in range(64)
    )
    TURNS = tuple(
        tuple(8 * turn(s)[0] + turn(s)[1] for s in range(64))
        for turn in (
            lambda s: (s // 8, s % 8),
            lambda s: (s // 8, 7 - s % 8),
            lambda s: (7 - s // 8, s % 8),
            lambda s: (7 - s // 8, 7 - s % 8),
            lambda s: (s % 8, s // 8),
            lambda s: (s % 8, 7 - s // 8),
            lambda s: (7 - s % 8, s // 8),
            lambda s: (7 - s % 8, 7 - s // 8),
        )
    )

    def attacks(self, rook: int, white: int, square: int) -> bool:
        """Tell whether the rook sees a square past everything but its own king."""
        if rook == square or (rook // 8 != square // 8 and rook % 8 != square % 8):
            return False
        ray = next(ray for ray in self.RAYS[rook] if square in ray)
        return white not in ray[: ray.index(square)]

    def expand(self, state: tuple[int, int, int, int]) -> Expansion[Any, Any]:
        side, white, rook, black = state
        if side == 3:
            return Expansion(0, (), (), (0, 0))
        children: list[tuple[int, int, int, int]] = []
        if side == 2:
            for white, rook, black in itertools.product((0, 1, 2, 3, 9, 10, 11, 18, 19, 27), range(64), range(64)):
                if len({white, rook, black}) == 3 and black not in self.NEAR[white]:
                    children.append((1, white, rook, black))
                    if not self.attacks(rook, white, black):
                        children.append((0, white, rook, black))
        elif side == 0:
            for to in self.NEAR[white]:
                if to != rook and to not in self.NEAR[black]:
                    children.append((1, to, rook, black))
            for ray in self.RAYS[rook]:
                for to in ray:
                    if to in (white, black):
                        break
                    children.append((1, white, to, black))
        else:
            for to in self.NEAR[black]:
                if to not in self.NEAR[white] and not self.attacks(rook, white, to):
                    children.append(self.OVER if to == rook else (0, white, rook, to))
            if not children:
                mate = self.attacks(rook, white, black)
                return Expansion(0, (), (), (1, -1) if mate else (0, 0))
        return Expansion(side % 2, tuple(children), children)

    def canonical(self, state: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        side, white, rook, black = state
        if side > 1:
            return state
        return (side, *min([(turn[white], turn[rook], turn[black]) for turn in self.TURNS]))


@dataclass(frozen=True)
class Ring:
    """A circle of positions that MAX goes round; from the last one it can leave and win."""

    size: int
    infinite: Number = 0
    players = ("max", "min")
    initial = 0

    def expand(self, state: int) -> Expansion[int, str]:
        if state == -1:
            return Expansion(0, (), (), (1, -1))
        if state == self.size - 1:
            return Expansion(0, (0, -1), ("round", "out"))
        return Expansion(0, (state + 1,), ("on",))


class Remembering(TicTacToe):
    has_memory = True


class Three:
    players = ("a", "b", "c")
    initial = 0

    def expand(self, state: int) -> Expansion[int, int]:
        return Expansion(state, (), (), (0, 0, 0))


class Friends:
    """Both players like the same end best."""

    players = ("max", "min")
    initial = 0

    def expand(self, state: int) -> Expansion[int, int]:
        if state:
            return Expansion(0, (), (), (state, state))
        return Expansion(0, (1, 2), (1, 2))


class Ticking:
    """A clock that adds one second each time it is read."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> float:
        self.now += 1
        return float(self.now)


class Impatient(TicTacToe):
    """Somebody presses Ctrl-C while position number `after` is expanded."""

    def __init__(self, after: int) -> None:
        self.left = after

    def is_terminal(self, state: str) -> bool:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt
        return super().is_terminal(state)
