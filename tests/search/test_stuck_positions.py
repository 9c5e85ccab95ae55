"""A position that breaks the contract is the same error at every depth, by every search and every reasoner."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine.errors import PyengineError
from pyengine.search import (
    PLAIN,
    Limit,
    Options,
    count_states,
    minimax,
    perft,
    playout,
    playouts,
    retrograde,
    search,
    solve,
    states,
)

TURNS = "player(max). player(min). initial(n(0)).\nto_move(n(K), max) :- 0 is K mod 2.\n"
STUCK = {
    "no move": TURNS
    + """to_move(n(K), min) :- 1 is K mod 2.
        move(n(K), step(D), n(K2)) :- K < 4, member(D, [1, 2]), K2 is K + D.
        terminal(n(5)). utility(n(5), 1).""",
    "no move, estimated and loud": TURNS
    + """to_move(n(K), min) :- 1 is K mod 2.
        move(n(K), step(D), n(K2)) :- K < 4, member(D, [1, 2]), K2 is K + D.
        terminal(n(5)). utility(n(5), 1). staticval(n(K), K). noisy(n(K)) :- K > 2. order(_, step(D), D).""",
    "nobody to move": TURNS
    + """to_move(n(1), min).
        move(n(K), step(D), n(K2)) :- K < 4, member(D, [1, 2]), K2 is K + D.
        terminal(n(K)) :- K >= 4. utility(n(_), 1).""",
    "no move, with memory": TURNS
    + """to_move(n(K), min) :- 1 is K mod 2.
        move(n(K), step(D), n(K2)) :- K < 4, member(D, [1, 2]), K2 is K + D.
        terminal(n(5), _). outcome(n(5), _, 1).""",
    "nobody to move, in the words of textbooks": """initial(0). max_to_move(0). min_to_move(1).
        moves(N, [A, B]) :- N < 4, A is N + 1, B is N + 2.
        staticval(N, N).""",
}
WAYS: dict[str, Callable[[Any, int], Any]] = {
    "search": lambda game, depth: search(game, limit=Limit(depth=depth)),
    "plain": lambda game, depth: search(game, limit=Limit(depth=depth), options=PLAIN),
    "by estimates": lambda game, depth: search(game, limit=Limit(depth=depth), options=Options(static_order=True)),
    "mtdf": lambda game, depth: search(game, limit=Limit(depth=depth), options=Options(algorithm="mtdf")),
    "extended": lambda game, depth: search(game, limit=Limit(depth=depth), options=Options(extensions=1)),
    "minimax": lambda game, depth: minimax(game, depth=depth),
    "solve": lambda game, depth: solve(game, limit=Limit(depth=depth), all_best=True),
    "solved": lambda game, _: solve(game),
    "max^n": lambda game, depth: search(game, limit=Limit(depth=depth), alliance="maxn"),
    "perft": lambda game, depth: perft(game, depth),
    "every line": lambda game, depth: perft(game, depth, merge=False),
    "a playout": lambda game, depth: playout(game, 3, plies=depth).plies,
    "playouts": lambda game, depth: playouts(game, 4, plies=depth).plies,
    "retrograde": lambda game, _: retrograde(game).result,
    "states": lambda game, _: len(list(states(game))),
    "count": lambda game, _: count_states(game),
}


def answer(way: str, game: Any, depth: int) -> str:
    try:
        found = WAYS[way](game, depth)
    except PyengineError as error:
        return f"{type(error).__name__}: {error}"
    return str(getattr(found, "value", found))


@pytest.mark.parametrize("rules", STUCK)
def test_what_is_wrong_is_told_at_any_depth(rules: str, tmp_path: Path) -> None:
    file = tmp_path / "stuck.pl"
    file.write_text(STUCK[rules], encoding="utf-8")
    games = {reasoner: pyengine.load(file, reasoner=reasoner) for reasoner in ("python", "c", "swi")}
    for way in WAYS:
        told = [[answer(way, games[reasoner], depth) for depth in range(1, 6)] for reasoner in games]
        assert told[0] == told[1] == told[2], way
        if way not in ("a playout", "playouts"):  # which may pass it by
            assert told[0][-1].startswith("RuleRuntimeError") or "with memory" in told[0][-1], way
