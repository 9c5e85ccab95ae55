"""Random games and random options, for Hypothesis."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from pyengine.search import Options
from pyengine.terms import Number

from .positions import Graph, WholeGraph

NUMBERS: dict[str, st.SearchStrategy[Number]] = {
    "few": st.integers(-1, 1),
    "int": st.integers(-30, 30),
    "huge": st.integers(-5, 5).map(lambda n: n * 10**400),
    "float": st.floats(-2, 2, allow_nan=False, width=16),
    "infinite": st.sampled_from([float("-inf"), -1.5, 0.0, float("inf")]),
    "fraction": st.fractions(-2, 2, max_denominator=7),
    "mixed": st.sampled_from([0, 1, -1, 0.5, -0.25, Fraction(1, 3), Fraction(2, 3), Fraction(-1, 3)]),
}


@st.composite
def graphs(
    draw: st.DrawFn,
    *,
    tree: bool = False,
    most: int = 14,
    kinds: Sequence[str] = tuple(sorted(NUMBERS)),
    cuts: bool = False,
    width: int = 3,
) -> Graph:
    """Draw a game without cycles: turns as they come, ends at any depth, positions reached in several ways.

    `width` is the most successors that a position has.

    Each position exists twice, with its successors the other way round; the two are alike, which is what the game's
    canonical form says.
    """
    numbers = NUMBERS[draw(st.sampled_from(kinds))]
    size = draw(st.integers(1, most))
    links: dict[int, list[int]] = {}
    free = list(range(1, size))
    for node in range(size):
        if tree:
            count = draw(st.integers(0 if node else 1, width)) if free else 0
            links[node] = [free.pop(0) for _ in range(min(count, len(free)))]
        elif node + 1 < size:
            links[node] = draw(st.lists(st.integers(node + 1, size - 1), max_size=width))
        else:
            links[node] = []
    movers: dict[Hashable, int] = {}
    edges: dict[Hashable, tuple[Hashable, ...]] = {}
    worth: dict[Hashable, Number] = {}
    estimates: dict[Hashable, Number] = {}
    scores: dict[tuple[Hashable, int], Number] = {}
    loud = set()
    cut: dict[Hashable, frozenset[int]] = {}
    for node in range(size):
        value, mover, noisy = draw(numbers), draw(st.integers(0, 1)), draw(st.booleans())
        depths = draw(st.frozensets(st.integers(1, 6), max_size=4)) if cuts else frozenset()
        turned = draw(st.booleans()) and not tree
        for flip in (False, True):
            position = (node, flip)
            estimates[position] = value
            if depths:
                cut[position] = depths
            if noisy:
                loud.add(position)
            if not links[node]:
                worth[position] = value
                continue
            movers[position] = mover
            targets = links[node][::-1] if flip else links[node]
            edges[position] = tuple((target, flip ^ turned) for target in targets)
            for move in range(len(targets)):
                if draw(st.booleans()):
                    scores[position, move] = draw(st.integers(0, 3))
    keys: dict[Hashable, Hashable] = {(node, flip): node for node in range(size) for flip in (False, True)}
    kind = draw(st.sampled_from([Graph, WholeGraph]))
    return kind((0, False), movers, edges, worth, estimates, frozenset(loud), keys, scores, cut)


def options(**fixed: Any) -> st.SearchStrategy[Options]:
    """Draw any combination of techniques that must not change the value."""
    choices: dict[str, st.SearchStrategy[Any]] = {
        "algorithm": st.sampled_from(["alphabeta", "pvs", "mtdf"]),
        "strict_cut": st.booleans(),
        "table": st.sampled_from([0, 1, 2, 5, 1000]),
        "table_bytes": st.sampled_from([None, None, 1, 2000]),
        "replacement": st.sampled_from(["work", "recency", "use"]),
        "table_leaves": st.booleans(),
        "canonical": st.booleans(),
        "value_range": st.booleans(),
        "finals": st.booleans(),
        "etc": st.booleans(),
        "table_move": st.booleans(),
        "killers": st.integers(0, 2),
        "previous_order": st.booleans(),
        "static_order": st.booleans(),
        "order": st.booleans(),
        "history": st.booleans(),
        "long_search": st.sampled_from((0, 20, 300, 250_000)),
        "changes": st.booleans(),
        "quiescence": st.just(0),
        "aspiration": st.sampled_from([None, 1, Fraction(1, 4), 0.5]),
    }
    choices |= {
        name: value if isinstance(value, st.SearchStrategy) else st.just(value) for name, value in fixed.items()
    }
    return st.builds(Options, **choices)
