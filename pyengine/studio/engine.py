"""The move that the engine chooses, at the level that a page asks for."""

from __future__ import annotations

import random
from typing import Any

from pyengine.arena.rulebook import move_name
from pyengine.errors import ParameterError
from pyengine.game import expand
from pyengine.play.level import Level
from pyengine.search import Limit, Result, search
from pyengine.search.result import Bound, number_as_json
from pyengine.search.watch import StopSignal
from pyengine.studio.loaded_game import Game, LoadedGame
from pyengine.studio.protocol import Choose


def choose(loaded: LoadedGame, asked: Choose, stop: StopSignal) -> dict[str, Any]:
    """Choose a move, and tell what speaks for it."""
    game, state = loaded.game, loaded.state(asked.place)
    level = Level.parse(asked.level)
    if expand(game, state).utilities is not None:
        raise ParameterError("the game is over: there is no move to choose")
    if level.measure == "random":
        result: Result[Any] = level.think(game, state, random.Random())
    else:
        limit = Limit(**{level.measure: level.amount})  # type: ignore[arg-type]
        result = search(game, state, limit=limit, algorithm=level.algorithm, stop=stop)
    return {
        "move": None if result.best is None else move_name(game, result.best, state),
        "value": number_as_json(result.value),
        "values": None if result.values is None else [number_as_json(value) for value in result.values],
        "bound": bound_text(result.bound, solved=result.solved),
        "solved": result.solved,
        "depth": result.depth,
        "line": list(line_names(game, state, result.line)),
        "seconds": result.seconds,
        "nodes": result.nodes,
    }


def bound_text(bound: Bound, *, solved: bool) -> str:
    """Say how a value stands to the true one: an exact value of a depth is an estimate of it."""
    return "estimate" if bound is Bound.EXACT and not solved else bound.value


def line_names(game: Game, state: Any, line: tuple[Any, ...]) -> list[str]:
    """Write the moves of a line so that each can be played."""
    names = []
    for move in line:
        names.append(move_name(game, move, state))
        state = game.result(state, move)
    return names
