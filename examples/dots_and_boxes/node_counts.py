"""How many nodes it takes: the counts of the report, and what it saves to take boards that are alike for one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import padova

from pyengine.arena.rulebook import AnyGame, Reasoner, Rulebook
from pyengine.search import PLAIN, Limit, Options, Result, StopReason, minimax, perft, search, solve
from pyengine.terms import Number
from pyengine.texts import parse_state

APART = Options(canonical=False)
"""A table in which every board is one of its own, as in the report."""


@dataclass(frozen=True, slots=True)
class Count:
    """What one search took. `reported` is what the report says of it."""

    search: str
    nodes: int
    seconds: float
    value: Number | None
    reported: int | None = None


@dataclass(frozen=True, slots=True)
class Saving:
    """What the same search takes where every board is one of its own, and where those that are alike are one."""

    search: str
    apart: Count
    alike: Count


def reported_counts(reasoner: Reasoner, *, walk: bool) -> Iterator[Count]:
    """Search the best reply to a first line as the report does, then as it could have.

    Without `walk`, the nodes of plain minimax are not visited but counted, ply by ply.
    """
    game = load(3, reasoner)
    state = parse_state(game, padova.FIRST_LINE)
    if walk:
        yield _count("minimax", lambda: minimax(game, state, options=PLAIN), padova.MINIMAX_NODES)
    else:
        began = time.perf_counter()
        nodes = sum(perft(game, plies, state) for plies in range(12))
        yield Count("minimax (counted)", nodes, time.perf_counter() - began, None, padova.MINIMAX_NODES)
    ordered = replace(PLAIN, order=True)
    yield _count("alpha-beta", lambda: solve(game, state, options=PLAIN), padova.ALPHA_BETA_NODES)
    yield _count("alpha-beta, boxes to close first", lambda: solve(game, state, options=ordered))
    name = "minimax with a table"
    yield _count(name, lambda: minimax(game, state, options=APART), padova.MINIMAX_TABLE_NODES)
    yield _count(f"{name}, symmetric boards as one", lambda: minimax(game, state, options=Options()))
    name = "alpha-beta with a table"
    yield _count(name, lambda: solve(game, state, options=APART), padova.ALPHA_BETA_TABLE_NODES)
    yield _count(f"{name}, symmetric boards as one", lambda: solve(game, state))


def savings(reasoner: Reasoner, plies: tuple[int, int]) -> Iterator[Saving]:
    """Search boards of three sizes with and without symmetry: the smallest to the end, the others to some depth."""
    small = load(3, reasoner)
    yield _saving("3x3 dots, solved", lambda options: solve(small, options=options))
    for dots, depth in zip((4, 5), plies, strict=True):
        game, limit = load(dots, reasoner), Limit(depth=depth)
        yield _saving(
            f"{dots}x{dots} dots, {depth} plies",
            lambda options, game=game, limit=limit: search(game, limit=limit, options=options),  # type: ignore[misc]
        )


def load(dots: int, reasoner: Reasoner) -> AnyGame:
    """Load the game on a square board; the same board is loaded once."""
    side = str(dots - 1)
    return Rulebook.of("dots_and_boxes", parameters={"rows": side, "columns": side}, reasoner=reasoner).load()


def _saving(name: str, run: Callable[[Options], Result[Any]]) -> Saving:
    return Saving(name, _count(name, lambda: run(APART)), _count(name, lambda: run(Options())))


def _count(name: str, run: Callable[[], Result[Any]], reported: int | None = None) -> Count:
    began = time.perf_counter()
    found = run()
    if found.reason is StopReason.INTERRUPTED:
        raise KeyboardInterrupt
    return Count(name, found.nodes, time.perf_counter() - began, found.value, reported)
