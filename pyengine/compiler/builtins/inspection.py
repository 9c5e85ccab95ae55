"""Type tests, and what tells variables from values."""

from __future__ import annotations

from fractions import Fraction

from pyengine.compiler.builtins.registry import test
from pyengine.compiler.runtime.terms import CONS, NIL, Float, Text, Value, Var
from pyengine.compiler.runtime.unify import deref
from pyengine.compiler.runtime.unify import is_ground as ground_

# The compiler writes the tests of clean values out in place; these serve the rest.


@test("var/1", "a")
def is_var(x: Value) -> bool:
    """An unbound variable."""
    return deref(x).__class__ is Var


@test("nonvar/1", "a")
def is_nonvar(x: Value) -> bool:
    """Anything else."""
    return deref(x).__class__ is not Var


@test("integer/1", "a")
def is_integer(x: Value) -> bool:
    """An integer."""
    return deref(x).__class__ is int


@test("float/1", "a")
def is_float(x: Value) -> bool:
    """A float."""
    return deref(x).__class__ is Float


@test("rational/1", "a")
def is_rational(x: Value) -> bool:
    """An integer or a rational."""
    return isinstance(deref(x), int | Fraction)


@test("number/1", "a")
def is_number(x: Value) -> bool:
    """Any number."""
    return isinstance(deref(x), int | Float | Fraction)


@test("atom/1", "a")
def is_atom(x: Value) -> bool:
    """An atom; `[]` is none."""
    return deref(x).__class__ is str


@test("string/1", "a")
def is_string(x: Value) -> bool:
    """A string."""
    return deref(x).__class__ is Text


@test("atomic/1", "a")
def is_atomic(x: Value) -> bool:
    """Neither a variable nor compound."""
    return deref(x).__class__ not in (Var, tuple)


@test("compound/1", "a")
def is_compound(x: Value) -> bool:
    """A compound term."""
    return deref(x).__class__ is tuple


@test("callable/1", "a")
def is_callable(x: Value) -> bool:
    """An atom or a compound term."""
    return deref(x).__class__ in (tuple, str)


@test("is_list/1", "a")
def is_list(x: Value) -> bool:
    """A list that ends in `[]`."""
    x = deref(x)
    while x.__class__ is tuple and x[0] is CONS:
        x = deref(x[2])
    return x is NIL


@test("ground/1", "a")
def is_ground(x: Value) -> bool:
    """A term without unbound variables."""
    return ground_(x)
