"""All games of a plan played, each written down as it ends; what was played before is not played again."""

from __future__ import annotations

import difflib
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import replace
from pathlib import Path
from typing import Final

from pyengine.api import as_terms
from pyengine.arena.crew import Crew, HereCrew, LocalCrew
from pyengine.arena.game_record import Fault, Record
from pyengine.arena.game_store import GameStore
from pyengine.arena.game_task import task_of
from pyengine.arena.players import Player, setting_names
from pyengine.arena.rulebook import Rulebook, settings_of
from pyengine.arena.schedule import Plan, Planned, Schedule, schedule
from pyengine.arena.standings import GameSummary, Standing
from pyengine.arena.statistics import SequentialTest
from pyengine.errors import PlayerError
from pyengine.reasoners.names import ReasonerOrTwin

Progress = Callable[[Standing], None]

SECONDS_BETWEEN: Final = 0.2
"""How often the standing is told, at most."""

COUNTING_SHARE: Final = 1 / 20
"""How much of the time may go into counting, which takes long where there are many games."""

SECONDS_TO_LOOK: Final = 5.0
"""How long nothing may end before the crew sees whether it is still there."""

ATTEMPTS: Final = 3
"""How often a game is begun whose process dies, before that is put down to the game."""


def hold(
    plan: Plan,
    crew: Crew,
    store: GameStore | None = None,
    *,
    test: SequentialTest | None = None,
    progress: Progress | None = None,
) -> Standing:
    """Play a tournament, or what is left of it, and give its standing.

    With a `test`, a pairing ends where the test does; the store keeps which it was. Ctrl-C ends the tournament: the
    standing is what there is by then, `interrupted`, and the same call goes on from there. The crew is its maker's to
    close.

    >>> plan = Plan(Rulebook.of("tictactoe"), (Player.parse("alphabeta:depth=2"), Player.parse("first")), games=10)
    >>> [pairing] = hold(plan, HereCrew()).pairings
    >>> pairing.tally
    Tally(wins=9, draws=0, losses=1)
    """
    _require_parameters(plan)
    games = schedule(plan, plan.rules.load())
    store = store or GameStore()
    store.hold(plan)
    store.end_by(test)
    running = _TournamentRun(games, crew, store, test)
    interrupted = False
    remarks: tuple[str, ...] = ()
    try:
        remarks = crew.prepare(plan.rules)
        for standing in running.play():
            if progress is not None:
                progress(standing)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        if running.flying:
            crew.drop()
    return replace(running.standing(), interrupted=interrupted, remarks=remarks)


def tournament(
    game: str | Path,
    players: Iterable[str | Player],
    *,
    games: int = 100,
    jobs: int = 1,
    store: str | Path | None = None,
    test: SequentialTest | None = None,
    progress: Progress | None = None,
    reasoner: ReasonerOrTwin = "auto",
    start: str | None = None,
    trust: bool = False,
    seed: int = 0,
    opening_plies: int = 2,
    **parameters: object,
) -> Standing:
    """Let players play each other by the rules of a game, each pair so many `games`, and give the standing.

    Players are written as on the command line, games are given as to `load`; other keyword arguments are parameters of
    the game. One `jobs` is this process, several are as many others: a script that asks for them has
    `if __name__ == "__main__":` around what it does. A file as `store` keeps every game as it ends, and the same call
    goes on with what it has. For all else there are `Plan`, `Crew` and `hold` of `pyengine.arena`.

    >>> standing = tournament("nim", ["alphabeta:depth=2", "random"], games=4, piles=[1, 2, 2])
    >>> standing.played, standing.tally(0).games, standing.tally(0).draws
    (4, 4, 0)
    """
    if isinstance(players, str):
        raise PlayerError(f"players is a list, as in ['alphabeta:depth=2', 'random'], not {players!r}")
    sides = tuple(player if isinstance(player, Player) else Player.parse(player) for player in players)
    settings = settings_of(as_terms(parameters))
    rules = Rulebook.of(game, parameters=settings, reasoner=reasoner, start=start, trust=trust)
    plan = Plan(rules, sides, games=games, seed=seed, opening_plies=opening_plies)
    require_playable(plan)
    with (
        GameStore(None if store is None else Path(store), trust=trust) as kept,
        HereCrew() if jobs == 1 else LocalCrew(jobs) as crew,
    ):
        return hold(plan, crew, kept, test=test, progress=progress)


