"""The functions of arithmetic besides the operations every rule file uses: powers, logarithms, rounding, bits."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Final

from pyengine.compiler.runtime.errors import domain_error, evaluation_error, resource_error, type_error
from pyengine.compiler.runtime.operations import (
    OPERATIONS,
    Number,
    affordable,
    checked,
    divisible,
    evaluable,
    integer,
    to_float,
)
from pyengine.compiler.runtime.terms import number_value
from pyengine.language.sizes import MOST_BITS

__all__ = ["OPERATIONS"]

# Powers


@evaluable("**", 2)
@evaluable("^", 2)
def power(x: Number, y: Number) -> Number:
    """Raise to a power: integers stay integers unless the exponent is negative."""
    if y == 0 or (x.__class__ is int and x == 1):
        return 1
    if x == 0 and y < 0:
        raise evaluation_error("zero_divisor")
    if x.__class__ is int and x == 0 and y > 0:
        return 0
    if x.__class__ is not float and y.__class__ is int:
        return _exact_power(x, y)
    if x.__class__ is not float and y.__class__ is Fraction:
        root = _exact_root(x, y)
        if root is not None:
            return root
    return _float_power(x, y)


def _exact_power(x: Number, y: int) -> Number:
    if x in (0, -1):
        return 0 if x == 0 else -1 if y % 2 else 1
    if y < 0:
        if x.__class__ is int:
            return _float_power(x, y)
        return 1 / _exact_power(x, -y)
    size = max(x.numerator.bit_length(), x.denominator.bit_length())  # type: ignore[union-attr]
    if y.bit_length() > 63 or (size - 1) * y > MOST_BITS:
        raise resource_error("stack")
    return x**y


def _exact_root(x: Number, y: Fraction) -> Number | None:
    """Give a rational power of a rational that is rational itself; None where there is none."""
    value = Fraction(x)
    if value < 0 and y.denominator % 2 == 0:
        raise evaluation_error("undefined")
    top, bottom = integer_root(abs(value.numerator), y.denominator), integer_root(value.denominator, y.denominator)
    if top**y.denominator != abs(value.numerator) or bottom**y.denominator != value.denominator:
        return None
    root = Fraction(top if value >= 0 else -top, bottom)
    whole = _exact_power(root if root.denominator > 1 else root.numerator, abs(y.numerator))
    return whole if y > 0 else 1 / Fraction(whole)


def _float_power(x: Number, y: Number) -> Number:
    a, b = float_of(x), float_of(y)
    if a < 0 and math.isfinite(b) and b != math.floor(b):
        raise evaluation_error("undefined")
    return _computed(math.pow, a, b)


def _computed(function: Callable[..., float], *args: float) -> Number:
    try:
        return checked(function(*args))
    except OverflowError:
        raise evaluation_error("float_overflow") from None
    except ValueError:
        raise evaluation_error("undefined") from None


def float_of(x: Number) -> float:
    """Give a number as a float; an infinite one stays."""
    return x if isinstance(x, float) else to_float(x)


def integer_root(x: int, degree: int) -> int:
    """Give the largest integer whose power is at most a natural number.

    >>> integer_root(1000, 3), integer_root(26, 3)
    (10, 2)
    """
    if x < 2 or degree == 1:
        return x
    if degree >= x.bit_length():
        return 1
    affordable(x.bit_length(), x.bit_length())
    high = 1 << -(-x.bit_length() // degree)
    while True:
        better = ((degree - 1) * high + x // high ** (degree - 1)) // degree
        if better >= high:
            return high
        high = better


@evaluable("powm", 3)
def power_modulo(x: Number, y: Number, z: Number) -> Number:
    """Raise to a power, modulo a number."""
    base, exponent, modulus = integer(x), integer(y), integer(z)
    if exponent < 0:
        raise domain_error("not_less_than_zero", exponent)
    if modulus < 1:
        raise domain_error("not_less_than_one", modulus)
    affordable(exponent.bit_length(), modulus.bit_length(), modulus.bit_length())
    divisible(base, modulus)
    return pow(base, exponent, modulus)


# Functions on floats


def _real(function: Callable[[float], float]) -> Callable[[Number], Number]:
    return lambda x: _computed(function, to_float(x))


def _at_zero(function: Callable[[float], float], edge: Callable[[float], bool]) -> Callable[[float], float]:
    """A function that is infinite in some places, where Python's refuses."""
    return lambda x: math.inf if edge(x) else function(x)


@cache
def _lgamma() -> Callable[[float], float]:
    """Give the function of the C library, as SWI-Prolog calls it: Python's own differs in the last digits."""
    function = ctypes.CDLL(None).lgamma
    function.argtypes, function.restype = [ctypes.c_double], ctypes.c_double
    return function


