"""Which clauses of a game hold while it is played at random, and which never do."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pyengine.compiler.analysis.entries import key_of
from pyengine.compiler.normal_form.parameters import parameter_values
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.procedures import domain
from pyengine.compiler.python.contract import Contract
from pyengine.compiler.runtime import capture
from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.folded_terms import opened
from pyengine.compiler.runtime.terms import Value
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.errors import PyengineError
from pyengine.language.checking.clauses import Rule
from pyengine.language.contract import OWN, vocabulary_of
from pyengine.language.gate import CheckedProgram
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.call_limits import guard, processor_clock
from pyengine.reasoners.replay.frames import AnyFrame, CallFrame, Todo
from pyengine.reasoners.replay.located_goals import LocatedClause, LocatedGoal
from pyengine.reasoners.replay.machine import GoalLimitError, Machine
from pyengine.reasoners.replay.patterns import Env
from pyengine.reasoners.replay.predicates import Definition, Predicates
from pyengine.reasoners.replay.replay import Interpreted
from pyengine.terms import Term

GAMES: Final = 20
"""Games that are played at random where there is time for them."""
_FEWEST_GAMES: Final = 5
"""Games after which something can be said."""
_MOST_PLIES: Final = 500


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was seen: how many games and positions, and the clauses that never held, of predicates that were called."""

    games: int
    positions: int
    unheld: tuple[Rule, ...]


def cover(program: CheckedProgram, parameters: Mapping[str, Term], *, seconds: float, seed: int = 0) -> Coverage | None:
    """Play at random for so many seconds at most; None where too little could be played to say anything."""
    played = _Played()
    for has_tables in (True, False):  # without tables, calls of tabled predicates are followed, and need not end
        played = _Played()
        depth = capture.begin()
        try:
            play = guard(Budget(seconds=seconds + 1.0), processor_clock)
            play(_play, program, parameters, seconds, random.Random(seed), has_tables, played)
        except UnsupportedError:
            continue
        except (GoalLimitError, PrologError, PyengineError, RecursionError):
            pass  # the walk through the game tells what is wrong with it
        finally:
            capture.end(depth)
        break
    if played.games < _FEWEST_GAMES:
        return None
    called = {id(clause): clause for callee in played.called for clause in callee.clauses}
    unheld = [clause.rule for key, clause in called.items() if key not in played.held and clause.rule is not None]
    return Coverage(played.games, played.positions, tuple(unheld))


@dataclass(slots=True)
class _Played:
    """What has been seen so far."""

    games: int = 0
    positions: int = 0
    called: dict[Definition, None] = field(default_factory=dict)
    held: set[int] = field(default_factory=set)
    kept: list[LocatedClause] = field(default_factory=list)

    def hold(self, clause: LocatedClause) -> None:
        if id(clause) not in self.held:
            self.held.add(id(clause))
            self.kept.append(clause)  # so that nothing else gets its number


def _play(
    program: CheckedProgram,
    parameters: Mapping[str, Term],
    seconds: float,
    chance: random.Random,
    has_tables: bool,
    played: _Played,
) -> None:
    sources = Sources(program)
    settling = Interpreted(_NotingMachine(Predicates(sources, None, False, has_tables), seconds, played))
    key = key_of(OWN["parameter"])
    values = parameter_values(sources, parameters, lambda: settling.attempt(key))
    rules: Any = Interpreted(_NotingMachine(Predicates(sources, values, False, has_tables), seconds, played))
    contract = Contract(rules, sources, vocabulary_of(program), domain.ANY, ())
    contract.set_players(contract.players())
    start = contract.initial()
    while played.games < GAMES:
        _play_one(contract, start, chance, played)
        played.games += 1


def _play_one(contract: Contract, start: Value, chance: random.Random, played: _Played) -> None:
    position = start
    for _ in range(_MOST_PLIES):
        played.positions += 1
        found = contract.step_(position)
        if "staticval" in contract.offers:
            contract.staticval(position)
        if isinstance(found, list) or not found[2]:
            return
        position = opened(chance.choice(found[2]))


class _NotingMachine(Machine):
    """Notes which clauses hold: those whose body was gone through to its end."""

    def __init__(self, predicates: Predicates, seconds: float, played: _Played) -> None:
        super().__init__(predicates, 1, seconds)
        self._played = played
        self._end = time.thread_time() + seconds

    def count_goal(self) -> None:
        """See now and then whether there is time."""
        self.goals += 1
        if not self.goals % 1024 and time.thread_time() > self._end:
            raise GoalLimitError

    def enter(
        self, callee: Definition, args: tuple[Value, ...], goal: LocatedGoal, parent: AnyFrame | None, rest: Todo
    ) -> Todo:
        """Call a predicate by its clauses, and note which of them hold."""
        if not callee.is_own:
            return super().enter(callee, args, goal, parent, rest)
        self._played.called[callee] = None
        frame = CallFrame(callee, args, goal, parent, 0)
        if parent is None:
            self.root = frame
        return self.attempt(frame, 0, (_NoteGoal(self._played), [], frame, 0, rest))


@dataclass(slots=True, eq=False)
class _NoteGoal(LocatedGoal):
    """Stands after the body of a clause: it is reached where the clause holds."""

    played: _Played | None = None

    def run(self, machine: Machine, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        """Note the clause that the call is in."""
        assert self.played is not None
        if isinstance(frame, CallFrame) and frame.clause is not None:
            self.played.hold(frame.clause)
        return rest
