"""The body of a clause as statements of the intermediate language."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pyengine.compiler.analysis.calls import CallLowering
from pyengine.compiler.analysis.conditionals import ConditionalLowering
from pyengine.compiler.analysis.inline import Inline
from pyengine.compiler.analysis.rereading import without_witness
from pyengine.compiler.analysis.unification import Context, Continuation, LocalNames, State, Unification
from pyengine.compiler.normal_form import goals as nf
from pyengine.compiler.procedures import domain, ir
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.runtime.terms import CONS, NIL, functor, list_of
from pyengine.compiler.unsupported import UnsupportedError

if TYPE_CHECKING:
    from pyengine.compiler.analysis.fixpoint import Analysis


class ClauseLowering:
    """Lowers one clause of a procedure."""

    def __init__(
        self,
        analysis: Analysis,
        key: Key,
        names: LocalNames,
        clause: nf.NormalClause,
        head: tuple[nf.Pattern, ...],
        is_tabled: bool = False,
    ) -> None:
        self._analysis = analysis
        self.key = key
        self.wants_first = key.first
        self.names = names
        self.clause = clause
        self._is_tabled = is_tabled
        self.outputs = [a for letter, a in zip(key.pattern, head, strict=True) if letter == "f"]
        uses = Counter(v for argument in clause.args for v in nf.pattern_variables(argument))
        uses.update(nf.goal_variables(clause.body))
        self.uses: Counter[nf.Variable] = uses
        self.unification = Unification(names, uses)
        self.inline = Inline(self.unification, analysis)
        self.calls = CallLowering(self, analysis)
        self.conditionals = ConditionalLowering(self)
        self._made = 0
        self.solutions: list[tuple[tuple[bool, domain.Type], ...]] = []

    def head(self, ctx: Context, states: list[State | None]) -> bool:
        """Unify the head with what comes in; None stands for an output."""
        for state, argument in zip(states, self.clause.args, strict=True):
            if state is not None and not self.unification.unify_state(ctx, state, argument, "part"):
                return False
        return True

    def succeed(self, ctx: Context) -> None:
        """The end of the clause: give back the outputs."""
        outs = self.outputs
        unbound = [list(self.unification.unseen_in(ctx, pattern)) for pattern in outs]
        if any(unbound):
            self._analysis.note_open(self.key)
        values = [self.unification.value(ctx, pattern) for pattern in outs]
        known = [
            (True, self.unification.type_of(ctx, pattern))
            if self.unification.is_clean(ctx, pattern)
            else (False, domain.ANY)
            for pattern in outs
        ]
        if self._is_tabled and not self._analysis.is_doubted(self.key):
            for position, (is_clean, _) in enumerate(known):
                if not is_clean:  # once for the table, not at every call
                    local = ir.Local(self.names.local("kept"))
                    self.names.assigned(local.name, True, domain.ANY)
                    values[position] = local
                    ctx.out.append(ir.Assign(local.name, self.unification.value(ctx, outs[position])))
                    ctx.out.append(ir.Require(local, self._analysis.doubt_label(self.key)))
                    known[position] = True, domain.ANY
        positions = [i for i, letter in enumerate(self.key.pattern, 1) if letter == "f"]
        for number, pattern, (is_clean, _), inside in zip(positions, outs, known, unbound, strict=True):
            if not is_clean:
                self.calls.note_open(ctx, number, pattern, inside)
        self.solutions.append(tuple(known))
        ctx.out.append(ir.Succeed(tuple(values)))

    def goal(self, ctx: Context, goal: nf.Goal, then: Continuation, is_last: bool) -> None:
        """Lower a goal; `then` lowers what follows, at each place where the goal has succeeded.

        `is_last` means that nothing but the end of the clause follows.
        """
        match goal:
            case nf.Call(name=name, args=args):
                self.calls.call(ctx, name, args, then, is_last)
            case nf.Conj(goals=goals):
                self._conjunction(ctx, goals, then, is_last)
            case nf.Cut():
                ctx.is_final = True
                then(ctx)
                ctx.out.append(ir.Fail(True))
            case nf.Or(left=left, right=right):
                self._alternatives(ctx, left, right, then, is_last)
            case nf.If():
                self.conditionals.if_then_else(ctx, goal, then, is_last)
            case nf.Not(goal=inner):
                self.conditionals.negation(ctx, inner, then)
            case nf.SoftIf():
                self._soft(ctx, goal, then, is_last)
            case nf.Findall():
                if (other := self._extreme(ctx, goal)) is None:
                    self._collect(ctx, goal, then)
                else:
                    self.uses.update(nf.goal_variables(other))
                    self.goal(ctx, other, then, is_last)
            case nf.Catch():
                self._catch(ctx, goal, then)
            case nf.Dynamic():
                self._dynamic(ctx, goal, then)
            case nf.Scope():
                raise AssertionError("lifting leaves no scopes")

    def lifted(self, goal: nf.Goal) -> nf.Goal:
        """Make a predicate of a goal and give the call of it; its arguments are the variables that stand elsewhere."""
        inside = Counter(nf.goal_variables(goal))
        args = tuple(v for v, count in inside.items() if count != self.uses.get(v, 0))
        return self._analysis.lifted(goal, args, self.clause)

    def _conjunction(self, ctx: Context, goals: tuple[nf.Goal, ...], then: Continuation, is_last: bool) -> None:
        if not goals:
            then(ctx)
            return
        first, rest = goals[0], goals[1:]
        if not rest:
            self.goal(ctx, first, then, is_last)
            return
        reread = without_witness(self.unification, ctx, first, rest, self._analysis.rules.fresh)
        if reread is not None:
            self._conjunction(ctx, reread, then, is_last)
            return
        both = self._as_sorted(ctx, first, rest[0])
        if both is not None:
            self._conjunction(ctx, (both, *rest[1:]), then, is_last)
            return
        if isinstance(first, nf.Call) and isinstance(rest[0], nf.Cut):  # no solution but its first will be looked at
            outer, self.wants_first = self.wants_first, True

            def go_on(after: Context) -> None:
                self.wants_first = outer
                self._conjunction(after, rest, then, is_last)

            self.goal(ctx, first, go_on, True)
            self.wants_first = outer
            return
        self.goal(ctx, first, lambda after: self._conjunction(after, rest, then, is_last), False)

    def _as_sorted(self, ctx: Context, first: nf.Goal, second: nf.Goal) -> nf.Goal | None:
        """Read `findall(X, Goal, Xs), sort(Xs, Sorted)`, where nobody else sees Xs, as one collection.

        Where all but the first of Sorted goes unseen, too, only the least is looked for.
        """
        if not (isinstance(first, nf.Findall) and first.how == "bag" and isinstance(second, nf.Call)):
            return None
        if (second.name, len(second.args)) not in (("sort", 2), ("msort", 2)) or second.args[0] != first.result:
            return None
        if self._analysis.rules.sources.defines((second.name, 2)):
            return None
        if not self.unification.is_unseen(ctx, first.result) or self.uses.get(first.result, 0) != 2:
            return None
        wanted = second.args[1]
        rest: nf.Pattern = wanted[2] if wanted.__class__ is tuple and wanted[0] is CONS else NIL
        if self.unification.is_unseen(ctx, rest) and self.uses.get(rest, 0) == 1:
            return nf.Findall("least", first.template, first.goal, wanted[1])
        return nf.Findall("set", first.template, first.goal, wanted) if second.name == "sort" else None

    def _alternatives(self, ctx: Context, left: nf.Goal, right: nf.Goal, then: Continuation, is_last: bool) -> None:
        mark = self.names.local("mark")
        first: list[ir.Statement] = []
        ctx.out.append(ir.Mark(mark))
        inner = ctx.inside(first)
        ctx.out.append(ir.Block(first))
        self.goal(inner, left, then, is_last)
        ctx.out.append(ir.Undo(mark))
        second = Context(dict(ctx.env), ctx.out, ctx.is_final)
        self.goal(second, right, then, is_last)

    def _soft(self, ctx: Context, goal: nf.SoftIf, then: Continuation, is_last: bool) -> None:
        flag, mark = self.names.local("found_any"), self.names.local("mark")
        ctx.out.append(ir.Mark(mark))
        ctx.out.append(ir.Assign(flag, False))
        attempt: list[ir.Statement] = []
        ctx.out.append(ir.Block(attempt))

        def found(after: Context) -> None:
            after.out.append(ir.Assign(flag, True))
            self.goal(after, goal.then, then, is_last)

        self.goal(ctx.inside(attempt), goal.condition, found, False)
        otherwise: list[ir.Statement] = []
        self.goal(ctx.inside(otherwise), goal.otherwise, then, is_last)
        ctx.out.append(ir.Branch(ir.Negated(ir.Flag(flag)), [ir.Undo(mark), ir.Block(otherwise)], []))

    def _extreme(self, ctx: Context, goal: nf.Findall) -> nf.Goal | None:
        """Give the goal that aggregate_all(max(X), ...) and the like are where something is known before.

        SWI-Prolog then has an answer even without solutions, `X` if it or the result is bound. With a witness,
        the result has its shape before the goal is run; where it cannot, the goal is run in vain.
        """
        if goal.how not in ("max", "min", "max_witness", "min_witness"):
            return None
        is_free = [self.unification.is_unseen(ctx, self.unification.walk(ctx, p)) for p in (goal.template, goal.result)]
        if goal.how in ("max", "min"):
            if all(is_free):
                return None
            best, result = self._new_variable("Best"), goal.result
            return nf.Conj(
                (
                    nf.Findall(f"{goal.how}_list", goal.template, goal.goal, best),
                    nf.If(
                        nf.Call("=", (best, NIL)),
                        nf.Conj((nf.Call("=", (result, goal.template)), nf.Call("nonvar", (result,)))),
                        nf.Call("=", (best, list_of([result]))),
                    ),
                )
            )
        shape = functor(goal.how.removesuffix("_witness"), 2)
        walked = self.unification.walk(ctx, goal.result)
        if is_free[1] and walked not in {*nf.goal_variables(goal.goal), *nf.pattern_variables(goal.template)}:
            return None
        if walked.__class__ is tuple and walked[0] is shape:
            return None
        values = [self._new_variable(hint) for hint in ("Best", "Witness", "Value", "Found")]
        other = nf.Call("\\=", (goal.result, (shape, *values[:2])))
        evaluated = nf.Conj((goal.goal, nf.Call("is", (values[2], goal.template[1]))))
        in_vain = nf.Conj((nf.Findall("bag", 0, evaluated, values[3]), nf.FAILURE))
        result = self._new_variable("Result")
        found = nf.Findall(goal.how, goal.template, goal.goal, result)
        shaped = nf.Call("=", (goal.result, (shape, *values[:2])))
        return nf.If(other, in_vain, nf.Conj((shaped, found, nf.Call("=", (result, goal.result)))))

    def _new_variable(self, hint: str) -> nf.Variable:
        self._made += 1
        return nf.Variable(f"_{hint}", -1000 - self._made)

    def _collect(self, ctx: Context, goal: nf.Findall, then: Continuation) -> None:
        collection, result, mark = (self.names.local(hint) for hint in ("found", "result", "mark"))
        body: list[ir.Statement] = []
        known: list[tuple[bool, domain.Type]] = []

        def gather(inner: Context) -> None:
            template = goal.template
            if goal.how in ("sum", "max", "min", "max_list", "min_list"):
                template = self.inline.evaluated(inner, template)  # an error comes with its solution
            is_clean = self.unification.is_clean(inner, template)
            type_ = self.unification.type_of(inner, template) if is_clean else domain.ANY
            known.append((is_clean, type_))
            value = self.unification.value(inner, template)
            inner.out.append(ir.Gather(goal.how, collection, value, is_clean))

        self.goal(ctx.inside(body), goal.goal, gather, False)
        is_clean = all(clean for clean, _ in known)
        items = domain.NOTHING
        for _, type_ in known:
            items = domain.join(items, type_)
        can_fail = goal.how in ("least", "max", "min", "max_witness", "min_witness")
        is_long = domain.may_branch(items)
        ctx.out.append(ir.Collect(goal.how, collection, body, result, mark, can_fail, ctx.is_final, is_long))
        type_ = _folded(goal.how, items) if is_clean else domain.ANY
        if self.unification.unify_state(ctx, self.names.assigned(result, is_clean, type_), goal.result, "found"):
            then(ctx)

    def _catch(self, ctx: Context, goal: nf.Catch, then: Continuation) -> None:
        """Lower catch/3: its goal gets variables as they are, and binds them with the trail."""
        assert isinstance(goal.goal, nf.Call)
        assert isinstance(goal.recovery, nf.Call)
        args = tuple(self.unification.value(ctx, argument) for argument in goal.goal.args)
        recovery = tuple(self.unification.value(ctx, argument) for argument in goal.recovery.args)
        ball = self.unification.value(ctx, goal.ball)
        keys = [Key(g.name, len(g.args), "a" * len(g.args), False) for g in (goal.goal, goal.recovery)]
        for key in keys:
            self._analysis.request(key, (domain.ANY,) * key.arity, self.key)
        body: list[ir.Statement] = []
        ctx.out.append(ir.Catching(keys[0], args, ball, keys[1], recovery, body))
        then(ctx.inside(body))

    def _dynamic(self, ctx: Context, goal: nf.Dynamic, then: Continuation) -> None:
        closure = self.unification.value(ctx, goal.closure)
        extra = tuple(self.unification.value(ctx, argument) for argument in goal.extra)
        self._analysis.is_dynamic = True
        body: list[ir.Statement] = []
        ctx.out.append(ir.Solve(closure, extra, body))
        then(ctx.inside(body))


def _folded(how: str, items: domain.Type) -> domain.Type:
    if how in ("bag", "set", "max_list", "min_list"):
        return domain.list_type(items)
    if how == "least":
        return items
    if how == "count":
        return domain.INTEGER
    if how in ("sum", "max", "min"):
        return items if domain.is_integer(items) else domain.ANY
    if how.endswith("witness"):
        pair = domain.field_types(items, functor("-", 2))
        return domain.struct_type(functor(how.removesuffix("_witness"), 2), pair)
    raise UnsupportedError(f"aggregation by {how}")
