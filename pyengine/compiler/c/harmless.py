"""Harmless code: what neither fails nor raises an error nor goes on for ever, and so can be left undone unnoticed.

That C stops where the heap is full, or an integer is beyond 61 bits, is no harm: another reasoner answers then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyengine.compiler.builtins.registry import Version
from pyengine.compiler.c.module import Module
from pyengine.compiler.procedures import domain, ir
from pyengine.compiler.procedures.callees import Callee, FactTable, Key
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.procedures.procedure import Procedure
from pyengine.compiler.runtime.terms import CONS

_SAFE: Final = frozenset({"+", "-", "*", "/\\", "\\/", "xor", "\\", "<<", ">>", "min", "max", "abs", "sign"})
"""Arithmetic that is defined for all integers."""
_DIVISIONS: Final = frozenset({"//", "mod", "rem", "div"})


def _is_any(_type: Type) -> bool:
    return True


def _is_atomic(type_: Type) -> bool:
    """Tell whether values of a type can be text: atoms, strings, numbers."""
    return type_.structs == () and type_.items is None


def _is_atoms(type_: Type) -> bool:
    return domain.must_be_list(type_) and _is_atomic(domain.items_type(type_))


_BUILT_INS: Final[dict[tuple[str, str], tuple[Callable[[Type], bool], ...]]] = {
    ("append", "ggf"): (domain.must_be_list, _is_any),
    ("reverse", "gf"): (domain.must_be_list,),
    ("length", "gf"): (domain.must_be_list,),
    ("msort", "gf"): (domain.must_be_list,),
    ("sort", "gf"): (domain.must_be_list,),
    ("list_to_ord_set", "af"): (domain.must_be_list,),
    ("subtract", "ggf"): (domain.must_be_list, domain.must_be_list),
    ("=..", "gf"): (_is_any,),
    ("$arguments", "gf"): (_is_any,),
    ("atom_length", "gf"): (_is_atomic,),
    ("string_length", "gf"): (_is_atomic,),
    ("atom_concat", "ggf"): (_is_atomic, _is_atomic),
    ("string_concat", "ggf"): (_is_atomic, _is_atomic),
    ("atomic_list_concat", "af"): (_is_atoms,),
    ("atom_chars", "gf"): (_is_atomic,),
    ("atom_codes", "gf"): (_is_atomic,),
    ("string_chars", "gf"): (_is_atomic,),
    ("string_codes", "gf"): (_is_atomic,),
}
"""Built-ins that are defined for clean values of some types."""


class Harmless:
    """Tells which code of a module is harmless."""

    def __init__(self, module: Module, allows_errors: bool = False) -> None:
        """Where errors are allowed, so is recursion whose end is not known: nobody meets either in what is not done."""
        self._module = module
        self._allows_errors = allows_errors
        self._found: dict[Key, bool] = {}

    def start(self, procedure: Procedure, statements: list[ir.Statement]) -> int | None:
        """Give the place from which on statements do nothing but make one solution, their last; None where none is."""
        if not statements or not self._makes_one(procedure, statements[-1]):
            return None
        start = len(statements) - 1
        while start > 0 and self._is_harmless(procedure, statements[start - 1]):
            start -= 1
        return start

    def _makes_one(self, procedure: Procedure, statement: ir.Statement) -> bool:
        """Tell whether a statement makes one solution, whichever way it goes."""
        if isinstance(statement, ir.Branch):
            are_safe = all(self._is_safe_test(procedure, test) for test in ir.tests(statement.condition))
            return are_safe and all(self.start(procedure, body) == 0 for body in ir.bodies(statement))
        if isinstance(statement, ir.Switch):
            return all(self.start(procedure, body) == 0 for body in ir.bodies(statement))
        return isinstance(statement, ir.Succeed)

    def _is_harmless(self, procedure: Procedure, statement: ir.Statement) -> bool:
        match statement:
            case ir.Comment() | ir.Mark() | ir.Undo():
                return True
            case ir.Assign(value=value):
                return isinstance(value, bool) or self._is_safe(value)
            case ir.Argument(index=index, term=term):
                return self._has_argument(procedure, index, term)
            case ir.Invoke(callee=callee, args=args, can_fail=can_fail):
                if can_fail and self._may_miss(callee):
                    return False
                return all(map(self._is_safe, args)) and self._is_harmless_call(procedure, callee, args)
            case ir.Branch(condition=condition):
                are_safe = all(self._is_safe_test(procedure, test) for test in ir.tests(condition))
                return are_safe and all(self._are_plain(procedure, body) for body in ir.bodies(statement))
        return False

    def _are_plain(self, procedure: Procedure, statements: list[ir.Statement]) -> bool:
        """Tell the same of all that is inside a statement."""
        return all(self._is_harmless(procedure, statement) for statement in statements)

    def _is_harmless_call(self, procedure: Procedure, callee: object, args: tuple[ir.Expr, ...]) -> bool:
        if isinstance(callee, Version):
            needed = _BUILT_INS.get((callee.name, callee.pattern))
            types = [_type_of(procedure, argument) for argument in args]
            if (callee.name, callee.pattern) == ("=..", "fg"):
                return _names_term(procedure, args[0])
            return needed is not None and all(is_fine(type_) for is_fine, type_ in zip(needed, types, strict=True))
        resolved = self._module.resolve(callee)  # type: ignore[arg-type]
        return isinstance(resolved, FactTable) or (isinstance(resolved, Key) and self._is_harmless_procedure(resolved))

    def _may_miss(self, callee: Callee) -> bool:
        resolved = self._module.resolve(callee)
        return not isinstance(resolved, FactTable) or self._module.may_miss(resolved)

    def _is_safe(self, expr: ir.Expr) -> bool:
        return _is_safe(expr, self._allows_errors)

    def _has_argument(self, procedure: Procedure, index: ir.Expr, term: ir.Expr) -> bool:
        """Tell whether arg/3 finds an argument for certain."""
        type_ = _type_of(procedure, term)
        if type_ != Type(structs=type_.structs) or not type_.structs:
            return False
        least = min(functor.arity for functor, _ in type_.structs)
        if isinstance(index, ir.Const) and index.value.__class__ is int:
            return bool(1 <= index.value <= least)
        if not isinstance(index, ir.Local):
            return False
        low, high = self._module.variable_bounds(procedure, index.name) or (0, 0)
        return low >= 1 and high <= least

    def _is_harmless_procedure(self, key: Key) -> bool:
        if key not in self._found:
            procedure = self._module.procedure(key)
            has_more = procedure.summary.is_many or procedure.summary.can_fail
            is_plain = not (has_more or procedure.is_tabled or procedure.has_trail)
            before = dict(self._found)
            ends = self._allows_errors or _shortens_a_list(procedure)  # where it calls itself, if it does
            self._found[key] = is_plain and ends
            if not (is_plain and self._are_harmless(procedure, procedure.body)):
                self._found = {**before, key: False}
            elif not ends:
                self._found[key] = True
        return self._found[key]

    def _are_harmless(self, procedure: Procedure, statements: list[ir.Statement]) -> bool:
        return all(self._is_harmless_inside(procedure, statement) for statement in statements)

    def _is_harmless_inside(self, procedure: Procedure, statement: ir.Statement) -> bool:
        """The same for statements of a procedure that has one solution for certain."""
        match statement:
            case ir.Fail():
                return True
            case ir.Succeed(outs=outs):
                return all(map(self._is_safe, outs))
            case ir.Check(condition=condition) | ir.Branch(condition=condition):
                are_safe = all(self._is_safe_test(procedure, test) for test in ir.tests(condition))
                return are_safe and all(self._are_harmless(procedure, body) for body in ir.bodies(statement))
            case ir.Switch() | ir.Block():
                return all(self._are_harmless(procedure, body) for body in ir.bodies(statement))
        return self._is_harmless(procedure, statement)

    def _is_safe_test(self, procedure: Procedure, condition: ir.Condition) -> bool:
        if isinstance(condition, ir.Holds) and isinstance(condition.callee, Version):
            is_memberchk = (condition.callee.name, condition.callee.pattern) == ("memberchk", "gg")
            is_fine = is_memberchk and domain.must_be_list(_type_of(procedure, condition.args[1]))
            return is_fine and all(map(self._is_safe, condition.args))
        match condition:
            case ir.IsValue(value=value) | ir.IsFunctor(value=value) | ir.HasType(value=value):
                return self._is_safe(value)
            case ir.IntCompare(left=left, right=right) | ir.Same(left=left, right=right):
                return self._is_safe(left) and self._is_safe(right)
        return isinstance(condition, ir.Flag | ir.AreIntegers)


def _type_of(procedure: Procedure, expr: ir.Expr) -> Type:
    match expr:
        case ir.Const(value=value):
            return domain.of_value(value)
        case ir.Local(name=name):
            return procedure.types.get(name, domain.ANY)
        case ir.IntOp():
            return domain.INTEGER
        case ir.Build(functor=functor, args=args):
            return domain.struct_type(functor, tuple(_type_of(procedure, argument) for argument in args))
    return domain.ANY


def _names_term(procedure: Procedure, parts: ir.Expr) -> bool:
    """Tell whether `Term =.. [name|Args]` makes a term for certain."""
    if not isinstance(parts, ir.Build) or parts.functor is not CONS:
        return False
    name, rest = parts.args
    return isinstance(name, ir.Const) and name.value.__class__ is str and domain.must_be_list(_type_of(procedure, rest))


def _shortens_a_list(procedure: Procedure) -> bool:
    """Tell whether, where a procedure calls itself, one of its lists is shorter by its first item."""
    calls = [s for s in ir.walk(procedure.body) if isinstance(s, ir.Invoke) and s.callee == procedure.key]
    tails: dict[str, str] = {}
    for statement in ir.walk(procedure.body):
        if isinstance(statement, ir.Assign):
            whole = _whole(statement.value)
            if whole is not None:
                tails[statement.name] = whole

    def is_shorter(argument: ir.Expr, param: str) -> bool:
        whole = tails.get(argument.name) if isinstance(argument, ir.Local) else _whole(argument)
        return whole == param and domain.must_be_list(procedure.types.get(param, domain.ANY))

    return any(
        all(is_shorter(call.args[index], param) for call in calls) for index, param in enumerate(procedure.params)
    )


def _whole(expr: ir.Expr | bool) -> str | None:
    """Name the list whose tail an expression is."""
    if isinstance(expr, ir.Field) and expr.functor is CONS and expr.index == 2:
        return expr.base.name
    return None


def _is_safe(expr: ir.Expr, allows_errors: bool) -> bool:
    """Tell whether an expression has a value for certain, or is an error where that is allowed."""
    match expr:
        case ir.Const() | ir.Local() | ir.Field():
            return True
        case ir.Build(args=args):
            return all(_is_safe(argument, allows_errors) for argument in args)
        case ir.IntOp(op=op, args=(left, ir.Const(value=by))) if op in _DIVISIONS:
            return _is_safe(left, allows_errors) and (allows_errors or (by.__class__ is int and by != 0))
        case ir.IntOp(op=op, args=args):
            return (allows_errors or op in _SAFE) and all(_is_safe(argument, allows_errors) for argument in args)
        case ir.Evaluate(term=term):
            return allows_errors and _is_safe(term, allows_errors)
    return False
