"""Expressions and conditions of the intermediate language as Python."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from pyengine.compiler.builtins.registry import Version, versions
from pyengine.compiler.procedures import ir
from pyengine.compiler.procedures.callees import Callee, FactTable, Key
from pyengine.compiler.procedures.procedure import Summary
from pyengine.compiler.python import nodes
from pyengine.compiler.python.names import ModuleNames
from pyengine.compiler.runtime.arithmetic import OPERATIONS
from pyengine.compiler.runtime.terms import CONS, NIL, functor
from pyengine.compiler.unsupported import UnsupportedError

_COMPARISONS: Final = {"<": "<", ">": ">", "=<": "<=", ">=": ">=", "=:=": "==", "=\\=": "!="}
_NEGATIONS: Final = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
_OPERATORS: Final = {"+": "+", "-": "-", "*": "*", "/\\": "&", "\\/": "|", "xor": "^"}
_DIVISIONS: Final = frozenset({"//", "mod", "rem", "div"})
_LARGEST_SHIFT: Final = 4096
_MOST_LEVELS: Final = 190
"""How deeply parts of an expression are nested at most: Python's compiler recurses, and it reads no more than 200."""
_MOST_NESTED: Final = 50
"""How long a list is at most whose parts are nested."""
_GENERAL: Final = {"<": "is_less", ">": "is_greater", "=<": "is_at_most", ">=": "is_at_least", "=:=": "is_equal"}


