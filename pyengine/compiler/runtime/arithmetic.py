"""Arithmetic as `is/2` and the comparisons do it: integers of any size, rationals, floats.

`evaluate` takes any term. Compiled code calls it where it does not know that all operands are integers.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, TypeAlias

from pyengine.compiler.runtime.errors import (
    evaluation_error,
    instantiation_error,
    resource_error,
    type_error,
)
from pyengine.compiler.runtime.terms import CONS, NIL, Float, Functor, Text, Value, Var, functor, number_value

Number: TypeAlias = int | float | Fraction

_LARGEST_BITS: Final = 8 * 2**24  # a number of 16 MiB; SWI-Prolog gives up when its stack is full

OPERATIONS: Final[dict[Functor, Callable[..., Number]]] = {}
"""What can be evaluated, by functor; the functions take and give plain Python numbers."""
CONSTANTS: Final[dict[str, Callable[[], Number]]] = {}
"""The atoms that can be evaluated."""


def evaluate(term: Value) -> Value:
    """Evaluate an expression to a number as it stands in terms.

    >>> evaluate((functor("/", 2), 7, 2))
    Float(3.5)
    """
    return number_value(evaluate_number(term))


def evaluate_number(term: Value) -> Number:
    """Evaluate an expression to a plain Python number."""
    kind = term.__class__
    if kind is int or kind is Fraction:
        return term  # type: ignore[no-any-return]
    if kind is tuple:
        operation = OPERATIONS.get(term[0])
        if operation is not None:
            if len(term) == 3:
                return operation(evaluate_number(term[1]), evaluate_number(term[2]))
            return operation(*[evaluate_number(argument) for argument in term[1:]])
        if term[0] is CONS and _is_nil(term[2]):
            return evaluate_number(term[1])
        raise type_error("evaluable", (functor("/", 2), term[0].name, term[0].arity))
    if kind is Float:
        return term.value  # type: ignore[no-any-return]
    if kind is Var:
        if term.ref is None:
            raise instantiation_error()
        return evaluate_number(term.ref)
    if kind is str:
        constant = CONSTANTS.get(term)
        if constant is None:
            raise type_error("evaluable", (functor("/", 2), term, 0))
        return constant()
    if kind is Text and len(term.text) == 1:
        return ord(term.text)
    raise type_error("evaluable" if term is NIL else "character" if kind is Text else "evaluable", term)


def _is_nil(term: Value) -> bool:
    while term.__class__ is Var and term.ref is not None:
        term = term.ref
    return term is NIL


def is_less(x: Value, y: Value) -> bool:
    """`<` of two expressions."""
    return evaluate_number(x) < evaluate_number(y)


def is_greater(x: Value, y: Value) -> bool:
    """`>` of two expressions."""
    return evaluate_number(x) > evaluate_number(y)


def is_at_most(x: Value, y: Value) -> bool:
    """`=<` of two expressions."""
    return evaluate_number(x) <= evaluate_number(y)


def is_at_least(x: Value, y: Value) -> bool:
    """`>=` of two expressions."""
    return evaluate_number(x) >= evaluate_number(y)


def is_equal(x: Value, y: Value) -> bool:
    """`=:=` of two expressions; floats and other numbers are compared by their exact values."""
    return evaluate_number(x) == evaluate_number(y)


def is_unequal(x: Value, y: Value) -> bool:
    """`=\\=` of two expressions."""
    return evaluate_number(x) != evaluate_number(y)


def checked(result: Any) -> Number:
    """Refuse a float that is no number or not finite, as SWI-Prolog does by its flags."""
    if result.__class__ is float and not math.isfinite(result):
        raise evaluation_error("undefined" if result != result else "float_overflow")
    return result  # type: ignore[no-any-return]


def _evaluable(name: str, arity: int) -> Callable[[Callable[..., Number]], Callable[..., Number]]:
    def declare(function: Callable[..., Number]) -> Callable[..., Number]:
        OPERATIONS[functor(name, arity)] = function
        return function

    return declare


def _mixed(x: Number, y: Number) -> bool:
    """Tell whether a float meets a rational, which then becomes a float."""
    return (x.__class__ is float) != (y.__class__ is float)


def _floats(x: Number, y: Number) -> tuple[float, float]:
    try:
        return float(x), float(y)
    except OverflowError:
        raise evaluation_error("float_overflow") from None


@_evaluable("+", 2)
def add(x: Number, y: Number) -> Number:
    """Add."""
    if _mixed(x, y):
        x, y = _floats(x, y)
    return checked(x + y)


@_evaluable("-", 2)
def subtract(x: Number, y: Number) -> Number:
    """Subtract."""
    if _mixed(x, y):
        x, y = _floats(x, y)
    return checked(x - y)


@_evaluable("*", 2)
def multiply(x: Number, y: Number) -> Number:
    """Multiply."""
    if _mixed(x, y):
        x, y = _floats(x, y)
    elif x.__class__ is int and y.__class__ is int and x.bit_length() + y.bit_length() > _LARGEST_BITS:
        raise resource_error("memory")
    return checked(x * y)


@_evaluable("/", 2)
def divide(x: Number, y: Number) -> Number:
    """Divide: integers that divide without a rest give an integer, others a float."""
    if x.__class__ is float or y.__class__ is float:
        x, y = _floats(x, y)
        if y == 0.0:
            raise evaluation_error("undefined" if x == 0.0 or x != x else "zero_divisor")
        return checked(x / y)
    if y == 0:
        raise evaluation_error("zero_divisor")
    if x.__class__ is int and y.__class__ is int:
        quotient, rest = divmod(x, y)
        if rest == 0:
            return quotient
        try:
            return x / y
        except OverflowError:
            raise evaluation_error("float_overflow") from None
    return Fraction(x) / Fraction(y)


def integer(x: Number) -> int:
    """Refuse what is not an integer."""
    if x.__class__ is not int:
        raise type_error("integer", number_value(x))
    return x  # type: ignore[return-value]


@_evaluable("//", 2)
def quotient(x: Number, y: Number) -> Number:
    """Divide integers, towards zero."""
    a, b = integer(x), integer(y)
    if b == 0:
        raise evaluation_error("zero_divisor")
    return abs(a) // abs(b) if (a < 0) == (b < 0) else -(abs(a) // abs(b))


@_evaluable("div", 2)
def floor_quotient(x: Number, y: Number) -> Number:
    """Divide integers, downwards."""
    a, b = integer(x), integer(y)
    if b == 0:
        raise evaluation_error("zero_divisor")
    return a // b


@_evaluable("mod", 2)
def modulo(x: Number, y: Number) -> Number:
    """Give the rest with the sign of the divisor."""
    a, b = integer(x), integer(y)
    if b == 0:
        raise evaluation_error("zero_divisor")
    return a % b


@_evaluable("rem", 2)
def remainder(x: Number, y: Number) -> Number:
    """Give the rest with the sign of the dividend."""
    a, b = integer(x), integer(y)
    if b == 0:
        raise evaluation_error("zero_divisor")
    rest = abs(a) % abs(b)
    return -rest if a < 0 else rest


@_evaluable("-", 1)
def negate(x: Number) -> Number:
    """Change the sign."""
    return -x


@_evaluable("+", 1)
def same(x: Number) -> Number:
    """Give the number itself."""
    return x


@_evaluable("abs", 1)
def absolute(x: Number) -> Number:
    """Leave out the sign."""
    return abs(x)


@_evaluable("sign", 1)
def sign(x: Number) -> Number:
    """Give -1, 0 or 1, of the type of the number."""
    result = (x > 0) - (x < 0)
    return math.copysign(1.0, x) if x.__class__ is float and x else float(x) if x.__class__ is float else result


@_evaluable("min", 2)
def minimum(x: Number, y: Number) -> Number:
    """Give the smaller one; where they compare equal, the standard order decides."""
    if x == y and _mixed(x, y):
        return x if x.__class__ is float else y
    return x if x < y else y


@_evaluable("max", 2)
def maximum(x: Number, y: Number) -> Number:
    """Give the larger one; where they compare equal, the float."""
    if x == y and _mixed(x, y):
        return x if x.__class__ is float else y
    return x if x > y else y


@_evaluable(">>", 2)
def shift_right(x: Number, y: Number) -> Number:
    """Shift an integer to the right."""
    a, b = integer(x), integer(y)
    return a >> b if b >= 0 else shift_left(a, -b)


@_evaluable("<<", 2)
def shift_left(x: Number, y: Number) -> Number:
    """Shift an integer to the left."""
    a, b = integer(x), integer(y)
    if b < 0:
        return a >> -b
    if a and a.bit_length() + b > _LARGEST_BITS:
        raise resource_error("memory")
    return a << b if a else 0


@_evaluable("/\\", 2)
def bit_and(x: Number, y: Number) -> Number:
    """Combine the bits by and."""
    return integer(x) & integer(y)


@_evaluable("\\/", 2)
def bit_or(x: Number, y: Number) -> Number:
    """Combine the bits by or."""
    return integer(x) | integer(y)


@_evaluable("xor", 2)
def bit_xor(x: Number, y: Number) -> Number:
    """Combine the bits by exclusive or."""
    return integer(x) ^ integer(y)


@_evaluable("\\", 1)
def bit_not(x: Number) -> Number:
    """Turn all bits."""
    return ~integer(x)