def require_playable(plan: Plan) -> None:
    """Refuse a tournament of which no game can be played, before there is a file for it."""
    _require_parameters(plan)
    schedule(replace(plan, games=2), plan.rules.load())


def _require_parameters(plan: Plan) -> None:
    """Refuse players with parameters that the game does not declare, rather than find out in each of their games."""
    declared = plan.rules.declared()
    for player in plan.players:
        if declared is not None and (unknown := [name for name, _ in player.parameters if name not in declared]):
            told = f"is neither an option of a search nor a parameter of {plan.rules.name}"
            near = difflib.get_close_matches(unknown[0], (*setting_names(), *declared), 1)
            has = f"it has: {', '.join(declared)}" if declared else "it has none"
            hint = f"did you mean {near[0]!r}?" if near else has
            raise PlayerError(f"the player {player.label}: {unknown[0]} {told}; {hint}")


class _TournamentRun:
    """A tournament in progress."""

    def __init__(self, games: Schedule, crew: Crew, store: GameStore, test: SequentialTest | None) -> None:
        self.games, self.crew, self.store, self.test = games, crew, store, test
        self.summaries = {identifier: GameSummary.of(record) for identifier, record in store.records().items()}
        self.attempts: Counter[str] = Counter()
        self.flying: dict[Future[str], Planned] = {}

    def standing(self) -> Standing:
        return Standing.of(self.games, self.summaries, self.test)

    def play(self) -> Iterator[Standing]:
        """Play, and give the standing from time to time; with a test, after each game."""
        standing = self.standing()
        yield standing
        due = 0.0
        waiting = deque(game for game in self.games.games if self._is_due(game))
        suspects: deque[Planned] = deque()
        flying = self.flying
        while waiting or suspects or not all(map(standing.decided, flying.values())):
            while waiting and not suspects and len(flying) < self.crew.size:
                game = waiting.popleft()
                if not standing.decided(game):
                    flying[self._begin(game)] = game
            if suspects and not flying:  # one that may have killed its process flies alone
                game = suspects.popleft()
                flying[self._begin(game)] = game
            if not flying:
                continue
            ended = wait(flying, SECONDS_TO_LOOK, FIRST_COMPLETED).done
            if not ended:
                self.crew.look()
            for future in ended:
                game = flying.pop(future)
                record = self._landed(game, future)
                if record is None:
                    suspects.append(game)
                else:
                    if not self.store.add(record):  # somebody else goes on with the same tournament
                        record = self.store.find(game.identifier)
                    self.summaries[game.identifier] = GameSummary.of(record)
            began = time.monotonic()
            if self.test is not None or began >= due:
                standing = self.standing()
                counted = time.monotonic()
                due = counted + max(SECONDS_BETWEEN, (counted - began) / COUNTING_SHARE)
                yield standing

    def _is_due(self, game: Planned) -> bool:
        known = self.summaries.get(game.identifier)
        return known is None or known.fault is not None

    def _begin(self, game: Planned) -> Future[str]:
        return self.crew.submit(task_of(self.games.plan, game))

    def _landed(self, game: Planned, future: Future[str]) -> Record | None:
        """Give the record of a game that has ended; None where it is to be played again, since its process died."""
        try:
            return Record.from_text(future.result())
        except Exception as raised:
            error = raised
        if not self.crew.lost(error):
            return self._failed(game, Fault(type(error).__name__, str(error)))
        self.attempts[game.identifier] += 1
        if self.attempts[game.identifier] < ATTEMPTS:
            return None
        told = f"the process that played it died, {ATTEMPTS} times"
        return self._failed(game, Fault("WorkerLostError", told))

    def _failed(self, game: Planned, fault: Fault) -> Record:
        first, second = (str(self.games.plan.players[place]) for place in game.players)
        return Record(
            identifier=game.identifier,
            players=(first, second),
            opening=len(game.opening),
            seed=game.seed,
            moves=(),
            ending="fault",
            points=None,
            fault=fault,
        )
