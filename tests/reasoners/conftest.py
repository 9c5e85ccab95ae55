"""Small rule files as text, loaded without a file."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source
from pyengine.reasoners.compiled import CompiledGame
from pyengine.reasoners.replay import replay
from pyengine.reasoners.swi.swi_game import SwiGame

COUNTDOWN = """
player(max). player(min).
parameter(start, 5).
initial(s(max, N)) :- param(start, N).
to_move(s(P, _), P).
move(s(P, N), take(K), s(Q, M)) :- other(P, Q), between(1, 2, K), M is N-K, M >= 0.
other(max, min). other(min, max).
utility(s(max, 0), -1).
utility(s(min, 0), 1).
"""

Load = Callable[..., Any]


def hurried(game: Any, seconds: float) -> Any:
    """Let each call of a game have that many seconds from now on; loading it may have had more on a busy machine."""
    object.__setattr__(game.budget, "seconds", seconds)
    return game


def load_text(text: str, name: str = "test.pl", reasoner: str = "swi", **options: Any) -> Any:
    program, findings = read_program(Source(name, text))
    assert not findings, findings
    return SwiGame(program, **options) if reasoner == "swi" else CompiledGame(program, **options)


def measured_alone(function: Callable[..., int], *arguments: str | int) -> int:
    """What a function of a test module measures where no other test has left memory to fill or to give back."""
    here = str(Path(__file__).parents[2])
    script = (
        f"import sys; sys.path.append({here!r}); from {function.__module__} import {function.__name__} as measure; "
        f"print(measure(*{arguments!r}))"
    )
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, timeout=1800)
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


@pytest.fixture
def load() -> Load:
    return load_text


@pytest.fixture
def compile_text() -> Load:
    return partial(load_text, reasoner="python")


@pytest.fixture(params=["swi", "python"])
def load_by(request: pytest.FixtureRequest) -> Load:
    """Load a game by one reasoner, then by the other."""
    return partial(load_text, reasoner=request.param)


@pytest.fixture
def short_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for the goal that does not end only for a moment, where a test is about something else."""
    monkeypatch.setattr(replay, "MOST_GOALS", 2_000)
    monkeypatch.setattr(replay, "_SECONDS_OF_ONE_GOAL", 0.1)


@pytest.fixture
def countdown() -> SwiGame:
    return load_text(COUNTDOWN)
