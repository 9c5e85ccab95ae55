"""Predicates on numbers that are seldom called: parts, roots and classes of numbers."""

from __future__ import annotations

import math
from fractions import Fraction

from pyengine.compiler.builtins.registry import det, semidet
from pyengine.compiler.runtime.arguments import integer_of, known
from pyengine.compiler.runtime.arithmetic import evaluate_number
from pyengine.compiler.runtime.errors import domain_error, evaluation_error, type_error
from pyengine.compiler.runtime.functions import integer_root
from pyengine.compiler.runtime.terms import FAIL, Float, Value, functor
from pyengine.compiler.runtime.unify import deref, resolve


@semidet("rational/3", "aff", types="integer integer")
def rational_parts(x: Value) -> Value:
    """The numerator and denominator of a rational."""
    x = deref(x)
    return (x.numerator, x.denominator) if isinstance(x, int | Fraction) else FAIL


@det("divmod/4", "aaff", types="integer integer")
def divide_with_rest(x: Value, y: Value) -> Value:
    """The quotient, rounded down, and the rest."""
    dividend, divisor = integer_of(x), integer_of(y)
    if divisor == 0:
        raise evaluation_error("zero_divisor")
    return divmod(dividend, divisor)


@det("nth_integer_root_and_remainder/4", "aaff", types="integer integer")
def root_and_rest(degree: Value, x: Value) -> Value:
    """The root of an integer, rounded towards zero, and what is left."""
    n, value = integer_of(degree), integer_of(x)
    if n < 1:
        raise domain_error("not_less_than_one", n)
    if value < 0 and n % 2 == 0:
        raise evaluation_error("undefined")
    root = integer_root(abs(value), n)
    root = -root if value < 0 else root
    return root, value - root**n


@det("float_class/2", "af", types="atom")
def float_class(x: Value) -> Value:
    """What kind of float one is."""
    x = known(x)
    if x.__class__ is not Float:
        raise type_error("float", resolve(x))
    value = x.value
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "infinite"
    if value == 0.0:
        return "zero"
    return "normal" if abs(value) >= 2.2250738585072014e-308 else "subnormal"


@det("float_parts/4", "afff", types="number integer integer")
def float_parts(x: Value) -> Value:
    """A float as a mantissa from 0.5 to 1, the base 2, and an exponent."""
    x = known(x)
    if x.__class__ not in (Float, int, Fraction):
        raise type_error("float", resolve(x))
    mantissa, exponent = math.frexp(evaluate_number((functor("float", 1), x)))
    return Float(mantissa), 2, exponent
