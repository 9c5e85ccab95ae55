"""The border to SWI-Prolog: one call within a budget, arguments in, the answer or a `PrologFaultError` out."""

from __future__ import annotations

import ctypes
import itertools
from collections import deque
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Final, TypeVar

from pyengine.errors import RuleLimitError
from pyengine.language import sizes
from pyengine.language.checking.clauses import CLAUSE_FORMS
from pyengine.language.checking.declarations import DECLARING, FLAGS, HARMLESS
from pyengine.language.checking.safety import CAPTURED, HOOKS, TO_SINK
from pyengine.language.shipped import shipped
from pyengine.language.vocabulary import LIBRARIES, PREDICATES
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.swi import foreign_interface
from pyengine.reasoners.swi.foreign_interface import PASS_EXCEPTION, Engine
from pyengine.reasoners.swi.term_transfer import CyclicTermError, get_brief_term, get_term, put_term
from pyengine.reasoners.swi.watchdog import EngineWatchdog
from pyengine.terms import Atom, Compound, List, String, Term, to_term

T = TypeVar("T")
SUPPORT: Final = Path(__file__).parent / "prolog"
TABLE, MINIMAX = (shipped("rules") / "search" / name for name in ("contract_table.pl", "minimax.pl"))
GENEROUS: Final = Budget(inferences=10**12, seconds=60.0)
"""For our own calls, which end."""
_SETUP: Final = Lock()


class PrologFaultError(Exception):
    """An exception that left Prolog: the term that was thrown."""

    def __init__(self, ball: Term) -> None:
        super().__init__(str(ball))
        self.ball = ball


class NoSolutionError(Exception):
    """A goal that has no solution where one is needed."""


class Border:
    """What all games share: the library with our support files loaded into it, and the watchdog."""

    def __init__(self) -> None:
        self.library = foreign_interface.library()
        self.watchdog = EngineWatchdog(self.library)
        self._modules = itertools.count(1)
        self._abandoned: deque[tuple[str, str]] = deque()
        consult = self.predicate("consult", 1, "system")
        for path in (*(SUPPORT / f"{name}.pl" for name in ("contract", "loader", "diagnosis")), TABLE, MINIMAX):
            self.call(consult, [Atom(str(path))], GENEROUS)
        self.call(self.predicate("vocabulary", 1, "pyengine_vocabulary"), [_vocabulary()], GENEROUS)

    def abandon(self, rules: str, file_id: str) -> None:
        """Have a game removed from Prolog at the next load.

        Python collects garbage at any moment and in any thread, also in the middle of a border crossing, where nothing
        may call Prolog.
        """
        self._abandoned.append((rules, file_id))

    def fresh_module(self) -> str:
        """Name a module that no game has had, and remove the games that nobody refers to any more."""
        self.remove_abandoned()
        return f"game_{next(self._modules)}"

    def remove_abandoned(self) -> None:
        """Remove the games that nobody refers to any more, so that no thread is in a call of their rules.

        SWI-Prolog does not survive that clauses are taken away from a predicate that another thread runs.
        """
        while True:
            try:
                abandoned = self._abandoned.popleft()
            except IndexError:  # empty, or another thread took the last one
                break
            self.unload(*abandoned)

    def unload(self, rules: str, file_id: str) -> None:
        """Remove a game from Prolog."""
        if self.library.is_running:
            self.call(self.predicate("unload", 2, "pyengine_loader"), [Atom(rules), Atom(file_id)], GENEROUS)

    def said(self, ball: Term) -> str:
        """Put a thrown term into SWI-Prolog's own words."""
        message = self.ask(self.predicate("said", 2, "pyengine_diagnosis"), [ball], take_term, GENEROUS)
        return " ".join(part.strip() for part in message.text.splitlines()) if isinstance(message, String) else ""

    def predicate(self, name: str, arity: int, module: str) -> int:
        """Find a predicate by name; the first thing that a thread asks for, so it gets its engine here."""
        found: int = foreign_interface.engine().library.predicate(name.encode(), arity, module.encode())
        return found

    def call(self, predicate: int, arguments: Sequence[Term | bytes], budget: Budget) -> None:
        """Call a predicate whose arguments are all given; NoSolutionError where it fails."""
        self.ask(predicate, arguments, lambda engine, ref: None, budget)

    def ask(
        self, predicate: int, arguments: Sequence[Term | bytes], take: Callable[[Engine, int], T], budget: Budget
    ) -> T:
        """Call a predicate with one more argument than those given, and `take` what it holds after the call.

        Bytes stand for the term that they record.
        """
        engine = foreign_interface.engine()
        library = engine.library
        frame = library.open_frame()
        try:
            refs = library.new_refs(len(arguments) + 1)
            for ref, argument in enumerate(arguments, refs):
                if isinstance(argument, bytes):
                    library.recorded_external(argument, ref)
                else:
                    put_term(engine, ref, argument)
            if not self.invoke(engine, predicate, refs, budget):
                raise NoSolutionError
            return take(engine, refs + len(arguments))
        finally:
            library.discard_frame(frame)

    def invoke(self, engine: Engine, predicate: int, refs: int, budget: Budget) -> bool:
        """Call a predicate on argument references, watched."""
        if engine.stack_limit != budget.memory_bytes:
            self.limit_stacks(engine, budget.memory_bytes)
        outer = engine.budget
        engine.calls += 1
        engine.budget = budget
        engine.patience = budget.seconds
        if self.watchdog.is_parked:
            self.watchdog.wake()
        try:
            succeeded = engine.library.call_predicate(None, PASS_EXCEPTION, predicate, refs)
        finally:
            engine.budget = outer
        if not succeeded or engine.alarm:
            self.check(engine)
        return bool(succeeded)

    def check(self, engine: Engine) -> None:
        """Raise what ended the last call, if anything did."""
        library = engine.library
        thrown = library.exception(0)
        alarm, engine.alarm = engine.alarm, None
        if alarm:
            library.clear_exception()
            self.tidy(engine)
            raise alarm
        if thrown:
            try:
                ball = get_brief_term(engine, thrown)
            except CyclicTermError:
                ball = Compound("error", (Compound("cyclic", (Atom("a term that contains itself"),)), Atom("_")))
            finally:
                library.clear_exception()
            match ball:
                case Compound(name="error", args=(Compound(name="resource_error"), *_)):
                    self.tidy(engine)
                    megabytes = engine.stack_limit // (1024 * 1024)
                    raise RuleLimitError(f"more than {megabytes} MiB of memory in one call")
            raise PrologFaultError(ball)

    def tidy(self, engine: Engine) -> None:
        """Give memory back after a call that took too much, and lift the limit that it may have left behind."""
        library = engine.library
        frame = library.open_frame()
        if engine.budget is None:
            ref = library.new_refs(1)
            library.put_int64(ref, _NO_LIMIT)
            library.call_predicate(None, PASS_EXCEPTION, self.predicate("$inference_limit_false", 1, "system"), ref)
            library.clear_exception()
        for name in ("trim_stacks", "garbage_collect_atoms"):
            engine.library.call_predicate(None, PASS_EXCEPTION, self.predicate(name, 0, "system"), 0)
            engine.library.clear_exception()
        engine.library.discard_frame(frame)

    def limit_stacks(self, engine: Engine, limit: int) -> None:
        """Bound the stacks of an engine, and have it watched."""
        self.watchdog.watch(engine)
        engine.stack_limit = limit
        set_flag = self.predicate("set_prolog_flag", 2, "system")
        self.call(set_flag, [Atom("stack_limit"), limit], Budget(memory_bytes=limit))


