"""Comparison by the standard order, and unification as a test."""

from __future__ import annotations

import operator
from collections.abc import Callable

from pyengine.compiler.builtins.registry import det, named, semidet, test
from pyengine.compiler.runtime.errors import domain_error, type_error
from pyengine.compiler.runtime.order import compare as order
from pyengine.compiler.runtime.terms import FAIL, NIL, Value, Var
from pyengine.compiler.runtime.unify import Trail, can_unify, deref, identical, resolve, unify

test("==/2", "aa")(identical)
test("\\==/2", "aa")(named(lambda x, y: not identical(x, y), "is_different", globals()))


def _ordered(holds: Callable[[int, int], bool]) -> Callable[[Value, Value], bool]:
    return lambda x, y: holds(order(x, y), 0)


for _sign, _name, _holds in (  # by the standard order
    ("@<", "is_before", operator.lt),
    ("@=<", "is_not_after", operator.le),
    ("@>", "is_after", operator.gt),
    ("@>=", "is_not_before", operator.ge),
):
    test(f"{_sign}/2", "aa")(named(_ordered(_holds), _name, globals()))


@test("\\=/2", "aa", trail=True)
def does_not_unify(x: Value, y: Value, trail: Trail) -> bool:
    """Two terms that cannot be made equal."""
    return not can_unify(x, y, trail)


@test("compare/3", "gaa")
def is_order(wanted: Value, x: Value, y: Value) -> bool:
    """Two terms compare as is said."""
    if wanted.__class__ is not str and wanted is not NIL:
        raise type_error("atom", wanted)
    if wanted not in ("<", "=", ">"):
        raise domain_error("order", wanted)
    return bool(compare(x, y) == wanted)


@det("compare/3", "naa", types="atom")
def compare(x: Value, y: Value) -> Value:
    """`<`, `=` or `>`."""
    difference = order(x, y)
    return "<" if difference < 0 else ">" if difference > 0 else "="


@semidet("compare/3", "aaa", trail=True)
def any_compare(wanted: Value, x: Value, y: Value, trail: Trail) -> Value:
    """The order of two terms; the first argument may be a variable or known."""
    wanted = deref(wanted)
    if wanted.__class__ is Var:
        return None if unify(wanted, compare(x, y), trail) else FAIL
    return None if is_order(resolve(wanted), x, y) else FAIL
