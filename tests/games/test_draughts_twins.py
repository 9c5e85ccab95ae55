"""Draughts: the estimates, wrong parameters, and rules and twins side by side."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pyengine
from pyengine import ParameterError, RuleRuntimeError
from pyengine.native import twin

from .draughts import all_sides, both_games
from .naive_draughts import NaiveDraughts
from .sides import ALL, python

EVALUATIONS = ("material", "advance", "mobility", "positional", "rows")


@all_sides
@both_games
def test_evaluations_by_hand(make: Any, name: str) -> None:
    """White: men on 22 and 30, a king on 14. Black: men on 1 and 12, no king. The first player is MAX."""
    king, sign = (50, 1) if name == "italian_draughts" else (30, -1)
    expected = {
        "material": king,
        "advance": king + (2 + 0) - (0 + 2),
        "mobility": king + (2 + 2 + 4) - (1 + 2 if name == "italian_draughts" else 2 + 1),
        "positional": king + 2 - 2 + 2 * 1 + 3 * (1 - 1),
        "rows": king + 2 * 1 + (22 + 23) - (23 + 22) + (2 + 2 + 4) - (1 + 2),
    }
    for evaluation, value in expected.items():
        game = make(name, evaluation=evaluation)
        assert game.staticval(game.parse_state("W:W22,30,K14:B1,12")) == sign * value
        assert game.staticval(game.initial) == 0


@both_games
@pytest.mark.parametrize("wrong", [{"evaluation": "x"}, {"draw_after": -1}, {"draw_after": "a"}, {"size": 6}], ids=str)
def test_wrong_parameters(name: str, wrong: dict[str, object]) -> None:
    with pytest.raises(ParameterError if "size" in wrong else RuleRuntimeError):
        pyengine.load(name, **wrong)
    with pytest.raises(ParameterError, match=next(iter(wrong))):
        twin(name, **wrong)


@both_games
@pytest.mark.parametrize("evaluation", EVALUATIONS)
def test_rules_and_native_go_together(name: str, evaluation: str) -> None:
    rules, native = (make(name, evaluation=evaluation, draw_after=12) for make in (python, twin))
    naive = NaiveDraughts(italian=name == "italian_draughts")
    for seed in range(3):
        chance = random.Random(seed)
        text = native.text(native.initial) if seed == 0 else naive.random_text(chance)
        here, there = rules.parse_state(text), native.parse_state(text)
        go_together(rules, native, here, there, chance)


def go_together(rules: Any, native: Any, here: Any, there: Any, chance: random.Random) -> None:
    """Play on at random; whatever is asked of a position, both sides give the same answer."""
    while True:
        text = native.text(there)
        assert rules.text(here) == text
        assert rules.parse_state(text) == here
        assert native.parse_state(text) == there
        assert str(rules.to_move(here)) == native.to_move(there)
        assert rules.staticval(here) == native.staticval(there)
        assert rules.noisy(here) == native.noisy(there)
        assert tuple(tuple(cell.name for cell in row) for row in rules.board(here)) == native.board(there)
        ours, theirs = rules.expand(here), native.expand(there)
        assert ours.utilities == theirs.utilities
        assert native.is_terminal(there) == (not theirs.moves)
        if ours.utilities is not None:
            return
        written = [native.move_text(move, there) for move in theirs.moves]
        assert [rules.move_text(move, here) for move in ours.moves] == written
        assert len(set(written)) == len(written)
        assert [str(move) for move in ours.moves] == [str(move) for move in theirs.moves]
        assert [native.result(there, move) for move in theirs.moves] == list(theirs.children)
        chosen = chance.randrange(len(written))
        if chosen == 1:
            assert rules.parse_move(written[chosen], here) == ours.moves[chosen]
            assert native.parse_move(written[chosen], there) == theirs.moves[chosen]
        here, there = ours.children[chosen], theirs.children[chosen]


@both_games
def test_searches_count_the_same_nodes(name: str) -> None:
    found = [pyengine.search(make(name), limit=pyengine.Limit(depth=5)) for make in ALL]
    assert len({(result.value, result.nodes, str(result.best)) for result in found}) == 1
