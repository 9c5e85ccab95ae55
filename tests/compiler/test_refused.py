"""What the compiler gives up on is SWI-Prolog's to answer, and never an endless compilation."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyengine
from pyengine.errors import RuleLimitError

GAME = "player(a). player(b). initial(0). to_move(_, a). utility(_, 0).\n"


def test_compiling_that_takes_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise RuleLimitError("more than 10 seconds in one call")

    (tmp_path / "one.pl").write_text(GAME + "move(0, go, 1).\n", encoding="utf-8")
    monkeypatch.setattr("pyengine.reasoners.compilation.compile_game", never)
    with pytest.raises(pyengine.ReasonerError, match="compiling them used more than 10 seconds in one call"):
        pyengine.load(tmp_path / "one.pl", reasoner="python")
    game = pyengine.load(tmp_path / "one.pl")
    reason = "the rules cannot be compiled: compiling them used more than 10 seconds in one call"
    assert (game.reasoner, game.why) == ("swi", reason)
