"""Every game, by every search, answered by every reasoner: the same values, lines and node counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import pyengine
from pyengine.errors import PyengineError
from pyengine.native import twin
from pyengine.search import PLAIN, Limit, Options, Solution, minimax, perft, retrograde, search, solve

SMALL: dict[str, dict[str, Any]] = {
    "breakthrough": {"width": 3, "height": 4, "ranks": 1},
    "chess_ending": {"pieces": "kqk", "size": 4},
    "connect_four": {"width": 4, "height": 3, "length": 3},
    "dots_and_boxes": {"rows": 1, "columns": 2, "eval": "chains"},
    "english_draughts": {"draw_after": 6},
    "even_wins": {"marbles": 9, "most": 3},
    "italian_draughts": {"draw_after": 6},
    "kayles": {"pins": 9},
    "mu_torere": {"points": 4},
    "nim": {"piles": [2, 3, 3]},
    "othello": {"size": 4},
    "tictactoe": {"columns": 3, "rows": 2, "length": 2},
}
"""Parameters that make a game small; the others are small as they are."""

NODES = 400
SEARCHES: dict[str, Callable[[Any], Any]] = {
    "plain minimax": lambda game: minimax(game, depth=2, options=PLAIN),
    "minimax": lambda game: minimax(game, depth=3, limit=Limit(nodes=NODES)),
    "solving": lambda game: solve(game, limit=Limit(nodes=NODES)),
    "solving without a table": lambda game: solve(game, limit=Limit(nodes=NODES), options=PLAIN),
    "a walk back from the ends": lambda game: retrograde(game, limit=Limit(nodes=NODES)),
    "counting": lambda game: [perft(game, depth) for depth in (1, 2)],
    **{
        name: lambda game, how=how: search(game, limit=Limit(depth=3, nodes=NODES), options=how)
        for name, how in {
            "alpha-beta": Options(),
            "principal variation": Options(algorithm="pvs"),
            "mtdf": Options(algorithm="mtdf"),
            "aspiration": Options(aspiration=1),
            "killers and history": Options(killers=2, long_search=0, changes=False),
            "static order": Options(static_order=True),
            "previous order": Options(previous_order=True),
            "a small table": Options(table=50, replacement="recency"),
            "quiescence": Options(quiescence=2),
            "extensions": Options(extensions=2),
            "no symmetries": Options(canonical=False),
        }.items()
    },
}


def told(game: Any, call: Callable[[Any], Any]) -> object:
    """What a search gives, in words that all reasoners share; an error is told by its class and its text."""
    try:
        found = call(game)
    except PyengineError as error:
        return type(error).__name__, str(error)
    if isinstance(found, Solution):
        found = found.result
    if isinstance(found, list):
        return found
    state, line = game.initial, []
    for move in found.line:
        line.append(game.move_text(move, state))
        state = game.result(state, move)
    counts = (found.nodes, found.leaves, found.cutoffs, found.hits, found.visits, found.depth)
    return found.value, found.values, found.bound, line, counts, found.reason


@pytest.mark.parametrize("name", pyengine.games())
def test_all_reasoners_agree(name: str) -> None:
    given = SMALL.get(name, {})
    swi, python, c = (pyengine.load(name, reasoner=reasoner, **given) for reasoner in ("swi", "python", "c"))
    sides = {"python": python, "c": c, "native": twin(name, **given)}
    for title, call in SEARCHES.items():
        expected = told(swi, call)
        for side, game in sides.items():
            assert told(game, call) == expected, (title, side)
    assert c.reasoner == "c"
    assert not c.escapes
    assert not c.kernel.escapes
