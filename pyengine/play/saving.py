"""A match as a file, and back: its moves are played again, so a file that fits another game is noticed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from pyengine.errors import PyengineError, SavedGameError
from pyengine.play.match import Match
from pyengine.texts import AnyGame, parse_move, parse_state, state_text

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Seat:
    """What was being played: the name of the game and its parameters, as text."""

    game: str
    parameters: dict[str, str]


def save(match: Match, seat: Seat, path: Path) -> None:
    """Write a match to a file; SavedGameError where that cannot be done."""
    first = match.states[0]
    saved = {
        "format": FORMAT,
        "game": seat.game,
        "parameters": seat.parameters,
        "start": None if first == match.game.initial else state_text(match.game, first),
        "moves": list(match.move_texts()),
    }
    try:
        path.write_text(json.dumps(saved, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise SavedGameError(f"cannot write {path}: {error.strerror or error}") from None


def restore(game: AnyGame, seat: Seat, path: Path) -> Match:
    """Read a match of this game from a file; SavedGameError where it is not one."""
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SavedGameError(f"cannot read {path}: {error.strerror or error}") from None
    except ValueError:
        raise SavedGameError(f"{path} is not a saved game") from None
    match saved:
        case {"format": int(), "game": str(name), "parameters": dict(parameters), "moves": list(moves)}:
            pass
        case _:
            raise SavedGameError(f"{path} is not a saved game")
    if (name, parameters) != (seat.game, seat.parameters):
        given = "".join(f" --param {key}={value}" for key, value in parameters.items())
        raise SavedGameError(f"{path} is a game of {name}{given}; this is another")
    try:
        start = saved.get("start")
        found = Match(game, (game.initial if start is None else parse_state(game, str(start)),))
        for text in moves:
            found = found.play(parse_move(game, str(text), found.state))
    except PyengineError as error:
        raise SavedGameError(f"{path} does not fit the rules of {name}: {error}") from None
    return found
