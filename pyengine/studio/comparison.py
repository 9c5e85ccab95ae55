"""The rules of a page against their twin or other rules: the report, and the first difference on two boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pyengine.compare import compare
from pyengine.compare.effort import Effort
from pyengine.errors import PyengineError, RequestError
from pyengine.game import Game
from pyengine.native import twin
from pyengine.studio.loaded_game import LoadedGame
from pyengine.studio.positions import state_as_json
from pyengine.studio.protocol import Compare, Load
from pyengine.terms import to_python
from pyengine.texts import parse_move

Tell = Callable[[Mapping[str, Any]], None]


def compare_rules(loaded: LoadedGame, asked: Compare, tell: Tell) -> dict[str, Any]:
    """Walk the game of a page and another side by side."""
    other = _other(loaded, asked)
    effort = Effort(seconds=asked.seconds)
    report = compare(loaded.game, other, effort=effort, speed=False, progress=lambda doing: tell({"doing": doing}))
    told: dict[str, Any] = {"agree": report.agree, "report": str(report), **report.as_json(), "first": None}
    if report.difference is not None and report.difference.positions is not None:
        path = report.difference.path
        told["first"] = {
            "path": list(path),
            "left": _side(loaded.game, path),
            "right": _side(other, path),
            "answers": list(report.difference.answers),
            "message": report.difference.message,
        }
    return told


def _other(loaded: LoadedGame, asked: Compare) -> Game[Any, Any]:
    other = asked.other
    if other.twin:
        values = {name: to_python(value) for name, value in loaded.game.parameters.items()}
        return twin(loaded.load.name, **values)
    if other.text is None:
        raise RequestError("there is nothing to compare with")
    parameters = loaded.load.parameters if asked.parameters is None else asked.parameters
    return LoadedGame(Load(other.text, other.name or "other", other.file, parameters, loaded.load.start)).game


def _side(game: Game[Any, Any], path: tuple[str, ...]) -> dict[str, Any]:
    """Show the position of the first difference on one side, as far as that side can get there."""
    state, previous, played = game.initial, None, 0
    try:
        for text in path:
            state, previous = game.result(state, parse_move(game, text, state)), state
            played += 1
        return {**state_as_json(game, state, previous), "played": played}
    except PyengineError as error:
        return {"svg": "", "text": "", "described": str(error), "moves": [], "played": played, "problem": str(error)}
