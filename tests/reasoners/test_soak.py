"""A million expansions leave nothing behind."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from pyengine.language.reading.files import open_source
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source
from pyengine.reasoners.budget import resident_bytes
from pyengine.reasoners.swi.swi_game import SwiGame
from tests.reasoners.conftest import measured_alone

RULES = Path(__file__).parents[2] / "rules"
TEXT = """
player(x). player(o).
initial(s(x, 0, [])).
to_move(s(P, _, _), P).
move(s(P, N, L), K, s(Q, M, [K|L])) :- other(P, Q), N < 12, between(1, 2, K), M is N+K.
other(x, o). other(o, x).
utility(s(_, N, _), N).
"""
MEGABYTE = 1024 * 1024


@pytest.mark.hunt
def test_memory_stays_flat() -> None:
    assert measured_alone(grown_bytes) < 8 * MEGABYTE


def grown_bytes() -> int:
    """By how much the process has grown between 200,000 and 1,000,000 positions."""
    games = [
        SwiGame(read_program(Source("soak.pl", TEXT))[0]),
        SwiGame(read_program(open_source(RULES / "nim.pl")[0])[0]),
    ]
    expanded = 0
    early = 0
    while expanded < 1_000_000:
        for game in games:
            todo = [game.initial]
            while todo:
                expansion = game.expand(todo.pop())
                expanded += 1
                todo.extend(expansion.children)
                if expanded % 50 == 0:
                    list(expansion.moves)
        if not early and expanded >= 200_000:
            gc.collect()
            early = resident_bytes()
    gc.collect()
    return resident_bytes() - early
