"""The clauses of a predicate as one procedure: switches and alternatives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyengine.compiler.analysis.clause_exclusion import Label, choose_switch, clash, excludes, label
from pyengine.compiler.analysis.head_tests import is_refuted
from pyengine.compiler.analysis.lowering import ClauseLowering
from pyengine.compiler.analysis.unification import Assigned, Context, KnownPattern, LocalNames, State, functor_test
from pyengine.compiler.normal_form.goals import Conj, NormalClause, Pattern, Predicate, Variable, substitute
from pyengine.compiler.procedures import domain, ir
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.procedures.outcomes import is_certain, outcome
from pyengine.compiler.procedures.procedure import Procedure, Summary
from pyengine.compiler.runtime.terms import Functor
from pyengine.compiler.unsupported import UnsupportedError

if TYPE_CHECKING:
    from pyengine.compiler.analysis.fixpoint import Analysis


class ProcedureLowering:
    """Lowers one predicate for one way of calling it."""

    def __init__(self, analysis: Analysis, key: Key, predicate: Predicate, types: tuple[Type, ...]) -> None:
        self._analysis = analysis
        self._key = key
        self._predicate = predicate
        self._types = types
        self._names = LocalNames()
        self._solutions: list[tuple[tuple[bool, Type], ...]] = []
        self._heads: dict[int, tuple[Pattern, ...]] = {}
        """The arguments of clauses as they were written, where they have been taken apart."""
        self._kept: list[NormalClause] = []

    def procedure(self) -> Procedure:
        """Give the procedure, with a summary of what was learnt of it."""
        pattern = self._key.pattern
        positions = [i for i, letter in enumerate(pattern) if letter != "f"]
        params = tuple(self._names.local(self._hint(i)) for i in positions)
        states: list[State | None] = [None] * len(pattern)
        for name, position, type_ in zip(params, positions, self._types, strict=True):
            is_clean = pattern[position] == "g"
            states[position] = self._names.assigned(name, is_clean, type_ if is_clean else domain.ANY)
        body: list[ir.Statement] = []
        self._select(list(self._predicate.clauses), states, body, set())
        summary = self._summary(body)
        return Procedure(
            self._key,
            self._predicate.origin,
            params,
            body,
            summary,
            is_tabled=self._predicate.is_tabled,
            types=self._names.types,
        )

    def _hint(self, position: int) -> str:
        for clause in self._predicate.clauses:
            argument = clause.args[position]
            if argument.__class__ is Variable and not argument.name.startswith("_"):
                return str(argument.name)
        return f"arg{position + 1}"

    def _summary(self, body: list[ir.Statement]) -> Summary:
        outs: tuple[tuple[bool, Type], ...] | None = None
        for solution in self._solutions:
            outs = solution if outs is None else tuple(map(join_outputs, outs, solution))
        is_many = not self._key.first and outcome(body).solutions > 1
        return Summary(self._types, outs, is_many, not is_certain(body, self._analysis.is_settled))

    def _select(
        self, clauses: list[NormalClause], states: list[State | None], out: list[ir.Statement], tried: set[int]
    ) -> None:
        """Lower clauses, with a switch where an argument tells them apart."""
        clauses = [clause for clause in clauses if self._may_match(clause, states)]
        clauses, states = self._take_apart(clauses, states, out)
        clauses = [self._with_tests(clause, states) for clause in clauses]
        clauses = [clause for clause in clauses if self._may_match(clause, states)]
        inputs = [i for i, s in enumerate(states) if isinstance(s, Assigned) and s.is_clean and i not in tried]
        position = choose_switch(clauses, inputs) if len(clauses) > 1 else None
        if position is None:
            self._alternatives(clauses, states, out)
            return
        state = states[position]
        assert isinstance(state, Assigned)
        fitting, open_ = _by_label(clauses, position)
        cases: list[tuple[Label, list[ir.Statement]]] = []
        rest = state.type
        for found, chosen in fitting:
            inner = list(states)
            if isinstance(found, Functor):
                inner[position] = Assigned(state.expr, True, domain.only_functor(state.type, found))
                rest = domain.without_functor(rest, found)
            else:
                inner[position] = KnownPattern(found)
                rest = domain.without_value(rest, found)
            body: list[ir.Statement] = []
            chosen = [clause for clause in chosen if not is_refuted(clause, clause.args[position], found)]
            self._select(chosen, inner, body, tried | {position})
            cases.append((found, body))
        default: list[ir.Statement] = []
        inner = list(states)
        inner[position] = Assigned(state.expr, True, rest)
        if rest == domain.NOTHING:
            _, default = cases.pop()
        elif open_:
            self._select(open_, inner, default, tried | {position})
        else:
            default.append(ir.Fail(True))
        out.append(ir.Switch(state.expr, cases, default))

    def _take_apart(
        self, clauses: list[NormalClause], states: list[State | None], out: list[ir.Statement]
    ) -> tuple[list[NormalClause], list[State | None]]:
        """Take an argument apart that has the same functor in all clauses and in what comes in.

        Its parts become arguments of their own, behind the others, on which clauses can be selected.
        """
        for position, state in enumerate(states):
            functors = {label(clause.args[position]) for clause in clauses}
            functor = next(iter(functors)) if len(functors) == 1 and len(clauses) > 1 else None
            if not isinstance(functor, Functor) or not isinstance(state, Assigned) or not state.is_clean:
                continue
            if not domain.must_be_functor(state.type, functor):
                out.append(ir.Check(functor_test(state, functor), True))
            types = domain.field_types(state.type, functor)
            parts: list[State | None] = []
            for index, type_ in enumerate(types, 1):
                if all(clause.args[position][index].__class__ is Variable for clause in clauses):
                    hint = next(
                        (c.args[position][index].name for c in clauses if c.args[position][index].name != "_"), ""
                    )
                else:
                    hint = "part"
                name = self._names.local(hint)
                if hint:
                    out.append(ir.Assign(name, ir.Field(state.expr, index, functor)))
                parts.append(self._names.assigned(name, True, type_))
            states = list(states)
            states[position] = Assigned(state.expr, True, domain.only_functor(state.type, functor))
            whole = Variable("_Whole", position)
            clauses = [
                self._virtual(
                    clause,
                    (*clause.args[:position], whole, *clause.args[position + 1 :], *clause.args[position][1:]),
                )
                for clause in clauses
            ]
            return self._take_apart(clauses, [*states, *parts], out)
        return clauses, states

    def _with_tests(self, clause: NormalClause, states: list[State | None]) -> NormalClause:
        """Give a clause with the tests that it begins with in its head."""
        made, values = self._analysis.head_tests.moved(clause, states)
        if values:
            head = self._heads.get(id(clause), clause.args)
            self._heads[id(made)] = tuple(substitute(argument, values) for argument in head)
            self._kept.append(made)
        return made

    def _virtual(self, clause: NormalClause, args: tuple[Pattern, ...]) -> NormalClause:
        made = NormalClause(args, clause.body, clause.place)
        self._heads[id(made)] = self._heads.get(id(clause), clause.args)
        self._kept.append(made)
        return made

    def _may_match(self, clause: NormalClause, states: list[State | None]) -> bool:
        """Tell whether the types of what comes in allow a clause."""
        for state, argument in zip(states, clause.args, strict=True):
            if isinstance(state, KnownPattern):
                if clash(state.pattern, argument):
                    return False
            elif state is not None and state.is_clean and argument.__class__ is not Variable:
                if argument.__class__ is tuple:
                    if not domain.may_be_functor(state.type, argument[0]):
                        return False
                elif not domain.may_be_value(state.type, argument):
                    return False
        return True

    def _alternatives(self, clauses: list[NormalClause], states: list[State | None], out: list[ir.Statement]) -> None:
        """Lower clauses one after the other; each but the last is a block that failure leaves."""
        if not clauses:
            out.append(ir.Fail(True))
            return
        inputs = [i for i, s in enumerate(states) if isinstance(s, Assigned) and s.is_clean]
        mark = self._names.local("mark")
        if len(clauses) > 1:
            out.append(ir.Mark(mark))
        for index, clause in enumerate(clauses):
            later = clauses[index + 1 :]
            if index:
                out.append(ir.Undo(mark))
            commits = _commits(clause, later, inputs)
            if later:
                body: list[ir.Statement] = []
                out.append(ir.Block(body))
                self._clause(clause, states, Context({}, body, False), commits)
            else:
                self._clause(clause, states, Context({}, out, True), None)

    def _clause(self, clause: NormalClause, states: list[State | None], ctx: Context, commits: int | None) -> None:
        """Lower a clause; after `commits` goals no later clause can match, which is as good as a cut."""
        if clause.place is not None:
            ctx.out.append(ir.Comment(clause.place))
        head = self._heads.get(id(clause), clause.args)
        is_tabled = self._predicate.is_tabled
        lowering = ClauseLowering(self._analysis, self._key, self._names, clause, head, is_tabled)
        try:
            if not lowering.head(ctx, states):
                return
            if commits is None:
                lowering.goal(ctx, clause.body, lowering.succeed, True)
            elif commits == 0:
                ctx.is_final = True
                lowering.goal(ctx, clause.body, lowering.succeed, True)
                ctx.out.append(ir.Fail(True))
            else:
                self._guarded(lowering, ctx, clause, commits)
        except UnsupportedError as error:
            raise error.at(clause.place) from None
        self._solutions.extend(lowering.solutions)

    def _guarded(self, lowering: ClauseLowering, ctx: Context, clause: NormalClause, commits: int) -> None:
        goals = clause.body.goals if isinstance(clause.body, Conj) else (clause.body,)

        def commit(after: Context) -> None:
            after.is_final = True
            lowering.goal(after, Conj(goals[commits:]), lowering.succeed, True)
            after.out.append(ir.Fail(True))

        lowering.goal(ctx, Conj(goals[:commits]), commit, False)


def _by_label(
    clauses: list[NormalClause], position: int
) -> tuple[list[tuple[Label, list[NormalClause]]], list[NormalClause]]:
    """Give the clauses that fit each label of an argument, and those that fit any value, all in their order."""
    fitting: dict[tuple[type, Label], list[NormalClause]] = {}
    open_: list[NormalClause] = []
    for clause in clauses:
        found = label(clause.args[position])
        if found is not None:
            fitting.setdefault((found.__class__, found), [*open_]).append(clause)
            continue
        open_.append(clause)
        for chosen in fitting.values():
            chosen.append(clause)
    return [(found, chosen) for (_, found), chosen in fitting.items()], open_


def _commits(clause: NormalClause, later: list[NormalClause], inputs: list[int]) -> int | None:
    """Tell after how many goals of a clause none of the later ones can match; None if never."""
    commits = -1
    for other in later:
        count = excludes(clause, other, inputs)
        if count is None:
            return None
        commits = max(commits, count)
    return commits if later else None


def join_outputs(a: tuple[bool, Type], b: tuple[bool, Type]) -> tuple[bool, Type]:
    """Give the cleanness and type of an output that is one of two."""
    is_clean = a[0] and b[0]
    return is_clean, domain.join(a[1], b[1]) if is_clean else domain.ANY
