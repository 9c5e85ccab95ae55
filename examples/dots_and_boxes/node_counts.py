"""How many nodes it takes: the counts of the report, and what it saves to take boards that are alike for one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import padova

from pyengine.arena.rulebook import AnyGame, Rulebook
from pyengine.reasoners.names import ReasonerOrTwin
from pyengine.search import PLAIN, Limit, Options, Result, StopReason, minimax, perft, search, solve
from pyengine.terms import Number
from pyengine.texts import parse_state

WINDOWED = Options(algorithm="alphabeta", etc=False, history=False)
APART = replace(WINDOWED, canonical=False)
"""A table in which every board is one of its own, as in the report."""

IN_ORDER = replace(PLAIN, table=APART.table, canonical=False)
"""The same, with moves in the order of the rules: all that the report's alpha-beta has."""


@dataclass(frozen=True, slots=True)
class Count:
    """What one search took. `reported` is what the report says of it, which counts visits."""

    search: str
    nodes: int
    visits: int
    seconds: float
    value: Number | None
    reported: int | None = None


@dataclass(frozen=True, slots=True)
class Saving:
    """What the same search takes where every board is one of its own, and where those that are alike are one.

    Boards are `alike` that symmetries make the same; `graphs` are those whose open lines make isomorphic graphs.
    """

    search: str
    apart: Count
    alike: Count
    graphs: Count


def reported_counts(reasoner: ReasonerOrTwin, *, walk: bool) -> Iterator[Count]:
    """Search the best reply to a first line as the report does, then as it could have.

    Without `walk`, the nodes of plain minimax are not visited but counted, ply by ply.
    """
    game, owned = load(3, reasoner), load(3, reasoner, owners=True)
    state, kept = parse_state(game, padova.FIRST_LINE), parse_state(owned, padova.FIRST_LINE_OWNED)
    if walk:
        yield _count("minimax", lambda: minimax(game, state, options=PLAIN), padova.MINIMAX_NODES)
    else:
        began = time.perf_counter()
        nodes = sum(perft(game, plies, state) for plies in range(12))
        yield Count("minimax (counted)", nodes, nodes, time.perf_counter() - began, None, padova.MINIMAX_NODES)
    ordered = replace(PLAIN, order=True)
    yield _count("alpha-beta", lambda: solve(game, state, options=PLAIN), padova.ALPHA_BETA_NODES)
    yield _count("alpha-beta, boxes to close first", lambda: solve(game, state, options=ordered))
    name = "minimax with a table"
    inner = parse_state(owned, padova.INNER_LINE_OWNED)
    yield _count(f"{name}, owners kept", lambda: minimax(owned, kept, options=APART), padova.MINIMAX_TABLE_NODES)
    yield _count(f"{name}, owners kept, after an inner line", lambda: minimax(owned, inner, options=APART))
    yield _count(name, lambda: minimax(game, state, options=APART))
    yield _count(f"{name}, symmetric boards as one", lambda: minimax(game, state, options=WINDOWED))
    name = "alpha-beta with a table"
    yield _count(f"{name}, owners kept", lambda: solve(owned, kept, options=IN_ORDER), padova.ALPHA_BETA_TABLE_NODES)
    yield _count(name, lambda: solve(game, state, options=IN_ORDER))
    name += ", boxes to close first"
    yield _count(name, lambda: solve(game, state, options=APART))
    yield _count(f"{name}, symmetric boards as one", lambda: solve(game, state, options=WINDOWED))


def explanations(counts: Sequence[Count]) -> Iterator[str]:
    """Say how the counts stand to those of the report."""
    found = {count.search: count for count in counts}
    outer = found["minimax with a table, owners kept"]
    inner = found["minimax with a table, owners kept, after an inner line"]
    yield (
        "the report counts visits, what is found in the table included, of positions that tell who owns each box: "
        f"{outer.nodes:,} entered and {outer.visits - outer.nodes:,} found in the table are {outer.visits:,}; "
        f"after an inner line they would be {inner.visits:,}"
    )
    pruned = found["alpha-beta with a table, owners kept"]
    second = padova.VISITS_IN_A_SECOND * pruned.nodes / pruned.visits
    yield (
        f"its second was {padova.VISITS_IN_A_SECOND} visits; alpha-beta with a table has {pruned.visits:,} of them for "
        f"{pruned.nodes:,} nodes, so that it was {second:.0f} nodes, of which {padova.NODES_IN_A_SECOND} are made below"
    )
    yield (
        "what alpha-beta takes depends on the order of the lines, which the report does not tell: "
        "docs/dots-and-boxes.md says what was tried"
    )


def savings(reasoner: ReasonerOrTwin, plies: tuple[int, int]) -> Iterator[Saving]:
    """Search boards of several sizes with and without symmetry: the smallest to the end, the others to some depth."""
    tasks: list[tuple[str, int, int, Limit | None]] = [
        ("3x3 dots, solved", 2, 2, None),
        ("3x4 dots, solved", 2, 3, None),
        *((f"{dots}x{dots} dots, {depth} plies", dots - 1, dots - 1, Limit(depth=depth))
          for dots, depth in zip((4, 5), plies, strict=True)),
    ]  # fmt: skip
    for name, rows, columns, limit in tasks:
        board, graph = (_load(reasoner, rows, columns, **more) for more in ({}, {"alike": "graph"}))
        yield Saving(
            name,
            _count(name, partial(_searched, board, limit, APART)),
            _count(name, partial(_searched, board, limit, WINDOWED)),
            _count(name, partial(_searched, graph, limit, WINDOWED)),
        )


def _searched(game: AnyGame, limit: Limit | None, options: Options) -> Result[Any]:
    return solve(game, options=options) if limit is None else search(game, limit=limit, options=options)


def load(dots: int, reasoner: ReasonerOrTwin, *, owners: bool = False) -> AnyGame:
    """Load the game on a square board; the same board is loaded once."""
    return _load(reasoner, dots - 1, dots - 1, **({"owners": "true"} if owners else {}))


def _load(reasoner: ReasonerOrTwin, rows: int, columns: int, **more: str) -> AnyGame:
    parameters = {"rows": str(rows), "columns": str(columns), **more}
    return Rulebook.of("dots_and_boxes", parameters=parameters, reasoner=reasoner).load()


def _count(name: str, run: Callable[[], Result[Any]], reported: int | None = None) -> Count:
    began = time.perf_counter()
    found = run()
    if found.reason is StopReason.INTERRUPTED:
        raise KeyboardInterrupt
    return Count(name, found.nodes, found.visits, time.perf_counter() - began, found.value, reported)