_NO_LIMIT: Final = 2**63 - 1
"""What SWI-Prolog has for the limit of inferences where there is none."""


def _vocabulary() -> Term:
    """What rules may have, in the words of the guard."""
    limits = {name.lower(): value for name, value in vars(sizes).items() if isinstance(value, int)}
    facts: list[tuple[str, tuple[object, ...]]] = [("limit", limit) for limit in limits.items()]
    for (name, arity), known in PREDICATES.items():
        if known.safe:
            facts.append(("safe", (name, arity, known.library)))
            if known.meta:
                facts.append(("spec", (name, arity, [*known.meta])))
    for fact, names in (("safe_library", LIBRARIES), ("declaring", DECLARING), ("safe_flag", FLAGS)):
        facts += [(fact, (name,)) for name in sorted(names)]
    for fact, indicators in (
        ("harmless", HARMLESS),
        ("hook", HOOKS),
        ("clause_form", CLAUSE_FORMS),
        ("to_sink", TO_SINK),
        ("printing", CAPTURED),
    ):
        facts += [(fact, found) for found in sorted(indicators)]
    return List(tuple(Compound(fact, tuple(map(to_term, arguments))) for fact, arguments in facts))


def border() -> Border:
    """Give the border, started at the first call."""
    with _SETUP:
        return _border()


@cache
def _border() -> Border:
    return Border()


def take_bytes(engine: Engine, ref: int) -> bytes:
    """Take a string of bytes."""
    engine.library.get_string(ref, engine.refs[0], engine.refs[1])
    return ctypes.string_at(engine.text.value or 0, engine.length.value)


def take_term(engine: Engine, ref: int) -> Term:
    """Take a term."""
    return get_term(engine, ref)
