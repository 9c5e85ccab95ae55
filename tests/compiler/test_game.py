"""Compiled games beside the same games in SWI-Prolog: positions in lockstep, errors, texts, pickling."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest

from pyengine.api import find_rules, games, read_rules
from pyengine.errors import RuleRuntimeError
from pyengine.reasoners.compiled import CompiledGame, load_compiled
from pyengine.reasoners.logic_game import SwiGame, load_swi

LINES = 6
LONGEST = 60


def both(name: str) -> tuple[CompiledGame, SwiGame]:
    program, _ = read_rules(find_rules(name))
    return load_compiled(program), load_swi(program)


@pytest.mark.parametrize("name", games())
def test_a_shipped_game_is_the_same_compiled(name: str) -> None:
    """Random lines of play: the same moves in the same order, positions, worths, and whatever the rules offer."""
    compiled, swi = both(name)
    chance = random.Random(name)
    assert compiled.players == swi.players
    assert compiled.offers == swi.offers
    assert compiled.infinite == swi.infinite
    for _ in range(LINES):
        one, other = compiled.initial, swi.initial
        for _ in range(LONGEST):
            mine, theirs = compiled.expand(one), swi.expand(other)
            assert compiled.term(one) == swi.term(other)
            assert (mine.mover, mine.utilities) == (theirs.mover, theirs.utilities)
            assert [type(value) for value in mine.utilities or ()] == [type(value) for value in theirs.utilities or ()]
            assert tuple(mine.moves) == tuple(theirs.moves)
            if mine.utilities is not None:
                break
            compare_what_is_offered(compiled, swi, one, other, chance)
            index = chance.randrange(len(mine.children))
            one, other = mine.children[index], theirs.children[index]


def outcome(ask: Callable[[Any], object], state: Any) -> object:
    """What rules answer, or the kind of error that they end in."""
    try:
        return ask(state)
    except RuleRuntimeError as error:
        return type(error), error.place


def compare_what_is_offered(
    compiled: CompiledGame, swi: SwiGame, one: Any, other: bytes, chance: random.Random
) -> None:
    assert compiled.to_move(one) == swi.to_move(other)
    if compiled.offers & {"staticval", "features"}:
        assert outcome(compiled.staticval, one) == outcome(swi.staticval, other)
    assert compiled.term(compiled.canonical(one)) == swi.term(swi.canonical(other))
    assert compiled.noisy(one) == swi.noisy(other)
    assert compiled.score_moves(one) == swi.score_moves(other)
    assert compiled.show(one) == swi.show(other)
    assert compiled.board(one) == swi.board(other)
    assert compiled.text(one) == swi.text(other)
    move = chance.choice(compiled.actions(one))
    assert compiled.move_text(move, one) == swi.move_text(move, other)
    assert compiled.parse_move(compiled.move_text(move, one), one) == move
    if "outcome" not in compiled.offers:
        assert compiled.parse_state(compiled.text(one)) == one


@pytest.mark.parametrize("name", ["tictactoe", "nim"])
def test_positions_and_games_pickle(name: str) -> None:
    compiled, _ = both(name)
    state = compiled.expand(compiled.initial).children[0]
    again: CompiledGame = pickle.loads(pickle.dumps(compiled))
    assert pickle.loads(pickle.dumps(state)) == state
    assert again.expand(pickle.loads(pickle.dumps(state))) == compiled.expand(state)


def test_a_position_of_another_kind_than_the_moves_lead_to_is_answered_too() -> None:
    compiled, swi = both("nim")
    for text in ("nim(max, [1.5, 2])", "nim(third, [1, 2])", "nim(max, [])", "nim(max, [0, 3])"):
        states = compiled.parse_state(text), swi.parse_state(text)
        outcomes = []
        for game, state in zip((compiled, swi), states, strict=True):
            try:
                expansion = game.expand(state)
                outcomes.append((expansion.mover, expansion.utilities, [str(move) for move in expansion.moves]))
            except Exception as error:
                outcomes.append((type(error),))
        assert outcomes[0] == outcomes[1], text


def test_one_expand_serves_all_positions_that_are_read_later() -> None:
    compiled, swi = both("nim")
    expand = compiled.expand
    for text in ("foo", "nim(foo, [1])", "nim(max, [a])"):
        with pytest.raises(RuleRuntimeError) as expected:
            swi.expand(swi.parse_state(text))
        with pytest.raises(RuleRuntimeError) as found:
            expand(compiled.parse_state(text))
        assert found.value.reason == expected.value.reason.replace("between/3: ", "")
