"""Arguments of built-ins looked at: the value behind variables, or the error for what does not fit."""

from __future__ import annotations

from pyengine.compiler.runtime.errors import domain_error, instantiation_error, resource_error, type_error
from pyengine.compiler.runtime.terms import NIL, Value, Var, cells
from pyengine.compiler.runtime.unify import deref, resolve


def known(x: Value) -> Value:
    """Follow bound variables; an unbound one is an error."""
    x = deref(x)
    if x.__class__ is Var:
        raise instantiation_error()
    return x


def integer_of(x: Value) -> int:
    """Give an integer; a type error for anything else."""
    x = known(x)
    if x.__class__ is not int:
        raise type_error("integer", resolve(x))
    return x


def natural_of(x: Value) -> int:
    """Give an integer from 0."""
    number = integer_of(x)
    if number < 0:
        raise domain_error("not_less_than_zero", number)
    return number


def items_of(x: Value) -> list[Value]:
    """Give the items of a list that is closed."""
    items, end = cells(x)
    if end.__class__ is Var:
        raise instantiation_error()
    if end is not NIL:
        raise type_error("list", resolve(x))
    return items


def new_variables(count: int, most: int) -> list[Var]:
    """Make variables for the parts of a term or list, unless it would have more than rules may make."""
    if count > most:
        raise resource_error("memory")
    return [Var() for _ in range(count)]
