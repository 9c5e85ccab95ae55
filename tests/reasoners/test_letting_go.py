"""Games that come and go leave nothing behind in the process."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from pyengine import load, solve
from pyengine.building.build_cache import open_build_cache
from pyengine.compiler.normal_form.sources import library_clauses
from pyengine.compiler.runtime.terms import _FUNCTORS, _RECENT, functor
from pyengine.reasoners.budget import resident_bytes
from tests.reasoners.conftest import measured_alone

_RULES = """\
player(max). player(min).
initial(n{0}(4)).
to_move(_, max).
move(n{0}(N), take_{0}(K), n{0}(M)) :- member(K, [1, 2, 3]), K =< N, M is N-K, helper_{0}(N).
helper_{0}(N) :- N > 0.
utility(n{0}(0), 1).
"""


def play(folder: Path, number: int, reasoner: str) -> None:
    """Load a game with names of its own, solve it, and close it."""
    path = folder / f"game{number}.pl"
    path.write_text(_RULES.format(number), encoding="utf-8")
    game = load(path, reasoner=reasoner)  # type: ignore[arg-type]
    assert solve(game).value == 1
    game.close()


def test_names_of_terms_are_let_go(tmp_path: Path) -> None:
    for number in range(3):
        play(tmp_path, number, "python")
    _RECENT.clear()
    gc.collect()
    before = len(_FUNCTORS)
    for number in range(3, 13):
        play(tmp_path, number, "python")
    assert _RECENT.maxlen is not None
    _RECENT.clear()
    gc.collect()
    assert len(_FUNCTORS) <= before + 3


def test_a_name_that_is_held_stays_the_same() -> None:
    held = functor("held by this test", 7)
    gc.collect()
    assert functor("held by this test", 7) is held


def test_caches_that_grow_with_programs_are_bounded() -> None:
    assert library_clauses.cache_info().maxsize is not None


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="what is loaded is known on Linux only")
def test_libraries_in_c_are_unloaded(tmp_path: Path) -> None:
    play(tmp_path, 0, "c")
    _collect()
    loaded = _libraries()
    for number in (1, 2):
        play(tmp_path, number, "c")
    _collect()
    assert len(_libraries()) <= max(1, len(loaded))  # the last one may still be held


def _collect() -> None:
    """Let go of all that nobody holds: what a game held is garbage only after the game is."""
    for _ in range(4):
        gc.collect()


def _libraries() -> set[str]:
    """The libraries of games that are mapped into this process."""
    lines = Path("/proc/self/maps").read_text().splitlines()
    return {line.split()[-1] for line in lines if str(open_build_cache().folder) in line}


@pytest.mark.hunt
@pytest.mark.parametrize(
    ("reasoner", "warm_up", "rounds", "most_kib"),
    [("python", 500, 300, 1), ("c", 90, 200, 20), ("swi", 1000, 500, 2)],
)
def test_memory_grows_by_little(tmp_path: Path, reasoner: str, warm_up: int, rounds: int, most_kib: int) -> None:
    """It grows at first: what Python keeps of recent games is full after 400, SWI-Prolog collects atoms after 800."""
    most = rounds * most_kib * 1024
    grown = [measured_alone(grown_bytes, str(tmp_path), reasoner, warm_up, rounds)]
    if grown[0] >= most:  # the system has its own reasons to give pages: what is lost in every round shows again
        grown.append(measured_alone(grown_bytes, str(tmp_path), reasoner, warm_up, rounds))
    assert min(grown) < most


def grown_bytes(folder: str, reasoner: str, warm_up: int, rounds: int) -> int:
    """By how much the process grows in as many rounds, after those to warm up."""
    for number in range(warm_up):
        play(Path(folder), number, reasoner)
    gc.collect()
    before = resident_bytes()
    for number in range(warm_up, warm_up + rounds):
        play(Path(folder), number, reasoner)
    gc.collect()
    return resident_bytes() - before
