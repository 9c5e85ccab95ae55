"""The fast path: one position in, everything that a search asks of it out, in one border crossing."""

from __future__ import annotations

import ctypes
from typing import Final, NoReturn

from pyengine.errors import RuleLimitError
from pyengine.game import Expansion
from pyengine.reasoners import swi
from pyengine.reasoners.asking import Rules
from pyengine.reasoners.calls import PrologFaultError, take_bytes
from pyengine.reasoners.crossing import get_term
from pyengine.reasoners.moves import LazyMoves
from pyengine.reasoners.records import record, sharing_mark
from pyengine.reasoners.swi import PASS_EXCEPTION, Engine
from pyengine.terms import Atom, Compound, List, Number, Term

_SEPARATOR: Final = b"\x00\xff\xfe\x00"
_HABIT: Final = 64
"""So many records that may share parts, and Prolog unshares every one from then on; so many worths are remembered."""


class Expander:
    """Expands the positions of one game."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._budget = rules.budget
        self._is_zero_sum = len(rules.loaded.players) == 2
        self._has_utilities = "utilities" in rules.loaded.offers
        self._predicate = self._find("expand")
        self._mark = sharing_mark()
        self._suspects = 0
        if self._mark is None:
            self._unshare()
        self._heads: dict[bytes, tuple[int, int]] = {}
        self._worths: dict[int, Expansion[bytes, Term]] = {}
        library = rules.border.library
        self._functions = (
            swi.engine,
            library.bare_open_frame,
            library.bare_new_refs,
            library.bare_recorded_external,
            library.bare_call_predicate,
            library.bare_get_string,
            ctypes.string_at,
            library.bare_discard_frame,
            rules.border.watchdog,
        )

    def _find(self, name: str) -> ctypes.c_void_p:
        return ctypes.c_void_p(self._rules.border.predicate(name, 2, self._rules.loaded.answers))

    def expand(self, state: bytes) -> Expansion[bytes, Term]:
        """Give all that a search asks of one position."""
        engine_of, open_frame, new_refs, recorded, call, get_string, string_at, discard, watchdog = self._functions
        engine = engine_of()
        budget = self._budget
        if engine.stack_limit != budget.memory_bytes:
            self._rules.border.limit_stacks(engine, budget.memory_bytes)
        outer = engine.budget
        frame = open_frame()
        try:
            refs = new_refs(2)
            recorded(state, refs)
            engine.calls += 1
            engine.budget = budget
            if watchdog.is_parked:
                watchdog.wake()
            succeeded = call(None, PASS_EXCEPTION, self._predicate, refs)
            engine.budget = outer
            if not succeeded or engine.alarm:
                self._failed(engine, state)
            if not get_string(refs + 1, engine.at_text, engine.at_length):
                return self._final(engine, refs + 1)
            answer = string_at(engine.text.value or 0, engine.length.value)
        finally:
            engine.budget = outer
            discard(frame)
        parts = answer.split(_SEPARATOR)
        count, mover = self._heads.get(parts[0]) or self._read_head(parts[0])
        if len(parts) != count + 2:
            return self._expand_apart(state, mover)
        children = parts[2:]
        mark = self._mark
        if mark is not None and mark in answer:
            children = [self._settle(child, state) if mark in child else child for child in children]
        return Expansion(mover, tuple(children), LazyMoves(parts[1], count))

    def _read_head(self, head: bytes) -> tuple[int, int]:
        mover, count = map(int, head.split(b" "))
        self._heads[head] = count, mover
        return count, mover

    def _final(self, engine: Engine, ref: int) -> Expansion[bytes, Term]:
        if engine.library.get_int64(ref, engine.refs[4]):
            value = engine.integer.value
            known = self._worths.get(value)
            if known is None:
                known = Expansion(0, (), (), self._shares(value))
                if len(self._worths) < _HABIT:
                    self._worths[value] = known
            return known
        answer = get_term(engine, ref)
        assert isinstance(answer, Compound)
        values = answer.args[0]
        assert isinstance(values, List)
        numbers: tuple[Number, ...] = values.items  # type: ignore[assignment]
        return Expansion(0, (), (), numbers if self._has_utilities else self._shares(numbers[0]))

    def _shares(self, value: Number) -> tuple[Number, ...]:
        return (value, -value) if self._is_zero_sum else (value,)

    def _expand_apart(self, state: bytes, mover: int) -> Expansion[bytes, Term]:
        """Expand where a record contains the separator by chance."""
        moves, *children = self._rules.answer("expand_apart", state, _take_strings)
        return Expansion(mover, tuple(children), LazyMoves(moves, len(children)))

    def _settle(self, child: bytes, state: bytes) -> bytes:
        self._suspects += 1
        if self._suspects > _HABIT:
            self._unshare()
        try:
            return record(child)
        except PrologFaultError as stopped:
            raise self._rules.error(stopped, Atom("expand"), self._rules.loaded.answers, state, "expand") from None

    def _unshare(self) -> None:
        """Let Prolog unshare every successor before it is recorded, from now on."""
        self._mark = None
        self._predicate = self._find("expand_unshared")

    def _failed(self, engine: Engine, state: bytes) -> NoReturn:
        try:
            self._rules.border.check(engine)
            raise PrologFaultError(Compound("pyengine", (Compound("fails", (Atom("expand"),)),)))
        except (PrologFaultError, RuleLimitError) as stopped:
            raise self._rules.error(stopped, Atom("expand"), self._rules.loaded.answers, state, "expand") from None


def _take_strings(engine: Engine, ref: int) -> list[bytes]:
    item = engine.library.new_refs(1)
    parts = []
    while engine.library.get_list(ref, item, ref):
        parts.append(take_bytes(engine, item))
    return parts
