"""Games that are nothing but their tree, for pictures."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

Tree = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Given:
    """A game given by its successors and the worth of its ends; players take turns by depth."""

    edges: Tree
    worth: Mapping[str, tuple[float, ...]]
    players: tuple[str, ...] = ("max", "min")
    initial: str = "r"
    name: str = "given"

    def to_move(self, state: str) -> str:
        return self.players[self._depth(state) % len(self.players)]

    def _depth(self, state: str) -> int:
        return state.count(".")

    def actions(self, state: str) -> Sequence[str]:
        return [f"m{number}" for number in range(len(self.edges.get(state, ())))]

    def result(self, state: str, move: str) -> str:
        return self.edges[state][int(move[1:])]

    def is_terminal(self, state: str) -> bool:
        return not self.edges.get(state)

    def utility(self, state: str, player: object) -> float:
        values = self.worth[state]
        number = self.players.index(str(player))
        return values[number] if len(values) > 1 or number == 0 else -values[0]

    def text(self, state: str) -> str:
        return state


def grown(seed: int, *, players: int = 2, most: int = 3, depth: int = 4) -> Given:
    """Make a tree at random; positions are named by the way to them, as in r.0.2."""
    chance = random.Random(seed)
    edges: dict[str, list[str]] = {}
    worth: dict[str, tuple[float, ...]] = {}

    def grow(state: str, left: int) -> None:
        count = chance.randint(1, most) if left and (left == depth or chance.random() < 0.8) else 0
        if not count:
            worth[state] = tuple(chance.randint(-5, 5) for _ in range(1 if players == 2 else players))
            return
        edges[state] = [f"{state}.{number}" for number in range(count)]
        for child in edges[state]:
            grow(child, left - 1)

    grow("r", depth)
    return Given(edges, worth, tuple(["max", "min", "c", "d"][:players]) if players <= 2 else tuple("abcd"[:players]))


def wide(count: int, best: int) -> Given:
    """Make one choice among many ends."""
    children = [f"r.{number}" for number in range(count)]
    return Given({"r": children}, {child: (int(number == best),) for number, child in enumerate(children)})


def deep(plies: int) -> Given:
    """Make a corridor."""
    states = ["r"]
    for _ in range(plies):
        states.append(states[-1] + ".")
    edges = {state: [after] for state, after in pairwise(states)}
    return Given(edges, {states[-1]: (1,)})
