"""Checking a text or a file without running it, for the tests of the checker."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pyengine.errors import Finding
from pyengine.language.checking.checker import check_program
from pyengine.language.reading.files import open_source
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source

Check = Callable[..., tuple[Finding, ...]]

GAME = """\
player(max).
player(min).
initial(state(max, 7)).
to_move(state(P, _), P).
move(state(P, N), take(K), state(Q, M)) :- other(P, Q), between(1, 3, K), K =< N, M is N - K.
utility(state(max, 0), -1).
utility(state(min, 0), 1).
other(max, min).
other(min, max).
"""


@pytest.fixture(scope="session")
def check_file() -> Check:
    """Read and check a file, which messages call by its bare name."""

    def check(path: Path, *, trust: bool = False) -> tuple[Finding, ...]:
        source, unreadable = open_source(path, path.name)
        program, syntax = read_program(source)
        return check_program(program, trust=trust, syntax=(*unreadable, *syntax))

    return check


@pytest.fixture(scope="session")
def check_text() -> Check:
    """Read and check the text of a rule file."""

    def check(text: str, *, trust: bool = False) -> tuple[Finding, ...]:
        program, syntax = read_program(Source("game.pl", text))
        return check_program(program, trust=trust, syntax=syntax)

    return check


@pytest.fixture(scope="session")
def check_added(check_text: Check) -> Check:
    """Check a small correct game with some clauses added to it."""

    def check(addition: str, *, trust: bool = False) -> tuple[Finding, ...]:
        return check_text(GAME + addition, trust=trust)

    return check
