"""Who answers for a rule file: the fastest that can, and it says so."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyengine

FROZEN = """\
player(a). player(b). initial(0). to_move(_, a). utility(_, 0).
move(0, go, 1) :-
    freeze(X, X > 0),
    X = 1.
"""


@pytest.mark.parametrize("name", pyengine.games())
def test_every_game_that_comes_along_is_compiled(name: str) -> None:
    game = pyengine.load(name)
    assert (game.reasoner, game.why) == ("python", "the rules are compiled to Python")


def test_rules_that_cannot_be_compiled_are_answered_by_swi_prolog(tmp_path: Path) -> None:
    (tmp_path / "frozen.pl").write_text(FROZEN, encoding="utf-8")
    game = pyengine.load(tmp_path / "frozen.pl")
    assert game.reasoner == "swi"
    assert game.why.startswith("the rules cannot be compiled: ")
    assert "frozen.pl:3:5: freeze/2" in game.why
    assert [str(move) for move in game.actions(game.initial)] == ["go"]
    with pytest.raises(
        pyengine.ReasonerError, match=r'(?s)frozen\.pl:3:5: .*freeze/2.*hint: load it with reasoner="swi"'
    ):
        pyengine.load(tmp_path / "frozen.pl", reasoner="python")


def test_the_one_that_is_asked_for_answers() -> None:
    assert [pyengine.load("nim", reasoner=reasoner).reasoner for reasoner in ("swi", "python")] == ["swi", "python"]


def test_checking_says_what_stands_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "frozen.pl").write_text(FROZEN, encoding="utf-8")
    [note] = pyengine.check_file(tmp_path / "frozen.pl")
    assert (note.code, note.severity.value, note.place and note.place.line) == ("not-compiled", "note", 3)
    assert note.hint
