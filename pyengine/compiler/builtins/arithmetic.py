"""Arithmetic predicates besides `is/2` and the comparisons, which the compiler writes out."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction

from pyengine.compiler.builtins.registry import det, nondet, semidet, test
from pyengine.compiler.runtime.arguments import integer_of, known, natural_of
from pyengine.compiler.runtime.arithmetic import evaluate_number
from pyengine.compiler.runtime.errors import domain_error, evaluation_error, type_error
from pyengine.compiler.runtime.functions import integer_root
from pyengine.compiler.runtime.terms import FAIL, Float, Value, Var, functor
from pyengine.compiler.runtime.unify import Trail, bind, deref, resolve, undo, unify


@test("succ/2", "gg")
def is_successor(x: Value, y: Value) -> bool:
    """One number follows another."""
    return natural_of(x) + 1 == natural_of(y)


@semidet("succ/2", "ng", types="integer")
def predecessor(y: Value) -> Value:
    """The number before a natural number; 0 has none."""
    return natural_of(y) - 1 if natural_of(y) else FAIL


@det("succ/2", "gn", types="integer")
def successor(x: Value) -> Value:
    """The number after a natural number."""
    return natural_of(x) + 1


@semidet("succ/2", "aa", trail=True)
def any_successor(x: Value, y: Value, trail: Trail) -> Value:
    """One number follows another; one of them may be unknown."""
    x, y = deref(x), deref(y)
    if x.__class__ is not Var:
        number = natural_of(x)
        if y.__class__ is not Var:
            natural_of(y)
        return None if unify(y, number + 1, trail) else FAIL
    return None if natural_of(y) and unify(x, y - 1, trail) else FAIL


@semidet("plus/3", "aaa", trail=True)
def plus(x: Value, y: Value, z: Value, trail: Trail) -> Value:
    """The third is the sum of the other two; one of them may be unknown."""
    x, y, z = deref(x), deref(y), deref(z)
    for number in (x, y, z):
        if number.__class__ not in (Var, int):
            raise type_error("integer", resolve(number))
    if z.__class__ is Var:
        made, unknown = integer_of(x) + integer_of(y), z
    elif y.__class__ is Var:
        made, unknown = integer_of(z) - integer_of(x), y
    else:
        made, unknown = integer_of(z) - integer_of(y), x
    return None if unify(unknown, made, trail) else FAIL


def _last(high: Value) -> int | None:
    """The upper end of between/3, None for infinity."""
    high = deref(high)
    return None if high in ("inf", "infinite") else integer_of(high)


@test("between/3", "ggg")
def is_between(low: Value, high: Value, x: Value) -> bool:
    """An integer is between two others."""
    first, last = integer_of(low), _last(high)
    return first <= integer_of(x) and (last is None or x <= last)


@nondet("between/3", "ggn", types="integer")
def between(low: Value, high: Value) -> Iterator[Value]:
    """The integers from one to another."""
    first, last = integer_of(low), _last(high)
    return itertools.count(first) if last is None else iter(range(first, last + 1))


@nondet("between/3", "aaa", trail=True)
def between_any(low: Value, high: Value, x: Value, trail: Trail) -> Iterator[Value]:
    """An integer is between two others, or each that is, where it is a variable."""
    first, last = integer_of(low), _last(high)
    x = deref(x)
    if x.__class__ is not Var:
        if first <= integer_of(x) and (last is None or x <= last):
            yield None
        return
    mark = len(trail)
    for value in itertools.count(first) if last is None else range(first, last + 1):
        undo(trail, mark)
        bind(x, value, trail)
        yield None


# Parts, roots and classes of numbers


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
