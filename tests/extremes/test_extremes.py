"""Whatever untrusted rules call and with what, there is an answer or one error, in time, and the process goes on."""

from __future__ import annotations

import os
from random import Random

import pytest

from .calls import Call, Extremes
from .supervising import Outcome, outcomes

_FEW = {"python": 24, "c": 12, "swi": 24}
_EACH = int(os.environ.get("PYENGINE_EXTREMES", "1"))
"""How often each predicate and function is called in a hunt."""
_SEED = os.environ.get("PYENGINE_SEED", "1")


def sample(count: int) -> list[Call]:
    """Some calls that are compiled, the same in every run."""
    calls = [call for call in Extremes(0).calls(1) if not call.library and "loop" not in call.body]
    return Random(0).sample(calls, count)


def bad_outcomes(reasoner: str, calls: list[Call]) -> list[Outcome]:
    """Give what did not end well; what was slow is called once more, since other work beside it can make it so."""
    bad = [outcome for outcome in outcomes(reasoner, calls) if outcome.is_bad]
    return [each for each in bad if each.kind != "slow" or next(outcomes(reasoner, [each.call])).is_bad]


def test_calls_are_the_same_for_the_same_seed() -> None:
    assert list(Extremes(7).calls(1)) == list(Extremes(7).calls(1))


@pytest.mark.parametrize("reasoner", _FEW)
def test_some_extreme_calls_end_well(reasoner: str) -> None:
    bad = bad_outcomes(reasoner, sample(_FEW[reasoner]))
    assert not bad, "\n".join(map(str, bad))


@pytest.mark.hunt
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("reasoner", ["python", "c", "swi"])
def test_all_extreme_calls_end_well(reasoner: str, part: int) -> None:
    calls = list(Extremes(_SEED).calls(_EACH))[part::4]
    bad = bad_outcomes(reasoner, calls)
    assert not bad, "\n".join(map(str, bad))
