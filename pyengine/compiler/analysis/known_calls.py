"""Calls of which so much is known that they need not be made: what they do is written in their place.

- A call whose constants choose one clause is the body of that clause; if that calls the same predicate again, with
  other constants, so is that call, and recursion on a constant is gone.
- A call with constants alone, a loop over a few integers, facts or items of a list: what follows is written for each
  solution, with constants in it.
- What follows a choice among clauses by one of a few atoms is written for each atom.

All of it is tried first, and kept only if the code does not become too large.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pyengine.compiler.analysis.clause_exclusion import clash
from pyengine.compiler.analysis.descents import Descents
from pyengine.compiler.analysis.unification import Assigned, Context, Continuation, KnownPattern
from pyengine.compiler.normal_form import goals as nf
from pyengine.compiler.normal_form.goals import Pattern, Variable
from pyengine.compiler.normal_form.renaming import calls, renamed, variables
from pyengine.compiler.procedures import domain, ir
from pyengine.compiler.procedures.callees import FactTable
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.runtime.terms import CONS, NIL, Functor, Value

if TYPE_CHECKING:
    from pyengine.compiler.analysis.fixpoint import Analysis
    from pyengine.compiler.analysis.lowering import ClauseLowering

_MOST_WAYS: Final = 8
"""How many alternatives are written out."""
_LARGEST: Final = 110
"""How many statements these may have together."""
_MOST_GOALS: Final = 8
"""How many goals a clause may have that stands in the place of a call."""
_DEEPEST: Final = 16
"""How often recursion is unfolded."""
_MOST_TRIALS: Final = 48
"""How often something is tried in one clause."""
_MOST_CASES: Final = 3


class _TooDeepError(Exception):
    """Recursion does not end soon, or has choices in it."""


class KnownCalls:
    """Writes what calls do in their place, in one clause."""

    def __init__(self, lowering: ClauseLowering, analysis: Analysis) -> None:
        self._lowering = lowering
        self._analysis = analysis
        self._unification = lowering.unification
        self._open: tuple[tuple[str, int], ...] = ()
        """The predicates that are being unfolded, one in the other."""
        self._start: list[ir.Statement] | None = None
        self._refused: set[object] = set()
        self._trials = 0
        self._descents = Descents(lowering, analysis)

    # Alternatives

    def range(self, ctx: Context, variable: Variable, low: Pattern, high: Pattern, then: Continuation) -> bool:
        """Write a loop over integers out."""
        if low.__class__ is not int or high.__class__ is not int or not 0 < high - low + 1 <= _MOST_WAYS:
            return False
        return self._each(ctx, variable, [(value,) for value in range(low, high + 1)], (variable,), then)

    def member(self, ctx: Context, item: Pattern, value: Pattern, then: Continuation) -> bool:
        """Write a loop over the items of a list out, where its length is known."""
        items: list[tuple[Pattern, ...]] = []
        rest = self._unification.walk(ctx, value)
        while rest.__class__ is tuple and rest[0] is CONS:
            items.append((rest[1],))
            rest = self._unification.walk(ctx, rest[2])
        return rest is NIL and 0 < len(items) <= _MOST_WAYS and self._each(ctx, value, items, (item,), then)

    def facts(
        self, ctx: Context, table: FactTable, args: tuple[Pattern, ...], then: Continuation, is_first: bool
    ) -> bool:
        """Write the solutions of a lookup out, where all that is looked up is constants."""
        inputs = [
            self._unification.walk(ctx, a) for letter, a in zip(table.pattern, args, strict=True) if letter == "g"
        ]
        outputs = tuple(a for letter, a in zip(table.pattern, args, strict=True) if letter == "f")
        if not all(value.__class__ in (int, str) for value in inputs):
            return False
        rows = table.index().get(tuple(inputs), [])
        if len(rows) == 1 and self._analysis.techniques.unfolds:
            if self._bind(ctx, outputs, rows[0]):
                then(ctx)
            return True
        return not is_first and 1 < len(rows) <= _MOST_WAYS and self._each(ctx, args, rows, outputs, then)

    def _each(
        self,
        ctx: Context,
        what: object,
        rows: Sequence[tuple[Pattern, ...]],
        patterns: tuple[Pattern, ...],
        then: Continuation,
    ) -> bool:
        def way(row: tuple[Pattern, ...]) -> Continuation:
            def go(inner: Context) -> None:
                if self._bind(inner, patterns, row):
                    then(inner)

            return go

        return self._alternatives(ctx, id(what), [way(row) for row in rows])

    def _bind(self, ctx: Context, patterns: tuple[Pattern, ...], values: tuple[Pattern, ...]) -> bool:
        return all(self._unification.unify(ctx, *pair) for pair in zip(patterns, values, strict=True))

    def _alternatives(self, ctx: Context, what: int, ways: list[Continuation]) -> bool:
        """Write alternatives, unless they are too large."""
        if not self._analysis.techniques.unrolls or not self._may_try(what):
            return False
        bodies = self._written(ctx, what, ways)
        if bodies is None:
            return False
        mark = self._lowering.names.local("mark")
        ctx.out.append(ir.Mark(mark))
        for index, body in enumerate(bodies):
            if index:
                ctx.out.append(ir.Undo(mark))
            ctx.out.append(ir.Block(body))
        return True

    def _may_try(self, what: object) -> bool:
        self._trials += 1
        return what not in self._refused and self._trials <= _MOST_TRIALS

    def _written(self, ctx: Context, what: object, ways: list[Continuation]) -> list[list[ir.Statement]] | None:
        """Write what follows for each way; None where that becomes too large."""
        bodies: list[list[ir.Statement]] = []
        size = 0
        for way in ways:
            body: list[ir.Statement] = []
            way(ctx.inside(body))
            size += sum(1 for _ in ir.walk(body))
            bodies.append(body)
            if size * len(ways) > _LARGEST * len(bodies):
                self._refused.add(what)
                return None
        return bodies

    # Clauses

    def call(self, ctx: Context, name: str, args: tuple[Pattern, ...], then: Continuation, is_last: bool) -> bool:
        """Write the clauses of a predicate in the place of a call; tells whether that was done."""
        walked = tuple(self._unification.walk(ctx, argument) for argument in args)
        if self._descents.call(ctx, name, args, then, is_last):
            return True
        if all(value.__class__ is Variable for value in walked) and not self._may_split(ctx, walked):
            return False
        predicate = self._analysis.rules.predicate((name, len(args)))
        if predicate is None or predicate.is_tabled or (name, len(args)) in self._refused:
            return False
        if not 1 < len(predicate.clauses) <= _MOST_WAYS:
            return False
        clauses = self._matching(ctx, predicate.clauses, walked)
        if len(clauses) == 1 and self._analysis.techniques.unfolds and _is_small(clauses[0]):
            return self._unfold(ctx, (name, len(args)), clauses[0], args, then, is_last)
        if len(clauses) < 2 or not all(map(_is_small, clauses)) or self._calls_itself(clauses, name):
            return False
        is_ground = all(self._is_constant(value) or self._unification.is_unseen(ctx, value) for value in walked)
        if is_ground and any(map(self._is_constant, walked)):
            ways = [self._way(clause, args, then, is_last) for clause in clauses]
            return self._alternatives(ctx, id(args), ways)
        return self._split(ctx, clauses, args, walked, then, is_last)

    def _is_constant(self, value: Pattern) -> bool:
        return value.__class__ is int or value.__class__ is str

    def _calls_itself(self, clauses: Sequence[nf.NormalClause], name: str) -> bool:
        return any(call.name == name for clause in clauses for call in calls(clause.body))

    def _matching(
        self, ctx: Context, clauses: tuple[nf.NormalClause, ...], given: tuple[Pattern, ...]
    ) -> list[nf.NormalClause]:
        """Give the clauses that a call may match, without a cut that says that it is the only one."""
        found: list[nf.NormalClause] = []
        for clause in clauses:
            if not all(self._may_match(ctx, value, own) for value, own in zip(given, clause.args, strict=True)):
                continue
            goals = clause.body.goals if isinstance(clause.body, nf.Conj) else (clause.body,)
            if goals and isinstance(goals[0], nf.Cut) and self._must_match(ctx, given, clause.args):
                if not found:
                    return [self._analysis.copies.without_cut(clause)]
                return [*found, clause]
            found.append(clause)
        return found

    def _may_match(self, ctx: Context, given: Pattern, own: Pattern) -> bool:
        if own.__class__ is Variable:
            return True
        if given.__class__ is not Variable:
            return not clash(given, own)
        state = ctx.env.get(given)
        if not isinstance(state, Assigned) or not state.is_clean:
            return True
        if own.__class__ is tuple:
            return domain.may_be_functor(state.type, own[0])
        return domain.may_be_value(state.type, own)

    def _must_match(self, ctx: Context, given: tuple[Pattern, ...], own: tuple[Pattern, ...]) -> bool:
        """Tell whether a call matches a head for certain."""
        seen: set[Pattern] = set()
        for value, pattern in zip(given, own, strict=True):
            if pattern.__class__ is Variable:
                if pattern in seen and (not self._unification.is_unseen(ctx, value) or given.count(value) > 1):
                    return False
                seen.add(pattern)
            elif not self._is_constant(value) or value.__class__ is not pattern.__class__ or value != pattern:
                return False
        return True

    def _way(
        self, clause: nf.NormalClause, args: tuple[Pattern, ...], then: Continuation, is_last: bool
    ) -> Continuation:
        def go(inner: Context) -> None:
            copy = self._copy(clause)
            if self._bind(inner, copy.args, args):
                self._lowering.goal(inner, copy.body, then, is_last)

        return go

    def _copy(self, clause: nf.NormalClause) -> nf.NormalClause:
        copy = self._analysis.copies.copy(clause, self._trials)
        self._trials += 1
        self._lowering.uses.update(v for argument in copy.args for v in nf.pattern_variables(argument))
        self._lowering.uses.update(nf.goal_variables(copy.body))
        return copy

    def _unfold(
        self,
        ctx: Context,
        found: tuple[str, int],
        clause: nf.NormalClause,
        args: tuple[Pattern, ...],
        then: Continuation,
        is_last: bool,
    ) -> bool:
        """Write the one clause that is left, where that comes to an end."""
        if found in self._open:
            if ctx.out is not self._start or self._open.count(found) >= _DEEPEST:
                raise _TooDeepError
        elif not self._may_try(found):
            return False
        outer, start, outer_start = self._open, len(ctx.out), self._start
        before, wants_first = dict(ctx.env), self._lowering.wants_first

        def leave(after: Context) -> None:
            inner, inner_start, self._open, self._start = self._open, self._start, outer, outer_start
            then(after)
            self._open, self._start = inner, inner_start

        self._open = (*outer, found)
        self._start = ctx.out if found not in outer else self._start
        try:
            copy = self._copy(clause)
            if self._bind(ctx, copy.args, args):
                self._lowering.goal(ctx, copy.body, leave if found not in outer else then, is_last)
        except _TooDeepError:
            if found in outer:
                raise
            del ctx.out[start:]
            ctx.env = before
            self._lowering.wants_first = wants_first
            self._refused.add(found)
            return False
        finally:
            self._open, self._start = outer, outer_start
        return True

    # One of a few atoms

    def _may_split(self, ctx: Context, walked: tuple[Pattern, ...]) -> bool:
        return any(self._cases(ctx, value) for value in walked)

    def _cases(self, ctx: Context, value: Pattern) -> list[str]:
        """List the atoms that a variable may be, where these are few and it stands elsewhere, too."""
        state = ctx.env.get(value) if value.__class__ is Variable else None
        if not isinstance(state, Assigned) or not state.is_clean or not self._analysis.techniques.splits:
            return []
        atoms = state.type.atoms
        if not atoms or len(atoms) > _MOST_CASES or state.type != Type(atoms=atoms):
            return []
        same = [variable for variable, other in ctx.env.items() if other == state]
        uses = sum(self._lowering.uses.get(variable, 0) for variable in same)
        return sorted(atoms) if len(atoms) > 1 and uses > 2 else []

    def _split(
        self,
        ctx: Context,
        clauses: list[nf.NormalClause],
        args: tuple[Pattern, ...],
        walked: tuple[Pattern, ...],
        then: Continuation,
        is_last: bool,
    ) -> bool:
        for position, value in enumerate(walked):
            cases = self._cases(ctx, value)
            own = [clause.args[position] for clause in clauses]
            if cases and len(own) == len(set(own)) and set(cases) == {p for p in own if p.__class__ is str}:
                by_case = {clause.args[position]: self._way(clause, args, then, is_last) for clause in clauses}
                return self._switch(ctx, id(args), value, [(case, by_case[case]) for case in cases])
        return False

    def split_facts(self, ctx: Context, table: FactTable, args: tuple[Pattern, ...], then: Continuation) -> bool:
        """Write what follows a lookup by one atom for each that it may be."""
        if table.pattern.count("g") != 1:
            return False
        value = self._unification.walk(ctx, args[table.pattern.index("g")])
        cases, index = self._cases(ctx, value), table.index()
        if not cases or any(len(index.get((case,), ())) != 1 for case in cases):
            return False
        outputs = tuple(a for letter, a in zip(table.pattern, args, strict=True) if letter == "f")

        def way(row: tuple[Pattern, ...]) -> Continuation:
            def go(inner: Context) -> None:
                if self._bind(inner, outputs, row):
                    then(inner)

            return go

        return self._switch(ctx, id(args), value, [(case, way(index[case,][0])) for case in cases])

    def _switch(self, ctx: Context, what: int, value: Pattern, cases: list[tuple[str, Continuation]]) -> bool:
        if not self._may_try(what):
            return False
        state = ctx.env[value]
        assert isinstance(state, Assigned)

        def known(case: str, way: Continuation) -> Continuation:
            def go(inner: Context) -> None:
                inner.is_final = ctx.is_final
                for variable, other in list(inner.env.items()):
                    if isinstance(other, Assigned) and other.expr == state.expr:
                        inner.env[variable] = KnownPattern(case)
                way(inner)

            return go

        bodies = self._written(ctx, what, [known(*case) for case in cases])
        if bodies is None:
            return False
        named: list[tuple[Value | Functor, list[ir.Statement]]] = []
        named += zip([case for case, _ in cases], bodies, strict=True)
        ctx.out.append(ir.Switch(state.expr, named[:-1], named[-1][1]))
        return True


class Copies:
    """Copies of clauses with variables of their own: the same ones whenever a procedure is lowered again."""

    def __init__(self) -> None:
        self._copies: dict[tuple[int, int], tuple[nf.NormalClause, nf.NormalClause]] = {}
        self._uncut: dict[int, tuple[nf.NormalClause, nf.NormalClause]] = {}
        self._made = 0

    def copy(self, clause: nf.NormalClause, number: int) -> nf.NormalClause:
        """Give a copy of a clause by its number."""
        if (id(clause), number) not in self._copies:
            bindings: dict[Variable, Pattern] = {}
            for variable in variables(clause):
                self._made += 1
                bindings[variable] = Variable(variable.name, 1_000_000_000 + self._made)
            self._copies[id(clause), number] = clause, renamed(clause, bindings)
        return self._copies[id(clause), number][1]

    def without_cut(self, clause: nf.NormalClause) -> nf.NormalClause:
        """Give a clause without the cut that it begins with."""
        if id(clause) not in self._uncut:
            goals = clause.body.goals if isinstance(clause.body, nf.Conj) else (clause.body,)
            rest = nf.conjunction(*goals[1:]) if goals[1:] else nf.TRUE
            self._uncut[id(clause)] = clause, nf.NormalClause(clause.args, rest, clause.place)
        return self._uncut[id(clause)][1]


def _is_small(clause: nf.NormalClause) -> bool:
    goals = clause.body.goals if isinstance(clause.body, nf.Conj) else (clause.body,)
    return len(goals) <= _MOST_GOALS and not nf.has_cut(clause.body)
