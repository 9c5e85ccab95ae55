"""Rules that break the contract: errors `pyengine(What)`, as `reasoners/swi/prolog/contract.pl` throws them."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.terms import NIL, Float, Text, Value, cells, functor
from pyengine.compiler.runtime.texts import text_of
from pyengine.compiler.runtime.unify import is_ground

_PYENGINE: Final = functor("pyengine", 1)
_SLASH: Final = functor("/", 2)


def broken(kind: str, *args: Value) -> PrologError:
    """Say in which way the contract is broken."""
    return PrologError((_PYENGINE, (functor(kind, len(args)), *args) if args else kind))


def indicator(name: str, arity: int) -> Value:
    """Name a predicate."""
    return (_SLASH, name, arity)


def must_be_ground(value: Value, name: str, arity: int) -> None:
    """Insist that what a predicate gave has no variables."""
    if not is_ground(value):
        raise broken("nonground", indicator(name, arity), value)


def ground(value: Value, name: str, arity: int) -> Value:
    """Insist that what a predicate gave has no variables, and give it."""
    must_be_ground(value, name, arity)
    return value


def number(value: Value, name: str, arity: int) -> Value:
    """Insist that what a predicate gave is a number."""
    if value.__class__ is not int and value.__class__ is not Float and value.__class__ is not Fraction:
        raise broken("value", indicator(name, arity), value)
    return value


def rows(value: Value, name: str, arity: int) -> Value:
    """Insist that what a predicate gave is a list of lists."""
    items, end = cells(value)
    if end is not NIL or any(cells(row)[1] is not NIL for row in items):
        raise broken("list", indicator(name, arity), value)
    return value


def text(value: Value, name: str, arity: int) -> Value:
    """Insist that what a predicate gave is text; a number is none."""
    found = None if value.__class__ in (int, Float, Fraction) else text_of(value)
    if found is None:
        raise broken("text", indicator(name, arity), value)
    return Text(found)
