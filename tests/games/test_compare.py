"""Every game that comes with pyengine agrees with its native twin, in all that can be asked of both."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import pyengine
from pyengine import Effort, compare
from pyengine.conformance import check_game
from pyengine.errors import Severity
from pyengine.native import TWINS
from pyengine.terms import to_python

from ..layers import hunted_but

EFFORT = Effort(positions=150, games=2, plies=100, values=4, nodes=500)
LESS = Effort(positions=60, games=2, plies=60, values=1, nodes=200)

VARIANTS: dict[str, list[dict[str, object]]] = {
    "breakthrough": [{"width": 3, "height": 5, "ranks": 1}],
    "chess": [{"draw_after": 6}],
    "chess_ending": [{"pieces": "kqk", "size": 4}, {"size": 5}],
    "connect_four": [{"width": 4, "height": 4, "length": 3}, {"width": 3, "height": 5}],
    "dots_and_boxes": [
        *({"rows": 1, "columns": 3, "eval": choice} for choice in (1, 4, 5, 6, 7, "chains")),
        {"rows": 3, "columns": 2, "eval": "chains"},
    ],
    "english_draughts": [{"draw_after": 6, "evaluation": "material"}, {"evaluation": "mobility"}],
    "even_wins": [{"marbles": 9, "most": 3}],
    "hexapawn": [{"width": 4, "height": 4}],
    "italian_draughts": [{"draw_after": 6, "evaluation": "material"}, {"evaluation": "mobility"}],
    "kayles": [{"pins": 12}],
    "mu_torere": [{"points": 2}, {"points": 4}],
    "nim": [{"piles": [3, 4, 5]}, {"piles": [2, 3], "misere": False}],
    "nim_three_players": [{"piles": [2, 2, 2]}],
    "othello": [{"size": 4}, {"size": 6}],
    "tictactoe": [{"columns": 4, "rows": 3}, {"misere": True}, {"columns": 2, "rows": 5, "length": 2}],
    "tree_three_players": [{"edition": 2}],
}
"""Parameters other than the usual ones."""

CASES = [(name, given) for name in pyengine.games() for given in [{}, *VARIANTS.get(name, [])]]


def test_every_game_has_a_twin() -> None:
    assert sorted(pyengine.games()) == sorted(TWINS)


@pytest.mark.parametrize(
    "case", hunted_but(lambda case: not case[1], CASES), ids=lambda case: f"{case[0]}-{case[1] or ''}"
)
def test_pair(case: tuple[str, dict[str, object]]) -> None:
    name, given = case
    found = compare(name, effort=EFFORT, speed=False, **given)
    assert found.agree, str(found)
    assert found.same_order, str(found)
    assert found.distinct == (found.positions,) * 2
    assert {note.kind for note in found.notes} <= MEANT.get(name, set()), str(found)
    assert found.complete or found.games == EFFORT.games


@pytest.mark.parametrize("name", pyengine.games())
def test_rules_in_c(name: str) -> None:
    """The same of rules compiled to C, which answer every question themselves."""
    game = pyengine.load(name, reasoner="c")
    found = compare(game, pyengine.twin(name), effort=LESS, speed=False)
    assert found.agree, str(found)
    assert found.same_order, str(found)
    assert not game.escapes  # type: ignore[attr-defined]


MEANT = {"breakthrough": {"values"}, "chess": {"values"}, "chess_ending": {"values"}}
"""Notes that are right: within these few nodes no position is solved."""


@pytest.mark.parametrize("name", pyengine.games())
def test_same_parameters(name: str) -> None:
    """The twin has the parameters that the rule file declares, with the same defaults."""
    rules = pyengine.load(name)
    facts = rules.query("catch(parameter(Name, Value), _, fail)")
    declared = {str(fact["Name"]): to_python(fact["Value"]) for fact in facts}
    signature = inspect.signature(type(pyengine.twin(name)))
    taken = {key: _listed(each.default) for key, each in signature.parameters.items()}
    assert taken == declared


def _listed(value: Any) -> Any:
    return [_listed(item) for item in value] if isinstance(value, tuple | list) else value


@pytest.mark.parametrize("name", pyengine.games())
def test_twin_is_a_game(name: str) -> None:
    found = check_game(pyengine.twin(name), positions=100, playouts=2)
    assert not [str(finding) for finding in found if finding.severity is Severity.ERROR]
