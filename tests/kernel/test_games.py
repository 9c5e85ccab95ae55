"""Every game of rules/: the kernel and the Python driver, the same values and the same counts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import pyengine
from pyengine.errors import CyclicGameError, SearchError
from pyengine.search import PLAIN, Limit, Options, count_states, minimax, perft, playouts, retrograde, search, solve

from ..layers import hunted_but
from ..search.test_signatures import OPTIONS

DEPTHS = {
    "breakthrough": 2,
    "chess": 2,
    "chess_ending": 2,
    "othello": 2,
    "english_draughts": 3,
    "italian_draughts": 3,
}
"""How deep the larger games are searched; others to 4 plies."""
SMALL = ("hexapawn", "nim", "tree_aima", "tree_boldi", "tree_bratko", "tree_ucla", "visiting_trap")

WAYS = {
    "plain": PLAIN,
    "default": Options(),
    "scouts": Options(killers=2, long_search=0),
    "mtdf": Options(algorithm="mtdf", table=50, replacement="recency"),
    "ordered": Options(static_order=True, previous_order=True, canonical=False, replacement="use", table=20),
    "extended": Options(extensions=2, quiescence=3, aspiration=1, strict_cut=True, table_leaves=False),
    "reduced": Options(reductions=True, canonical=False),
    "deeper": Options(reuse="deeper", order=False, table_move=False),
}


@pytest.fixture(scope="module", params=sorted(pyengine.games()))
def twins(request: pytest.FixtureRequest) -> tuple[Any, Any]:
    """A game compiled to C, and to Python."""
    return pyengine.load(request.param, reasoner="c"), pyengine.load(request.param, reasoner="python")


def told(question: Any, *args: Any, **options: Any) -> Any:
    """What a question gives, or the error that it ends in."""
    try:
        found = question(*args, **options)
    except (CyclicGameError, SearchError) as error:
        return type(error), str(error)
    return replace(found, seconds=0) if hasattr(found, "seconds") else found


@pytest.mark.parametrize("way", hunted_but(("default", "extended", "mtdf").__contains__, sorted(WAYS)))
def test_search_to_a_depth(twins: tuple[Any, Any], way: str) -> None:
    fast, slow = twins
    limit = Limit(depth=DEPTHS.get(fast.name, 4))
    assert told(search, fast, limit=limit, options=WAYS[way]) == told(search, slow, limit=limit, options=WAYS[way])


def test_minimax_and_counts(twins: tuple[Any, Any]) -> None:
    fast, slow = twins
    depth = DEPTHS.get(fast.name, 4) - 1
    assert told(minimax, fast, depth=depth) == told(minimax, slow, depth=depth)
    assert told(minimax, fast, depth=depth, options=Options()) == told(minimax, slow, depth=depth, options=Options())
    assert perft(fast, depth) == perft(slow, depth) == perft(fast, depth, merge=False)
    assert told(playouts, fast, 3, seed=1, plies=30) == told(playouts, slow, 3, seed=1, plies=30)


@pytest.mark.parametrize("name", SMALL)
def test_small_games_to_the_end(name: str) -> None:
    fast, slow = pyengine.load(name, reasoner="c"), pyengine.load(name, reasoner="python")
    assert told(solve, fast) == told(solve, slow)
    assert told(solve, fast, all_best=True) == told(solve, slow, all_best=True)
    assert count_states(fast) == count_states(slow)
    found, wanted = retrograde(fast), retrograde(slow)
    assert told(lambda: found.result) == told(lambda: wanted.result)
    assert found.counts == wanted.counts
    assert not fast.kernel.escapes


TECHNIQUES = {
    **OPTIONS,
    "moves by name": Options(changes=False, killers=2, long_search=0),
    "all of them in the course of a search": Options(killers=1, long_search=500),
    "no symmetry": Options(canonical=False, long_search=0),
}
TO_THE_END: dict[str, dict[str, Any]] = {
    "connect_four": {"width": 4, "height": 4},
    "breakthrough": {"width": 3, "height": 4},
    "dots_and_boxes": {"rows": 2, "columns": 1},
    "tictactoe": {},
}


@pytest.mark.parametrize("name", hunted_but(("connect_four",).__contains__, sorted(TO_THE_END)))
def test_every_technique_to_the_end(name: str) -> None:
    """The first nodes of each, where the whole takes long: they are the same ones in Python and in C."""
    fast, slow = (pyengine.load(name, reasoner=reasoner, **TO_THE_END[name]) for reasoner in ("c", "python"))
    for way, how in TECHNIQUES.items():
        limit = Limit(nodes=1_500)
        found, wanted = (told(solve, game, limit=limit, options=how) for game in (fast, slow))
        assert replace(found, reasoner=None, table=None) == replace(wanted, reasoner=None, table=None), way


def test_a_question_that_the_rules_do_not_answer_in_c() -> None:
    """Rules in the textbook's vocabulary have one predicate for ends and estimates."""
    fast, slow = pyengine.load("tree_bratko", reasoner="c"), pyengine.load("tree_bratko", reasoner="python")
    limit = Limit(depth=2)
    assert told(search, fast, limit=limit, options=PLAIN) == told(search, slow, limit=limit, options=PLAIN)
    assert fast.staticval(fast.initial) == slow.staticval(slow.initial)
