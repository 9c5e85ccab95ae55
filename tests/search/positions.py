"""Small native games for the tests of the search, and plain recursive minimax, written apart from the driver."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pyengine.game import Expansion
from pyengine.terms import Number

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe:
    """A position is the nine cells as a string; x has the turn where the counts are even."""

    players = ("x", "o")
    values: Any = frozenset({1, 0, -1})
    initial = "." * 9

    def to_move(self, state: str) -> str:
        return "x" if state.count("x") == state.count("o") else "o"

    def actions(self, state: str) -> Sequence[int]:
        return [cell for cell in range(9) if state[cell] == "."]

    def result(self, state: str, move: int) -> str:
        return state[:move] + self.to_move(state) + state[move + 1 :]

    def is_terminal(self, state: str) -> bool:
        return self.winner(state) is not None or "." not in state

    def utility(self, state: str, player: object) -> int:
        winner = self.winner(state)
        return 0 if winner is None else 1 if winner == player else -1

    def winner(self, state: str) -> str | None:
        for a, b, c in LINES:
            if state[a] != "." and state[a] == state[b] == state[c]:
                return state[a]
        return None


class Dots:
    """Dots and Boxes: a position is the drawn lines as bits, the margin of the first player, and who moves."""

    players = ("a", "b")

    def __init__(self, rows: int = 2, columns: int = 2) -> None:
        across = {(r, c): r * columns + c for r in range(rows + 1) for c in range(columns)}
        down = {(r, c): len(across) + r * (columns + 1) + c for r in range(rows) for c in range(columns + 1)}
        self.lines = len(across) + len(down)
        self.boxes = [
            1 << across[r, c] | 1 << across[r + 1, c] | 1 << down[r, c] | 1 << down[r, c + 1]
            for r in range(rows)
            for c in range(columns)
        ]
        self.full = (1 << self.lines) - 1
        self.touching = [[box for box in self.boxes if box >> line & 1] for line in range(self.lines)]
        self.initial = (0, 0, 0)

    def to_move(self, state: tuple[int, int, int]) -> str:
        return self.players[state[2]]

    def actions(self, state: tuple[int, int, int]) -> Sequence[int]:
        return [line for line in range(self.lines) if not state[0] >> line & 1]

    def result(self, state: tuple[int, int, int], move: int) -> tuple[int, int, int]:
        drawn, margin, mover = state
        drawn |= 1 << move
        closed = sum(box & drawn == box for box in self.touching[move])
        if not closed:
            return drawn, margin, 1 - mover
        return drawn, margin + (closed if mover == 0 else -closed), mover

    def is_terminal(self, state: tuple[int, int, int]) -> bool:
        return state[0] == self.full

    def utility(self, state: tuple[int, int, int], player: object) -> int:
        return state[1] if player == "a" else -state[1]

    def staticval(self, state: tuple[int, int, int]) -> int:
        return state[1]

    def noisy(self, state: tuple[int, int, int]) -> bool:
        return any((box & ~state[0]).bit_count() == 1 for box in self.boxes)


@dataclass(frozen=True)
class Graph:
    """A game given as data: each position has a mover and successors, or a value; extras are optional.

    A move is its number. Positions without an estimate are worth 0 where they are cut off.
    """

    start: Hashable
    movers: dict[Hashable, int]
    edges: dict[Hashable, tuple[Hashable, ...]]
    worth: dict[Hashable, Number]
    estimates: dict[Hashable, Number] = field(default_factory=dict)
    loud: frozenset[Hashable] = frozenset()
    keys: dict[Hashable, Hashable] = field(default_factory=dict)
    scores: dict[tuple[Hashable, int], Number] = field(default_factory=dict)
    cuts: dict[Hashable, frozenset[int]] = field(default_factory=dict)
    """At which distances from the root a position is cut off."""
    players = ("max", "min")

    @property
    def initial(self) -> Hashable:
        return self.start

    @property
    def offers(self) -> frozenset[str]:
        return frozenset({"staticval", "noisy", "canonical", "order", *(["cutoff"] if self.cuts else [])})

    def to_move(self, state: Hashable) -> str:
        return self.players[self.movers[state]]

    def actions(self, state: Hashable) -> Sequence[int]:
        return range(len(self.edges[state]))

    def result(self, state: Hashable, move: int) -> Hashable:
        return self.edges[state][move]

    def is_terminal(self, state: Hashable) -> bool:
        return state in self.worth

    def utility(self, state: Hashable, player: object) -> Number:
        return self.worth[state] if player == "max" else -self.worth[state]

    def staticval(self, state: Hashable) -> Number:
        return self.worth.get(state, self.estimates.get(state, 0))

    def noisy(self, state: Hashable) -> bool:
        return state in self.loud

    def cutoff(self, state: Hashable, depth: int) -> bool:
        return depth in self.cuts.get(state, ())

    def canonical(self, state: Hashable) -> Hashable:
        return self.keys.get(state, state)

    def order(self, state: Hashable, move: int) -> Number | None:
        return self.scores.get((state, move))


class WholeGraph(Graph):
    """The same, with an `expand` of its own, as rule files have."""

    def expand(self, state: Hashable) -> Expansion[Hashable, int]:
        if state in self.worth:
            return Expansion(0, (), (), (self.worth[state], -self.worth[state]))
        children = self.edges[state]
        return Expansion(self.movers[state], children, range(len(children)))


def tree(leaves: Any, *, first: int = 0) -> Graph:
    """Make a game of a tree given as nested lists; turns alternate, a position is its path from the root."""
    movers: dict[Hashable, int] = {}
    edges: dict[Hashable, tuple[Hashable, ...]] = {}
    worth: dict[Hashable, Number] = {}

    def grow(node: Any, path: tuple[int, ...], mover: int) -> None:
        if isinstance(node, list):
            movers[path] = mover
            edges[path] = tuple((*path, i) for i in range(len(node)))
            for i, child in enumerate(node):
                grow(child, (*path, i), 1 - mover)
        else:
            worth[path] = node

    grow(leaves, (), first)
    return Graph((), movers, edges, worth)


class Corridor:
    """A game as long as one likes, with one move in every position and the turn changing every third ply."""

    players = ("max", "min")
    initial = 0

    def __init__(self, plies: int) -> None:
        self.plies = plies

    def expand(self, state: int) -> Expansion[int, str]:
        if state == self.plies:
            return Expansion(0, (), (), (7, -7))
        return Expansion(state // 3 % 2, (state + 1,), ("on",))

    def is_terminal(self, state: int) -> bool:
        return state == self.plies

    def utility(self, state: int, player: object) -> int:
        return 7 if player == "max" else -7

    def to_move(self, state: int) -> str:
        return self.players[state // 3 % 2]

    def actions(self, state: int) -> Sequence[str]:
        return () if state == self.plies else ("on",)

    def result(self, state: int, move: str) -> int:
        return state + 1


def plain(game: Any, depth: int | None = None, *, quiescence: int = 0) -> Callable[[Any], Number]:
    """Give the value of a position by the definition, recursively; `depth` plies, then estimates."""

    @cache
    def value(state: Any, left: int | None) -> Number:
        if game.is_terminal(state):
            return game.utility(state, game.players[0])  # type: ignore[no-any-return]
        if left is not None and left <= 0 and not (left > -quiescence and game.noisy(state)):
            return game.staticval(state)  # type: ignore[no-any-return]
        rest = None if left is None else left - 1
        values = [value(game.result(state, move), rest) for move in game.actions(state)]
        return max(values) if game.to_move(state) == game.players[0] else min(values)

    return lambda state: value(state, depth)
