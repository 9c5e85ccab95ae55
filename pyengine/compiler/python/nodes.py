"""Nodes of Python, which is what rules become: nothing is ever read as text, so that no text can turn into code.

Text of a rule file gets into a node as a constant, or as a name that `identifier` made. Nodes that stand in one
statement may be shared.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

LOAD: Final = ast.Load()
STORE: Final = ast.Store()
_MINUS: Final = ast.USub()
_COMPARISONS: Final[dict[str, ast.cmpop]] = {
    "<": ast.Lt(), "<=": ast.LtE(), ">": ast.Gt(), ">=": ast.GtE(), "==": ast.Eq(), "!=": ast.NotEq(),
    "is": ast.Is(), "is not": ast.IsNot(), "in": ast.In(), "not in": ast.NotIn(),
}  # fmt: skip
_OPERATORS: Final[dict[str, ast.operator]] = {
    "+": ast.Add(), "-": ast.Sub(), "*": ast.Mult(), "//": ast.FloorDiv(), "%": ast.Mod(),
    "&": ast.BitAnd(), "|": ast.BitOr(), "^": ast.BitXor(), "<<": ast.LShift(), ">>": ast.RShift(),
}  # fmt: skip
_UNARY: Final[dict[str, ast.unaryop]] = {"-": _MINUS, "~": ast.Invert(), "not": ast.Not()}


def name(text: str) -> ast.Name:
    """Give the value of a variable."""
    return ast.Name(text, LOAD)


def constant(value: str | int | None) -> ast.expr:
    """Give a literal; a negative number is written as Python reads it, with a sign before it."""
    if isinstance(value, int) and value < 0:
        return ast.UnaryOp(_MINUS, ast.Constant(-value))
    return ast.Constant(value)


def call(function: ast.expr, *args: ast.expr) -> ast.Call:
    """Call a function."""
    return ast.Call(function, list(args), [])


def built_in(function: str, *args: ast.expr) -> ast.Call:
    """Call a function of Python."""
    return ast.Call(ast.Name(function, LOAD), list(args), [])


def method(value: ast.expr, called: str, *args: ast.expr) -> ast.Call:
    """Call a method."""
    return ast.Call(ast.Attribute(value, called, LOAD), list(args), [])


def attribute(value: ast.expr, what: str) -> ast.Attribute:
    """Look at an attribute."""
    return ast.Attribute(value, what, LOAD)


def item(value: ast.expr, index: ast.expr | int) -> ast.Subscript:
    """Look at an item of a tuple or dict."""
    return ast.Subscript(value, constant(index) if isinstance(index, int) else index, LOAD)


def tuple_of(items: Sequence[ast.expr]) -> ast.Tuple:
    """Make a tuple."""
    return ast.Tuple(list(items), LOAD)


def compare(left: ast.expr, *rest: str | ast.expr) -> ast.Compare:
    """Compare, as in `compare(a, "<", b, "<=", c)`."""
    signs = [_COMPARISONS[sign] for sign in rest[::2]]  # type: ignore[index]
    return ast.Compare(left, signs, list(rest[1::2]))  # type: ignore[arg-type]


def operate(left: ast.expr, sign: str, right: ast.expr) -> ast.BinOp:
    """Apply an operator between two operands."""
    return ast.BinOp(left, _OPERATORS[sign], right)


def unary(sign: str, operand: ast.expr) -> ast.UnaryOp:
    """Apply an operator before its operand, such as `-` or `not`."""
    return ast.UnaryOp(_UNARY[sign], operand)


def all_of(parts: Sequence[ast.expr]) -> ast.expr:
    """Hold where all parts do."""
    flat: list[ast.expr] = []
    for part in parts:
        flat.extend(part.values if isinstance(part, ast.BoolOp) and isinstance(part.op, ast.And) else (part,))
    return flat[0] if len(flat) == 1 else ast.BoolOp(ast.And(), flat)


def named(variable: str, value: ast.expr) -> ast.NamedExpr:
    """Give a value, and a variable that value."""
    return ast.NamedExpr(ast.Name(variable, STORE), value)


def delayed(value: ast.expr) -> ast.Lambda:
    """Make a function of no arguments that gives a value."""
    return ast.Lambda(_parameters(()), value)


# Statements


def assign(variables: str | Sequence[str], value: ast.expr) -> ast.Assign:
    """Give a variable a value, or several the items of one."""
    return ast.Assign([_assigned(variables)], value)


def assign_each(variables: Sequence[str], values: Sequence[ast.expr]) -> ast.Assign:
    """Give each of some variables its value, all at once."""
    return assign(variables[0], values[0]) if len(variables) == 1 else assign(variables, tuple_of(values))


def assign_all(variables: Sequence[str], value: ast.expr) -> ast.Assign:
    """Give several variables the same value."""
    return ast.Assign([ast.Name(variable, STORE) for variable in variables], value)


def change(variable: str, sign: str, value: ast.expr) -> ast.AugAssign:
    """Change the value of a variable."""
    return ast.AugAssign(ast.Name(variable, STORE), _OPERATORS[sign], value)


def loop_over(variables: str | Sequence[str], values: ast.expr) -> ast.For:
    """Go through values; the body is written later."""
    return ast.For(_assigned(variables), values, [], [])


def loop_while(test: ast.expr) -> ast.While:
    """Go on while something holds; the body is written later."""
    return ast.While(test, [], [])


def when(test: ast.expr) -> ast.If:
    """Do something where a test holds; both bodies are written later."""
    return ast.If(test, [], [])


def function(called: str, parameters: Sequence[str], body: list[ast.stmt], decorators: list[ast.expr]) -> ast.stmt:
    """Define a function."""
    return ast.FunctionDef(called, _parameters(parameters), body, decorators)


def _assigned(variables: str | Sequence[str]) -> ast.expr:
    if isinstance(variables, str):
        return ast.Name(variables, STORE)
    return ast.Tuple([ast.Name(variable, STORE) for variable in variables], STORE)


def _parameters(names: Sequence[str]) -> ast.arguments:
    return ast.arguments([], [ast.arg(text) for text in names], None, [], [], None, [])