class Expressions:
    """Writes expressions; `summary` tells what is known of a procedure."""

    def __init__(self, names: ModuleNames, summary: Callable[[Key], Summary]) -> None:
        self.names = names
        self._summary = summary
        self._operands = 0

    def is_many(self, key: Key) -> bool:
        """Tell whether a procedure is a generator."""
        return self._summary(key).is_many

    def takes_trail(self, callee: Callee) -> bool:
        """Tell whether a call passes the trail."""
        if isinstance(callee, FactTable):
            return False
        return callee.trail if isinstance(callee, Version) else self._summary(callee).uses_trail

    def lookup(self, table: FactTable, args: tuple[ir.Expr, ...], default: ast.expr | None) -> ast.expr:
        """Write a lookup in a table of facts."""
        rows = self.names.table(table)
        if not args:
            return rows
        key = self._key(args, table.is_guarded)
        return nodes.item(rows, key) if default is None else nodes.method(rows, "get", key, default)

    def _key(self, args: tuple[ir.Expr, ...], is_guarded: bool) -> ast.expr:
        written = [self.value(argument) for argument in args]
        if is_guarded:
            fact_key = self.names.runtime("runtime.folded_terms", "fact_key")
            written = [nodes.call(fact_key, value) for value in written]
        return written[0] if len(written) == 1 else nodes.tuple_of(written)

    def call(self, callee: Callee, args: tuple[ir.Expr, ...]) -> ast.expr:
        """Write a call."""
        if isinstance(callee, FactTable):
            rows = self.names.table(callee)
            return (
                nodes.compare(self._key(args, callee.is_guarded), "in", rows) if args else nodes.built_in("bool", rows)
            )
        if isinstance(callee, Version):
            function = self.names.version(callee)
        else:
            function = nodes.name(self.names.function(callee))
        written = [self.value(argument) for argument in args]
        if self.takes_trail(callee):
            written.append(nodes.name("trail"))
        return nodes.call(function, *written)

    def value(self, expr: ir.Expr, level: int = 0) -> ast.expr:
        """Write an expression, which stands so many levels deep in another."""
        if level > _MOST_LEVELS:
            raise UnsupportedError(f"a term with variables that is nested more than {_MOST_LEVELS} deep")
        match expr:
            case ir.Const(value=value):
                return self.names.constant(value)
            case ir.Local(name=name):
                return nodes.name(name)
            case ir.Build(functor=functor, args=args):
                if functor is CONS and (items := _long_list(expr)):
                    front = ast.List([self.value(item, level + 1) for item in items[:-1]], nodes.LOAD)
                    return nodes.call(
                        self.names.runtime("runtime.terms", "list_of"), front, self.value(items[-1], level + 1)
                    )
                written = [self.value(argument, level + 1) for argument in args]
                return nodes.tuple_of([self.names.functor(functor), *written])
            case ir.Field(base=base, index=index):
                return nodes.item(nodes.name(base.name), index)
            case ir.NewVar():
                return nodes.call(self.names.runtime("runtime.terms", "Var"))
            case ir.Evaluate(term=term):
                return nodes.call(self.names.runtime("runtime.arithmetic", "evaluate"), self.value(term, level + 1))
            case ir.IntOp(op=op, args=args):
                return self._operation(op, args, [self.value(argument, level + 1) for argument in args])
        raise AssertionError(expr)

    def _operation(self, op: str, exprs: tuple[ir.Expr, ...], args: list[ast.expr]) -> ast.expr:
        """Write an operation on integers; where there may be an error, our arithmetic looks."""
        if len(args) == 1:
            return self._unary_operation(op, exprs[0], args[0])
        a, b = args
        if op in _OPERATORS:
            return nodes.operate(a, _OPERATORS[op], b)
        if op in ("min", "max"):
            return nodes.built_in(op, a, b)
        return self._guarded(op, exprs, a, b)

    def _unary_operation(self, op: str, expr: ir.Expr, a: ast.expr) -> ast.expr:
        match op:
            case "-":
                return nodes.unary("-", a)
            case "\\":
                return nodes.unary("~", a)
            case "abs":
                return nodes.built_in("abs", a)
            case "+" | "truncate" | "integer" | "round" | "ceiling" | "floor":
                return a
            case "sign":
                first, again = self._named(expr, a)
                below = ast.IfExp(nodes.compare(again, "<", nodes.constant(0)), nodes.constant(-1), nodes.constant(0))
                return ast.IfExp(nodes.compare(first, ">", nodes.constant(0)), nodes.constant(1), below)
            case "popcount":
                first, again = self._named(expr, a)
                fast: ast.expr = nodes.method(again, "bit_count")
                return ast.IfExp(nodes.compare(first, ">=", nodes.constant(0)), fast, self._general(op, [again]))
            case "msb":
                first, again = self._named(expr, a)
                fast = nodes.operate(nodes.method(again, "bit_length"), "-", nodes.constant(1))
                return ast.IfExp(nodes.compare(first, ">", nodes.constant(0)), fast, self._general(op, [again]))
        return self._general(op, [a])

    def _named(self, expr: ir.Expr, written: ast.expr) -> tuple[ast.expr, ast.expr]:
        """Give an operand as it is written first, and as it is written again: what is long gets a name."""
        if isinstance(expr, ir.Local | ir.Const):
            return written, written
        self._operands += 1
        name = f"_{self._operands}"
        return nodes.named(name, written), nodes.name(name)

    def _guarded(self, op: str, exprs: tuple[ir.Expr, ...], a: ast.expr, b: ast.expr) -> ast.expr:
        """Write a division or shift in place where its operands are as usual."""
        second = exprs[1]
        if op in _DIVISIONS:
            if not isinstance(second, ir.Const) or second.value <= 0:
                return self._general(op, [a, b])
            sign = "//" if op in ("//", "div") else "%"
            if op in ("mod", "div"):
                return nodes.operate(a, sign, b)
            first, again = self._named(exprs[0], a)
            negative = nodes.unary("-", nodes.operate(nodes.unary("-", again), sign, b))
            return ast.IfExp(nodes.compare(first, ">=", nodes.constant(0)), nodes.operate(again, sign, b), negative)
        if op in ("<<", ">>"):
            if isinstance(second, ir.Const) and 0 <= second.value <= _LARGEST_SHIFT:
                return nodes.operate(a, op, b)
            first, again = self._named(second, b)
            is_usual = nodes.compare(nodes.constant(0), "<=", first, "<", nodes.constant(_LARGEST_SHIFT))
            is_back = nodes.compare(nodes.constant(-_LARGEST_SHIFT), "<", again, "<", nodes.constant(0))
            back = nodes.operate(a, ">>" if op == "<<" else "<<", nodes.unary("-", again))
            general = self._general(op, [a, again])
            return ast.IfExp(is_usual, nodes.operate(a, op, again), ast.IfExp(is_back, back, general))
        if op == "getbit" and isinstance(exprs[0], ir.Local) and isinstance(second, ir.Local | ir.Const):
            bit = nodes.operate(nodes.operate(a, ">>", b), "&", nodes.constant(1))
            return ast.IfExp(nodes.compare(a, ">=", nodes.constant(0), "<=", b), bit, self._general(op, [a, b]))
        return self._general(op, [a, b])

    def _general(self, op: str, args: list[ast.expr]) -> ast.expr:
        function = OPERATIONS.get(functor(op, len(args)))
        if function is None:
            term = nodes.tuple_of([self.names.functor(functor(op, len(args))), *args])
            return nodes.call(self.names.runtime("runtime.arithmetic", "evaluate"), term)
        return nodes.call(self.names.imported(function.__module__, function.__name__), *args)

    def condition(self, condition: ir.Condition) -> ast.expr:
        """Write a condition."""
        match condition:
            case ir.IsValue(value=value, other=other):
                return nodes.compare(self.value(value), "is" if other is NIL else "==", self.names.constant(other))
            case ir.IsFunctor(value=value, functor=functor, is_compound=is_compound):
                written = self.value(value)
                test = nodes.compare(nodes.item(written, 0), "is", self.names.functor(functor))
                return test if is_compound else nodes.all_of([_class_test(written, "tuple"), test])
            case ir.Same(left=left, right=right, is_long=is_long):
                if is_long:
                    same = self.names.runtime("runtime.unify", "same")
                    return nodes.call(same, self.value(left), self.value(right))
                return nodes.compare(self.value(left), "==", self.value(right))
            case ir.IntCompare(op=op, left=left, right=right):
                return nodes.compare(self.value(left), _COMPARISONS[op], self.value(right))
            case ir.Compare():
                return self._comparison(condition)
            case ir.AreIntegers(values=values):
                return nodes.all_of([_class_test(self.value(value), "int") for value in values])
            case ir.HasType(kind=kind, value=value):
                return self._type_test(kind, value)
            case ir.Holds(callee=callee, args=args):
                return self.call(callee, args)
            case ir.Unifies(left=left, right=right):
                unify = self.names.runtime("runtime.unify", "unify")
                return nodes.call(unify, self.value(left), self.value(right), nodes.name("trail"))
            case ir.Negated(inner=inner):
                return self.negated(inner)
            case ir.All(parts=parts):
                return nodes.all_of([self.condition(part) for part in parts])
            case ir.Flag(name=name):
                return nodes.name(name)
        raise AssertionError(condition)

    def _comparison(self, condition: ir.Compare) -> ast.expr:
        function = self.names.runtime("runtime.arithmetic", _GENERAL.get(condition.op, "is_unequal"))
        general = nodes.call(function, self.value(condition.left), self.value(condition.right))
        if condition.fast is None:
            return general
        fast = self.condition(condition.fast)
        return ast.IfExp(self.condition(ir.AreIntegers(condition.integers)), fast, general)

    def _type_test(self, kind: str, value: ir.Expr) -> ast.expr:
        match kind:
            case "integer":
                return _class_test(self.value(value), "int")
            case "compound":
                return _class_test(self.value(value), "tuple")
            case "atomic":
                return _class_test(self.value(value), "tuple", "is not")
        return self.call(versions(kind, 1)[-1], (value,))

    def negated(self, condition: ir.Condition) -> ast.expr:
        """Write that a condition does not hold."""
        match condition:
            case ir.Negated(inner=inner):
                return self.condition(inner)
            case ir.IsValue(value=value, other=other):
                return nodes.compare(self.value(value), "is not" if other is NIL else "!=", self.names.constant(other))
            case ir.IsFunctor(value=value, functor=functor, is_compound=is_compound):
                written = self.value(value)
                test = nodes.compare(nodes.item(written, 0), "is not", self.names.functor(functor))
                return test if is_compound else ast.BoolOp(ast.Or(), [_class_test(written, "tuple", "is not"), test])
            case ir.Same(left=left, right=right, is_long=False):
                return nodes.compare(self.value(left), "!=", self.value(right))
            case ir.IntCompare(op=op, left=left, right=right):
                return nodes.compare(self.value(left), _NEGATIONS[_COMPARISONS[op]], self.value(right))
            case ir.HasType(kind="integer" | "compound" as kind, value=value):
                return _class_test(self.value(value), "int" if kind == "integer" else "tuple", "is not")
            case ir.HasType(kind="atomic", value=value):
                return _class_test(self.value(value), "tuple")
            case ir.Holds(callee=FactTable() as table, args=args) if args:
                return nodes.compare(self._key(args, table.is_guarded), "not in", self.names.table(table))
        return nodes.unary("not", self.condition(condition))


def _class_test(value: ast.expr, name: str, sign: str = "is") -> ast.expr:
    return nodes.compare(nodes.attribute(value, "__class__"), sign, nodes.name(name))


def _long_list(expr: ir.Expr) -> list[ir.Expr]:
    """Give the items of a list and what it ends with, where it has so many that they are not nested; else nothing."""
    items: list[ir.Expr] = []
    while isinstance(expr, ir.Build) and expr.functor is CONS:
        items.append(expr.args[0])
        expr = expr.args[1]
    return [*items, expr] if len(items) > _MOST_NESTED else []
