"""Arithmetic on sets of numbers: what expressions can come to, and what comparisons say of variables."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any, Final

from pyengine.compiler.normal_form import goals as nf
from pyengine.compiler.normal_form.goals import Pattern
from pyengine.compiler.runtime.arithmetic import evaluate, evaluate_number
from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.functions import OPERATIONS
from pyengine.compiler.runtime.terms import CONS, Float, Value, number_value
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.domains import integer_sets, shapes
from pyengine.domains.bindings import Bindings
from pyengine.domains.integer_sets import Integers
from pyengine.domains.shapes import NOTHING, NUMBER, Shape

_MOST_INPUTS: Final = 4096
COMPARISONS: Final = frozenset({"<", ">", "=<", ">=", "=:=", "=\\="})
_MIRRORED: Final = {"<": ">", ">": "<", "=<": ">=", ">=": "=<", "=:=": "=:=", "=\\=": "=\\="}
_TESTS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "<": operator.lt,
    ">": operator.gt,
    "=<": operator.le,
    ">=": operator.ge,
    "=:=": operator.eq,
    "=\\=": operator.ne,
}
_MOST_FILTERED: Final = 512
OPPOSITE: Final = {"<": ">=", ">": "=<", "=<": ">", ">=": "<", "=:=": "=\\=", "=\\=": "=:="}
_FAULTS: Final = (PrologError, UnsupportedError, ArithmeticError, ValueError, TypeError, AttributeError, KeyError)
"""What computing with one input may end in: the rules do not go on from there."""


def value_of(expression: Pattern, env: Bindings) -> Shape:
    """Give the numbers that an expression can come to."""
    expression = env.opened(expression)
    if expression.__class__ is tuple and len(expression) in (2, 3) and expression[0] is not CONS:
        parts = [value_of(part, env) for part in expression[1:]]
        return NOTHING if NOTHING in parts else _applied(expression[0], tuple(parts))
    shape = env.shape(expression)
    if shape.is_any or shape.compounds or shape.constants is None or shape.items is not None:
        return NUMBER
    if any(value.__class__ not in (Float, Fraction) for value in shape.constants):
        single = shapes.single(shape)
        found = _attempt(evaluate, single) if single is not None else None
        return NUMBER if found is None else shapes.constant(found)
    return shape


@lru_cache(maxsize=20_000)
def _applied(operation: Value, parts: tuple[Shape, ...]) -> Shape:
    """Apply an operation: to all numbers where they are few, else to their bounds."""
    finite = [_listed(part) for part in parts]
    ways = 1
    for listed in finite:
        ways *= _MOST_INPUTS + 1 if listed is None else len(listed)
    function = OPERATIONS.get(operation)
    if ways <= _MOST_INPUTS and function is not None:
        known = [listed for listed in finite if listed is not None]
        found = (_attempt(function, *numbers) for numbers in product(*known))
        return shapes.constants(frozenset(number_value(number) for number in found if number is not None))
    bounds = [part.integers for part in parts if part.constants == frozenset()]
    if len(bounds) < len(parts):
        return NUMBER
    if len(parts) == 1 and operation.name in integer_sets.OF_ONE and bounds[0] is not None:
        return shapes.integers(integer_sets.OF_ONE[operation.name](bounds[0]))
    if len(parts) == 2 and operation.name in integer_sets.OF_TWO and None not in bounds:
        left, right = (bound for bound in bounds if bound is not None)
        return shapes.integers(integer_sets.OF_TWO[operation.name](left, right))
    return NUMBER


def _listed(shape: Shape) -> list[Any] | None:
    """List the numbers of a set as arithmetic takes them."""
    if shape.constants is None or not isinstance(shape.integers, frozenset | None):
        return None
    others = [value.value if value.__class__ is Float else value for value in shape.constants]
    return [*others, *(shape.integers or ())]


def _attempt(function: Callable[..., Value], *inputs: Value) -> Value | None:
    try:
        return function(*inputs)
    except _FAULTS:
        return None


def bounds_of(shape: Shape) -> Integers | None:
    """Give the bounds of a set of nothing but integers."""
    return shape.integers if shape.constants == frozenset() and not shape.compounds and not shape.items else None


def sure_comparison(name: str, left: Shape, right: Shape) -> bool | None:
    """Tell whether a comparison is sure to hold, or not to, whatever the numbers are."""
    a, b = bounds_of(left), bounds_of(right)
    if a is None or b is None:
        return None
    (p, q), (r, s) = integer_sets.interval(a), integer_sets.interval(b)
    below = q is not None and r is not None and q < r
    not_above = q is not None and r is not None and q <= r
    above = p is not None and s is not None and p > s
    not_below = p is not None and s is not None and p >= s
    same = None not in (p, q) and p == q == r == s
    yes = {"<": below, "=<": not_above, ">": above, ">=": not_below, "=:=": same, "=\\=": below or above}
    return True if yes[name] else False if yes[OPPOSITE[name]] else None


def compared(name: str, left: Pattern, right: Pattern, env: Bindings) -> bool:
    """Take in what a comparison says of variables on either side."""
    a, b = value_of(left, env), value_of(right, env)
    if a is NOTHING or b is NOTHING or sure_comparison(name, a, b) is False:
        return False
    if not (_limited(name, left, b, env) and _limited(_MIRRORED[name], right, a, env)):
        return False
    return filtered(name, left, right, env)


def filtered(name: str, left: Pattern, right: Pattern, env: Bindings) -> bool:
    """Keep of the numbers that variables can be those for which a comparison can hold, where they are few."""
    left, right = env.resolved(left), env.resolved(right)
    variables = list(dict.fromkeys(nf.pattern_variables((CONS, left, right))))
    listed = [_listed(env.shape(variable)) for variable in variables]
    if not variables or None in listed or all(len(row or ()) < 2 for row in listed):
        return True
    if prod(len(row or ()) for row in listed) > _MOST_FILTERED:
        return True
    test = _TESTS[name]
    kept: list[set[Value]] = [set() for _ in variables]
    for row in product(*[list(row or ()) for row in listed]):
        values = dict(zip(variables, map(number_value, row), strict=True))
        a = _attempt(evaluate_number, nf.substitute(left, values))
        b = None if a is None else _attempt(evaluate_number, nf.substitute(right, values))
        if a is not None and b is not None and test(a, b):
            for seen, value in zip(kept, values.values(), strict=True):
                seen.add(value)
    return all(env.narrow(v, shapes.constants(frozenset(seen))) for v, seen in zip(variables, kept, strict=True))


def _limited(name: str, pattern: Pattern, other: Shape, env: Bindings) -> bool:
    pattern = env.opened(pattern)
    if pattern.__class__ is not nf.Variable:
        return True
    shape, bounds = env.shape(pattern), bounds_of(other)
    if bounds_of(shape) is None or bounds is None:
        return True
    low, high = integer_sets.interval(bounds)
    value = shapes.single(other)
    match name:
        case "=\\=":
            return value is None or env.narrow(pattern, shapes.without(shape, value))
        case "=:=":
            return env.narrow(pattern, other)
        case "<" | "=<":
            most = None if high is None else high - (name == "<")
            return env.narrow(pattern, shapes.integers((None, most)))
    least = None if low is None else low + (name == ">")
    return env.narrow(pattern, shapes.integers((least, None)))
