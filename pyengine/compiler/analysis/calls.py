"""Calls: which version of a built-in, or which procedure, and what it gives back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pyengine.compiler.analysis.known_calls import KnownCalls
from pyengine.compiler.analysis.rereading import first_member, opened_parts, parts_type
from pyengine.compiler.analysis.unification import Assigned, Context, Continuation
from pyengine.compiler.builtins.registry import Version, versions
from pyengine.compiler.normal_form import goals as nf
from pyengine.compiler.normal_form.boards import BOARDS
from pyengine.compiler.normal_form.goals import Pattern, Variable, pattern_variables
from pyengine.compiler.normal_form.sources import LIBRARY
from pyengine.compiler.procedures import domain, ir
from pyengine.compiler.procedures.callees import Callee, FactTable, Key
from pyengine.compiler.procedures.domain import ANY, Type, may_branch

if TYPE_CHECKING:
    from pyengine.compiler.analysis.fixpoint import Analysis
    from pyengine.compiler.analysis.lowering import ClauseLowering

Output = tuple[Pattern, bool, Type]
"""Where an output goes: what stood in the call, and the cleanness and type of what comes out."""

_UPDATES: Final = frozenset({"updated_list", "updated_term", "argument"})
"""The types of outputs that follow from those of the second and the third input."""

_ALWAYS: Final = {
    "integer": (True, domain.INTEGER),
    "number": (True, domain.NUMBER),
    "atom": (True, domain.ATOM),
    "string": (True, domain.OTHER),
    "ground": (True, ANY),
    "term": (False, ANY),
}
"""What is known of outputs whatever comes in: whether they are clean, and their types."""


class CallLowering:
    """Lowers the calls of one clause."""

    def __init__(self, lowering: ClauseLowering, analysis: Analysis) -> None:
        self._lowering = lowering
        self._unification = lowering.unification
        self._analysis = analysis
        self._known = KnownCalls(lowering, analysis)
        self._givers: dict[str, str] = {}
        """What gave the local variables a value that may have variables."""

    def call(self, ctx: Context, name: str, args: tuple[Pattern, ...], then: Continuation, is_last: bool) -> None:
        """Lower a call and what follows it; where a first solution is wanted and it `is_last`, its first is enough."""
        is_first = is_last and self._lowering.wants_first
        found = (name, len(args))
        if self._analysis.rules.sources.is_of_boards(found):
            version = self._fitting(ctx, versions(f"{BOARDS}{name}", len(args)), args)
            if version is not None:
                self._call_version(ctx, version, args, then, is_first)
                return
        if not self._analysis.rules.sources.defines(found):
            opened = opened_parts(self._unification, ctx, name, args, self._analysis.rules.fresh)
            if opened is not None:
                self._lowering.goal(ctx, nf.Conj(opened), then, is_last)
                return
            if is_first and found == ("member", 2) and not self._analysis.rules.sources.defines(("memberchk", 2)):
                looked_up = first_member(self._unification, ctx, args, self._analysis.rules.fresh)
                if looked_up is not None:
                    self._lowering.goal(ctx, nf.Conj(looked_up), then, is_last)
                    return
            done = self._lowering.inline.goal(ctx, name, args)
            if done is not None:
                if done:
                    then(ctx)
                return
            if self._iterate(ctx, name, args, then, is_first):
                return
            version = self._fitting(ctx, versions(*found), args)
            if version is None and self._analysis.rules.predicate(found) is None:
                self._unknown(ctx, name, args)
                return
            if version is not None:
                self._call_version(ctx, version, args, then, is_first)
                return
        if self._known.call(ctx, name, args, then, is_last):
            return
        self._call_procedure(ctx, name, args, then, is_last)

    def _unknown(self, ctx: Context, name: str, args: tuple[Pattern, ...]) -> None:
        if name == "$undeclared":
            values = tuple(self._unification.value(ctx, argument) for argument in args)
            ctx.out.append(ir.Raise("undeclared", values))
            return
        self._analysis.check_known(name, len(args), self._lowering.key, self._lowering.clause.place)
        ctx.out.append(ir.Raise(f"unknown:{name}/{len(args)}", ()))

    # Loops in place of calls

    def _iterate(self, ctx: Context, name: str, args: tuple[Pattern, ...], then: Continuation, is_first: bool) -> bool:
        """Lower between/3 and member/2 as loops, where their arguments are known well enough."""
        unification = self._unification
        if is_first or (name, len(args)) not in (("between", 3), ("member", 2)):
            return False
        body: list[ir.Statement] = []
        if name == "between":
            walked = unification.walk(ctx, args[2])
            bounds = [unification.walk(ctx, argument) for argument in args[:2]]
            if not unification.is_unseen(ctx, walked) or not all(
                unification.is_integer(ctx, bound) for bound in bounds
            ):
                return False
            if self._known.range(ctx, walked, bounds[0], bounds[1], then):
                return True
            low, high = (unification.value(ctx, bound) for bound in bounds)
            inner = ctx.inside(body)
            ctx.out.append(ir.Range(unification.bind(inner, walked, True, domain.INTEGER), low, high, body))
            then(inner)
            return True
        if self._known.member(ctx, args[0], args[1], then):
            return True
        if not unification.is_clean(ctx, args[1]):
            return False
        type_ = unification.type_of(ctx, args[1])
        value = unification.value(ctx, args[1])
        item = domain.items_type(type_)
        local = unification.names.local("item")
        inner = ctx.inside(body)
        ctx.out.append(ir.Items(local, value, body, domain.is_list(type_)))
        if unification.unify_state(inner, unification.names.assigned(local, True, item), args[0], "item"):
            then(inner)
        return True

    def _with_lengths(
        self, ctx: Context, found: tuple[str, int], args: tuple[Pattern, ...], pattern: str, outputs: list[Output]
    ) -> list[Output]:
        """Give outputs with the lengths of lists that follow from the inputs."""
        given = {
            position: self._unification.type_of(ctx, args[position])
            for position, letter in enumerate(pattern)
            if letter == "g"
        }
        types = self._analysis.lengths.of_outputs(found, given, pattern, [type_ for _, _, type_ in outputs])
        return [(output, is_clean, new) for (output, is_clean, _), new in zip(outputs, types, strict=True)]

    # Built-ins

    def _fitting(self, ctx: Context, known: tuple[Version, ...], args: tuple[Pattern, ...]) -> Version | None:
        """Choose the first version that fits a call."""
        for version in known:
            pairs = zip(version.pattern, args, strict=True)
            fits = all(letter != "g" or self._unification.is_clean(ctx, argument) for letter, argument in pairs)
            if fits and self._are_free(ctx, [args[position] for position in version.strict]):
                return version
        return None

    def _call_version(
        self, ctx: Context, version: Version, args: tuple[Pattern, ...], then: Continuation, is_first: bool
    ) -> None:
        unification = self._unification
        inputs = [a for letter, a in zip(version.pattern, args, strict=True) if letter != "f"]
        is_clean = all(unification.is_clean(ctx, argument) for argument in inputs)
        values = tuple([unification.value(ctx, argument) for argument in inputs])
        patterns = [a for letter, a in zip(version.pattern, args, strict=True) if letter == "f"]
        items = domain.NOTHING
        for argument in inputs:
            items = domain.join(items, domain.items_type(unification.type_of(ctx, argument)) if is_clean else ANY)
        ends_in_list = is_clean and bool(inputs) and domain.is_list(unification.type_of(ctx, inputs[-1]))
        outputs: list[Output] = []
        for pattern, what in zip(patterns, version.types, strict=True):
            if what in _UPDATES:
                _, board, new = [unification.type_of(ctx, argument) for argument in inputs]
                outputs.append((pattern, True, _updated_type(what, board, new)))
            elif what == "parts":
                outputs.append((pattern, True, parts_type(unification.type_of(ctx, inputs[0]))))
            else:
                known = "list_of_items" if what == "joined_list" and ends_in_list else what
                outputs.append((pattern, *_known_type(known, is_clean, items)))
        outputs = self._with_lengths(ctx, (version.name, len(args)), args, version.pattern, outputs)
        is_first = is_first and self._are_free(ctx, patterns)
        is_many, is_test = version.determinism == "nondet" and not is_first, version.determinism == "test"
        self._solve(ctx, version, values, outputs, then, is_many, is_test, version.determinism != "det")

    def _solve(
        self,
        ctx: Context,
        callee: Callee,
        values: tuple[ir.Expr, ...],
        outputs: list[Output],
        then: Continuation,
        is_many: bool,
        is_test: bool,
        can_fail: bool,
    ) -> None:
        """Lower a call as a loop over its solutions, as a test, or as that of one solution, and what follows it."""
        if is_many:
            body: list[ir.Statement] = []
            inner = ctx.inside(body)
            names = self._callees(inner, outputs)
            ctx.out.append(ir.Loop(callee, values, tuple(names), body))
            self._receive(inner, callee, outputs, names, then)
        elif is_test:
            if can_fail:
                ctx.out.append(ir.Check(ir.Holds(callee, values), ctx.is_final))
            then(ctx)
        else:
            names = self._callees(ctx, outputs)
            ctx.out.append(ir.Invoke(callee, values, tuple(names), can_fail, ctx.is_final))
            self._receive(ctx, callee, outputs, names, then)

    # Procedures

    def _call_procedure(
        self, ctx: Context, name: str, args: tuple[Pattern, ...], then: Continuation, is_last: bool
    ) -> None:
        unification, is_first = self._unification, is_last and self._lowering.wants_first
        if self._analysis.techniques.specialises:
            walked = tuple(unification.known_list(ctx, argument) for argument in args)
            name, args = self._analysis.static_arguments.version(name, walked) or (name, args)
        letters = self._letters(ctx, name, args)
        are_facts = self._analysis.are_facts(name, len(args))
        if are_facts or "a" in letters:
            apart = self._analysis.shapes.apart(unification, ctx, name, args, are_facts)
            if apart is not None:
                name, args = apart
                letters = self._letters(ctx, name, args)
        pattern = "".join(letters)
        if "a" in pattern and self._analysis.are_facts(name, len(args)):
            self._lowering.goal(ctx, self._unified_after(name, args, pattern), then, is_last)
            return
        if (table := self._analysis.fact_table(name, pattern)) is not None:
            known = [unification.type_of(ctx, a) for letter, a in zip(pattern, args, strict=True) if letter == "g"]
            table = replace(table, is_guarded=any(map(may_branch, known)))
            self._look_up(ctx, table, args, then, is_first)
            return
        inputs = [a for letter, a in zip(pattern, args, strict=True) if letter != "f"]
        types = tuple(
            unification.type_of(ctx, a) if letter == "g" else ANY
            for letter, a in zip(pattern, args, strict=True)
            if letter != "f"
        )
        values = tuple([unification.value(ctx, argument) for argument in inputs])
        if self._analysis.techniques.tells_rows and not self._analysis.is_condition(name):
            name = self._analysis.rows.version(name, len(args), types)
        key = Key(name, len(args), pattern, False)
        summary = self._analysis.request(key, types, self._lowering.key, self._lowering.clause.place)
        if "a" in pattern and key[:3] != self._lowering.key[:3]:
            self._note(key, f"{_partly_known(pattern)} may be partly known in this call")
        patterns = [a for letter, a in zip(pattern, args, strict=True) if letter == "f"]
        if is_first and summary.is_many and self._are_free(ctx, patterns):
            key = Key(name, len(args), pattern, True)
            summary = self._analysis.request(key, types, self._lowering.key, self._lowering.clause.place)
        if summary.outs is None:  # no solution is known, or there is none
            ctx.out.append(ir.Invoke(key, values, (None,) * pattern.count("f"), True, ctx.is_final, True))
            ctx.out.append(ir.Fail(ctx.is_final))
            return
        outputs: list[Output] = [(p, *known) for p, known in zip(patterns, summary.outs, strict=True)]
        outputs = self._with_lengths(ctx, (name, len(args)), args, pattern, outputs)
        is_test = not outputs and summary.can_fail
        self._solve(ctx, key, values, outputs, then, summary.is_many, is_test, summary.can_fail)

    def _unified_after(self, name: str, args: tuple[Pattern, ...], pattern: str) -> nf.Goal:
        """Read a call of facts as one that gives back what may be partly known, which is unified after it."""
        given = {i: self._analysis.rules.fresh() for i, letter in enumerate(pattern) if letter == "a"}
        call = nf.Call(name, tuple(given.get(i, argument) for i, argument in enumerate(args)))
        return nf.Conj((call, *[nf.Call(nf.UNIFY, (args[i], variable)) for i, variable in given.items()]))

    def _letters(self, ctx: Context, name: str, args: tuple[Pattern, ...]) -> list[str]:
        """Give the letters of a call pattern."""
        unification = self._unification
        unseen = Counter(v for argument in args for v in unification.unseen_in(ctx, argument))
        letters: list[str] = []
        for position, argument in enumerate(args):
            inside = unification.unseen_in(ctx, argument)
            if not inside:
                letters.append("g" if unification.is_clean(ctx, argument) else "a")
            elif all(unseen[v] == 1 for v in inside) and (
                unification.walk(ctx, argument).__class__ is Variable
                or self._is_open(ctx, name, len(args), position, argument)
            ):
                letters.append("f")
            else:
                letters.append("a")
        return letters

    def _note(self, key: Key, text: str) -> None:
        """Remember what stands in the way of a procedure in this clause, or in the call that led to the library."""
        own, place = self._lowering.key, self._lowering.clause.place
        if place is None or place.file == LIBRARY:
            place = self._analysis.place_of(own)
            text = text if key == own else f"{text}, by way of {self._analysis.origin(own)}"
        self._analysis.note(key, (place, text))

    def note_open(self, ctx: Context, number: int, pattern: Pattern, unbound: Collection[Variable]) -> None:
        """Remember why an output of the clause is not known to be ground; some variables in it may be unbound."""
        causes = {f"{_shown(variable)} may stay unbound": None for variable in unbound}
        for variable in pattern_variables(pattern):
            walked = self._unification.walk(ctx, variable)
            state = ctx.env.get(walked) if walked.__class__ is Variable else None
            if variable in unbound or not isinstance(state, Assigned) or state.is_clean:
                continue
            giver = self._givers.get(state.expr.name)
            if giver == self._analysis.origin(self._lowering.key):  # that it is not ground has another cause
                continue
            causes[f"{_shown(variable)} {f'comes from {giver}' if giver else 'is bound by general unification'}"] = None
        if causes:
            self._note(self._lowering.key, f"argument {number} is not known to be ground: {', '.join(causes)}")

    def _look_up(
        self, ctx: Context, table: FactTable, args: tuple[Pattern, ...], then: Continuation, is_first: bool
    ) -> None:
        """Lower a call of ground facts as a lookup."""
        unification = self._unification
        if self._known.facts(ctx, table, args, then, is_first) or self._known.split_facts(ctx, table, args, then):
            return
        index = table.index()
        inputs = [a for letter, a in zip(table.pattern, args, strict=True) if letter == "g"]
        values = tuple([unification.value(ctx, argument) for argument in inputs])
        types = [unification.type_of(ctx, argument) for argument in inputs]
        fitting = {key: rows for key, rows in index.items() if all(map(domain.may_be, types, key))}
        patterns = [a for letter, a in zip(table.pattern, args, strict=True) if letter == "f"]
        outputs: list[Output] = []
        for position, pattern in enumerate(patterns):
            type_ = domain.NOTHING
            for rows in fitting.values():
                for row in rows:
                    type_ = domain.join(type_, domain.of_value(row[position]))
            outputs.append((pattern, True, type_))
        if not fitting:
            unification.fail(ctx)
            return
        is_first = is_first and self._are_free(ctx, patterns)
        can_fail = not (len(types) == 1 and domain.is_covered(types[0], [key[0] for key in fitting])) and bool(types)
        is_many = any(len(rows) > 1 for rows in fitting.values()) and not is_first
        self._solve(ctx, table, values, outputs, then, is_many, not outputs, can_fail)

    def _are_free(self, ctx: Context, patterns: list[Pattern]) -> bool:
        """Tell whether outputs go to new variables, so that any solution fits."""
        return all(self._unification.is_unseen(ctx, self._unification.walk(ctx, pattern)) for pattern in patterns)

    def _is_open(self, ctx: Context, name: str, arity: int, position: int, argument: Pattern) -> bool:
        """Tell whether an argument is a compound term of new variables that may be unified after the call.

        Of a condition only the first solution is taken, so it must get what it is to fit.
        """
        if self._analysis.is_condition(name):
            return False
        walked = self._unification.walk(ctx, argument)
        parts = [self._unification.walk(ctx, part) for part in walked[1:]]
        return all(self._unification.is_unseen(ctx, part) for part in parts) and (
            self._analysis.steadfastness.holds(name, arity, position, walked[0])
        )

    def _callees(self, ctx: Context, outputs: list[Output]) -> list[str | None]:
        """Name the local variables for outputs; an output that nobody looks at has none."""
        unification = self._unification
        names: list[str | None] = []
        for pattern, _, _ in outputs:
            walked = unification.walk(ctx, pattern)
            if unification.is_unseen(ctx, walked) and not unification.is_used(walked, pattern):
                names.append(None)
            else:
                names.append(unification.names.local(walked.name if walked.__class__ is Variable else "out"))
        return names

    def _receive(
        self, ctx: Context, callee: Callee, outputs: list[Output], names: list[str | None], then: Continuation
    ) -> None:
        for (pattern, is_clean, type_), name in zip(outputs, names, strict=True):
            if name is None:
                continue
            if not self._unification.unify_state(
                ctx, self._unification.names.assigned(name, is_clean, type_), pattern, "out"
            ):
                return
            if not is_clean:
                self._givers[name] = self._analysis.origin(callee)
                self._require(ctx, pattern, callee)
        then(ctx)

    def _require(self, ctx: Context, pattern: Pattern, callee: Callee) -> None:
        """Take an output for ground, if that is likely and of use: if it is not, the rules are compiled again."""
        walked = self._unification.walk(ctx, pattern)
        state = ctx.env.get(walked)
        given_back = sum(v == walked for output in self._lowering.outputs for v in pattern_variables(output))
        if not isinstance(callee, Key) or not isinstance(state, Assigned) or walked.__class__ is not Variable:
            return
        if self._unification.uses.get(walked, 2) - given_back > 1 and not self._analysis.is_doubted(callee):
            ctx.out.append(ir.Require(state.expr, self._analysis.doubt_label(callee)))
            ctx.env[walked] = Assigned(state.expr, True, ANY)


def _partly_known(pattern: str) -> str:
    """Name the arguments of a pattern that may be anything."""
    numbers = [str(i) for i, letter in enumerate(pattern, 1) if letter == "a"]
    return f"argument{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"


def _shown(variable: Variable) -> str:
    return "a part" if variable.name.startswith("_") else str(variable.name)


def _updated_type(what: str, board: Type, new: Type) -> Type:
    """Give the type of a board with another item, or that of what was in its place."""
    if what == "argument":
        return domain.argument_type(board, None)
    return domain.with_item(board, new) if what == "updated_list" else domain.with_argument(board, new)


def _known_type(what: str, inputs_are_clean: bool, items: Type) -> tuple[bool, Type]:
    """Give whether an output of a built-in is clean, and its type, by a key of OUTPUT_TYPES."""
    if what in _ALWAYS:
        return _ALWAYS[what]
    if not inputs_are_clean:
        return False, ANY
    inner = domain.items_type(items)
    made = {
        "list": domain.list_type(ANY),
        "list_of_items": domain.list_type(items),
        "lists_of_items": domain.list_type(domain.list_type(items)),
        "columns": domain.list_type(domain.list_type(inner)),
        "flat_list": domain.list_type(inner),
        "item": items,
    }
    return True, made.get(what, ANY)
