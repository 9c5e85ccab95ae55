"""Type tests, and what tells variables from values."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from pyengine.compiler.builtins.registry import named, test
from pyengine.compiler.runtime.terms import CONS, NIL, Float, Text, Value, Var
from pyengine.compiler.runtime.unify import deref, is_ground

# The compiler writes the tests of clean values out in place; these serve the rest.

_CLASSES: Final[dict[str, tuple[bool, set[type]]]] = {
    "var": (True, {Var}),
    "nonvar": (False, {Var}),
    "integer": (True, {int}),
    "float": (True, {Float}),
    "rational": (True, {int, Fraction}),
    "number": (True, {int, Float, Fraction}),
    "atom": (True, {str}),
    "string": (True, {Text}),
    "atomic": (False, {Var, tuple}),
    "compound": (True, {tuple}),
    "callable": (True, {tuple, str}),
}
"""For each test, whether a value must be of one of some classes, or of none; `[]` is of a class of its own."""


def _test(name: str, is_one: bool, classes: set[type]) -> Callable[[Value], bool]:
    def holds(x: Value) -> bool:
        return (deref(x).__class__ in classes) is is_one

    return test(f"{name}/1", "a")(named(holds, f"is_{name}", globals()))


TESTS: Final = {name: _test(name, *classes) for name, classes in _CLASSES.items()}


@test("is_list/1", "a")
def is_list(x: Value) -> bool:
    """A list that ends in `[]`."""
    x = deref(x)
    while x.__class__ is tuple and x[0] is CONS:
        x = deref(x[2])
    return x is NIL


test("ground/1", "a")(is_ground)
