"""Arithmetic as `is/2` and the comparisons do it: integers of any size, rationals, floats.

`evaluate` takes any term. Compiled code calls it where it does not know that all operands are integers.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from pyengine.compiler.runtime import functions
from pyengine.compiler.runtime.errors import domain_error, error, instantiation_error, type_error
from pyengine.compiler.runtime.operations import CONSTANTS, Number, comparable
from pyengine.compiler.runtime.terms import CONS, NIL, Float, Functor, Text, Value, Var, functor, number_value
from pyengine.compiler.runtime.unify import deref
from pyengine.compiler.unsupported import UnsupportedError

OPERATIONS: Final = functions.OPERATIONS


def evaluate(term: Value) -> Value:
    """Evaluate an expression to a number as it stands in terms.

    >>> evaluate((functor("/", 2), 7, 2))
    Float(3.5)
    """
    return number_value(evaluate_number(term))


def evaluate_number(term: Value) -> Number:
    """Evaluate an expression to a plain Python number.

    Operands are evaluated from the last to the first, and before it is seen that a function does not exist: so does
    SWI-Prolog, which shows where several errors are possible.
    """
    kind = term.__class__
    if kind is int or kind is Fraction:
        return term  # type: ignore[no-any-return]
    if kind is tuple:
        operation = OPERATIONS.get(term[0])
        if operation is not None:
            if len(term) == 3:
                right = evaluate_number(term[2])
                return operation(evaluate_number(term[1]), right)
            return operation(*[evaluate_number(argument) for argument in term[:0:-1]][::-1])
        special = SPECIAL.get(term[0])
        if special is not None:
            return special(*term[1:])
        if len(term) == 1:
            raise type_error("evaluable", term)
        for argument in term[:0:-1]:
            evaluate_number(argument)
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
        return constant
    if kind is Text and len(term.text) == 1:
        return ord(term.text)
    raise error((functor("type_error", 2), NIL, term)) if kind is Text else type_error("evaluable", term)


def _only_item(item: Value, rest: Value) -> Number:
    """A list of one item is its value; a character stands for its code."""
    item = deref(item)
    if item.__class__ is Var:
        raise instantiation_error()
    is_code = item.__class__ is int and 0 <= item <= 0x10FFFF
    if not is_code and not (item.__class__ is str and len(item) == 1):
        raise type_error("character", item)
    if deref(rest) is not NIL:
        raise error((functor("type_error", 2), NIL, (CONS, item, rest)))
    return item if is_code else ord(item)


def _rounded(expression: Value, direction: Value) -> Number:
    direction = deref(direction)
    if direction.__class__ is Var:
        raise instantiation_error()
    if direction not in ("to_nearest", "to_positive", "to_negative", "to_zero"):
        raise domain_error("round", direction) if direction.__class__ is str else type_error("atom", direction)
    if direction != "to_nearest":
        raise UnsupportedError(f"arithmetic that rounds {direction}")
    return evaluate_number(expression)


SPECIAL: Final[dict[Functor, Callable[..., Number]]] = {
    CONS: _only_item,
    functor(":", 2): lambda _, expression: evaluate_number(expression),
    functor("roundtoward", 2): _rounded,
}
"""What is evaluated in its own way; the functions take terms."""


def _comparing(holds: Callable[[Number, Number], bool]) -> Callable[[Value, Value], bool]:
    def compare(x: Value, y: Value) -> bool:
        return holds(*comparable(evaluate_number(x), evaluate_number(y)))

    return compare


is_less, is_greater = _comparing(operator.lt), _comparing(operator.gt)
is_at_most, is_at_least = _comparing(operator.le), _comparing(operator.ge)
is_equal, is_unequal = _comparing(operator.eq), _comparing(operator.ne)
"""The comparisons of two expressions, from `<` to `=\\=`."""
