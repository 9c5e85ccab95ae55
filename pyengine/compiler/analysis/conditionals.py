"""If-then-else and negation: as branches where nothing in them has a choice."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from pyengine.compiler.analysis.unification import Assigned, Context, Continuation, State
from pyengine.compiler.normal_form.goals import Call, Goal, If, Variable, goal_variables, has_cut
from pyengine.compiler.procedures import domain, ir
from pyengine.compiler.unsupported import UnsupportedError

if TYPE_CHECKING:
    from pyengine.compiler.analysis.lowering import ClauseLowering

_MOST_COPIES: Final = 3
"""How often what follows a branch is written out in both arms, one inside the other, where that saves variables."""


class ConditionalLowering:
    """Lowers the conditions of one clause."""

    def __init__(self, lowering: ClauseLowering) -> None:
        self._lowering = lowering
        self._unification = lowering.unification
        self._names = lowering.names
        self._copies = 0

    def if_then_else(self, ctx: Context, goal: If, then: Continuation, is_last: bool) -> None:
        """Lower `( condition -> then ; otherwise )` and what follows it."""
        tests, after = self._condition(ctx, goal.condition)
        if after is None and all(isinstance(test, ir.Fail) for test in tests):
            self._lowering.goal(ctx, goal.otherwise, then, is_last)
            return
        if after is not None and not tests:
            ctx.env = after
            self._lowering.goal(ctx, goal.then, then, is_last)
            return
        yes = Context(ctx.env if after is None else after, [], ctx.is_final)
        no = Context(dict(ctx.env), [], ctx.is_final)
        condition = self._test(ctx, tests, after is not None, no)
        no.env = self._refuted(ctx, goal.condition)
        if is_last or not self._joined(ctx, goal, condition, yes, no, after is not None, then):
            yes = Context(dict(ctx.env if after is None else after), [], ctx.is_final)
            undone = no.out[:1] if isinstance(next(iter(no.out), None), ir.Undo) else []
            no = Context(self._refuted(ctx, goal.condition), undone, ctx.is_final)
            self._copies += 1
            if after is not None:
                self._lowering.goal(yes, goal.then, then, is_last)
            self._lowering.goal(no, goal.otherwise, then, is_last)
            self._copies -= 1
            ctx.out.append(ir.Branch(condition, yes.out, no.out))

    def _refuted(self, ctx: Context, condition: Goal) -> dict[Variable, State]:
        """Give what is known where a condition does not hold: a variable is not the atom that it was compared with."""
        known = dict(ctx.env)
        if isinstance(condition, Call) and condition.name in ("==", "=") and len(condition.args) == 2:
            left, right = (self._unification.walk(ctx, argument) for argument in condition.args)
            for one, other in ((left, right), (right, left)):
                state = ctx.env.get(one) if one.__class__ is Variable else None
                if other.__class__ is str and isinstance(state, Assigned) and state.is_clean:
                    known[one] = Assigned(state.expr, True, domain.without_value(state.type, other))
        return known

    def negation(self, ctx: Context, goal: Goal, then: Continuation) -> None:
        """Lower `\\+ goal` and what follows it."""
        tests, after = self._condition(ctx, goal)
        if after is not None and not tests:
            self._unification.fail(ctx)
            return
        if not all(isinstance(test, ir.Fail) for test in tests):
            mark = self._names.local("mark") if _binds(tests) else None
            if mark:
                ctx.out.append(ir.Mark(mark))
            condition = _as_condition(tests) if after is not None else None
            if condition is None:
                flag = self._names.local("holds")
                self._run(ctx, tests, flag, after is not None)
                condition = ir.Flag(flag)
            ctx.out.append(
                ir.Check(condition.inner if isinstance(condition, ir.Negated) else ir.Negated(condition), ctx.is_final)
            )
            if mark:
                ctx.out.append(ir.Undo(mark))
        then(ctx)

    def _condition(
        self, ctx: Context, goal: Goal, is_lifted: bool = False
    ) -> tuple[list[ir.Statement], dict[Variable, State] | None]:
        """Lower a condition apart: its statements, and what is known after it (None: it never succeeds)."""
        inner = Context(dict(ctx.env), [], False)
        known: list[Context] = []
        outer, self._lowering.wants_first = self._lowering.wants_first, True
        self._lowering.goal(inner, goal, known.append, True)
        self._lowering.wants_first = outer
        if known and known[0].out is not inner.out:  # a choice is left: its first solution is that of a predicate
            if is_lifted:
                raise UnsupportedError("a condition whose first solution is not found by a call")
            return self._condition(ctx, self._lowering.lifted(goal), is_lifted=True)
        return inner.out, known[0].env if known else None

    def _test(self, ctx: Context, tests: list[ir.Statement], can_hold: bool, no: Context) -> ir.Condition:
        """Make a condition of statements, after what must run before it."""
        if _binds(tests):
            mark = self._names.local("mark")
            ctx.out.append(ir.Mark(mark))
            no.out.append(ir.Undo(mark))
        condition = _as_condition(tests) if can_hold else None
        if condition is not None:
            return condition
        first = next((i for i, s in enumerate(tests) if not isinstance(s, ir.Assign)), len(tests))
        if can_hold and (condition := _as_condition(tests[first:])) is not None:
            ctx.out.extend(tests[:first])
            return condition
        flag = self._names.local("holds")
        self._run(ctx, tests, flag, can_hold)
        return ir.Flag(flag)

    def _run(self, ctx: Context, tests: list[ir.Statement], flag: str, can_hold: bool) -> None:
        ctx.out.append(ir.Assign(flag, False))
        ctx.out.append(ir.Block([*tests, ir.Assign(flag, True)] if can_hold else tests))

    def _joined(
        self,
        ctx: Context,
        goal: If,
        condition: ir.Condition,
        yes: Context,
        no: Context,
        can_hold: bool,
        then: Continuation,
    ) -> bool:
        """Lower both branches and then, once, what follows; False where they have cuts or choices."""
        if has_cut(goal.then) or has_cut(goal.otherwise):
            return False
        ends: list[Context | None] = []
        for branch, start in ((goal.then, yes), (goal.otherwise, no)):
            reached: list[Context] = []
            branch_start = Context(dict(start.env), start.out, start.is_final)
            if branch is goal.otherwise or can_hold:
                self._lowering.goal(branch_start, branch, reached.append, False)
                if not reached:  # what follows is not for a branch that only searches in vain
                    start.out.append(ir.Fail(start.is_final))
            if len(reached) > 1 or (reached and reached[0].out is not start.out):
                return False
            ends.append(reached[0] if reached else None)
        yes_end, no_end = ends
        if yes_end and no_end and self._copies < _MOST_COPIES and self._makes_variables(goal, yes_end, no_end):
            return False
        ctx.out.append(ir.Branch(condition, yes.out, no.out))
        if yes_end is None and no_end is None:
            return True
        if yes_end is not None and no_end is not None:
            ctx.env = self._merge(goal, yes_end, no_end, ctx.env)
        else:
            ctx.env = (yes_end or no_end).env  # type: ignore[union-attr]
        then(ctx)
        return True

    def _merge(self, goal: If, yes: Context, no: Context, before: dict[Variable, State]) -> dict[Variable, State]:
        """Put what is known differently in two branches, and needed after them, into the same local variables."""
        merged: dict[Variable, State] = {}
        for variable in self._different(goal, yes, no, merged):
            state = before.get(variable)
            if isinstance(state, Assigned) and state.is_clean:  # a branch knows more of a value that stays what it is
                merged[variable] = state
        while different := self._different(goal, yes, no, merged):
            for variable in different:
                if variable not in merged:
                    one, other = yes.env.get(variable), no.env.get(variable)
                    merged[variable] = self._merge_variable(variable, one, other, yes, no)
        result = {v: state for v, state in yes.env.items() if no.env.get(v) == state and v not in merged}
        result.update(merged)
        return result

    def _different(self, goal: If, yes: Context, no: Context, merged: dict[Variable, State]) -> list[Variable]:
        """List the variables that stand elsewhere, too, and of which the branches know different things."""
        inside = Counter(goal_variables(goal))
        return [
            variable
            for variable in {**yes.env, **no.env}
            if variable not in merged
            and self._lowering.uses.get(variable, 0) > inside.get(variable, 0)
            and yes.env.get(variable) != no.env.get(variable)
        ]

    def _makes_variables(self, goal: If, yes: Context, no: Context) -> bool:
        """Tell whether joining two branches would bring unseen variables into being."""
        return any(
            self._unification.unseen_in(branch, variable)
            for variable in self._different(goal, yes, no, {})
            for branch in (yes, no)
        )

    def _merge_variable(
        self, variable: Variable, one: State | None, other: State | None, yes: Context, no: Context
    ) -> State:
        if isinstance(one, Assigned) and isinstance(other, Assigned) and one.expr == other.expr:
            both = one.is_clean and other.is_clean
            return Assigned(one.expr, both, domain.join(one.type, other.type) if both else domain.ANY)
        clean, types, values = [], [], []
        for branch in (yes, no):
            clean.append(self._unification.is_clean(branch, variable))
            types.append(self._unification.type_of(branch, variable))
            values.append(self._unification.value(branch, variable))
        name = self._names.local(variable.name)
        yes.out.append(ir.Assign(name, values[0]))
        no.out.append(ir.Assign(name, values[1]))
        is_clean = all(clean)
        return self._names.assigned(name, is_clean, domain.join(*types) if is_clean else domain.ANY)


def _as_condition(tests: list[ir.Statement]) -> ir.Condition | None:
    """Read statements that only check something as one condition."""
    if not tests or not all(isinstance(test, ir.Check) for test in tests):
        return None
    parts = tuple(test.condition for test in tests if isinstance(test, ir.Check))
    return parts[0] if len(parts) == 1 else ir.All(parts)


def _binds(tests: list[ir.Statement]) -> bool:
    """Tell whether statements may bind variables that were there before."""
    for test in ir.walk(tests):
        match test:
            case ir.Open() | ir.Solve():
                return True
            case ir.Check(condition=condition) | ir.Branch(condition=condition):
                for part in ir.tests(condition):
                    if isinstance(part, ir.Unifies) or (isinstance(part, ir.Holds) and "a" in part.callee.pattern):
                        return True
            case ir.Invoke(callee=callee):
                if "a" in callee.pattern:
                    return True
    return False
