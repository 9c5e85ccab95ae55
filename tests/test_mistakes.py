"""Mistakes in calls from Python: each gets an error of pyengine's own that says what was expected."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import pyengine

ENDLESS_LIST: list[Any] = []
ENDLESS_LIST.append(ENDLESS_LIST)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: pyengine.load(None), pyengine.GameNotFoundError, "not by None"),  # type: ignore[arg-type]
        (lambda: pyengine.load("nim", start=b"x"), pyengine.InvalidStateError, "start"),  # type: ignore[arg-type]
        (lambda: pyengine.load("nim", start=[1]), pyengine.InvalidStateError, "start"),  # type: ignore[arg-type]
        (lambda: pyengine.load("nim", start=True), pyengine.InvalidStateError, "True"),
        (lambda: pyengine.load("nim", start="nim(max,["), pyengine.TermSyntaxError, "never closed"),
        (lambda: pyengine.load("nim", start="X"), pyengine.InvalidStateError, "variables"),
        (lambda: pyengine.load("nim", budget=5), pyengine.ParameterError, "Budget"),  # type: ignore[arg-type]
        (lambda: pyengine.load("nim", piles=ENDLESS_LIST), pyengine.ParameterError, "contains itself"),
        (lambda: pyengine.load("nim", piles=pyengine.Var("X")), pyengine.ParameterError, "variables"),
        (lambda: pyengine.Budget(inferences=0), pyengine.ParameterError, "at least 1 inference"),
        (lambda: pyengine.Budget(memory_bytes=1), pyengine.ParameterError, "bytes"),
        (lambda: pyengine.Budget(seconds=0), pyengine.ParameterError, "seconds"),
        (lambda: pyengine.load("nim").query(5), pyengine.TermSyntaxError, "text"),  # type: ignore[arg-type]
        (lambda: pyengine.load("nim").query("true", limit=-1), pyengine.ParameterError, "limit"),
        (lambda: pyengine.load("nim").parse_move(5), pyengine.TermSyntaxError, "text"),  # type: ignore[arg-type]
        (lambda: pyengine.load("nim").parse_state(5), pyengine.TermSyntaxError, "text"),  # type: ignore[arg-type]
        (lambda: pyengine.load("nim").state("nim"), pyengine.InvalidStateError, "term"),  # type: ignore[arg-type]
        (lambda: played("take(1,1)"), pyengine.IllegalMoveError, r"(?s)parse_move.*legal moves: take\(1,1\)"),
        (lambda: played(None), pyengine.IllegalMoveError, "None is not a legal move"),
        (
            lambda: pyengine.load("nim", piles="x"),
            pyengine.RuleRuntimeError,
            r"`list\(positive_integer\)' expected, found `x'",
        ),
        (lambda: pyengine.load("nim", piles=[]), pyengine.RuleRuntimeError, "at_least_one_pile"),
        (
            lambda: pyengine.load("nim", piles=[1.5]),
            pyengine.RuleRuntimeError,
            "`positive_integer' expected, found `1.5'",
        ),
        (
            lambda: pyengine.load("nim", piles=[-1]),
            pyengine.RuleRuntimeError,
            "`positive_integer' expected, found `-1'",
        ),
        (lambda: pyengine.load("nim", misere=3), pyengine.RuleRuntimeError, "`boolean' expected, found `3'"),
        (
            lambda: pyengine.load("tictactoe", length=0),
            pyengine.RuleRuntimeError,
            "`positive_integer' expected, found `0'",
        ),
    ],
)
def test_a_mistake_gets_its_message(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def played(move: Any) -> bytes:
    game = pyengine.load("nim")
    return game.result(game.initial, move)


def test_a_closed_game_says_so() -> None:
    game = pyengine.load("nim")
    start = game.initial
    game.close()
    game.close()
    calls: list[Callable[[], object]] = [
        lambda: game.expand(start),
        lambda: game.actions(start),
        lambda: game.text(start),
        lambda: game.query("true"),
        lambda: game.parse_move("take(1,1)"),
    ]
    for call in calls:
        with pytest.raises(pyengine.InvalidStateError, match="nim was closed"):
            call()


def test_an_exception_of_the_rules_own_is_shown_as_a_term() -> None:
    with pytest.raises(pyengine.QueryError, match=r"uncaught exception my\(_1\)"):
        pyengine.load("nim").query("throw(my(X))")


def test_a_cyclic_start_is_an_error_of_the_rules(tmp_path: Path) -> None:
    rules = "player(a). player(b). initial(S) :- S = f(S). to_move(_, a). move(s, m, e). utility(e, 1).\n"
    (tmp_path / "cyclic.pl").write_text(rules, encoding="utf-8")
    with pytest.raises(pyengine.RuleRuntimeError, match=r"cyclic\.pl:1:\d+: error: initial gives a cyclic term"):
        pyengine.load(tmp_path / "cyclic.pl")


def test_long_positions_are_shown_in_part(tmp_path: Path) -> None:
    rules = """player(a). player(b). to_move(_, a). utility(_, 1).
initial(L) :- numlist(1, 50000, L).
terminal(_) :- fail.
move(_, _, _) :- fail.
"""
    (tmp_path / "long.pl").write_text(rules, encoding="utf-8")
    game = pyengine.load(tmp_path / "long.pl")
    with pytest.raises(pyengine.RuleRuntimeError) as caught:
        game.expand(game.initial)
    assert len(str(caught.value)) < 1_000


def test_a_budget_that_is_given_holds_for_queries() -> None:
    game = pyengine.load("nim", budget=pyengine.Budget(inferences=1_000))
    with pytest.raises(pyengine.RuleLimitError):
        game.query("numlist(1, 100000, L), sum_list(L, S)")


def test_numbers_in_a_game_are_shown_as_prolog_writes_them(tmp_path: Path) -> None:
    rules = "parameter(p, 1). player(a). player(b). initial(s). to_move(s, a). move(s, m, e). utility(e, 1).\n"
    (tmp_path / "third.pl").write_text(rules, encoding="utf-8")
    assert repr(pyengine.load(tmp_path / "third.pl", p=Fraction(1, 3))) == "<CompiledGame third, p=1r3>"
