"""The operations of arithmetic on plain Python numbers, by their names in Prolog."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, TypeAlias

from pyengine.compiler.runtime.errors import evaluation_error, resource_error, type_error
from pyengine.compiler.runtime.terms import Functor, functor, number_value
from pyengine.language.sizes import LONGEST_WORK, MOST_BITS

Number: TypeAlias = int | float | Fraction


OPERATIONS: Final[dict[Functor, Callable[..., Number]]] = {}
"""What can be evaluated, by functor; the functions take and give plain Python numbers."""
CONSTANTS: Final[dict[str, Number]] = {
    "pi": math.pi,
    "e": math.e,
    "inf": math.inf,
    "nan": math.nan,
    "epsilon": sys.float_info.epsilon,
}
"""The atoms that can be evaluated."""


def comparable(x: Number, y: Number) -> tuple[Number, Number]:
    """Give numbers to compare: beside a float everything is a float, however large it is."""
    if (x.__class__ is float) == (y.__class__ is float):
        return x, y
    return nearest_float(x), nearest_float(y)


def nearest_float(x: Number) -> float:
    """Give a number as a float, infinite where it is too large."""
    try:
        return float(x)
    except OverflowError:
        return math.inf if x > 0 else -math.inf


def checked(result: Any) -> Number:
    """Refuse a float that is no number or not finite, as SWI-Prolog does by its flags."""
    if result.__class__ is float and not math.isfinite(result):
        raise evaluation_error("undefined" if result != result else "float_overflow")
    return result  # type: ignore[no-any-return]


def evaluable(name: str, arity: int) -> Callable[[Callable[..., Number]], Callable[..., Number]]:
    """Declare a function that can be evaluated."""

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


def to_float(x: Number) -> float:
    """Give a number as a float, as an argument of a function on floats; infinite ones are refused."""
    try:
        return checked(float(x))  # type: ignore[return-value]
    except OverflowError:
        raise evaluation_error("float_overflow") from None


@evaluable("+", 2)
def add(x: Number, y: Number) -> Number:
    """Add."""
    if _mixed(x, y):
        x, y = _floats(x, y)
    return checked(x + y)


@evaluable("-", 2)
def subtract(x: Number, y: Number) -> Number:
    """Subtract."""
    if _mixed(x, y):
        x, y = _floats(x, y)
    return checked(x - y)


@evaluable("*", 2)
def multiply(x: Number, y: Number) -> Number:
    """Multiply."""
    if _mixed(x, y):
        x, y = _floats(x, y)
    elif x.__class__ is int and y.__class__ is int and x.bit_length() + y.bit_length() > MOST_BITS:
        raise resource_error("stack")
    return checked(x * y)


@evaluable("/", 2)
def divide(x: Number, y: Number) -> Number:
    """Divide: integers that divide without a rest give an integer, others a float."""
    if x.__class__ is float or y.__class__ is float:
        if y.__class__ is float and math.isinf(y) and x.__class__ is not float:
            return 0
        x, y = _floats(x, y)
        if y == 0.0:
            raise evaluation_error("undefined" if x == 0.0 or x != x else "zero_divisor")
        return checked(x / y)
    if y == 0:
        raise evaluation_error("zero_divisor")
    if x.__class__ is int and y.__class__ is int:
        divisible(x, y)
        quotient, rest = divmod(x, y)
        if rest == 0:
            return quotient
        try:
            return x / y
        except OverflowError:
            raise evaluation_error("float_overflow") from None
    return Fraction(x) / Fraction(y)


def affordable(*bits: int) -> None:
    """Refuse an operation whose time grows with the product of some sizes where that is too large."""
    if math.prod(bits) > LONGEST_WORK:
        raise resource_error("stack")


def divisible(a: int, b: int) -> None:
    """Refuse to divide by zero, and by a number so long that it would take too long."""
    if b == 0:
        raise evaluation_error("zero_divisor")
    affordable(max(a.bit_length() - b.bit_length(), 0), b.bit_length())


def integer(x: Number) -> int:
    """Refuse what is not an integer."""
    if x.__class__ is not int:
        raise type_error("integer", number_value(x))
    return x


@evaluable("//", 2)
def quotient(x: Number, y: Number) -> Number:
    """Divide integers, towards zero."""
    a, b = integer(x), integer(y)
    divisible(a, b)
    return abs(a) // abs(b) if (a < 0) == (b < 0) else -(abs(a) // abs(b))


@evaluable("div", 2)
def floor_quotient(x: Number, y: Number) -> Number:
    """Divide integers, downwards."""
    a, b = integer(x), integer(y)
    divisible(a, b)
    return a // b


@evaluable("mod", 2)
def modulo(x: Number, y: Number) -> Number:
    """Give the rest with the sign of the divisor."""
    a, b = integer(x), integer(y)
    divisible(a, b)
    return a % b


@evaluable("rem", 2)
def remainder(x: Number, y: Number) -> Number:
    """Give the rest with the sign of the dividend."""
    a, b = integer(x), integer(y)
    divisible(a, b)
    rest = abs(a) % abs(b)
    return -rest if a < 0 else rest


@evaluable("abs", 1)
def absolute(x: Number) -> Number:
    """Leave out the sign."""
    return math.fabs(x) if isinstance(x, float) else -x if x < 0 else x


@evaluable("sign", 1)
def sign(x: Number) -> Number:
    """Give -1, 0 or 1, of the type of the number."""
    if x.__class__ is not float:
        return (x > 0) - (x < 0)
    return x if x != x else 0.0 if x == 0.0 else math.copysign(1.0, x)


def _chosen(x: Number, y: Number, largest: bool) -> Number:
    if x != x or y != y:
        return y if x != x else x
    a, b = comparable(x, y)
    if a != b:
        return x if (a < b) != largest else y
    if x.__class__ is y.__class__ is float:
        if math.isinf(x):
            raise evaluation_error("float_overflow")
        return x if (math.copysign(1.0, x) < 0) != largest else y
    real, other = (x, y) if x.__class__ is float else (y, x)
    return other if largest and real == 0 and math.copysign(1.0, real) < 0 else real


@evaluable("min", 2)
def minimum(x: Number, y: Number) -> Number:
    """Give the smaller one; of a float and another that compare equal, the float; -0.0 is below 0."""
    return _chosen(x, y, False)


@evaluable("max", 2)
def maximum(x: Number, y: Number) -> Number:
    """Give the larger one, likewise."""
    return _chosen(x, y, True)


@evaluable(">>", 2)
def shift_right(x: Number, y: Number) -> Number:
    """Shift an integer to the right."""
    a, b = integer(x), integer(y)
    if b < 0:
        return shift_left(a, -b)
    return a >> b if b < MOST_BITS else -1 if a < 0 and b.bit_length() < 64 else 0


@evaluable("<<", 2)
def shift_left(x: Number, y: Number) -> Number:
    """Shift an integer to the left."""
    a, b = integer(x), integer(y)
    if b < 0:
        return shift_right(a, -b)
    if b.bit_length() > 63 or (a and a.bit_length() + b > MOST_BITS):
        raise resource_error("stack")
    return a << b if a else 0


for _name, _function in {
    "/\\": lambda x, y: integer(x) & integer(y),
    "\\/": lambda x, y: integer(x) | integer(y),
    "xor": lambda x, y: integer(x) ^ integer(y),
}.items():
    evaluable(_name, 2)(_function)
evaluable("\\", 1)(lambda x: ~integer(x))
evaluable("-", 1)(lambda x: -x)
evaluable("+", 1)(lambda x: x)
