"""A match: the positions and the moves between them; kept in a file, and back by playing its moves."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyengine.errors import PyengineError, SavedGameError
from pyengine.game import Expansion, Game, expand, offers
from pyengine.language.reading.files import read_file
from pyengine.quoting import json_text, quote_line
from pyengine.repetition import repetition_key
from pyengine.stores.json_shapes import MISSHAPEN, read_json, shaped
from pyengine.texts import AnyGame, line_texts, move_text, parse_move, parse_state, state_text


@dataclass(frozen=True, slots=True)
class Match:
    """The positions from the first to the present one; `moves[i]` leads from `states[i]` to `states[i + 1]`."""

    game: Game[Any, Any]
    states: tuple[Any, ...]
    moves: tuple[Any, ...] = ()

    @property
    def state(self) -> Any:
        """The present position."""
        return self.states[-1]

    @property
    def expansion(self) -> Expansion[Any, Any]:
        """The moves of the present position, or what it is worth."""
        return expand(self.game, self.state)

    def play(self, move: Any) -> Match:
        """Make a legal move."""
        return Match(self.game, (*self.states, self.game.result(self.state, move)), (*self.moves, move))

    def back(self, plies: int) -> Match:
        """Take back some moves."""
        kept = len(self.moves) - plies
        return Match(self.game, self.states[: kept + 1], self.moves[:kept])

    def move_texts(self) -> tuple[str, ...]:
        """Write all the moves so far."""
        return line_texts(self.game, self.states[0], self.moves)

    def last_text(self) -> str:
        """Write the last move."""
        return move_text(self.game, self.moves[-1], self.states[-2])

    @property
    def repeated(self) -> int:
        """How many times the present position has been on the board."""
        key = repetition_key(self.game)
        return Counter(map(key, self.states))[key(self.state)]

    def since(self, earlier: Match) -> tuple[Any, ...] | None:
        """Give the moves that were made since; None where this match has not come from there."""
        known = len(earlier.moves)
        begins = self.states[0] == earlier.states[0] and self.moves[:known] == earlier.moves
        return self.moves[known:] if begins else None

    def mover(self, ply: int | None = None) -> int:
        """Give the index of the player to move now, or after some plies; -1 where the game is over."""
        expansion = expand(self.game, self.states[-1 if ply is None else ply])
        return -1 if expansion.utilities is not None else expansion.mover


FORMAT = 1


@dataclass(frozen=True, slots=True)
class GameReference:
    """What was being played: the name of the game and its parameters, as text."""

    game: str
    parameters: dict[str, str]


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """What is in a file: `start` is None where the match began as the rules do."""

    format: int
    game: str
    parameters: dict[str, str]
    moves: tuple[str, ...]
    start: str | None = None


def save(match: Match, reference: GameReference, path: Path) -> None:
    """Write a match to a file; SavedGameError where that cannot be done."""
    first = match.states[0]
    is_usual = offers(match.game, "initial") and first == match.game.initial
    saved = {
        "format": FORMAT,
        "game": reference.game,
        "parameters": reference.parameters,
        "start": None if is_usual else state_text(match.game, first),
        "moves": list(match.move_texts()),
    }
    try:
        path.write_text(json_text(saved, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise SavedGameError(f"cannot write {quote_line(str(path))}: {error.strerror or error}") from None


def read_match(path: Path) -> SavedMatch:
    """Read what a file has, of whatever game; SavedGameError where it has no match."""
    name = quote_line(str(path))
    try:
        return shaped(SavedMatch, read_json(read_file(path).decode("utf-8")))  # type: ignore[no-any-return]
    except OSError as error:
        raise SavedGameError(f"cannot read {name}: {error.strerror or error}") from None
    except MISSHAPEN:
        raise SavedGameError(f"{name} is not a saved game") from None


def restore(game: AnyGame, reference: GameReference, path: Path) -> Match:
    """Read a match of this game from a file; SavedGameError where it is not one."""
    name, saved = quote_line(str(path)), read_match(path)
    if (saved.game, saved.parameters) != (reference.game, reference.parameters):
        given = "".join(f" --param {key}={value}" for key, value in saved.parameters.items())
        raise SavedGameError(f"{name} is a game of {quote_line(f'{saved.game}{given}')}; this is another")
    try:
        found = Match(game, (game.initial if saved.start is None else parse_state(game, saved.start),))
        for text in saved.moves:
            found = found.play(parse_move(game, text, found.state))
    except PyengineError as error:
        raise SavedGameError(f"{name} does not fit the rules of {quote_line(saved.game)}: {error}") from None
    return found
