"""The fast path: one position in, everything that a search asks of it out, in one border crossing."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Final, NoReturn

from pyengine.errors import RuleLimitError
from pyengine.game import Expansion
from pyengine.reasoners.lazy_moves import LazyMoves
from pyengine.reasoners.swi import foreign_interface
from pyengine.reasoners.swi.border import PrologFaultError, take_bytes, take_term
from pyengine.reasoners.swi.foreign_interface import PASS_EXCEPTION, Engine
from pyengine.reasoners.swi.prolog_rules import PrologRules, generated
from pyengine.reasoners.swi.records import check_record, headers, record, sharing_mark
from pyengine.reasoners.swi.term_transfer import get_term
from pyengine.terms import Atom, Compound, List, Number, Term

_SEPARATOR: Final = b"\x00\xff\xfe\x01"
"""What stands between two records. It does not end as it begins, so it and the record before it make up no other."""
_HABIT: Final = 64
"""So many records that may share parts, and Prolog unshares every one from then on; so many worths are remembered."""


class Expander:
    """Expands the positions of one game."""

    def __init__(self, rules: PrologRules) -> None:
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
        self._worths: dict[bytes, Expansion[bytes, Term]] = {}
        self.expand = self._fast_path()

    def close(self) -> None:
        """Let go of the fast path, which refers to this: what nobody else holds is forgotten at once."""
        del self.expand

    def _find(self, name: str) -> ctypes.c_void_p:
        return ctypes.c_void_p(self._rules.border.predicate(generated(name), 2, self._rules.loaded.rules))

    def _fast_path(self) -> Callable[[bytes], Expansion[bytes, Term]]:
        """Make `expand`: all that it calls is at hand in local variables, since it is what every search waits for."""
        library, per_thread, budget = self._rules.border.library, foreign_interface.PER_THREAD, self._budget
        open_frame, new_refs, discard = library.bare_open_frame, library.bare_new_refs, library.bare_discard_frame
        recorded, call = library.bare_recorded_external, library.bare_call_predicate
        get_string, string_at = library.bare_get_string, ctypes.string_at
        watchdog, ask_moves = self._rules.border.watchdog, self.moves
        heads, worths, stack_limit = self._heads, self._worths, budget.memory_bytes
        build = tuple.__new__

        magic = headers().compound if headers().are_known else -1

        def expand(state: bytes) -> Expansion[bytes, Term]:
            # Most states are short records of compound terms, which this tells at once.
            if (
                state.__class__ is not bytes
                or (size := len(state) - 3) < 1
                or state[0] != magic
                or state[1] != size
                or size > 127
                or state[2] > 127
            ):
                check_record(state)
            try:
                engine = per_thread.engine
            except AttributeError:
                engine = foreign_interface.engine()
            if engine.stack_limit != stack_limit:
                self._rules.border.limit_stacks(engine, stack_limit)
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
                    final = self._final(engine, refs + 1)
                    discard(frame)
                    return final
                answer = string_at(engine.text.value, engine.length.value)
            except BaseException:
                engine.budget = outer
                discard(frame)
                raise
            discard(frame)
            parts = answer.split(_SEPARATOR)
            if len(parts) == 1:
                return worths.get(answer) or self._worth(answer)
            count, mover = heads.get(parts[0]) or self._read_head(parts[0])
            if len(parts) != count + 1:
                return self._expand_apart(state, mover)
            del parts[0]
            mark = self._mark
            if mark is not None and mark in answer:
                parts = [self._settle(child, state) if mark in child else child for child in parts]
            return build(Expansion, (mover, tuple(parts), LazyMoves(ask_moves, state, count), None))

        return expand

    def moves(self, state: bytes) -> tuple[Term, ...]:
        """List the moves of a position that is not final."""
        moves = self._rules.answer("moves", state, take_term)
        assert isinstance(moves, List)
        return moves.items

    def _read_head(self, head: bytes) -> tuple[int, int]:
        mover, count = map(int, head.split(b" "))
        self._heads[head] = count, mover
        return count, mover

    def _worth(self, number: bytes) -> Expansion[bytes, Term]:
        """A final position whose worth is a small integer, written out."""
        final: Expansion[bytes, Term] = Expansion(0, (), (), self._shares(int(number)))
        if len(self._worths) < _HABIT:
            self._worths[number] = final
        return final

    def _final(self, engine: Engine, ref: int) -> Expansion[bytes, Term]:
        """A final position with any other worth, or with one for each player."""
        engine.patience = self._budget.seconds
        answer = get_term(engine, ref)
        assert isinstance(answer, Compound)
        values = answer.args[0]
        assert isinstance(values, List)
        numbers: tuple[Number, ...] = values.items  # type: ignore[assignment]
        return Expansion(0, (), (), numbers if self._has_utilities else self._shares(numbers[0]))

    def _shares(self, value: Number) -> tuple[Number, ...]:
        return (value, -value) if self._is_zero_sum else (value,)

    def _expand_apart(self, state: bytes, mover: int) -> Expansion[bytes, Term]:
        """Expand where a record happens to contain the separator."""
        children = self._rules.answer("expand_apart", state, _take_strings)
        return Expansion(mover, tuple(children), LazyMoves(self.moves, state, len(children)))

    def _settle(self, child: bytes, state: bytes) -> bytes:
        self._suspects += 1
        if self._suspects > _HABIT:
            self._unshare()
        try:
            return record(child)
        except (PrologFaultError, RuleLimitError) as stopped:
            raise self._rules.error(stopped, "expand", state) from None

    def _unshare(self) -> None:
        """Let Prolog unshare every successor before it is recorded, from now on."""
        self._mark = None
        self._predicate = self._find("expand_unshared")

    def _failed(self, engine: Engine, state: bytes) -> NoReturn:
        engine.patience = self._budget.seconds
        try:
            self._rules.border.check(engine)
            raise PrologFaultError(Compound("pyengine", (Compound("fails", (Atom("expand"),)),)))
        except (PrologFaultError, RuleLimitError) as stopped:
            raise self._rules.error(stopped, "expand", state) from None


def _take_strings(engine: Engine, ref: int) -> list[bytes]:
    item = engine.library.new_refs(1)
    parts = []
    while engine.library.get_list(ref, item, ref):
        parts.append(take_bytes(engine, item))
    return parts
