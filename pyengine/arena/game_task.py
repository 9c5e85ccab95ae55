"""One game as a task: what is to be played comes in as text, the record of the game goes out as text.

Nothing that goes wrong with a game is raised: it is recorded. The rules of the plan are the referee. A player whose
parameters change the rules, and not only what it goes by, is found out where its moves, or what they lead to, are not
those of the referee.
"""

from __future__ import annotations

import ctypes
import json
import os
import platform
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

from pyengine import winners
from pyengine.arena.game_record import Ending, Fault, Played, Record
from pyengine.arena.players import Player
from pyengine.arena.rulebook import AnyGame, Rulebook, carry, move_name
from pyengine.arena.schedule import Plan, Planned
from pyengine.errors import PlayerError, PyengineError, TournamentError
from pyengine.game import Expansion, expand, offers
from pyengine.repetition import repetition_key
from pyengine.search.options import read_number
from pyengine.search.result import number_as_json
from pyengine.search.retrograde import endless_worth
from pyengine.terms import Number
from pyengine.texts import parse_move, state_text

PERIOD: Final = 0.1
"""Seconds between two looks at the clock."""


class MoveTimeoutError(BaseException):
    """A move that takes too long; no rule or game should catch it."""


class MoveTimeout:
    """Watches one thread, that which enters it, from another one.

    What was raised is let through to its end. It cannot be taken back: Python 3.11 would look for it for ever after,
    at every call, and does not come out of that where a profiler or debugger is at work.

    >>> with MoveTimeout() as timeout:
    ...     try:
    ...         with timeout.of(0.01):
    ...             while True:
    ...                 pass
    ...     except MoveTimeoutError:
    ...         print("enough")
    enough
    """

    def __init__(self) -> None:
        self._thread = 0
        self._deadline: float | None = None
        self._raised = False
        self._lock = threading.Lock()
        self._over = threading.Event()

    def __enter__(self) -> MoveTimeout:
        self._thread = threading.get_ident()
        threading.Thread(target=self._watch, name="pyengine-move-timeout", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()

    def _watch(self) -> None:
        while not self._over.wait(PERIOD):
            with self._lock:
                if self._deadline is not None and time.monotonic() > self._deadline:
                    self._deadline, self._raised = None, True
                    thread, error = ctypes.c_ulong(self._thread), ctypes.py_object(MoveTimeoutError)
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, error)

    @contextmanager
    def of(self, seconds: float) -> Iterator[None]:
        """Let what is done inside take so many seconds; MoveTimeoutError comes a little later than that."""
        self._deadline = time.monotonic() + seconds
        try:
            yield
        except MoveTimeoutError:
            self._raised = False
            raise
        finally:
            with self._lock:
                self._deadline = None
            while self._raised:
                time.sleep(0.001)  # it is raised here


REPETITIONS: Final = 3
"""So many times on the board, and a position ends the game."""

GRACE_SECONDS: Final = 0.1
GRACE_SHARE: Final = 0.1
"""A search looks at the time before every position; what goes beyond that by more than both is an overrun."""

_ALONE: Final = threading.Lock()
"""One game at a time in a process, whatever threads it has: two would use up each other's time."""


@cache
def own_version() -> str:
    """Name the version of pyengine that runs here."""
    try:
        return version("pyengine-logic")
    except PackageNotFoundError:
        return "unknown"


def require_version(told: str) -> None:
    """Refuse to play for another version of pyengine: its games might not be the same."""
    if told != own_version():
        here = socket.gethostname()
        raise TournamentError(f"{here} has pyengine {own_version()}, and the tournament is held by {told}")


def task_of(plan: Plan, planned: Planned) -> str:
    """Write all that it takes to play a game, so that it can be played anywhere."""
    return json.dumps(
        {
            "version": own_version(),
            "identifier": planned.identifier,
            "seed": planned.seed,
            "rules": plan.rules.as_json(),
            "players": [str(plan.players[place]) for place in planned.players],
            "opening": list(planned.opening),
            "longest": plan.longest,
            "even": number_as_json(plan.even),
            "patience": plan.patience,
        }
    )


def play_game(task: str) -> str:
    """Play a game that `task_of` wrote, and give its record as text."""
    with _ALONE:
        found = json.loads(task)
        require_version(found["version"])
        return _GameInProgress.laid(found).play().to_text()


