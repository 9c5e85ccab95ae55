"""Expressions and conditions of the intermediate language as Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyengine.compiler.builtins.registry import Version, versions
from pyengine.compiler.procedures import (
    All,
    AreIntegers,
    Build,
    Compare,
    Condition,
    Const,
    Evaluate,
    Expr,
    FactTable,
    Field,
    Flag,
    HasType,
    Holds,
    IntCompare,
    IntOp,
    IsFunctor,
    IsValue,
    Key,
    Local,
    Negated,
    NewVar,
    Same,
    Summary,
    Target,
    Unifies,
)
from pyengine.compiler.python.names import ModuleNames
from pyengine.compiler.runtime.arithmetic import OPERATIONS
from pyengine.compiler.runtime.terms import NIL, functor

_COMPARISONS: Final = {"<": "<", ">": ">", "=<": "<=", ">=": ">=", "=:=": "==", "=\\=": "!="}
_NEGATIONS: Final = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
_OPERATORS: Final = {"+": "+", "-": "-", "*": "*", "/\\": "&", "\\/": "|", "xor": "^"}
_DIVISIONS: Final = frozenset({"//", "mod", "rem", "div"})
_LARGEST_SHIFT: Final = 4096
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

    def takes_trail(self, target: Target) -> bool:
        """Tell whether a call passes the trail."""
        if isinstance(target, FactTable):
            return False
        return target.trail if isinstance(target, Version) else self._summary(target).uses_trail

    def lookup(self, table: FactTable, args: tuple[Expr, ...], default: str | None) -> str:
        """Write a lookup in a table of facts."""
        name = self.names.table(table)
        written = [self.value(argument) for argument in args]
        if not written:
            return name
        key = written[0] if len(written) == 1 else f"({', '.join(written)})"
        return f"{name}[{key}]" if default is None else f"{name}.get({key}, {default})"

    def call(self, target: Target, args: tuple[Expr, ...]) -> str:
        """Write a call."""
        if isinstance(target, FactTable):
            written = [self.value(argument) for argument in args]
            key = written[0] if len(written) == 1 else f"({', '.join(written)})"
            return f"{key} in {self.names.table(target)}" if written else f"bool({self.names.table(target)})"
        name = self.names.version(target) if isinstance(target, Version) else self.names.function(target)
        written = [self.value(argument) for argument in args]
        return f"{name}({', '.join([*written, 'trail'] if self.takes_trail(target) else written)})"

    def value(self, expr: Expr) -> str:
        """Write an expression."""
        match expr:
            case Const(value=value):
                return self.names.constant(value)
            case Local(name=name):
                return name
            case Build(functor=functor, args=args):
                return f"({', '.join([self.names.functor(functor), *map(self.value, args)])})"
            case Field(base=base, index=index):
                return f"{base.name}[{index}]"
            case NewVar():
                return f"{self.names.runtime('runtime.terms', 'Var')}()"
            case Evaluate(term=term):
                return f"{self.names.runtime('runtime.arithmetic', 'evaluate')}({self.value(term)})"
            case IntOp(op=op, args=args):
                return self._operation(op, args, [self._operand(argument) for argument in args])
        raise AssertionError(expr)

    def _operand(self, expr: Expr) -> str:
        text = self.value(expr)
        return f"({text})" if isinstance(expr, IntOp) or text.startswith("-") else text

    def _operation(self, op: str, exprs: tuple[Expr, ...], args: list[str]) -> str:
        """Write an operation on integers; where there may be an error, our arithmetic looks."""
        a = args[0]
        if len(args) == 1:
            simple = {"-": f"-{a}", "+": a, "\\": f"~{a}", "abs": f"abs({a})"}
            if op in simple:
                return simple[op]
            if op in ("truncate", "integer", "round", "ceiling", "floor"):
                return a
            first, a = self._named(exprs[0], a)
            fast = {
                "popcount": f"{a}.bit_count() if {first} >= 0",
                "msb": f"{a}.bit_length() - 1 if {first} > 0",
                "sign": f"1 if {first} > 0",
            }.get(op)
            if op == "sign":
                return f"({fast} else -1 if {a} < 0 else 0)"
            return f"({fast} else {self._general(op, [a])})" if fast else self._general(op, args)
        b = args[1]
        if op in _OPERATORS:
            return f"{a} {_OPERATORS[op]} {b}"
        if op in ("min", "max"):
            return f"{op}({a}, {b})"
        return self._guarded(op, exprs, a, b)

    def _named(self, expr: Expr, text: str) -> tuple[str, str]:
        """Give an operand as it is written first, and as it is written again: what is long gets a name."""
        if isinstance(expr, Local):
            return text, text
        if isinstance(expr, Const):
            return f"({text})", f"({text})"
        self._operands += 1
        name = f"_{self._operands}"
        return f"({name} := {text})", name

    def _guarded(self, op: str, exprs: tuple[Expr, ...], a: str, b: str) -> str:
        """Write a division or shift in place where its operands are as usual."""
        second = exprs[1]
        if op in _DIVISIONS:
            if not isinstance(second, Const) or second.value <= 0:
                return self._general(op, [a, b])
            sign = "//" if op in ("//", "div") else "%"
            if op in ("mod", "div"):
                return f"{a} {sign} {b}"
            first, again = self._named(exprs[0], a)
            return f"({again} {sign} {b} if {first} >= 0 else -(-{again} {sign} {b}))"
        if op in ("<<", ">>"):
            if isinstance(second, Const) and 0 <= second.value <= _LARGEST_SHIFT:
                return f"{a} {op} {b}"
            first, again = self._named(second, b)
            back = ">>" if op == "<<" else "<<"
            fast = f"{a} {op} {again} if 0 <= {first} < {_LARGEST_SHIFT}"
            general = self._general(op, [a, again])
            return f"({fast} else {a} {back} -{again} if -{_LARGEST_SHIFT} < {again} < 0 else {general})"
        if op == "getbit" and isinstance(exprs[0], Local) and isinstance(second, Local | Const):
            return f"({a} >> {b} & 1 if {a} >= 0 <= {b} else {self._general(op, [a, b])})"
        return self._general(op, [a, b])

    def _general(self, op: str, args: list[str]) -> str:
        function = OPERATIONS.get(functor(op, len(args)))
        if function is None:
            terms = ", ".join([self.names.functor(functor(op, len(args))), *args])
            return f"{self.names.runtime('runtime.arithmetic', 'evaluate')}(({terms}))"
        name = self.names.runtime(function.__module__.removeprefix("pyengine.compiler."), function.__name__)
        return f"{name}({', '.join(args)})"

    def condition(self, condition: Condition) -> str:
        """Write a condition."""
        match condition:
            case IsValue(value=value, other=other):
                operator = "is" if other is NIL else "=="
                return f"{self.value(value)} {operator} {self.names.constant(other)}"
            case IsFunctor(value=value, functor=functor, is_compound=is_compound):
                text, name = self.value(value), self.names.functor(functor)
                return f"{text}[0] is {name}" if is_compound else f"{text}.__class__ is tuple and {text}[0] is {name}"
            case Same(left=left, right=right):
                return f"{self.value(left)} == {self.value(right)}"
            case IntCompare(op=op, left=left, right=right):
                return f"{self.value(left)} {_COMPARISONS[op]} {self.value(right)}"
            case Compare():
                return self._comparison(condition)
            case AreIntegers(values=values):
                return " and ".join(f"{self.value(value)}.__class__ is int" for value in values)
            case HasType(kind=kind, value=value):
                return self._type_test(kind, value)
            case Holds(target=target, args=args):
                return self.call(target, args)
            case Unifies(left=left, right=right):
                unify = self.names.runtime("runtime.unify", "unify")
                return f"{unify}({self.value(left)}, {self.value(right)}, trail)"
            case Negated(inner=inner):
                return self.negated(inner)
            case All(parts=parts):
                return " and ".join(self._part(part) for part in parts)
            case Flag(name=name):
                return name
        raise AssertionError(condition)

    def _part(self, condition: Condition) -> str:
        text = self.condition(condition)
        return f"({text})" if " or " in text else text

    def _comparison(self, condition: Compare) -> str:
        op = condition.op
        name = self.names.runtime("runtime.arithmetic", _GENERAL.get(op, "is_unequal"))
        general = f"{name}({self.value(condition.left)}, {self.value(condition.right)})"
        if condition.fast is None:
            return general
        fast = self.condition(condition.fast)
        return f"({fast} if {self.condition(AreIntegers(condition.integers))} else {general})"

    def _type_test(self, kind: str, value: Expr) -> str:
        text = self.value(value)
        match kind:
            case "integer":
                return f"{text}.__class__ is int"
            case "compound":
                return f"{text}.__class__ is tuple"
            case "atomic":
                return f"{text}.__class__ is not tuple"
        return self.call(versions(kind, 1)[-1], (value,))

    def negated(self, condition: Condition) -> str:
        """Write that a condition does not hold."""
        match condition:
            case Negated(inner=inner):
                return self.condition(inner)
            case IsValue(value=value, other=other):
                return f"{self.value(value)} {'is not' if other is NIL else '!='} {self.names.constant(other)}"
            case IsFunctor(value=value, functor=functor, is_compound=is_compound):
                text, name = self.value(value), self.names.functor(functor)
                test = f"{text}[0] is not {name}"
                return test if is_compound else f"{text}.__class__ is not tuple or {test}"
            case Same(left=left, right=right):
                return f"{self.value(left)} != {self.value(right)}"
            case IntCompare(op=op, left=left, right=right):
                return f"{self.value(left)} {_NEGATIONS[_COMPARISONS[op]]} {self.value(right)}"
            case AreIntegers() | All():
                return f"not ({self.condition(condition)})"
            case HasType(kind="integer" | "compound", value=value):
                return self.condition(condition).replace(" is ", " is not ")
            case HasType(kind="atomic", value=value):
                return f"{self.value(value)}.__class__ is tuple"
        text = self.condition(condition)
        return text.replace(" in ", " not in ", 1) if _is_membership(condition) else f"not {text}"


def _is_membership(condition: Condition) -> bool:
    return isinstance(condition, Holds) and isinstance(condition.target, FactTable) and bool(condition.args)
