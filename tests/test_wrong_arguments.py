"""Whatever a public function is given, it answers, or says in one PyengineError what it wants."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine import Atom, Budget, Effort, Limit, Options, PyengineError, SearchError, SolvedStore

WRONG: dict[str, Any] = {
    "None": None, "text": "pvs", "no text": "", "a number": 3, "a negative number": -1, "a huge number": 10**30,
    "a number that is not written": 10**5000, "one below 0": -(10**5000),
    "nan": math.nan, "infinity": math.inf, "a float": 1.5, "an object": object(), "a list": [1], "a dict": {"a": 1},
    "bytes": b"x", "True": True, "a class": int, "a set": {1}, "an atom": Atom("x"), "a function": lambda *_: None,
}  # fmt: skip
FEW = Limit(nodes=40)
ALL = ("state", "limit", "trace", "stop", "clock")
SEARCHES: dict[str, tuple[Callable[..., Any], tuple[str, ...]]] = {
    "search": (pyengine.search, (*ALL, "options", "alliance", "table", "store", "progress")),
    "solve": (pyengine.solve, (*ALL, "all_best", "cycles", "alliance", "options", "table", "store")),
    "minimax": (pyengine.minimax, (*ALL, "depth", "options")),
    "retrograde": (pyengine.retrograde, (*ALL, "also", "infinite", "symmetric", "threads")),
    "perft": (
        lambda game, **given: pyengine.perft(game, **({"depth": 2} | given)),
        ("depth", "state", "split", "merge", "threads"),
    ),
    "playout": (lambda game, **given: pyengine.playout(game, **({"seed": 1} | given)), ("seed", "state", "plies")),
    "playouts": (
        lambda game, **given: pyengine.playouts(game, **({"games": 2} | given)),
        ("state", "seed", "plies", "threads"),
    ),
    "states": (lambda game, **given: list(pyengine.states(game, **given)), ("state", "symmetric")),
    "count_states": (pyengine.count_states, ("state", "symmetric", "threads")),
}  # fmt: skip
OTHERS: dict[str, Callable[[Any], Any]] = {
    "load": lambda wrong: pyengine.load(wrong),
    "load(reasoner)": lambda wrong: pyengine.load("nim", reasoner=wrong),
    "load(start)": lambda wrong: pyengine.load("nim", reasoner="python", start=wrong),
    "load(budget)": lambda wrong: pyengine.load("nim", reasoner="python", budget=wrong),
    "load(parameter)": lambda wrong: pyengine.load("nim", reasoner="python", piles=wrong),
    "check_file": lambda wrong: pyengine.check_file(wrong),
    "check_file(parameters)": lambda wrong: pyengine.check_file("nim", positions=3, parameters=wrong),
    "check_file(start)": lambda wrong: pyengine.check_file("nim", positions=3, start=wrong),
    "check_file(budget)": lambda wrong: pyengine.check_file("nim", positions=3, budget=wrong),
    "check_game": lambda wrong: pyengine.check_game(wrong),
    "check_game(positions)": lambda wrong: pyengine.check_game(pyengine.twin("nim"), positions=wrong, seconds=0.1),
    "check_game(seconds)": lambda wrong: pyengine.check_game(pyengine.twin("nim"), positions=3, seconds=wrong),
    "check_game(locate)": lambda wrong: pyengine.check_game(pyengine.twin("nim"), positions=3, locate=wrong),
    "check_game(clock)": lambda wrong: pyengine.check_game(pyengine.twin("nim"), positions=3, clock=wrong),
    "compare": lambda wrong: pyengine.compare(wrong, wrong),
    "expand": lambda wrong: pyengine.expand(wrong, wrong),
    "twin": lambda wrong: pyengine.twin(wrong),
    "read_term": lambda wrong: pyengine.read_term(wrong),
    "write_term": lambda wrong: pyengine.write_term(wrong),
    "SolvedStore": lambda wrong: SolvedStore(wrong),
    **{f"Limit({name})": lambda wrong, name=name: Limit(**{name: wrong}) for name in ("seconds", "depth", "nodes")},
    **{f"Options({name})": lambda wrong, name=name: Options(**{name: wrong}) for name in Options.__dataclass_fields__},
    **{f"Budget({name})": lambda wrong, name=name: Budget(**{name: wrong}) for name in Budget.__dataclass_fields__},
    **{f"Effort({name})": lambda wrong, name=name: Effort(**{name: wrong}) for name in Effort.__dataclass_fields__},
}


def answers(ask: Callable[[], Any]) -> None:
    """Ask; whatever is raised is one of ours."""
    with contextlib.suppress(PyengineError):
        ask()


@pytest.fixture(scope="module", params=["python", "c", "swi"])
def game(request: pytest.FixtureRequest) -> Any:
    return pyengine.load("tictactoe", reasoner=request.param, columns=2, rows=2, length=2)


@pytest.mark.parametrize("name", SEARCHES)
def test_searches(name: str, game: Any) -> None:
    call, arguments = SEARCHES[name]
    limited = {"limit": FEW} if "limit" in arguments else {}
    for argument in arguments:
        for wrong in WRONG.values():
            if not (name == "playout" and argument == "plies" and wrong in (10**30, 10**5000)):
                answers(lambda: call(game, **(limited | {argument: wrong})))  # noqa: B023


@pytest.mark.parametrize("name", SEARCHES)
def test_what_is_no_game_is_refused(name: str) -> None:
    for wrong in WRONG.values():
        with pytest.raises(PyengineError, match="a game is wanted"):
            SEARCHES[name][0](wrong)


@pytest.mark.parametrize("name", OTHERS)
def test_others(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for wrong in WRONG.values():
        answers(lambda: OTHERS[name](wrong))  # noqa: B023


def test_it_is_said_what_is_wanted() -> None:
    game = pyengine.load("nim")
    wrong: Any = "pvs"
    with pytest.raises(SearchError, match=r'options must be Options, as in Options\(algorithm="pvs"\), not \'pvs\''):
        pyengine.solve(game, options=wrong)
    with pytest.raises(SearchError, match="stop must be a StopSignal"):
        pyengine.solve(game, stop=wrong)
    with pytest.raises(pyengine.ParameterError, match=r"a game is wanted, not 'pvs'; load\(name\)"):
        pyengine.solve(wrong)


@pytest.mark.parametrize("reasoner", ["python", "c", "swi"])
def test_lines_longer_than_any_are_none(reasoner: Any) -> None:
    """Also where the number of plies is beyond all counting."""
    game = pyengine.load("nim", reasoner=reasoner, piles=[1, 2])
    for depth in (5, 10**6, 2**32 - 1, 10**30):
        assert pyengine.perft(game, depth) == 0
        assert pyengine.perft(game, depth, merge=False) == 0