@dataclass(slots=True)
class _GameInProgress:
    """A game in progress: its players, and the moves so far."""

    identifier: str
    rules: Rulebook
    players: tuple[Player, Player]
    opening: tuple[str, ...]
    longest: int
    even: Number | None
    longest_move: float
    seed: str
    chances: tuple[random.Random, random.Random]
    games: tuple[AnyGame, AnyGame] | None = None
    reasoners: tuple[str, ...] = ()
    timeout: MoveTimeout = field(default_factory=MoveTimeout)

    @classmethod
    def laid(cls, task: dict[str, Any]) -> _GameInProgress:
        first, second = (Player.parse(text) for text in task["players"])
        even = task["even"]
        return cls(
            identifier=task["identifier"],
            rules=Rulebook.from_json(task["rules"]),
            players=(first, second),
            opening=tuple(task["opening"]),
            longest=task["longest"],
            even=read_number(even) if isinstance(even, str) else even,
            longest_move=task["patience"],
            seed=task["seed"],
            chances=(random.Random(f"{task['seed']} 0"), random.Random(f"{task['seed']} 1")),
        )

    def play(self) -> Record:
        """Play to the end, or to the first thing that goes wrong."""
        began = datetime.now(UTC)
        moves: list[Played] = []
        ending: Ending = "fault"
        points: float | None = None
        utilities: tuple[Number, ...] = ()
        fault: Fault | None = None
        try:
            referee = self._load_games()
            with self.timeout:
                ending, utilities = self._play(referee, moves)
            points = winners.points(referee, utilities, self.even)
        except _AtFaultError as error:
            fault = error.fault
        except Exception as error:  # a game written in Python may raise anything
            fault = _fault(error)
        return Record(
            identifier=self.identifier,
            players=(str(self.players[0]), str(self.players[1])),
            opening=len(self.opening),
            seed=self.seed,
            moves=tuple(moves),
            ending=ending,
            points=points,
            utilities=tuple(number_as_json(value) for value in utilities),  # type: ignore[misc]
            fault=fault,
            setting=self._setting(began),
        )

    def _load_games(self) -> AnyGame:
        """Load the game for the referee and for each player; a player's own parameters are the player's fault."""
        referee = self.rules.load()
        own: list[AnyGame] = []
        for place, player in enumerate(self.players):
            with _blaming(place):
                own.append(self.rules.load(player.parameters) if player.parameters else referee)
        self.games = (own[0], own[1])
        self.reasoners = tuple(str(getattr(game, "reasoner", "native")) for game in (referee, *own))
        return referee

    def _play(self, referee: AnyGame, moves: list[Played]) -> tuple[Ending, tuple[Number, ...]]:
        state = referee.initial
        seen: Counter[Any] = Counter()
        key = repetition_key(referee)
        while True:
            expansion = expand(referee, state)
            if expansion.utilities is not None:
                self._agree_on_end(state, expansion, referee)
                return "over", expansion.utilities
            here = key(state)
            seen[here] += 1
            if seen[here] == REPETITIONS or len(moves) == self.longest:
                worth = self._endless(referee)
                return "repetition" if seen[here] == REPETITIONS else "length", (worth, -worth)
            if len(moves) < len(self.opening):
                text = self.opening[len(moves)]
                move = parse_move(referee, text, state)
                moves.append(Played(text, expansion.mover))
            else:
                with _blaming(expansion.mover):
                    move = self._choose(referee, state, expansion, moves)
            state = expansion.children[list(expansion.moves).index(move)]

    def _choose(self, referee: AnyGame, state: Any, expansion: Expansion[Any, Any], moves: list[Played]) -> Any:
        """Let the player whose turn it is choose, and see that the move is one of the referee's."""
        assert self.games is not None
        mover = expansion.mover
        player, game = self.players[mover], self.games[mover]
        own = carry(state, referee, game)
        if game is not referee:
            opened = expand(game, own)
            led = [carry(child, referee, game) for child in expansion.children]
            if (opened.mover, list(opened.moves), list(opened.children)) != (mover, list(expansion.moves), led):
                raise PlayerError(_other_game(player, state_text(referee, state)))
        seconds = player.limit.seconds
        patience = self.longest_move if seconds is None else min(self.longest_move, 60 + 10 * float(seconds))
        try:
            with self.timeout.of(patience):
                chosen = player.choose(game, own, self.chances[mover])
        except MoveTimeoutError:
            raise PlayerError(f"{player.label} had no move after {patience:g} seconds") from None
        if chosen.move not in expansion.moves:
            raise PlayerError(f"{player.label} chose {chosen.move}, which is not a legal move")
        overran = seconds is not None and chosen.seconds > float(seconds) * (1 + GRACE_SHARE) + GRACE_SECONDS
        moves.append(
            Played(
                move_name(referee, chosen.move, state),
                mover,
                round(chosen.seconds, 6),
                chosen.nodes,
                chosen.depth,
                number_as_json(chosen.value),  # type: ignore[arg-type]
                overran,
            )
        )
        return chosen.move

    def _agree_on_end(self, state: Any, expansion: Expansion[Any, Any], referee: AnyGame) -> None:
        """Check that both players' games end here as the referee's does, with the same worth."""
        assert self.games is not None
        for place, (player, game) in enumerate(zip(self.players, self.games, strict=True)):
            with _blaming(place):
                if game is not referee and expand(game, carry(state, referee, game)).utilities != expansion.utilities:
                    raise PlayerError(_other_game(player, state_text(referee, state)))

    def _endless(self, referee: AnyGame) -> Number:
        """Give what a game that is broken off is worth to MAX: what the rules say, else as much as a draw."""
        if offers(referee, "infinite"):
            return endless_worth(referee)
        even = winners.draw_value(referee) if self.even is None else self.even
        return 0 if even is None else even

    def _setting(self, began: datetime) -> dict[str, Any]:
        return {
            "pyengine": own_version(),
            "python": platform.python_version(),
            "reasoners": list(self.reasoners),
            "machine": socket.gethostname(),
            "process": os.getpid(),
            "began": began.isoformat(timespec="milliseconds"),
            "ended": datetime.now(UTC).isoformat(timespec="milliseconds"),
        }


def _other_game(player: Player, position: str) -> str:
    given = ", ".join(f"{name}={value}" for name, value in player.parameters)
    return f"{given} changes the rules, not only what {player.label} goes by: in the position {position}"


class _AtFaultError(Exception):
    """Carries the fault of a player to the record."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


@contextmanager
def _blaming(player: int) -> Iterator[None]:
    """Take whatever is raised for the fault of a player."""
    try:
        yield
    except Exception as error:
        raise _AtFaultError(_fault(error, player)) from error


def _fault(error: Exception, player: int | None = None) -> Fault:
    kind = type(error).__name__
    return Fault(kind, str(error) if isinstance(error, PyengineError) else f"{kind}: {error}", player)
