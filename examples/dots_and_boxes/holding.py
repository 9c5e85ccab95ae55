"""A trial held: its games played or taken from where they are kept, and what is known of their openings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from trials import Trial

from pyengine.arena.crew import Crew
from pyengine.arena.game_record import Record
from pyengine.arena.game_store import GameStore
from pyengine.arena.rulebook import AnyGame
from pyengine.arena.schedule import Opening, Schedule
from pyengine.arena.standings import Standing
from pyengine.arena.tournament import Progress, hold
from pyengine.reasoners.names import ReasonerOrTwin
from pyengine.search import solve
from pyengine.texts import parse_move

SOLVED_DOTS: Final = 3
"""The largest board all of whose openings are solved in no time."""


@dataclass(frozen=True, slots=True)
class Held:
    """A trial and its results.

    `balances` are those of each pairing, for each class of openings that are alike: the games won less the games lost
    by its first player. `perfect` is how many games ended with the margin that perfect play of both has from their
    opening; None where that is not known.
    """

    trial: Trial
    standing: Standing
    balances: tuple[tuple[int, ...], ...]
    perfect: int | None

    @property
    def openings(self) -> int:
        """How many openings there are."""
        return len({game.opening for game in self.standing.schedule.games})

    @property
    def classes(self) -> int:
        """How many of them are different when boards that are alike are taken for one."""
        return len(self.balances[0])


def hold_trial(
    trial: Trial,
    games: int,
    seed: int,
    reasoner: ReasonerOrTwin,
    crew: Crew,
    folder: Path | None = None,
    progress: Progress | None = None,
) -> Held:
    """Play what is left of a trial. Its games are kept in a file of `folder`, named after the trial."""
    plan = trial.plan(games, seed, reasoner)
    with GameStore(None if folder is None else folder / f"{trial.name}.games") as store:
        standing = hold(plan, crew, store, progress=progress)
        records = store.records()
    game = plan.rules.load()
    reached = {planned.opening: _reached(game, planned.opening) for planned in standing.schedule.games}
    perfect = _perfect(game, reached, standing.schedule, records) if trial.dots <= SOLVED_DOTS else None
    return Held(trial, standing, _balances(game, reached, standing.schedule, records), perfect)


def _reached(game: AnyGame, opening: Opening) -> Any:
    state = game.initial
    for text in opening:
        state = game.result(state, parse_move(game, text, state))
    return state


def _balances(
    game: AnyGame, reached: Mapping[Opening, Any], schedule: Schedule, records: Mapping[str, Record]
) -> tuple[tuple[int, ...], ...]:
    classes = {opening: game.canonical(state) for opening, state in reached.items()}  # type: ignore[attr-defined]
    found = {pairing: dict.fromkeys(classes.values(), 0) for pairing in schedule.plan.pairings}
    for planned in schedule.games:
        record = records.get(planned.identifier)
        if record is not None and record.points is not None:
            won = round(2 * record.points) - 1
            found[planned.pairing][classes[planned.opening]] += -won if planned.swapped else won
    return tuple(tuple(balance.values()) for balance in found.values())


def _perfect(game: AnyGame, reached: Mapping[Opening, Any], schedule: Schedule, records: Mapping[str, Record]) -> int:
    worth = {opening: solve(game, state).value for opening, state in reached.items()}
    ended = ((planned.opening, records.get(planned.identifier)) for planned in schedule.games)
    return sum(record is not None and record.utilities[:1] == (worth[opening],) for opening, record in ended)
