"""Compiled games: pickling, and positions of another kind than the moves lead to. `test_games` plays them all."""

from __future__ import annotations

import pickle

import pytest

from pyengine.api import find_rules
from pyengine.errors import RuleRuntimeError
from pyengine.language.gate import examine_file
from pyengine.language.reading.reader import read_term
from pyengine.reasoners.compiled import CompiledGame
from pyengine.reasoners.swi.swi_game import SwiGame


def both(name: str) -> tuple[CompiledGame, SwiGame]:
    program = examine_file(find_rules(name), trust=False).program
    return CompiledGame(program), SwiGame(program)


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
        states = compiled.state(read_term(text)), swi.state(read_term(text))
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
            swi.expand(swi.state(read_term(text)))
        with pytest.raises(RuleRuntimeError) as found:
            expand(compiled.state(read_term(text)))
        assert found.value.reason == expected.value.reason
