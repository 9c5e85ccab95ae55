"""Which procedures allocate on the heap: where nothing is allocated, nothing need be released."""

from __future__ import annotations

from collections.abc import Iterable

from pyengine.compiler.c.module import Module
from pyengine.compiler.procedures import (
    All,
    Argument,
    Assign,
    Branch,
    Check,
    Comment,
    Condition,
    Const,
    Expr,
    FactTable,
    Fail,
    Field,
    Flag,
    Holds,
    IntCompare,
    IntOp,
    Invoke,
    IsFunctor,
    IsValue,
    Items,
    Key,
    Local,
    Loop,
    Mark,
    Negated,
    Procedure,
    Range,
    Same,
    Statement,
    Succeed,
    Switch,
    Target,
    Undo,
    walk,
)


class Allocation:
    """Tells which statements allocate; `allocating` are the procedures that do."""

    def __init__(self, module: Module, keys: Iterable[Key]) -> None:
        self._module = module
        self.allocating: set[Key] = set()
        changed = True
        while changed:
            changed = False
            for key in keys:
                procedure = module.procedure(key)
                if key not in self.allocating and (procedure.is_tabled or self.allocates(procedure, procedure.body)):
                    self.allocating.add(key)
                    changed = True

    def allocates(self, procedure: Procedure, statements: list[Statement]) -> bool:
        """Tell whether statements of a procedure may allocate."""
        return any(self._allocates(procedure, statement) for statement in walk(statements))

    def _allocates(self, procedure: Procedure, statement: Statement) -> bool:
        match statement:
            case Comment() | Fail() | Mark() | Undo():
                return False
            case Assign(name=name, value=value):
                return not isinstance(value, bool) and not self._is_plain(procedure, value, name)
            case Check(condition=condition) | Branch(condition=condition):
                return self._test_allocates(procedure, condition)
            case Argument(index=index, term=term):
                return not (self._is_plain(procedure, index) and self._is_plain(procedure, term))
            case Invoke(target=target, args=args) | Loop(target=target, args=args):
                return self._call_allocates(procedure, target, args)
            case Range() | Switch():
                return False
            case Items(value=value):
                return not self._is_plain(procedure, value)
            case Succeed(outs=outs):
                forms = self._module.signature(procedure.key).outputs
                wraps = "w" in forms and any(
                    isinstance(s, Invoke | Loop) and s.target == procedure.key for s in walk(procedure.body)
                )
                return (
                    procedure.summary.is_many
                    or wraps
                    or not all(
                        form != "w" or self._is_plain(procedure, out) for out, form in zip(outs, forms, strict=True)
                    )
                )
        return isinstance(statement, Statement) and type(statement).__name__ not in ("Block",)

    def _is_plain(self, procedure: Procedure, expr: Expr, target: str | None = None) -> bool:
        """Tell whether an expression allocates nothing: large integers do, as words."""
        match expr:
            case Const() | Field():
                return True
            case Local(name=name):
                return self._module.form(procedure, name) in ("w", "i") or self._is_unboxed(procedure, target)
            case IntOp():
                return self._is_unboxed(procedure, target)
        return False

    def _is_unboxed(self, procedure: Procedure, target: str | None) -> bool:
        return target is not None and self._module.form(procedure, target) != "w"

    def _call_allocates(self, procedure: Procedure, target: Target, args: tuple[Expr, ...]) -> bool:
        resolved = self._module.resolve(target)
        if not all(self._is_plain(procedure, argument) for argument in args):
            return True
        if isinstance(resolved, FactTable):
            return False
        if isinstance(resolved, Key):
            return resolved in self.allocating
        return resolved.determinism != "test"

    def _test_allocates(self, procedure: Procedure, condition: Condition) -> bool:
        match condition:
            case Holds(target=target, args=args):
                return self._call_allocates(procedure, target, args)
            case Negated(inner=inner):
                return self._test_allocates(procedure, inner)
            case All(parts=parts):
                return any(self._test_allocates(procedure, part) for part in parts)
            case IsValue() | IsFunctor() | IntCompare() | Flag():
                return False
            case Same(left=left, right=right):
                return not (self._is_plain(procedure, left) and self._is_plain(procedure, right))
        return True
