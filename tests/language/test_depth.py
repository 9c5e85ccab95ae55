"""Rule files nested deeper than SWI-Prolog, or a compiler, can go: refused at their place, and never by a signal."""

import subprocess
import sys
from pathlib import Path

import pytest

from pyengine.language.reading import text_limits
from pyengine.language.reading.reader import read_program
from pyengine.language.sizes import DEEPEST_CLAUSE, MOST_GOALS, MOST_NESTING, MOST_NUMERAL
from pyengine.language.source import Source

GAME = """\
player(max). player(min).
initial(0).
to_move(_, max).
move(0, a, 1) :- ignore(p(_)).
utility(1, 0).
"""


def _nested(opening: str, closing: str, levels: int, leaf: str = "z") -> str:
    return opening * levels + leaf + closing * levels


def _findings(text: str) -> list[tuple[str, str, int, int]]:
    _, findings = read_program(Source("deep.pl", text))
    return [(f.code, f.message, f.place.line, f.place.column) for f in findings if f.place]


@pytest.mark.parametrize(
    ("opening", "closing"),
    [("s(", ")"), ("(", ")"), ("[", "]"), ("{", "}"), ("f(1,", ")"), ("[1|", "]"), ("_{a:", "}")],
)
def test_brackets_have_a_limit(opening, closing) -> None:
    whole = f"a.\np({_nested(opening, closing, MOST_NESTING - 1)}).\nb.\n"
    assert _findings(whole) == []
    (found,) = _findings(f"a.\np({_nested(opening, closing, MOST_NESTING)}).\nb.\n")
    at = 2 + len(opening) * MOST_NESTING - (len(opening) - 1 - max(opening.find(c) for c in "([{"))
    assert found == ("deep-nesting", f"brackets are nested more than {MOST_NESTING} deep", 2, at)


@pytest.mark.parametrize("operator", ["+", "^", ";", "->", "-", "*"])
def test_operators_in_a_row_have_a_limit(operator) -> None:
    assert _findings(f"p :- {operator.join(['a'] * (DEEPEST_CLAUSE - 2))}.\n") == []
    (found,) = _findings(f"p :- {operator.join(['a'] * (DEEPEST_CLAUSE + 2))}.\n")
    assert found[:3] == ("deep-nesting", f"a term is nested more than {DEEPEST_CLAUSE} deep", 1)


def test_prefix_operators_in_a_row_have_a_limit() -> None:
    assert _findings(f"p({'- ' * (DEEPEST_CLAUSE - 2)}1).\n") == []
    assert [found[0] for found in _findings(f"p({'- ' * (DEEPEST_CLAUSE + 2)}1).\n")] == ["deep-nesting"]


def test_long_bodies_and_lists_are_not_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _findings(f"p :- {','.join(['q'] * 20_000)}.\n") == []
    assert _findings(f"p([{','.join(['1'] * 20_000)}]).\n") == []
    assert _findings(f"p(f({','.join(['1'] * 20_000)})).\n") == []
    assert MOST_GOALS >= 20_000
    monkeypatch.setattr(text_limits, "MOST_GOALS", 3_000)
    (found,) = _findings(f"p :- {','.join(['q'] * 3_002)}.\n")
    assert found[:2] == ("deep-nesting", "more than 3000 goals stand one after the other")


def test_reading_goes_on_after_a_deep_clause() -> None:
    program, _ = read_program(Source("deep.pl", f"a.\np({_nested('s(', ')', 5000)}).\nb.\n"))
    assert [str(sentence.term) for sentence in program.sentences] == ["a", "b"]


def test_brackets_that_are_never_closed_are_still_that() -> None:
    (found,) = _findings("p(" * 3000)
    assert found[0] == "unclosed-bracket"


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pyengine.cli", *arguments], capture_output=True, text=True, timeout=300
    )


def test_check_refuses_a_fact_nested_deep(tmp_path: Path) -> None:
    path = tmp_path / "deep.pl"
    path.write_text(GAME + f"p({_nested('s(', ')', 100_000)}).\n")
    done = _run("check", str(path))
    assert done.returncode == 1
    assert f"deep.pl:6:2002: error: brackets are nested more than {MOST_NESTING} deep" in done.stdout


@pytest.mark.parametrize("command", [["check"], ["solve", "--reasoner", "python"], ["solve", "--reasoner", "c"],
                                     ["solve", "--reasoner", "swi"], ["compile", "--to", "c"]])  # fmt: skip
def test_what_is_just_not_too_deep_works(tmp_path: Path, command: list[str]) -> None:
    name, *options = command
    path = tmp_path / "deep.pl"
    path.write_text(
        GAME
        + f"p(X) :- X = {_nested('s(', ')', MOST_NESTING - 1)}, q(Y), r(Y), t(_).\n"
        + f"q({'+'.join(['1'] * (DEEPEST_CLAUSE - 2))}).\n"
        + f"r(X) :- _ is X, _ is {'+'.join(['1'] * (DEEPEST_CLAUSE - 3))}.\n"
        + f"t({_nested('f(', ',1)', MOST_NESTING - 1, 'X')}) :- X = {_nested('[', ']', MOST_NESTING - 1)}.\n"
    )
    done = _run(name, str(path), *options)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    assert {"check": "nothing found", "solve": "value   0", "compile": "rules_admits"}[name] in done.stdout


def test_goals_too_deep_for_c_are_compiled_to_python(tmp_path: Path) -> None:
    path = tmp_path / "deep.pl"
    choices = "(X == 1 -> true ; " * 900 + "true" + ")" * 900
    path.write_text(GAME + f"p(X) :- {choices}.\n")
    done = _run("solve", str(path), "--reasoner", "c")
    assert (done.returncode, "value   0" in done.stdout) == (0, True)
    assert "a clause of deep is nested deeper than can be written as C" in done.stderr


def test_a_number_of_very_many_digits_is_a_finding() -> None:
    """SWI-Prolog reads it in quadratic time, inside one call that nothing can stop."""
    [found] = _findings(f"q({'9' * MOST_NUMERAL}).\nq({'9' * (MOST_NUMERAL + 1)}).\n")
    assert (found[0], *found[2:]) == ("long-number", 2, 3)
