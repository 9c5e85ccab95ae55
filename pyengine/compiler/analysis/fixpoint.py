"""What is learnt about each procedure, to a fix-point: cleanness and types of outputs, determinism.

A procedure is lowered with what is known of those it calls. When more is learnt of one, those that call it are lowered
again. What is known only ever grows (types join, one solution becomes many), so this comes to an end.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from pyengine.compiler.analysis.argument_shapes import ArgumentShapes
from pyengine.compiler.analysis.clause_selection import ProcedureLowering, join_outputs
from pyengine.compiler.analysis.descents import Descending
from pyengine.compiler.analysis.head_tests import HeadTests
from pyengine.compiler.analysis.known_calls import Copies
from pyengine.compiler.analysis.lengths import Lengths
from pyengine.compiler.analysis.rows import RowVersions
from pyengine.compiler.analysis.static_arguments import StaticArguments
from pyengine.compiler.analysis.steadfastness import Steadfastness
from pyengine.compiler.normal_form import goals as nf
from pyengine.compiler.normal_form.rules import Rules
from pyengine.compiler.normal_form.sources import LIBRARY
from pyengine.compiler.normal_form.tabling import check_tabled
from pyengine.compiler.procedures import domain, ir
from pyengine.compiler.procedures.callees import Callee, FactTable, Key
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.procedures.procedure import Procedure, Summary
from pyengine.compiler.runtime.terms import Value
from pyengine.compiler.substitutes import substitute
from pyengine.compiler.techniques import techniques
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.errors import Place
from pyengine.language.vocabulary import PREDICATES

Note = tuple[Place | None, str]
"""One thing that kept a procedure from being faster, for people to read, and where in the rule file it is."""
_CONDITION: Final = "condition "
"""How the names of predicates begin that are made of conditions; no file can define one by accident."""


class Analysis:
    """The procedures of a program that are reachable from those asked for."""

    def __init__(self, rules: Rules, doubted: frozenset[str] | None = frozenset()) -> None:
        self.rules = rules
        self.doubted = doubted
        """The procedures whose outputs may not be ground although that was likely; None stands for all."""
        self._open: set[tuple[str, int, str]] = set()
        self.procedures: dict[Key, Procedure] = {}
        self._summaries: dict[Key, Summary] = {}
        self._callers: dict[Key, dict[Key, None]] = {}
        """In the order of their calls, so that the code is the same in every process."""
        self._places: dict[Key, Place] = {}
        """Where in the rule file a procedure is called from, if only by way of the library."""
        self._queue: deque[Key] = deque()
        self._waiting: set[Key] = set()
        self.is_dynamic = False
        """Whether some goal is only known at run time."""
        self.is_settled = False
        """Whether all solutions that calls can have are known."""
        self._notes: dict[tuple[str, int, str], dict[Note, None]] = {}
        self._lifted: dict[int, tuple[nf.Goal, nf.Call]] = {}
        self._facts: dict[tuple[str, int], tuple[tuple[Value, ...], ...] | None] = {}
        self.steadfastness = Steadfastness(rules)
        self.shapes = ArgumentShapes(rules)
        self.head_tests = HeadTests()
        self.techniques = techniques()
        self.copies = Copies()
        self.static_arguments = StaticArguments(rules)
        self.lengths = Lengths(rules)
        self.rows = RowVersions(rules)
        self.descending = Descending(rules)
        self.meets_large = False
        """Whether large integers were met anywhere: then what is not known may be one, or a shift make one."""

    def request(self, key: Key, types: tuple[Type, ...], caller: Key | None, place: Place | None = None) -> Summary:
        """Ask for a procedure, called with such inputs; gives what is known of it so far.

        `place` is that of the clause that calls it.
        """
        if caller is not None:
            self._callers.setdefault(key, {})[caller] = None
            if place is None or place.file == LIBRARY:
                place = self._places.get(caller)
        if place is not None:
            self._places.setdefault(key, place)
        known = self._summaries.get(key)
        if known is None:
            self._summaries[key] = known = Summary(types)
            self._enqueue(key)
        else:
            joined = tuple(map(domain.join, known.types, types))
            if joined != known.types:
                known.types = joined
                self._enqueue(key)
        return known

    def summary(self, key: Key) -> Summary:
        """Give what is known of a procedure so far."""
        return self._summaries[key]

    def _enqueue(self, key: Key) -> None:
        if key not in self._waiting:
            self._waiting.add(key)
            self._queue.append(key)

    def run(self) -> None:
        """Lower what was asked for, and what that calls, until nothing changes."""
        self.is_settled = False
        expected = self.meets_large
        self._drain()
        if self.meets_large and not expected:  # what was lowered before did not know
            for key in self.procedures:
                self._enqueue(key)
            self._drain()
        self.is_settled = True
        for key, procedure in self.procedures.items():
            if any(isinstance(s, ir.Invoke) and s.is_hopeless for s in ir.walk(procedure.body)):
                self._enqueue(key)
        self._drain()
        self._find_trails()

    def _drain(self) -> None:
        while self._queue:
            key = self._queue.popleft()
            self._waiting.discard(key)
            self._lower(key)

    def _lower(self, key: Key) -> None:
        predicate = self.rules.predicate((key.name, key.arity))
        if predicate is None:
            raise UnsupportedError(f"{key.name}/{key.arity} is not defined")
        known = self._summaries[key]
        if predicate.is_tabled and key not in self.procedures:
            check_tabled(self.rules, predicate)
            if "a" in key.pattern:
                raise UnsupportedError(
                    f"{key.name}/{key.arity} is tabled, and called with an argument that may be partly known",
                    predicate.clauses[0].place if predicate.clauses else None,
                )
        procedure = ProcedureLowering(self, key, predicate, known.types).procedure()
        new = procedure.summary
        new.is_many = new.is_many or known.is_many
        new.can_fail = new.can_fail or known.can_fail or predicate.is_tabled  # inside itself a table may be empty
        if known.outs is not None and new.outs is not None:
            new.outs = tuple(map(join_outputs, known.outs, new.outs))
        new.types = self._summaries[key].types
        changed = (new.outs, new.is_many, new.can_fail) != (known.outs, known.is_many, known.can_fail)
        self._summaries[key] = new
        self.procedures[key] = procedure
        if changed:
            for caller in self._callers.get(key, ()):
                self._enqueue(caller)

    def reachable(self, entries: list[Key]) -> list[Key]:
        """List the procedures that some of them need, each before what only it needs."""
        found: dict[Key, None] = {}
        stack = list(reversed(entries))
        while stack:
            key = stack.pop()
            if key not in found:
                found[key] = None
                stack.extend(reversed(self.callees(key)))
        return list(found)

    def callees(self, key: Key) -> list[Key]:
        """List the procedures that one calls."""
        return [callee for callee in _callees(self.procedures[key].body) if isinstance(callee, Key)]

    def recurs(self, key: Key) -> bool:
        """Tell whether a procedure may be called within itself, as far as the rules or the run may say."""
        needed = self.reachable(self.callees(key))
        return key in needed or any(
            isinstance(statement, ir.Solve)
            for other in (key, *needed)
            for statement in ir.walk(self.procedures[other].body)
        )

    def are_facts(self, name: str, arity: int) -> bool:
        """Tell whether a predicate consists of several ground facts."""
        return self._rows(name, arity) is not None

    def fact_table(self, name: str, pattern: str) -> FactTable | None:
        """Give the table of a predicate that consists of ground facts, for a pattern of clean arguments."""
        rows = None if "a" in pattern else self._rows(name, len(pattern))
        return None if rows is None else FactTable(name, pattern, rows)

    def _rows(self, name: str, arity: int) -> tuple[tuple[Value, ...], ...] | None:
        key = (name, arity)
        if key not in self._facts:
            predicate = self.rules.predicate(key)
            rows = None
            if predicate is not None and len(predicate.clauses) > 1 and not predicate.is_tabled:
                rows = tuple(clause.args for clause in predicate.clauses)
                if not all(c.body is nf.TRUE and nf.are_ground(c.args) for c in predicate.clauses):
                    rows = None
            self._facts[key] = rows
        return self._facts[key]

    def lifted(self, goal: nf.Goal, args: tuple[nf.Variable, ...], clause: nf.NormalClause) -> nf.Goal:
        """Give the call of a predicate that is made of a goal, once."""
        if id(goal) not in self._lifted:
            name = f"{_CONDITION}{len(self._lifted) + 1}"
            made = nf.Predicate(name, len(args), (nf.NormalClause(args, goal, clause.place),), "a condition")
            self.rules.add(made)
            self._lifted[id(goal)] = goal, nf.Call(name, args)
        return self._lifted[id(goal)][1]

    def is_condition(self, name: str) -> bool:
        """Tell whether a predicate was made of a condition."""
        return name.startswith(_CONDITION)

    def note_open(self, key: Key) -> None:
        """Remember that a procedure gives back variables that it has just made."""
        self._open.add(key[:3])

    def is_doubted(self, key: Key) -> bool:
        """Tell whether the outputs of a procedure had better not be taken for ground."""
        return self.doubted is None or key[:3] in self._open or self.doubt_label(key) in self.doubted

    def doubt_label(self, key: Key) -> str:
        """Name the outputs of a procedure, for `NotGroundError`."""
        return f"{key.name}/{key.arity} {key.pattern}"

    def note(self, key: Key, note: Note) -> None:
        """Remember what stands in the way of better code for a procedure."""
        self._notes.setdefault(key[:3], {})[note] = None

    def notes(self, key: Key) -> list[Note]:
        """Give what stood in the way of a procedure."""
        return list(self._notes.get(key[:3], ()))

    def place_of(self, key: Key) -> Place | None:
        """Give where in the rule file a procedure is called from, if only by way of the library."""
        return self._places.get(key)

    def origin(self, callee: Callee) -> str:
        """Say what people call a predicate."""
        if isinstance(callee, FactTable):
            return f"{callee.name}/{len(callee.pattern)}"
        predicate = self.rules.predicate((callee.name, callee.arity)) if isinstance(callee, Key) else None
        return f"{callee.name}/{callee.arity}" if predicate is None else predicate.origin

    def check_known(self, name: str, arity: int, key: Key, place: Place | None) -> None:
        """Refuse a predicate that SWI-Prolog has and we have not; one that nobody has is an error at run time."""
        if (name, arity) in PREDICATES or name.startswith("$"):
            is_own = place is not None and place.file != LIBRARY
            where = place if is_own else self._places.get(key)
            found = (name, arity)
            raise UnsupportedError(f"{name}/{arity} is not compiled", where, substitute(found), found)

    def _find_trails(self) -> None:
        """Find out which procedures need the trail: those that bind, or call one that does."""
        reached = {key for key, procedure in self.procedures.items() if _binds(procedure.body)}
        todo = list(reached)
        while todo:
            callee = todo.pop()
            if self.procedures[callee].is_tabled:
                continue  # it has a trail of its own
            for caller in self._callers.get(callee, ()):
                if caller not in reached and caller in self.procedures and not reached.isdisjoint(self.callees(caller)):
                    reached.add(caller)
                    todo.append(caller)
        for key, procedure in self.procedures.items():
            procedure.summary.uses_trail = key in reached and not procedure.is_tabled
            procedure.has_trail = key in reached


def _callees(statements: list[ir.Statement]) -> list[object]:
    return [callee for statement in ir.walk(statements) for callee in called(statement)]


def called(statement: ir.Statement) -> list[object]:
    """List what a statement calls by itself: procedures, built-ins, tables; general unification is given as it is."""
    found: list[object] = []
    match statement:
        case ir.Invoke(callee=callee) | ir.Loop(callee=callee):
            found.append(callee)
        case ir.Catching(callee=callee, recovery=recovery):
            found += [callee, recovery]
        case ir.Check(condition=condition) | ir.Branch(condition=condition):
            for test in ir.tests(condition):
                found += [test.callee] if isinstance(test, ir.Holds) else [test] * isinstance(test, ir.Unifies)
    return found


def _binds(statements: list[ir.Statement]) -> bool:
    if any(isinstance(statement, ir.Open | ir.Solve | ir.Catching) for statement in ir.walk(statements)):
        return True
    return any(isinstance(callee, ir.Unifies) or getattr(callee, "trail", False) for callee in _callees(statements))
