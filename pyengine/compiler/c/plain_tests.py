"""Tests of atoms in variables: they cost less than the branch that one of them would need, so several make one.

Which cells are empty, and whose they are, the processor cannot guess. So the tests for a line of cells are joined
without a branch between them, and an alternative that tests decide on counts by adding them up.
"""

from __future__ import annotations

from collections.abc import Sequence

from pyengine.compiler.c.expressions import Expressions
from pyengine.compiler.procedures import domain, ir
from pyengine.compiler.procedures.domain import Type


def joined_tests(expressions: Expressions, checks: Sequence[ir.Statement]) -> str | None:
    """Write the tests of some statements as one expression without branches; None where one of them is no such test."""
    written = []
    for check in checks:
        if isinstance(check, ir.Comment):
            continue
        if not isinstance(check, ir.Check) or check.is_final or not _is_plain(expressions, check.condition):
            return None
        written.append(f"({expressions.condition(check.condition)})")
    return " & ".join(written) or None


def leading_tests(expressions: Expressions, statements: Sequence[ir.Statement]) -> int:
    """Tell how many statements are such tests, one after the other."""
    count = 0
    for statement in statements:
        if not isinstance(statement, ir.Check) or statement.is_final:
            break
        if not _is_plain(expressions, statement.condition):
            break
        count += 1
    return count


def _is_plain(expressions: Expressions, condition: ir.Condition) -> bool:
    match condition:
        case ir.IsValue(value=ir.Local() as value, other=str()):
            return _is_word(expressions, value)
        case ir.Same(left=ir.Local() as left, right=ir.Local() as right):
            return all(_is_word(expressions, side) and _is_atom(expressions.type_of(side)) for side in (left, right))
        case ir.Same(left=ir.Local() as side, right=ir.Const(value=str())):
            return _is_word(expressions, side) and _is_atom(expressions.type_of(side))
        case ir.Same(left=ir.Const(value=str()), right=ir.Local() as side):
            return _is_word(expressions, side) and _is_atom(expressions.type_of(side))
        case ir.Negated(inner=inner):
            return _is_plain(expressions, inner)
        case ir.All(parts=parts):
            return all(_is_plain(expressions, part) for part in parts)
    return False


def _is_word(expressions: Expressions, value: ir.Local) -> bool:
    return not expressions.is_unboxed(value)


def _is_atom(type_: Type) -> bool:
    """Tell whether all values of a type are atoms."""
    return type_ == Type(atoms=type_.atoms) and type_ != domain.NOTHING
