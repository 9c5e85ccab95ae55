"""What the techniques of the search driver save, each against the driver without it.

Run it as `python benchmarks/search.py`; `libraries.py` compares the driver with other Python libraries.
"""

# ruff: noqa: D102  the methods of the games are those of the Game protocol
from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rich.console import Console
from rich.table import Table as Sheet

from pyengine.search import PLAIN, Limit, Options, Result, minimax, search, solve

CONSOLE = Console(width=150)


class Connect:
    """Connect Four on a small board: a position is the discs of x, those of o, and who is to move, as bits."""

    players = ("x", "o")
    values: frozenset[int] = frozenset({1, 0, -1})
    initial = (0, 0)

    def __init__(self, width: int = 4, height: int = 4, length: int = 4) -> None:
        self.width, self.height, self.length = width, height, length
        self.column = height + 1  # one bit above each column stays empty, so that no line runs over
        self.full = sum(((1 << height) - 1) << (self.column * x) for x in range(width))
        self.tops = [1 << (self.column * x + height - 1) for x in range(width)]
        self.bottoms = [1 << (self.column * x) for x in range(width)]
        self.columns = [((1 << height) - 1) << (self.column * x) for x in range(width)]

    def to_move(self, state: tuple[int, int]) -> str:
        return "x" if state[0].bit_count() == state[1].bit_count() else "o"

    def actions(self, state: tuple[int, int]) -> list[int]:
        taken = state[0] | state[1]
        return [x for x in range(self.width) if not taken & self.tops[x]]

    def result(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        first, second = state
        taken = first | second
        disc = (taken + self.bottoms[move]) & self.columns[move]
        if first.bit_count() == second.bit_count():
            return first | disc, second
        return first, second | disc

    def lined(self, discs: int) -> bool:
        for step in (1, self.column - 1, self.column, self.column + 1):
            run = discs
            for _ in range(self.length - 1):
                run &= run >> step
            if run:
                return True
        return False

    def is_terminal(self, state: tuple[int, int]) -> bool:
        last = state[1] if state[0].bit_count() == state[1].bit_count() else state[0]
        return self.lined(last) or state[0] | state[1] == self.full

    def utility(self, state: tuple[int, int], player: object) -> int:
        value = 1 if self.lined(state[0]) else -1 if self.lined(state[1]) else 0
        return value if player == "x" else -value


class Centred(Connect):
    """The same, with the columns in the middle first."""

    def order(self, state: tuple[int, int], move: int) -> int:
        return -abs(2 * move - self.width + 1)


class Estimated(Centred):
    """The same, with an estimate: discs count the more the nearer they are to the middle of the board."""

    def __init__(self, width: int = 7, height: int = 6, length: int = 4) -> None:
        super().__init__(width, height, length)
        self.values = frozenset({1000, 0, -1000})
        masks: dict[int, int] = {}
        for x in range(width):
            for y in range(height):
                weight = min(x, width - 1 - x) * 2 + min(y, height - 1 - y)
                masks[weight] = masks.get(weight, 0) | 1 << (self.column * x + y)
        self.masks = tuple(masks.items())

    def staticval(self, state: tuple[int, int]) -> int:
        first, second = state
        if self.is_terminal(state):
            return self.utility(state, "x")
        return sum(weight * ((first & m).bit_count() - (second & m).bit_count()) for weight, m in self.masks)

    def utility(self, state: tuple[int, int], player: object) -> int:
        return 1000 * super().utility(state, player)


class Dots:
    """Dots and Boxes: a position is the drawn lines as bits, the margin of the first player, and who moves."""

    players = ("a", "b")
    initial = (0, 0, 0)

    def __init__(self, rows: int, columns: int) -> None:
        across = {(r, c): r * columns + c for r in range(rows + 1) for c in range(columns)}
        down = {(r, c): len(across) + r * (columns + 1) + c for r in range(rows) for c in range(columns + 1)}
        self.lines = len(across) + len(down)
        boxes = [
            1 << across[r, c] | 1 << across[r + 1, c] | 1 << down[r, c] | 1 << down[r, c + 1]
            for r in range(rows)
            for c in range(columns)
        ]
        self.full = (1 << self.lines) - 1
        self.boxes = boxes
        self.touching = [[box for box in boxes if box >> line & 1] for line in range(self.lines)]

    def to_move(self, state: tuple[int, int, int]) -> str:
        return self.players[state[2]]

    def actions(self, state: tuple[int, int, int]) -> list[int]:
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

    def order(self, state: tuple[int, int, int], move: int) -> int:
        return sum(4 - (box & ~state[0]).bit_count() == 3 for box in self.touching[move])


LATE = {"long_search": 0}
"""What is for long searches, from the start."""

TABLE = {"table": 1_000_000, "table_move": True}

EFFECTS: list[tuple[str, Options]] = [
    ("alpha-beta, nothing else", PLAIN),
    ("  principal variation search", replace(PLAIN, algorithm="pvs")),
    ("  MTD(f)", replace(PLAIN, algorithm="mtdf")),
    ("  aspiration window, 1", replace(PLAIN, aspiration=1)),
    ("  the best value ends a search", replace(PLAIN, value_range=True)),
    ("  final successors that have it first", replace(PLAIN, value_range=True, finals=True, **LATE)),
    ("  killers, 2", replace(PLAIN, killers=2)),
    ("  killers, 2, moves by name", replace(PLAIN, killers=2, changes=False)),
    ("  history", replace(PLAIN, history=True, **LATE)),
    ("  history, moves by name", replace(PLAIN, history=True, changes=False, **LATE)),
    ("  the game's order", replace(PLAIN, order=True)),
    ("  static values of successors (T1)", replace(PLAIN, static_order=True)),
    ("  the last iteration's values (T2)", replace(PLAIN, previous_order=True)),
    ("  table, its move not used", replace(PLAIN, table=1_000_000)),
    ("  table", replace(PLAIN, **TABLE)),
    ("  table, enhanced cut-offs", replace(PLAIN, etc=True, **TABLE, **LATE)),
    ("  table without leaves", replace(PLAIN, table_leaves=False, **TABLE)),
    ("  table of 1,000, by work", replace(PLAIN, table=1_000, table_move=True)),
    ("  table of 1,000, by recency", replace(PLAIN, table=1_000, table_move=True, replacement="recency")),
    ("  table of 1,000, by use", replace(PLAIN, table=1_000, table_move=True, replacement="use")),
    ("the default", Options()),
    ("  as if the search were long", Options(**LATE)),
    ("  late moves less deep", Options(reductions=True)),
    ("  alpha-beta", Options(algorithm="alphabeta")),
    ("  MTD(f)", Options(algorithm="mtdf")),
    ("  killers, 2", Options(killers=2)),
    ("  all: killers, history, T2", Options(killers=2, previous_order=True, **LATE)),
]


def show_effects() -> None:
    """Show what each technique does to the number of nodes, and to the time."""
    sheet = Sheet(title="Nodes (and seconds) by technique", title_justify="left")
    sheet.add_column("technique")
    for name, _ in TASKS:
        sheet.add_column(name, justify="right")
    sheet.add_row(
        "minimax, all lines",
        *(
            f"{r.nodes:,} ({r.seconds:.2f})"
            for r in (
                minimax(Centred(4, 4), FAR),
                minimax(Estimated(7, 6), depth=6),
                minimax(Dots(2, 2), depth=6),
            )
        ),
    )
    for name, how in EFFECTS:
        cells = []
        for _, task in TASKS:
            result = task(how)
            cells.append(f"{result.nodes:,} ({result.seconds:.2f})")
        sheet.add_row(name, *cells)
    CONSOLE.print(sheet)
    CONSOLE.print("All lines of Dots and Boxes are to depth 6 only.")


def show_partial(positions: int = 150, judge_depth: int = 6) -> None:
    """Show what the move of an unfinished iteration is worth: how much less than the best, by a deeper search."""
    game = Estimated(7, 6)
    chance = random.Random(1)
    title = f"Value lost by the moves of {positions} positions under a node limit, by a search of depth {judge_depth}"
    sheet = Sheet(title=title, title_justify="left")
    for heading in (
        "nodes",
        "last completed iteration",
        "also what the unfinished one found better",
        "moves that differ",
    ):
        sheet.add_column(heading, justify="right")
    judged: list[tuple[tuple[int, int], dict[int, int]]] = []
    while len(judged) < positions:
        state = after(game, *(chance.randrange(7) for _ in range(8)))
        if not game.is_terminal(state) and game.to_move(state) == "x":
            found = solve(game, state, all_best=True, limit=Limit(depth=judge_depth))
            judged.append((state, dict(found.moves)))  # type: ignore[arg-type]
    for nodes in (50, 100, 200, 400):
        lost = {False: 0, True: 0}
        differ = 0
        for state, worth in judged:
            moves = []
            for partial in (False, True):
                move = search(game, state, limit=Limit(nodes=nodes), options=Options(partial=partial, order=False)).best
                moves.append(move)
                lost[partial] += max(worth.values()) - worth[move] if move is not None else 0
            differ += moves[0] != moves[1]
        sheet.add_row(str(nodes), str(lost[False]), str(lost[True]), str(differ))
    CONSOLE.print(sheet)


def after(game: Connect, *moves: int) -> tuple[int, int]:
    """Give the position after some moves."""
    state = game.initial
    for move in moves:
        state = game.result(state, move)
    return state


FAR = after(Connect(4, 4), 0, 1, 2, 3)

TASKS: list[tuple[str, Callable[[Options], Result[Any]]]] = [
    ("Connect Four 4x4, solve after 4 plies", lambda how: solve(Centred(4, 4), FAR, options=how)),
    ("Connect Four 7x6, depth 6", lambda how: search(Estimated(7, 6), limit=Limit(depth=6), options=how)),
    ("Dots and Boxes 2x2, depth 8", lambda how: search(Dots(2, 2), limit=Limit(depth=8), options=how)),
]


def main() -> None:
    """Print all tables."""
    show_effects()
    show_partial()


if __name__ == "__main__":
    main()
