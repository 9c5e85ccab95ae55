"""Recursion down a list whose length is known: what each clause does is written for each item, in place of the call.

`mark([e|Cells], N, …)` and `mark([Mark|Cells], N, …) :- …, mark(Cells, N1, …)`, called with a board of nine cells,
become nine alternatives, one after the other, each with its own cell in a variable and its own number. What follows the
call is written for each; all of it is tried first, and kept only if the code does not become too large.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyengine.compiler.analysis.clause_exclusion import clash
from pyengine.compiler.analysis.unification import Assigned, Context, Continuation
from pyengine.compiler.normal_form import goals as nf
from pyengine.compiler.normal_form.goals import Pattern, Variable
from pyengine.compiler.normal_form.renaming import calls
from pyengine.compiler.procedures import domain, ir
from pyengine.compiler.runtime.terms import CONS, NIL

if TYPE_CHECKING:
    from pyengine.compiler.analysis.fixpoint import Analysis
    from pyengine.compiler.analysis.lowering import ClauseLowering
    from pyengine.compiler.normal_form.rules import Rules

_LONGEST: Final = 16
"""How long a list may be that is gone down."""
_MOST_LEVELS: Final = 24
"""How many calls may be written out in place of one, one in the other or one after the other."""
_LARGEST: Final = 260
"""How many statements these may have together."""
_DEEPEST: Final = 8
"""How many of them may stand in each other: Python refuses many loops in loops."""
_MOST_CLAUSES: Final = 4
_MOST_GOALS: Final = 8
_MOST_DESCENTS: Final = 6
"""How often this is tried in one clause."""


class Descents:
    """Writes recursion down lists in place of its calls, in one clause."""

    def __init__(self, lowering: ClauseLowering, analysis: Analysis) -> None:
        self._lowering = lowering
        self._analysis = analysis
        self._unification = lowering.unification
        self._refused = analysis.descending.refused.setdefault(lowering.key[:3], set())
        self._tried = 0
        self._levels: int | None = None
        """How many calls were written out so far, where some are being written."""
        self._is_large = False
        self._made = 0

    def call(self, ctx: Context, name: str, args: tuple[Pattern, ...], then: Continuation, is_last: bool) -> bool:
        """Write the clauses of a predicate in the place of a call; tells whether that was done."""
        found = name, len(args)
        if not self._analysis.techniques.goes_down or found in self._refused or self._is_large:
            return False
        position = self._analysis.descending.position(found)
        if position is None or self._length(ctx, args[position]) is None:
            return False
        if self._levels is None and self._is_constant(ctx, args[position]):  # then calls are unfolded
            return False
        if self._levels is not None:
            self._levels += 1
            if self._levels > _MOST_LEVELS:
                self._is_large = True
                return False
            self._clauses(ctx, found, position, args, then, is_last)
            return True
        if self._tried >= _MOST_DESCENTS:
            return False
        self._tried += 1
        return self._try(ctx, found, position, args, then, is_last)

    def _try(
        self,
        ctx: Context,
        found: tuple[str, int],
        position: int,
        args: tuple[Pattern, ...],
        then: Continuation,
        is_last: bool,
    ) -> bool:
        """Write a call and all those in it, unless that becomes too large."""
        before, wants_first, start = dict(ctx.env), self._lowering.wants_first, len(ctx.out)
        was_final = ctx.is_final
        self._levels, self._is_large = 1, False
        try:
            self._clauses(ctx, found, position, args, then, is_last)
            made = ctx.out[start:]
            is_large = self._is_large or sum(1 for _ in ir.walk(made)) > _LARGEST or _depth(made) > _DEEPEST
        finally:
            self._levels, self._is_large = None, False
        if is_large:
            del ctx.out[start:]
            ctx.env, ctx.is_final = before, was_final
            self._lowering.wants_first = wants_first
            self._refused.add(found)
        return not is_large

    def _length(self, ctx: Context, pattern: Pattern) -> int | None:
        """Give the length of a list, where it is known and small enough."""
        length = 0
        walked = self._unification.walk(ctx, pattern)
        while walked.__class__ is tuple and walked[0] is CONS:
            length += 1
            walked = self._unification.walk(ctx, walked[2])
        if walked is NIL:
            return length
        state = ctx.env.get(walked) if walked.__class__ is Variable else None
        if not isinstance(state, Assigned) or not state.is_clean:
            return None
        rest = domain.length_of(state.type)
        return None if rest is None or length + rest > _LONGEST else length + rest

    def _is_constant(self, ctx: Context, pattern: Pattern) -> bool:
        """Tell whether a list has no items but constants."""
        walked = self._unification.walk(ctx, pattern)
        while walked.__class__ is tuple and walked[0] is CONS:
            if self._unification.walk(ctx, walked[1]).__class__ is Variable:
                return False
            walked = self._unification.walk(ctx, walked[2])
        return walked is NIL

    def _clauses(
        self,
        ctx: Context,
        found: tuple[str, int],
        position: int,
        args: tuple[Pattern, ...],
        then: Continuation,
        is_last: bool,
    ) -> None:
        predicate = self._analysis.rules.predicate(found)
        assert predicate is not None
        self._open(ctx, args[position])
        walked = tuple(self._unification.walk(ctx, argument) for argument in args)
        fitting = [clause for clause in predicate.clauses if self._may_match(ctx, walked, clause)]
        if not fitting:
            self._unification.fail(ctx)
        elif len(fitting) == 1:
            self._clause(ctx, fitting[0], args, then, is_last)
        else:
            mark = self._lowering.names.local("mark")
            ctx.out.append(ir.Mark(mark))
            for clause in fitting[:-1]:
                body: list[ir.Statement] = []
                ctx.out.append(ir.Block(body))
                self._clause(ctx.inside(body), clause, args, then, is_last)
                ctx.out.append(ir.Undo(mark))
            self._clause(Context(dict(ctx.env), ctx.out, ctx.is_final), fitting[-1], args, then, is_last)

    def _open(self, ctx: Context, pattern: Pattern) -> None:
        """Take the first item and the rest of a list out, once for all clauses."""
        walked = self._unification.walk(ctx, pattern)
        if walked.__class__ is not Variable or not self._length(ctx, walked):
            return
        parts = self._variable("Item"), self._variable("Rest")
        self._lowering.uses.update(dict.fromkeys(parts, 2))
        self._unification.unify(ctx, walked, (CONS, *parts))

    def _variable(self, hint: str) -> Variable:
        self._made += 1
        return Variable(hint, -1_000_000 - self._made)

    def _may_match(self, ctx: Context, given: tuple[Pattern, ...], clause: nf.NormalClause) -> bool:
        for value, own in zip(given, clause.args, strict=True):
            state = ctx.env.get(value) if value.__class__ is Variable else None
            if own.__class__ is Variable:
                continue
            if value.__class__ is not Variable:
                if clash(value, own):
                    return False
            elif isinstance(state, Assigned) and state.is_clean and not domain.may_be(state.type, own):
                return False
        return True

    def _clause(
        self, ctx: Context, clause: nf.NormalClause, args: tuple[Pattern, ...], then: Continuation, is_last: bool
    ) -> None:
        self._made += 1
        copy = self._analysis.copies.copy(clause, _OWN + self._made)
        self._lowering.uses.update(v for argument in copy.args for v in nf.pattern_variables(argument))
        self._lowering.uses.update(nf.goal_variables(copy.body))
        if all(self._unification.unify(ctx, *pair) for pair in zip(copy.args, args, strict=True)):
            self._lowering.goal(ctx, copy.body, then, is_last)


def _depth(statements: list[ir.Statement]) -> int:
    """Tell how many statements stand in each other."""
    return max((1 + _depth(body) for statement in statements for body in ir.bodies(statement)), default=0)


_OWN: Final = 1_000_000
"""From where on copies of clauses are numbered here."""


class Descending:
    """Which predicates go down a list."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._positions: dict[tuple[str, int], int | None] = {}
        self.refused: dict[tuple[str, int, str], set[tuple[str, int]]] = {}
        """What was too large to be written out, by the procedures that call it: it is not tried again."""

    def position(self, found: tuple[str, int]) -> int | None:
        """Give the argument that is a list which a predicate goes down, item by item, without a cut."""
        if found not in self._positions:
            self._positions[found] = None
            predicate = self._rules.predicate(found)
            if predicate is not None and not predicate.is_tabled and 1 < len(predicate.clauses) <= _MOST_CLAUSES:
                goes_down = [i for i in range(found[1]) if _goes_down(predicate, i)]
                self._positions[found] = goes_down[0] if goes_down else None
        return self._positions[found]


def _goes_down(predicate: nf.Predicate, position: int) -> bool:
    """Tell whether each clause takes an item off a list where it calls its predicate."""
    is_recursive = False
    for clause in predicate.clauses:
        goals = clause.body.goals if isinstance(clause.body, nf.Conj) else (clause.body,)
        if len(goals) > _MOST_GOALS or nf.has_cut(clause.body):
            return False
        own = clause.args[position]
        is_cell = own.__class__ is tuple and own[0] is CONS
        for call in calls(clause.body):
            if (call.name, len(call.args)) == (predicate.name, predicate.arity):
                if not is_cell or call.args[position] != own[2]:
                    return False
                is_recursive = True
    return is_recursive
