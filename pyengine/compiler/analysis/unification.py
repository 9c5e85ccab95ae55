"""Variables of a clause while it is compiled: what is known of each, building terms, and unification.

A variable is *unseen* until something is known of it; then it is known to be equal to a pattern (`KnownPattern`), or it
is in a local variable of the procedure (`Assigned`). Unifying an unseen variable costs nothing at run time: the
compiler remembers the pattern. Only where the variable itself must exist (inside a term that is needed now) is a
`Var` made.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from pyengine.compiler.builtins.registry import all_versions
from pyengine.compiler.normal_form.goals import Pattern, Variable, pattern_variables
from pyengine.compiler.procedures import domain, ir
from pyengine.compiler.procedures.domain import ANY, Type
from pyengine.compiler.runtime.arithmetic import OPERATIONS
from pyengine.compiler.runtime.terms import CONS, NIL, Functor, list_of
from pyengine.compiler.unsupported import UnsupportedError


@dataclass(frozen=True, slots=True)
class KnownPattern:
    """The variable is equal to a pattern, which may have unseen variables."""

    pattern: Pattern


@dataclass(frozen=True, slots=True)
class Assigned:
    """The variable is in a local variable; `is_clean` tells whether its value is, `type` what is known of it then."""

    expr: ir.Local
    is_clean: bool
    type: Type


State: TypeAlias = KnownPattern | Assigned


@dataclass(slots=True)
class Context:
    """Where the compiler is in a clause: what it knows, where statements go, where failure leads."""

    env: dict[Variable, State]
    out: list[ir.Statement]
    is_final: bool

    def inside(self, out: list[ir.Statement]) -> Context:
        """Go into a loop or block, where failure leads no further than that."""
        return Context(dict(self.env), out, False)


Continuation: TypeAlias = Callable[[Context], None]
"""Lowers what follows a goal, where the goal has succeeded."""


def functor_test(state: Assigned, functor: Functor) -> ir.Condition:
    """Give the test whether a clean value has a functor, where its type does not tell."""
    if functor is CONS and domain.is_list(state.type):
        return ir.Negated(ir.IsValue(state.expr, NIL))
    type_ = state.type
    is_compound = not (type_.integers or type_.others or type_.atoms != frozenset()) and type_.items is None
    return ir.IsFunctor(state.expr, functor, is_compound)


class LocalNames:
    """Names for the local variables of one procedure."""

    def __init__(self) -> None:
        self._used: dict[str, int] = {}
        self.types: dict[str, Type] = {}
        """What is known of those local variables whose values are clean."""

    def local(self, hint: str) -> str:
        """Give a name that was not used yet, after the name of a Prolog variable."""
        hint = hint.strip("_").lower() if hint.isascii() and hint.isidentifier() else "x"
        hint = hint or "x"
        if not hint[0].isalpha():
            hint = f"x{hint}"
        if hint in _RESERVED or _FUNCTION.search(hint) or hint in _runtime_names():
            hint = f"{hint}_"
        count = self._used.get(hint, 0)
        self._used[hint] = count + 1
        return hint if not count else f"{hint}_{count + 1}"

    def assigned(self, name: str, is_clean: bool, type_: Type) -> Assigned:
        """Give what is known of a variable that is put into a local variable."""
        if is_clean:
            self.types[name] = type_
        return Assigned(ir.Local(name), is_clean, type_)


_RESERVED: Final = frozenset(
    {*keyword.kwlist, "none", "true", "false", "trail", "front", "found", "solve"}
    | {"int", "str", "tuple", "len", "range", "next", "abs", "min", "max", "sum", "bool", "float"}
)


@cache
def _runtime_names() -> frozenset[str]:
    """What compiled code imports; a local variable of that name would hide it."""
    declared = {version.function.__name__ for version in all_versions()}
    evaluable = {function.__name__ for function in OPERATIONS.values()}
    return frozenset(declared | evaluable | _CALLED)


_CALLED: Final = {
    "catching",
    "undeclared",
    "evaluate",
    "deref",
    "bind",
    "undo",
    "unify",
    "copy_term",
    "solve",
    "required",
}
_FUNCTION: Final = re.compile(r"_(\d+|[gaf]+|first)\Z|\A(fold|is|rest|start)_")
"""How the names of functions end, and those of other things that compiled code makes up begin."""


class Unification:
    """Unification and the building of terms, as statements."""

    def __init__(self, names: LocalNames, uses: dict[Variable, int]) -> None:
        self.names = names
        self.uses = uses
        self._shared: set[Variable] = set()
        """Variables in patterns that others stand for: they are seen by way of those, however often they stand."""

    def walk(self, ctx: Context, pattern: Pattern) -> Pattern:
        """Follow what is known: gives a variable that is bound or unseen, or something that is no variable."""
        while pattern.__class__ is Variable:
            state = ctx.env.get(pattern)
            if state.__class__ is not KnownPattern:
                return pattern
            pattern = state.pattern
        return pattern

    def known_list(self, ctx: Context, pattern: Pattern) -> Pattern:
        """Follow what is known, and into the items of a list."""
        walked = self.walk(ctx, pattern)
        items: list[Pattern] = []
        rest = walked
        while rest.__class__ is tuple and rest[0] is CONS:
            items.append(self.walk(ctx, rest[1]))
            rest = self.walk(ctx, rest[2])
        return list_of(items, rest) if items else walked

    def is_unseen(self, ctx: Context, walked: Pattern) -> bool:
        """Tell whether what `walk` gave is a variable of which nothing is known."""
        return walked.__class__ is Variable and walked not in ctx.env

    def unseen_in(self, ctx: Context, pattern: Pattern) -> list[Variable]:
        """List the unseen variables of a pattern, with repetitions."""
        found: list[Variable] = []
        stack = [pattern]
        while stack:
            item = self.walk(ctx, stack.pop())
            if item.__class__ is Variable:
                if item not in ctx.env:
                    found.append(item)
            elif item.__class__ is tuple:
                stack.extend(item[1:])
        return found

    def fail(self, ctx: Context) -> bool:
        """Fail here; gives False so that a caller can return it."""
        ctx.out.append(ir.Fail(ctx.is_final))
        return False

    def is_clean(self, ctx: Context, pattern: Pattern) -> bool:
        """Tell whether a pattern is known to be a clean value."""
        pattern = self.walk(ctx, pattern)
        if pattern.__class__ is Variable:
            state = ctx.env.get(pattern)
            return state is not None and state.is_clean  # type: ignore[union-attr]
        if pattern.__class__ is tuple:
            return all(self.is_clean(ctx, argument) for argument in pattern[1:])
        return True

    def type_of(self, ctx: Context, pattern: Pattern) -> Type:
        """Give what is known of the type of a pattern that is clean."""
        pattern = self.walk(ctx, pattern)
        if pattern.__class__ is Variable:
            state = ctx.env.get(pattern)
            return state.type if isinstance(state, Assigned) else ANY
        if pattern.__class__ is tuple:
            return domain.struct_type(pattern[0], tuple(self.type_of(ctx, argument) for argument in pattern[1:]))
        return domain.of_value(pattern)

    def is_integer(self, ctx: Context, pattern: Pattern) -> bool:
        """Tell whether a pattern is known to be an integer."""
        return self.is_clean(ctx, pattern) and domain.is_integer(self.type_of(ctx, pattern))

    def bind(self, ctx: Context, variable: Variable, is_clean: bool, type_: Type) -> str:
        """Put a variable into a new local variable, whose name is given."""
        name = self.names.local(variable.name)
        ctx.env[variable] = self.names.assigned(name, is_clean, type_)
        return name

    def value(self, ctx: Context, pattern: Pattern) -> ir.Expr:
        """Give an expression for a term that is needed now; unseen variables come into being."""
        if pattern.__class__ is Variable:
            walked = self.walk(ctx, pattern)
            if walked.__class__ is Variable:
                state = ctx.env.get(walked)
                if state is None:
                    name = self.bind(ctx, walked, False, ANY)
                    ctx.out.append(ir.Assign(name, ir.NewVar()))
                    return ir.Local(name)
                assert isinstance(state, Assigned)
                return state.expr
            expr = self.value(ctx, walked)
            if isinstance(expr, ir.Const):
                return expr
            is_clean, type_ = self.is_clean(ctx, walked), self.type_of(ctx, walked)
            name = self.bind(ctx, pattern, is_clean, type_)
            ctx.out.append(ir.Assign(name, expr))
            return ir.Local(name)
        if pattern.__class__ is tuple:
            args = tuple([self.value(ctx, argument) for argument in pattern[1:]])
            if all(isinstance(argument, ir.Const) for argument in args):
                return ir.Const((pattern[0], *[argument.value for argument in args]))  # type: ignore[union-attr]
            return ir.Build(pattern[0], args)
        return ir.Const(pattern)

    def unify(self, ctx: Context, left: Pattern, right: Pattern) -> bool:
        """Unify two patterns; False where that cannot succeed."""
        left, right = self.walk(ctx, left), self.walk(ctx, right)
        if left.__class__ is not Variable or (left in ctx.env and self.is_unseen(ctx, right)):
            left, right = right, left
        if left.__class__ is not Variable:
            return self._unify_terms(ctx, left, right)
        if left == right:
            return True
        state = ctx.env.get(left)
        if state is None:
            if right.__class__ is Variable and right in ctx.env:
                ctx.env[left] = ctx.env[right]
            else:
                inside = self.unseen_in(ctx, right) if right.__class__ is tuple else []
                if left in inside:
                    raise UnsupportedError("a term that contains itself")
                self._shared.update(inside)
                ctx.env[left] = KnownPattern(right)
            return True
        assert isinstance(state, Assigned)
        if right.__class__ is not Variable:
            return self._match(ctx, left, state, right)
        other = ctx.env[right]
        assert isinstance(other, Assigned)
        if state.expr == other.expr:
            return True
        if state.is_clean and other.is_clean:
            ctx.out.append(ir.Check(self.same(ctx, left, right), ctx.is_final))
        else:
            ctx.out.append(ir.Check(ir.Unifies(state.expr, other.expr), ctx.is_final))
        return True

    def same(self, ctx: Context, left: Pattern, right: Pattern) -> ir.Same:
        """Give the condition that two clean patterns are equal."""
        is_long = domain.may_branch(self.type_of(ctx, left)) and domain.may_branch(self.type_of(ctx, right))
        return ir.Same(self.value(ctx, left), self.value(ctx, right), is_long)

    def _unify_terms(self, ctx: Context, left: Pattern, right: Pattern) -> bool:
        if left.__class__ is tuple:
            if right.__class__ is not tuple or left[0] is not right[0]:
                return self.fail(ctx)
            return all(self.unify(ctx, a, b) for a, b in zip(left[1:], right[1:], strict=True))
        if left.__class__ is not right.__class__ or left != right:
            return self.fail(ctx)
        return True

    def unify_state(self, ctx: Context, state: State, pattern: Pattern, hint: str = "x") -> bool:
        """Unify what a state stands for with a pattern."""
        if isinstance(state, KnownPattern):
            return self.unify(ctx, state.pattern, pattern)
        walked = self.walk(ctx, pattern)
        if self.is_unseen(ctx, walked):
            ctx.env[walked] = state
            return True
        stand_in = Variable(f"{hint}_", -1 - len(ctx.env))
        ctx.env[stand_in] = state
        return self.unify(ctx, stand_in, walked)

    def _match(self, ctx: Context, variable: Variable, state: Assigned, pattern: Pattern) -> bool:
        """Unify a bound variable with something that is no variable."""
        if not state.is_clean:
            return self._open(ctx, state, pattern)
        if pattern.__class__ is not tuple:
            if not domain.may_be_value(state.type, pattern):
                return self.fail(ctx)
            if not domain.must_be_value(state.type, pattern):
                ctx.out.append(ir.Check(ir.IsValue(state.expr, pattern), ctx.is_final))
            ctx.env[variable] = KnownPattern(pattern)
            return True
        functor = pattern[0]
        if not domain.may_be_functor(state.type, functor):
            return self.fail(ctx)
        if next(pattern_variables(pattern), None) is None:
            ctx.out.append(ir.Check(ir.Same(state.expr, self.value(ctx, pattern)), ctx.is_final))
            return True
        if not domain.must_be_functor(state.type, functor):
            ctx.out.append(ir.Check(functor_test(state, functor), ctx.is_final))
        types = domain.field_types(state.type, functor)
        ctx.env[variable] = Assigned(state.expr, True, domain.only_functor(state.type, functor))
        inner: list[tuple[State, Pattern]] = []
        for index, argument in enumerate(pattern[1:], 1):
            walked, part = self.walk(ctx, argument), Variable(f"part of {state.expr.name}", index)
            if part in ctx.env:  # it was taken out before
                inner.append((ctx.env[part], argument))
            elif self.is_unseen(ctx, walked):
                if self.is_used(walked, argument):
                    name = self.bind(ctx, walked, True, types[index - 1])
                    ctx.out.append(ir.Assign(name, ir.Field(state.expr, index, functor)))
                    ctx.env[part] = ctx.env[walked]
            else:
                name = self.names.local(argument.name if argument.__class__ is Variable else "part")
                ctx.out.append(ir.Assign(name, ir.Field(state.expr, index, functor)))
                ctx.env[part] = taken = self.names.assigned(name, True, types[index - 1])
                inner.append((taken, argument))
        return all(self.unify_state(ctx, part, argument) for part, argument in inner)

    def is_used(self, variable: Variable, argument: Pattern) -> bool:
        """Tell whether anybody looks at a variable that an argument is, or is known to be."""
        return argument != variable or self.uses.get(variable, 2) > 1 or variable in self._shared

    def _open(self, ctx: Context, state: Assigned, pattern: Pattern) -> bool:
        """Unify a local variable whose value may be anything with something that is no variable."""
        if pattern.__class__ is not tuple or not self.unseen_in(ctx, pattern):
            ctx.out.append(ir.Check(ir.Unifies(state.expr, self.value(ctx, pattern)), ctx.is_final))
            return True
        names: list[str | None] = []
        inner: list[tuple[Assigned, Pattern]] = []
        for argument in pattern[1:]:
            walked = self.walk(ctx, argument)
            if self.is_unseen(ctx, walked):
                names.append(self.bind(ctx, walked, False, ANY) if self.is_used(walked, argument) else None)
            else:
                name = self.names.local(argument.name if argument.__class__ is Variable else "part")
                names.append(name)
                inner.append((Assigned(ir.Local(name), False, ANY), argument))
        ctx.out.append(ir.Open(state.expr, pattern[0], tuple(names), ctx.is_final))
        return all(self.unify_state(ctx, part, argument) for part, argument in inner)
