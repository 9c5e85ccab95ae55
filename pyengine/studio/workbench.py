"""What a worker has before it, the game of its page, and what it answers, in one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from pyengine.errors import RequestError
from pyengine.search.watch import StopSignal
from pyengine.stores.json_shapes import shaped
from pyengine.studio.analysis import analyse
from pyengine.studio.arrangement import set_up
from pyengine.studio.chart import chart
from pyengine.studio.comparison import compare_rules
from pyengine.studio.contests import hold_tournament, tune_weights
from pyengine.studio.engine import choose
from pyengine.studio.loaded_game import LoadedGame
from pyengine.studio.measuring import measure
from pyengine.studio.positions import position_as_json, read_place
from pyengine.studio.protocol import (
    METHODS,
    Arrange,
    AtPlace,
    Choose,
    Compare,
    GamePlace,
    Load,
    Measure,
    Read,
    Timed,
    Tournament,
    Trace,
    Tune,
)
from pyengine.studio.tracing import trace


class Job(Protocol):
    """What is being done: how it is told to end, and how it tells how far it is."""

    stop: StopSignal

    def tell(self, progress: Mapping[str, Any]) -> None:
        """Tell how far it is."""


class Workbench:
    """The game that was loaded last, and the answers about it."""

    def __init__(self) -> None:
        self._loaded: LoadedGame | None = None

    def answer(self, method: str, params: Mapping[str, Any], job: Job) -> Any:
        """Answer a request; PyengineError for what is wrong with it, or with the rules."""
        asked = shaped(METHODS[method].params, dict(params))
        if isinstance(asked, Load):
            return self._load(asked)
        if self._loaded is None:
            raise RequestError("no game is loaded")
        return ANSWERS[method](self._loaded, asked, job)

    def _load(self, asked: Load) -> dict[str, Any]:
        """Load a game; the one before stays where that fails."""
        loaded = LoadedGame(asked)
        told = {"game": loaded.as_json(), "position": position_as_json(loaded, GamePlace())}
        self._loaded = loaded
        return told


def _position(loaded: LoadedGame, asked: AtPlace, job: Job) -> dict[str, Any]:
    return position_as_json(loaded, asked.place)


def _read(loaded: LoadedGame, asked: Read, job: Job) -> dict[str, Any]:
    place = read_place(loaded, asked.text)
    return {
        "place": {"start": place.start, "moves": list(place.moves)},
        "position": position_as_json(loaded, place),
    }


def _setup(loaded: LoadedGame, asked: Arrange, job: Job) -> dict[str, Any]:
    place, pieces = set_up(loaded, asked)
    return {
        "place": {"start": place.start, "moves": list(place.moves)},
        "position": position_as_json(loaded, place),
        "pieces": pieces,
    }


def _choose(loaded: LoadedGame, asked: Choose, job: Job) -> dict[str, Any]:
    return choose(loaded, asked, job.stop)


def _analyse(loaded: LoadedGame, asked: Timed, job: Job) -> dict[str, Any]:
    return analyse(loaded, asked, job.stop, job.tell)


def _chart(loaded: LoadedGame, asked: Timed, job: Job) -> dict[str, Any]:
    return chart(loaded, asked, job.stop, job.tell)


def _trace(loaded: LoadedGame, asked: Trace, job: Job) -> dict[str, Any]:
    return trace(loaded, asked, job.stop)


def _compare(loaded: LoadedGame, asked: Compare, job: Job) -> dict[str, Any]:
    return compare_rules(loaded, asked, job.tell)


def _measure(loaded: LoadedGame, asked: Measure, job: Job) -> dict[str, Any]:
    return measure(loaded, asked, job.tell)


def _tournament(loaded: LoadedGame, asked: Tournament, job: Job) -> dict[str, Any]:
    return hold_tournament(loaded, asked, job.stop, job.tell)


def _tune(loaded: LoadedGame, asked: Tune, job: Job) -> dict[str, Any]:
    return tune_weights(loaded, asked, job.stop, job.tell)


ANSWERS: Final[Mapping[str, Callable[[LoadedGame, Any, Job], Any]]] = {
    "position": _position,
    "read": _read,
    "setup": _setup,
    "choose": _choose,
    "analyse": _analyse,
    "chart": _chart,
    "trace": _trace,
    "compare": _compare,
    "measure": _measure,
    "tournament": _tournament,
    "tune": _tune,
}
