"""Which procedures allocate on the heap: where nothing is allocated, nothing need be released."""

from __future__ import annotations

from collections.abc import Iterable

from pyengine.compiler.c.module import Module
from pyengine.compiler.procedures import ir
from pyengine.compiler.procedures.callees import Callee, FactTable, Key
from pyengine.compiler.procedures.procedure import Procedure


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

    def allocates(self, procedure: Procedure, statements: list[ir.Statement]) -> bool:
        """Tell whether statements of a procedure may allocate."""
        return any(self._allocates(procedure, statement) for statement in ir.walk(statements))

    def _allocates(self, procedure: Procedure, statement: ir.Statement) -> bool:
        match statement:
            case ir.Comment() | ir.Fail() | ir.Mark() | ir.Undo():
                return False
            case ir.Assign(name=name, value=value):
                return not isinstance(value, bool) and not self._is_plain(procedure, value, name)
            case ir.Check(condition=condition) | ir.Branch(condition=condition):
                return any(self._test_allocates(procedure, test) for test in ir.tests(condition))
            case ir.Argument(index=index, term=term):
                return not (self._is_plain(procedure, index) and self._is_plain(procedure, term))
            case ir.Invoke(callee=callee, args=args) | ir.Loop(callee=callee, args=args):
                return self._call_allocates(procedure, callee, args)
            case ir.Range() | ir.Switch():
                return False
            case ir.Items(value=value):
                return not self._is_plain(procedure, value)
            case ir.Succeed(outs=outs):
                forms = self._module.signature(procedure.key).outputs
                wraps = "w" in forms and any(
                    isinstance(s, ir.Invoke | ir.Loop) and s.callee == procedure.key for s in ir.walk(procedure.body)
                )
                return (
                    procedure.summary.is_many
                    or wraps
                    or not all(
                        form != "w" or self._is_plain(procedure, out) for out, form in zip(outs, forms, strict=True)
                    )
                )
        return not isinstance(statement, ir.Block)

    def _is_plain(self, procedure: Procedure, expr: ir.Expr, into: str | None = None) -> bool:
        """Tell whether an expression allocates nothing: large integers do, as words."""
        match expr:
            case ir.Const() | ir.Field():
                return True
            case ir.Local(name=name):
                return self._module.form(procedure, name) in ("w", "i") or self._is_unboxed(procedure, into)
            case ir.IntOp():
                return self._is_unboxed(procedure, into)
        return False

    def _is_unboxed(self, procedure: Procedure, into: str | None) -> bool:
        return into is not None and self._module.form(procedure, into) != "w"

    def _call_allocates(self, procedure: Procedure, callee: Callee, args: tuple[ir.Expr, ...]) -> bool:
        resolved = self._module.resolve(callee)
        if not all(self._is_plain(procedure, argument) for argument in args):
            return True
        if isinstance(resolved, FactTable):
            return False
        if isinstance(resolved, Key):
            return resolved in self.allocating
        return resolved.determinism != "test"

    def _test_allocates(self, procedure: Procedure, condition: ir.Condition) -> bool:
        match condition:
            case ir.Holds(callee=callee, args=args):
                return self._call_allocates(procedure, callee, args)
            case ir.IsValue() | ir.IsFunctor() | ir.IntCompare() | ir.Flag():
                return False
            case ir.Same(left=left, right=right):
                return not (self._is_plain(procedure, left) and self._is_plain(procedure, right))
        return True
