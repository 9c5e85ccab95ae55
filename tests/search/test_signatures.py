"""Node counts of fixed searches, kept as data: a change to them is a change to the search, and needs a reason.

To write them anew: `python -m tests.search.test_signatures`, from the root of the repository.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyengine.search import PLAIN, Limit, Options, Result, minimax, search, solve

from .positions import Dots, TicTacToe

FILE = Path(__file__).with_name("signatures.json")

GAMES: dict[str, Callable[[], Any]] = {"tic-tac-toe": TicTacToe, "dots 1x2": lambda: Dots(1, 2), "dots 2x2": Dots}

OPTIONS: dict[str, Options] = {
    "plain": PLAIN,
    "default": Options(),
    "strict": Options(strict_cut=True),
    "alphabeta": Options(algorithm="alphabeta"),
    "mtdf": Options(algorithm="mtdf"),
    "aspiration": Options(aspiration=1),
    "killers": Options(killers=2),
    "history": Options(long_search=0, etc=False),
    "static": Options(static_order=True),
    "previous": Options(previous_order=True),
    "no leaves": Options(table_leaves=False),
    "table of 100 by work": Options(table=100),
    "no range": Options(value_range=False),
    "no finals": Options(finals=False, long_search=0),
    "finals": Options(long_search=0, etc=False, history=False),
    "finals in the course of a search": Options(long_search=16 * 500),
    "etc": Options(long_search=0, history=False),
    "table of 100 by recency": Options(table=100, replacement="recency"),
    "table of 100 by use": Options(table=100, replacement="use"),
    "reductions": Options(reductions=True),
    "deeper": Options(reuse="deeper"),
    "quiescence": Options(quiescence=2),
    "extensions": Options(extensions=2),
}

CALLS: dict[str, Callable[[Any, Options], Result[Any]]] = {
    "minimax to depth 5": lambda game, how: minimax(game, depth=5, options=how),
    "search to depth 6": lambda game, how: search(game, limit=Limit(depth=6), options=how),
    "solve": lambda game, how: solve(game, options=how),
}


def slow(game: str, options: str, call: str) -> bool:
    """The searches that take more than a moment."""
    return game == "dots 2x2" and (options == "plain" or "100" in options) and call == "solve"


CASES = [
    (game, options, call) for game in GAMES for options in OPTIONS for call in CALLS if not slow(game, options, call)
]


def signature(game: str, options: str, call: str) -> str:
    result = CALLS[call](GAMES[game](), OPTIONS[options])
    return (
        f"value {result.value}, best {result.best}, {result.nodes} nodes, {result.leaves} leaves, "
        f"{result.cutoffs} cutoffs, {result.hits} hits"
    )


@pytest.mark.parametrize("game", GAMES)
def test_signatures(game: str) -> None:
    known = json.loads(FILE.read_text(encoding="utf-8"))
    for name, options, call in CASES:
        if name == game:
            assert signature(game, options, call) == known[game][options][call], (options, call)


def main() -> None:
    found: dict[str, dict[str, dict[str, str]]] = {}
    for game, options, call in CASES:
        found.setdefault(game, {}).setdefault(options, {})[call] = signature(game, options, call)
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