_FUNCTIONS: Final[dict[str, Callable[[float], float]]] = {
    **{
        name: getattr(math, name)
        for name in ("sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "exp", "erf", "erfc")
    },
    **{name: getattr(math, name) for name in ("sinh", "cosh", "tanh", "asinh", "acosh")},
    "atanh": _at_zero(math.atanh, lambda x: abs(x) == 1.0),
    "log": _at_zero(math.log, lambda x: x == 0.0),
    "log10": _at_zero(math.log10, lambda x: x == 0.0),
    "lgamma": lambda x: _lgamma()(x),
    "float": float,
}
for _name, _function in _FUNCTIONS.items():
    evaluable(_name, 1)(_real(_function))


@evaluable("copysign", 2)
def copy_sign(x: Number, y: Number) -> Number:
    """Give a number with the sign of another."""
    is_negative = math.copysign(1.0, y) < 0 if isinstance(y, float) else y < 0
    if isinstance(x, float):
        return math.copysign(x, -1.0 if is_negative else 1.0)
    return -x if (x < 0) != is_negative else x


# Parts of numbers


def _whole(round_: Callable[[Number], int]) -> Callable[[Number], Number]:
    """Make a function that rounds; what is not finite stays."""
    return lambda x: x if isinstance(x, float) and not math.isfinite(x) else round_(x)


def _round(x: Number) -> int:
    if x.__class__ is float and x == 2**63:
        return 2**63 - 1  # as SWI-Prolog has it
    value = Fraction(x)
    whole = (2 * abs(value.numerator) + value.denominator) // (2 * value.denominator)
    return whole if value >= 0 else -whole


for _name, _rounding in (
    ("integer", _round),
    ("round", _round),
    ("truncate", math.trunc),
    ("floor", math.floor),
    ("ceiling", math.ceil),
    ("ceil", math.ceil),
):
    evaluable(_name, 1)(_whole(_rounding))


def _rational(x: Number) -> Fraction | int:
    if isinstance(x, float):
        raise type_error("rational", number_value(x))
    return x


@evaluable("rdiv", 2)
def rational_quotient(x: Number, y: Number) -> Number:
    """Divide rationals."""
    a, b = _rational(x), _rational(y)
    if b == 0:
        raise evaluation_error("zero_divisor")
    affordable(_size(a), _size(b), 2)
    return Fraction(a) / Fraction(b)


def _size(x: Fraction | int) -> int:
    return max(x.numerator.bit_length(), x.denominator.bit_length())


@evaluable("rational", 1)
def to_rational(x: Number) -> Number:
    """Give the rational that a float is."""
    if not isinstance(x, float):
        return x
    if not math.isfinite(x):
        raise evaluation_error("undefined" if x != x else "rational_overflow")
    return Fraction(x)


@evaluable("rationalize", 1)
def rationalize(x: Number) -> Number:
    """Give the simplest rational that is a float when it is made one: by continued fractions."""
    exact = to_rational(x)
    if not isinstance(x, float):
        return exact
    rest = abs(Fraction(exact))
    before, last = (0, 1), (1, 0)
    while True:
        whole = rest.numerator // rest.denominator
        before, last = last, (whole * last[0] + before[0], whole * last[1] + before[1])
        found = Fraction(*last)
        if float(found) == abs(x) or rest == whole:
            return found if x >= 0 else -found
        rest = 1 / (rest - whole)


# Bits and divisors


def _positive(x: Number, least: int, name: str) -> int:
    value = integer(x)
    if value < least:
        raise domain_error(name, value)
    return value


@evaluable("msb", 1)
def highest_bit(x: Number) -> Number:
    """Give the index of the highest bit."""
    return _positive(x, 1, "not_less_than_one").bit_length() - 1


@evaluable("lsb", 1)
def lowest_bit(x: Number) -> Number:
    """Give the index of the lowest bit."""
    value = _positive(x, 1, "not_less_than_one")
    return (value & -value).bit_length() - 1


@evaluable("popcount", 1)
def count_bits(x: Number) -> Number:
    """Count the bits."""
    return _positive(x, 0, "not_less_than_zero").bit_count()


@evaluable("getbit", 2)
def bit_at(x: Number, y: Number) -> Number:
    """Give the bit at an index."""
    value, index = _positive(x, 0, "not_less_than_zero"), _positive(y, 0, "not_less_than_zero")
    return value >> index & 1 if index < value.bit_length() else 0


@evaluable("gcd", 2)
def common_divisor(x: Number, y: Number) -> Number:
    """Give the greatest common divisor."""
    a, b = integer(x), integer(y)
    affordable(a.bit_length(), b.bit_length(), 2)
    return math.gcd(a, b)


# What is said in a line

_SHORT: Final[dict[tuple[str, int], Callable[..., Number]]] = {
    **dict.fromkeys([("atan", 2), ("atan2", 2)], lambda y, x: checked(math.atan2(to_float(y), to_float(x)))),
    ("nexttoward", 2): lambda x, y: checked(math.nextafter(to_float(x), to_float(y))),
    ("float_integer_part", 1): lambda x: checked(math.modf(x)[1]) if isinstance(x, float) else math.trunc(x),
    ("float_fractional_part", 1): lambda x: checked(math.modf(x)[0]) if isinstance(x, float) else x - math.trunc(x),
    ("numerator", 1): lambda x: _rational(x).numerator,
    ("denominator", 1): lambda x: _rational(x).denominator,
    ("lcm", 2): lambda x, y: math.lcm(integer(x), integer(y)),
    ("eval", 1): lambda x: x,
}
for _indicator, _short in _SHORT.items():
    evaluable(*_indicator)(_short)
