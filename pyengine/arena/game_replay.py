"""The replay of a stored game: its moves played by the rules, so that a record that does not fit is noticed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from pyengine.arena.game_record import Played, Record
from pyengine.arena.rulebook import Rulebook
from pyengine.arena.schedule import Planned, Schedule
from pyengine.errors import PyengineError, StoreError
from pyengine.game import expand
from pyengine.search.result import number_as_json
from pyengine.texts import parse_move

NUMBER_DIGITS: Final = 8
"""A decimal of fewer digits is the number of a game, not the beginning of its identifier."""


class ReplayedPosition(NamedTuple):
    """A position, and the move that led to it; None for the first."""

    state: Any
    move: Played | None


def find_record(games: Schedule, records: dict[str, Record], which: str) -> tuple[Planned, Record]:
    """Find a game by its number, from 1, or by the beginning of its identifier."""
    if which.isdecimal() and len(which) < NUMBER_DIGITS:
        if not 1 <= int(which) <= len(games.games):
            raise StoreError(f"there are games 1 to {len(games.games)}, and no {which}")
        fitting = [games.games[int(which) - 1]]
    else:
        fitting = [game for game in games.games if game.identifier.startswith(which)]
    if len(fitting) != 1:
        raise StoreError(f"{'several games begin' if fitting else 'no game begins'} with {which}")
    if fitting[0].identifier not in records:
        raise StoreError(f"the game {which} is not played yet")
    return fitting[0], records[fitting[0].identifier]


def replay(rules: Rulebook, record: Record) -> Iterator[ReplayedPosition]:
    """Play a game again, position by position; StoreError where the rules do not allow it, or end it otherwise."""
    game = rules.load()
    state = game.initial
    yield ReplayedPosition(state, None)
    for number, move in enumerate(record.moves, start=1):
        try:
            state = game.result(state, parse_move(game, move.move, state))
        except PyengineError as error:
            raise StoreError(f"move {number} of the game {record.identifier} does not fit the rules: {error}") from None
        yield ReplayedPosition(state, move)
    utilities = expand(game, state).utilities
    if record.ending == "over" and tuple(map(number_as_json, utilities or ())) != record.utilities:
        raise StoreError(f"the game {record.identifier} does not end as the rules say")
