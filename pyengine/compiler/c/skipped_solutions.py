"""Skipped solutions: which procedures can leave a move unmade where only its number counts.

A playout counts the moves of a position, chooses one by its number, and needs nothing of the others. So the code of
`move/3` tests, before it builds a solution, whether that one is to be skipped (`passed` in `emitted.h`). Where each
solution of another procedure becomes one solution and nothing can fail on the way, the other procedure does the test,
and less is built.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from pyengine.compiler.c.module import Module
from pyengine.compiler.procedures import ir
from pyengine.compiler.procedures.callees import FactTable, Key

_SAFE: Final = frozenset({"+", "-", "*", "/\\", "\\/", "xor", "\\", "<<", ">>", "min", "max", "abs", "sign"})
"""Arithmetic that is defined for all integers."""


class SkippedSolutions:
    """Tells which procedures skip solutions, and what of a solution need not be built then."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._harmless: dict[Key, bool] = {}

    def procedures(self, entry: Key, calls: dict[Key, list[Key]]) -> frozenset[Key]:
        """Give the procedures that skip solutions, from an entry on; none where that cannot be, or does not pay.

        Each of them is called only by others of them, once for each of their solutions, as far as `calls` says. What
        they call otherwise is done twice, for the number and for the move, so there must be no recursion in it.
        """
        inside = reached([entry], calls)
        called = Counter(callee for key in inside for callee in calls[key])
        found: set[Key] = set()
        wanted = {entry}
        while wanted:
            found |= wanted
            callees = set(self._looped_over(found)) - found
            wanted = {callee for callee in callees if self._skips(callee, found, called)}
        takes_long = any(key in reached([callee], calls) for key in inside - found for callee in calls[key])
        return frozenset(found) if self._skips(entry, found, called) and not takes_long else frozenset()

    def _skips(self, key: Key, others: set[Key], called: Counter[Key]) -> bool:
        """Tell whether a procedure has solutions to skip, and is called by these others, and itself, alone."""
        procedure = self._module.procedure(key)
        if not procedure.summary.is_many or procedure.is_tabled or procedure.has_trail:
            return False
        return called[key] == self._looped_over(others | {key})[key]

    def _looped_over(self, keys: set[Key]) -> Counter[Key]:
        """Count for each procedure the loops over it whose every round is one solution and cannot go wrong."""
        return Counter(
            statement.callee
            for key in keys
            for statement in ir.walk(self._module.procedure(key).body)
            if isinstance(statement, ir.Loop) and isinstance(statement.callee, Key) and self.start(statement.body) == 0
        )

    def start(self, statements: list[ir.Statement]) -> int | None:
        """Give the place from which on statements do nothing but make one solution, their last; None where none is."""
        if not statements or not isinstance(statements[-1], ir.Succeed):
            return None
        start = len(statements) - 1
        while start > 0 and self._is_harmless(statements[start - 1]):
            start -= 1
        return start

    def _is_harmless(self, statement: ir.Statement) -> bool:
        """Tell whether a statement neither fails nor raises errors nor goes on for ever."""
        match statement:
            case ir.Comment() | ir.Mark() | ir.Undo():
                return True
            case ir.Assign(value=value):
                return isinstance(value, bool) or _is_safe(value)
            case ir.Invoke(callee=callee, args=args, can_fail=False):
                resolved = self._module.resolve(callee)
                if isinstance(resolved, Key) and not self._is_harmless_procedure(resolved):
                    return False
                return isinstance(resolved, Key | FactTable) and all(map(_is_safe, args))
        return False

    def _is_harmless_procedure(self, key: Key) -> bool:
        if key not in self._harmless:
            self._harmless[key] = False  # as it is where it calls itself
            procedure = self._module.procedure(key)
            has_more = procedure.summary.is_many or procedure.summary.can_fail
            is_plain = not (has_more or procedure.is_tabled or procedure.has_trail)
            self._harmless[key] = is_plain and self._are_harmless(procedure.body)
        return self._harmless[key]

    def _are_harmless(self, statements: list[ir.Statement]) -> bool:
        return all(self._is_harmless_inside(statement) for statement in statements)

    def _is_harmless_inside(self, statement: ir.Statement) -> bool:
        """The same for statements of a procedure that has one solution for certain."""
        match statement:
            case ir.Fail():
                return True
            case ir.Succeed(outs=outs):
                return all(map(_is_safe, outs))
            case ir.Check(condition=condition) | ir.Branch(condition=condition):
                are_safe = all(map(_is_safe_test, ir.tests(condition)))
                return are_safe and all(map(self._are_harmless, ir.bodies(statement)))
            case ir.Switch() | ir.Block():
                return all(map(self._are_harmless, ir.bodies(statement)))
        return self._is_harmless(statement)


def _is_safe(expr: ir.Expr) -> bool:
    """Tell whether an expression has a value for certain."""
    match expr:
        case ir.Const() | ir.Local() | ir.Field():
            return True
        case ir.Build(args=args):
            return all(map(_is_safe, args))
        case ir.IntOp(op=op, args=args):
            return op in _SAFE and all(map(_is_safe, args))
    return False


def _is_safe_test(condition: ir.Condition) -> bool:
    match condition:
        case ir.IsValue(value=value) | ir.IsFunctor(value=value):
            return _is_safe(value)
        case ir.IntCompare(left=left, right=right) | ir.Same(left=left, right=right):
            return _is_safe(left) and _is_safe(right)
    return isinstance(condition, ir.Flag)


def reached(entries: Iterable[Key], calls: dict[Key, list[Key]]) -> set[Key]:
    """Give what is called from some procedures on, and themselves."""
    found, todo = set(entries), list(entries)
    while todo:
        for callee in calls[todo.pop()]:
            if callee not in found:
                found.add(callee)
                todo.append(callee)
    return found
