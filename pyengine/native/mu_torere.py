"""Mu torere, a game of the Maori: nobody wins who plays well, for play can go on for ever."""

from __future__ import annotations

import math
from typing import ClassVar, Final, NamedTuple

from pyengine.errors import InvalidStateError, ParameterError
from pyengine.native.base import WIN_OR_LOSS, ZeroSumGame, read_form, require_heap
from pyengine.quoting import quote_line


class Position(NamedTuple):
    """Whose turn it is; the centre; the points along the ring, with e for the free one."""

    player: str
    centre: str
    ring: str

    def __str__(self) -> str:
        return f"s({self.player},[{','.join(self.centre + self.ring)}])"


class MuTorere(ZeroSumGame[Position, int]):
    """A move is the number of the point that a piece leaves for the free one, 0 for the centre; stuck is lost."""

    players = ("x", "o")
    values = WIN_OR_LOSS
    infinite: ClassVar[int] = 0

    def __init__(self, points: int = 8) -> None:
        require_heap(points=points)
        if points % 2:
            raise ParameterError(f"points is an even number, not {points}")
        self.initial = Position("x", "e", "x" * (points // 2) + "o" * (points // 2))
        self._beside: Final = [((point - 1) % points, (point + 1) % points) for point in range(points)]

    def actions(self, state: Position) -> list[int]:
        """List the points to move from: to the centre only from beside an opponent."""
        player, centre, ring = state
        if centre == "e":
            opponent = self.opponent(player)
            return [
                point + 1
                for point, (left, right) in enumerate(self._beside)
                if ring[point] == player and opponent in (ring[left], ring[right])
            ]
        beside = dict.fromkeys(self._beside[ring.index("e")])
        return [0] * (centre == player) + [point + 1 for point in beside if ring[point] == player]

    def result(self, state: Position, move: int) -> Position:
        """Give the position after a move."""
        player, centre, ring = state
        if centre == "e":
            return Position(self.opponent(player), player, ring[: move - 1] + "e" + ring[move:])
        filled = ring.replace("e", player)
        if move == 0:
            return Position(self.opponent(player), "e", filled)
        return Position(self.opponent(player), centre, filled[: move - 1] + "e" + filled[move:])

    def value(self, state: Position) -> int:
        """Give 1 where x has won, -1 where o has: who cannot move has lost."""
        return -1 if state.player == "x" else 1

    def canonical(self, state: Position) -> Position:
        """Give the least of a position turned and reflected."""
        player, centre, ring = state
        turned = [ring[start:] + ring[:start] for start in range(len(ring))]
        return Position(player, centre, min(turned + [image[::-1] for image in turned]))

    def parse_state(self, text: str) -> Position:
        """Read a position as it is written: the centre, and then the points along the ring."""
        points = len(self._beside)
        found = read_form(rf"s\(([xo]),\[([xoe](?:,[xoe]){{{points}}})\]\)", text, self.initial)
        centre, *ring = found[2].split(",")
        if sorted([centre, *ring]) != sorted("e" + self.initial.ring):
            raise InvalidStateError(f"{quote_line(text)}: each has {points // 2} pieces, and one point is free")
        return Position(found[1], centre, "".join(ring))

    def board(self, state: Position) -> tuple[tuple[str, ...], ...]:
        """Give the centre and then the points along the ring as a row."""
        return ((state.centre, *state.ring),)

    @property
    def layout(self) -> str:
        """The ring as a star: each point is beside two others, and all are joined with the centre."""
        points = len(self._beside)
        angles = [2 * math.pi * point / points for point in range(points)]
        ring = [f"point({number},{math.sin(at):.6f},{-math.cos(at):.6f})" for number, at in enumerate(angles, 1)]
        lines = [f"line({point},{end})" for point in range(1, points + 1) for end in (0, point % points + 1)]
        return f"points([point(0,0,0),{','.join(ring)}],[{','.join(lines)}])"

    def look(self, cell: str) -> str | None:
        """Tell how a point looks."""
        return {"x": "disc(black)", "o": "disc(white)"}.get(cell)

    def show(self, state: Position) -> str:
        """Tell a position to people."""
        return f"{state.player} to move: {' '.join(state.ring)} on the ring, {state.centre} in the centre"
