"""Whether `why`, `check` and `bench` say plainly what C leaves to Python, and where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine.cli import main
from pyengine.reasoners.escape_report import left_to_python
from pyengine.rulecheck import check_file
from pyengine.search import perft, playouts

GAME = """
player(x). player(o).
initial(s(x, 9)).
to_move(s(P, _), P).
other(x, o). other(o, x).
move(s(P, N), K, s(Q, M)) :- N > 0, between(1, 2, K), K =< N,
    other(P, Q), {goal}.
utility(s(x, _), -1).
utility(s(o, _), 1).
"""
CLEAN = "M is N - K"
MISSING = "M is N - K,\n    format(atom(_), '~w', [M])"
DEEP = "M is N - K, ( M > 3 -> true ; term_to_atom(M, A), atom_length(A, 1) )"
LARGE = "M is N - K + 10 ** 60 * (N // 9)"
CYCLIC = "R = r(R), nonvar(R), M is N - K"


@pytest.fixture
def rules(tmp_path: Path) -> Any:
    def write(goal: str) -> Path:
        file = tmp_path / "toy.pl"
        file.write_text(GAME.replace("{goal}", goal), encoding="utf-8")
        return file

    return write


@pytest.mark.parametrize("error", ["throw/1", "$no_matching_rule/1", "permission_error/3"])
def test_what_only_raises_an_error_is_not_reported(error: str) -> None:
    assert left_to_python([f"toy.pl:4: {error}", "toy.pl:5: split_string/4"]) == ("toy.pl:5: split_string/4",)


def test_a_game_that_runs_in_c_says_nothing_else(rules: Any) -> None:
    file = rules(CLEAN)
    game = pyengine.load(file, reasoner="c")
    playouts(game, 3, seed=1)
    assert game.why == "the rules are compiled to C"
    assert check_file(file) == ()


def test_a_built_in_that_c_has_not_is_told_with_its_line(rules: Any) -> None:
    file = rules(MISSING)
    (note,) = check_file(file)
    assert (note.code, note.place.line, note.place.column, note.place.width) == ("not-in-c", 8, 5, 6)
    assert note.message.startswith("format/3 is not done in C")
    game = pyengine.load(file, reasoner="c")
    assert game.why.endswith("toy.pl:6: format/3")
    perft(game, 3)
    assert "Python answered" in game.why
    assert "format/3, in " in game.why
    assert game.why.count("format/3") == 1


def test_what_is_met_deep_in_a_game_is_told_before_and_after(rules: Any) -> None:
    game = pyengine.load(rules(DEEP), reasoner="c")
    before = game.why
    assert "term_to_atom/2" in before
    perft(game, 2)
    assert game.why == before
    playouts(game, 3, seed=1)
    assert "Python answered" in game.why


def test_positions_that_c_cannot_hold_are_told(rules: Any) -> None:
    game = pyengine.load(rules(LARGE), reasoner="c")
    game.expand(game.state(game.term(game.expand(game.initial).children[0])))
    assert "beyond 120 bits" in game.why
    assert "bytes" not in game.why


@pytest.mark.parametrize(
    ("goal", "told"),
    [
        (MISSING, "c: the rules are compiled to C, but Python answered"),
        (CYCLIC, "not measured with python and c: "),
    ],
    ids=["missing", "cyclic"],
)
def test_bench_says_what_is_not_measured_in_c(goal: str, told: str, rules: Any, capsys: Any) -> None:
    assert main(["bench", str(rules(goal)), "--seconds", "0.2"]) == 0
    assert told in capsys.readouterr().err
