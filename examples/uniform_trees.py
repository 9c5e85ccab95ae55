"""Measure alpha-beta on uniform trees against the formulas of the textbooks, as a table and as a picture.

A tree of branching factor b and depth m has b^m leaves. Alpha-beta looks at b^ceil(m/2) + b^floor(m/2) - 1 of them
where the best successor always comes first, and at about b^(3m/4) where they come in no particular order. Run it as
`python examples/uniform_trees.py [picture.svg]`.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from pyengine.search import PLAIN, minimax, solve

Position = tuple[int, ...]


@dataclass(frozen=True)
class UniformTree:
    """Every position has `branching` successors down to `depth`; a position is its path from the root.

    The leaves are worth random numbers. With `ordered` the values are such that the best successor comes first
    everywhere: each one costs the player who chooses it as much as it is far from the first.
    """

    branching: int
    depth: int
    ordered: bool = False
    seed: int = 0
    players = ("max", "min")
    initial: Position = ()

    def to_move(self, state: Position) -> str:
        """Turns alternate."""
        return self.players[len(state) % 2]

    def actions(self, state: Position) -> Sequence[int]:
        """A move is the number of a successor."""
        return range(self.branching)

    def result(self, state: Position, move: int) -> Position:
        """Go down one step."""
        return (*state, move)

    def is_terminal(self, state: Position) -> bool:
        """The game ends at the full depth."""
        return len(state) == self.depth

    def utility(self, state: Position, player: object) -> float:
        """A leaf's worth is random, or follows from the path to it."""
        if self.ordered:
            losses = [step * (-1) ** ply / self.branching ** (ply + 1) for ply, step in enumerate(state)]
            value = -sum(losses)
        else:
            value = random.Random(hash((self.seed, state))).random()
        return value if player == "max" else -value


def best_case(branching: int, depth: int) -> int:
    """Give the leaves that alpha-beta cannot do without."""
    return int(branching ** math.ceil(depth / 2) + branching ** (depth // 2) - 1)


def measure(branching: int, depths: Sequence[int], trees: int = 5) -> list[tuple[int, int, int, int, float, float]]:
    """Count leaves: of all lines, with the best first, its formula, in random order, and that formula."""
    rows = []
    for depth in depths:
        every = minimax(UniformTree(branching, depth)).leaves
        best = solve(UniformTree(branching, depth, ordered=True), options=PLAIN).leaves
        by_chance = [solve(UniformTree(branching, depth, seed=n), options=PLAIN).leaves for n in range(trees)]
        mean = sum(by_chance) / trees
        rows.append((depth, every, best, best_case(branching, depth), mean, branching ** (3 * depth / 4)))
    return rows


def show(branching: int, rows: Sequence[tuple[int, int, int, int, float, float]]) -> None:
    """Print the counts as a table."""
    table = Table(title=f"Leaves examined, branching factor {branching}", title_justify="left")
    for heading in ("depth m", "minimax", "best first", "b^⌈m/2⌉+b^⌊m/2⌋−1", "random order", "b^(3m/4)"):
        table.add_column(heading, justify="right")
    for depth, every, best, formula, mean, guess in rows:
        table.add_row(str(depth), f"{every:,}", f"{best:,}", f"{formula:,}", f"{mean:,.0f}", f"{guess:,.0f}")
    Console(width=100).print(table)


def draw(branching: int, rows: Sequence[tuple[int, int, int, int, float, float]]) -> str:
    """Draw the counts over the depth, on a logarithmic scale, as SVG; formulas dashed."""
    width, height, margin = 640, 420, 60
    depths = [row[0] for row in rows]
    top = math.log10(max(row[1] for row in rows))

    def point(depth: int, count: float) -> str:
        x = margin + (depth - depths[0]) / max(1, depths[-1] - depths[0]) * (width - 2 * margin)
        y = height - margin - math.log10(count) / top * (height - 2 * margin)
        return f"{x:.1f},{y:.1f}"

    series = [
        ("minimax: all b^m leaves", "#b22222", "", [(row[0], row[1]) for row in rows]),
        ("random order", "#1f5fa8", "", [(row[0], row[4]) for row in rows]),
        ("b^(3m/4)", "#1f5fa8", "5 4", [(row[0], row[5]) for row in rows]),
        ("best first", "#2e7d32", "", [(row[0], row[2]) for row in rows]),
        ("b^(m/2)", "#2e7d32", "5 4", [(row[0], branching ** (row[0] / 2)) for row in rows]),
    ]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{margin}" y="28" font-size="15">Leaves that alpha-beta examines, b = {branching}</text>',
    ]
    for power in range(math.floor(top) + 1):
        left, y = point(depths[0], 10**power).split(",")
        right = width - margin
        parts.append(f'<line x1="{left}" y1="{y}" x2="{right}" y2="{y}" stroke="#dddddd"/>')
        parts.append(
            f'<text x="{margin - 8}" y="{y}" text-anchor="end" dominant-baseline="middle">{10**power:,}</text>'
        )
    for depth in depths:
        x = point(depth, 1).split(",")[0]
        parts.append(f'<text x="{x}" y="{height - margin + 20}" text-anchor="middle">{depth}</text>')
    parts.append(f'<text x="{width / 2}" y="{height - margin + 42}" text-anchor="middle">depth m</text>')
    for number, (name, colour, dashes, points) in enumerate(series):
        path = " ".join(point(depth, count) for depth, count in points)
        stroke = f'stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"'
        parts.append(f'<polyline points="{path}" fill="none" {stroke}/>')
        y = 56 + 18 * number
        parts.append(f'<line x1="{margin + 14}" y1="{y}" x2="{margin + 44}" y2="{y}" {stroke}/>')
        parts.append(f'<text x="{margin + 52}" y="{y}" dominant-baseline="middle">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])


def main(arguments: Sequence[str]) -> None:
    """Measure, print, and draw into the file that the first argument names."""
    rows: list[tuple[int, int, int, int, float, float]] = []
    for branching, depths in ((2, range(2, 15, 2)), (4, range(1, 9))):
        rows = measure(branching, depths)
        show(branching, rows)
    picture = Path(arguments[0] if arguments else "uniform_trees.svg")
    picture.write_text(draw(4, rows), encoding="utf-8")
    Console().print(f"The picture for branching factor 4 is in {picture}")


if __name__ == "__main__":
    main(sys.argv[1:])
