"""What `compare` says about twins that are wrong in one way each."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import pyengine
from pyengine import Effort, compare
from pyengine.compare.comparison import Comparison
from pyengine.compare.differences import way

QUICK = Effort(positions=200, games=5, values=4)
PILES = [1, 2, 3]
HERE = Path(__file__).parent


def load_nims() -> ModuleType:
    specification = importlib.util.spec_from_file_location("nims", HERE / "nims.py")
    assert specification is not None
    assert specification.loader is not None
    module = sys.modules["nims"] = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


NIMS = load_nims()


def against(a: Any, b: str) -> Comparison:
    twin = getattr(NIMS, b)
    return compare(a, twin(piles=PILES) if issubclass(twin, NIMS.Nim) else twin(), effort=QUICK, speed=False)


@pytest.fixture(scope="module")
def rules() -> Any:
    return pyengine.load("nim", piles=PILES)


@pytest.mark.parametrize(
    ("twin", "kind", "path", "answers"),
    [
        ("WrongPlayer", "player", ["take(1,1)"], ("min", "max")),
        ("OtherPlayers", "players", [], ("max, min", "min, max")),
        ("ExtraMove", "moves", ["take(1,1)", "take(2,2)"], ("take(3,1), take(3,2)", "take(3,1), take(3,2), take(3,4)")),
        ("EarlyEnd", "end", ["take(2,1)", "take(3,3)"], ("max to move: take(1,1)", "over, worth 0, 0")),
        ("LateEnd", "end", ["take(2,2)", "take(3,3)"], None),
        ("WrongUtility", "utilities", ["take(1,1)", "take(2,1)", "take(3,3)"], ("1, -1", "2, -2")),
        ("WrongChild", "moves", ["take(2,2)"], None),
        ("Raising", "raises", ["take(1,1)"], None),
        ("Lacking", "shape", [], ("a game", "Lacking has no result; result gives the state after a move")),
        ("Unhashable", "shape", [], None),
        ("NoStart", "raises", [], None),
    ],
)
def test_rules_and_a_wrong_twin(
    rules: Any, twin: str, kind: str, path: list[str], answers: tuple[str, str] | None
) -> None:
    found = against(rules, twin)
    print(found)
    assert not found.agree
    assert found.difference is not None
    assert (found.difference.kind, list(found.difference.path)) == (kind, path)
    assert answers is None or found.difference.answers == answers


@pytest.mark.parametrize(
    ("twin", "kind", "answers"),
    [
        ("WrongEvaluation", "staticval", ("0.3", "1.3")),
        ("RaisingEvaluation", "raises", ("0.3", "ZeroDivisionError: integer division or modulo by zero")),
        ("WrongNoise", "noisy", ("True", "False")),
        ("WrongBoard", "board", ("o\no o\no o o", "o o o\no o\no")),
        ("WrongText", "notation", ("nim(max,[1,2,3])", "nim(max, (1, 2, 3))")),
        ("WrongFinalBoard", "board", ("o", "")),
        ("WrongReading", "reading", ("read as the position", "read as nim(max,[2,3])")),
        ("NoReading", "reading", ("read as the position", "ValueError: nim(max,[1,2,3]) is not a position")),
        ("WrongInfinity", "infinite", ("0", "1")),
        ("Incomparable", "raises", ("ValueError: the truth value is ambiguous",) * 2),
        ("UnhashableSymmetries", "canonical", ("a representative", "TypeError: unhashable type: 'list'")),
        ("RaisingSymmetries", "canonical", ("a representative", "LookupError: no symmetry")),
    ],
)
def test_optional_answers(twin: str, kind: str, answers: tuple[str, str]) -> None:
    found = against(NIMS.Estimating(piles=PILES), twin)
    print(found)
    assert found.difference is not None
    assert (found.difference.kind, found.difference.answers) == (kind, answers)


@pytest.mark.parametrize(
    ("a", "b", "kinds"),
    [
        ("Estimating", "RoundedEvaluation", set()),
        ("Estimating", "FewerSymmetries", {"symmetry-a"}),
        ("Repeating", "OtherRepeating", {"repetition-b"}),
        ("Repeating", "Repeating", set()),
        ("Repeating", "Estimating", {"only-repetition"}),
        ("Estimating", "OtherScores", {"scores"}),
        ("Estimating", "Piled", {"only-staticval", "only-noisy", "only-canonical", "only-order"}),
        ("Nim", "OtherShow", {"show"}),
        ("Nim", "OtherOrder", {"order"}),
        ("Nim", "Remembering", {"merged-a"}),
        ("Remembering", "Nim", {"merged-b"}),
        ("SameTexts", "SameTexts", {"ambiguous"}),
    ],
)
def test_notes(a: str, b: str, kinds: set[str]) -> None:
    """What makes neither game wrong is told, and no difference."""
    found = against(getattr(NIMS, a)(piles=PILES), b)
    print(found)
    assert found.agree
    assert {note.kind for note in found.notes} == kinds
    assert found.same_order == (b != "OtherOrder")
    assert (found.distinct[0] == found.distinct[1]) == ("Remembering" not in (a, b))


def test_report(rules: Any) -> None:
    assert str(against(rules, "WrongUtility")) == (
        "nim.pl and WrongUtility differ\n"
        "  walked      18 positions without a difference\n"
        "\n"
        "difference: the game is over, and not worth the same\n"
        "\n"
        "  after take(1,1), take(2,1), take(3,3)\n"
        "    nim.pl        nim(min,[1])\n"
        "    WrongUtility  nim(min,[1])\n"
        "\n"
        "    min to take from 1\n"
        "\n"
        "  answers\n"
        "    nim.pl        1, -1\n"
        "    WrongUtility  2, -2"
    )


def test_moves_that_are_written_in_other_ways() -> None:
    found = against(NIMS.Nim(piles=PILES), "OtherTexts")
    assert found.difference is not None
    assert str(found.difference.hint).endswith(
        "  moves are the same where their texts are, which move_text gives, or else str"
    )


def test_way_to_a_far_position() -> None:
    assert way(tuple("abc" * 11)) == "after 3 moves, then " + ", ".join("abc" * 10)
