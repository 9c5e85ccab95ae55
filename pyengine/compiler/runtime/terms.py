"""The terms of compiled rules, as plain Python values.

| Prolog | Python |
| --- | --- |
| atom | `str` |
| integer | `int` |
| rational | `Fraction`, never a whole number |
| float | `Float`, a box, so that 1 and 1.0 are different keys |
| string | `Text`, a box, since a `str` is an atom |
| `[]` | `NIL`, which is not the atom '[]' |
| `f(a, b)` | the tuple `(functor("f", 2), "a", "b")` |
| `[H|T]` | the tuple `(CONS, H, T)` |
| variable | `Var`, whose `ref` is None while it is unbound |

A value is *clean* if no `Var` is in it, not even a bound one. Clean values are equal (`==`) where Prolog's `==` holds,
and hashable: positions and keys of tables are clean values. Functors are compared with `is`.

>>> to_value(List((1, Atom("a")))) == (CONS, 1, (CONS, "a", NIL))
True
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, TypeAlias

from pyengine.terms import Atom, Compound, List, String, Term, compound
from pyengine.terms import Var as Variable

Value: TypeAlias = Any
"""A term at run time."""


class Functor:
    """A name with a number of arguments; there is one object for each, made by `functor`."""

    __slots__ = ("arity", "name")

    def __init__(self, name: str, arity: int) -> None:
        self.name = name
        self.arity = arity

    def __repr__(self) -> str:
        return f"{self.name}/{self.arity}"

    def __reduce__(self) -> tuple[Any, ...]:
        return functor, (self.name, self.arity)


_FUNCTORS: Final[dict[tuple[str, int], Functor]] = {}


def functor(name: str, arity: int) -> Functor:
    """Give the one functor of that name and arity.

    >>> functor("f", 2) is functor("f", 2)
    True
    """
    found = _FUNCTORS.get((name, arity))
    return found if found is not None else _FUNCTORS.setdefault((name, arity), Functor(name, arity))


class _Nil:
    """The empty list."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "[]"

    def __reduce__(self) -> str:
        return "NIL"


class Var:
    """A variable; `ref` is what it is bound to, None while it is unbound.

    `serial` has no value until the variable is first compared by the standard order.
    """

    __slots__ = ("ref", "serial")
    serial: int

    def __init__(self) -> None:
        self.ref: Value = None

    def __repr__(self) -> str:
        return f"_{id(self)}" if self.ref is None else repr(self.ref)


class Float:
    """A float inside a term."""

    __slots__ = ("value",)

    def __init__(self, value: float) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not Float:
            return False
        a, b = self.value, other.value
        return struct.pack("d", a) == struct.pack("d", b) or (math.isnan(a) and math.isnan(b))

    def __hash__(self) -> int:
        return hash((Float, self.value)) if self.value == self.value else 1

    def __repr__(self) -> str:
        return f"Float({self.value!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Float, (self.value,)


class Text:
    """A Prolog string inside a term."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return other.__class__ is Text and self.text == other.text

    def __hash__(self) -> int:
        return hash((Text, self.text))

    def __repr__(self) -> str:
        return f"Text({self.text!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Text, (self.text,)


NIL: Final = _Nil()
CONS: Final = functor("[|]", 2)
FAIL: Final = functor("fail", -1)
"""What a compiled function returns in place of its outputs where it has no solution; it is never part of a term."""


def list_of(items: Sequence[Value], tail: Value = NIL) -> Value:
    """Make a list of items.

    >>> list_of("ab") == (CONS, "a", (CONS, "b", NIL))
    True
    """
    made = tail
    for item in reversed(items):
        made = (CONS, item, made)
    return made


def items_of(clean: Value) -> Iterator[Value]:
    """Go through the cells of a clean list, up to whatever ends it."""
    while clean.__class__ is tuple and clean[0] is CONS:
        yield clean[1]
        clean = clean[2]


def number_value(number: int | float | Fraction) -> Value:
    """Put the result of arithmetic into a term: floats are boxed, whole rationals are integers."""
    if number.__class__ is int:
        return number
    if isinstance(number, float):
        return Float(number)
    if isinstance(number, Fraction):
        return number.numerator if number.denominator == 1 else number
    return int(number)


def to_value(term: Term, variables: dict[Variable, Var] | None = None) -> Value:
    """Turn a Term into a value; each variable becomes a fresh `Var`, one for all its occurrences in `variables`."""
    if isinstance(term, Atom):
        return term.name
    if isinstance(term, List):
        tail = NIL if term.is_proper else to_value(term.tail, variables)
        return list_of([to_value(item, variables) for item in term.items], tail)
    if isinstance(term, Compound):
        return (functor(term.name, len(term.args)), *[to_value(argument, variables) for argument in term.args])
    if isinstance(term, String):
        return Text(term.text)
    if isinstance(term, Variable):
        return Var() if variables is None else variables.setdefault(term, Var())
    return number_value(term)


def to_term(value: Value, names: dict[Var, Variable] | None = None) -> Term:
    """Turn a value into a Term; unbound variables are named `_1`, `_2` … in the order in which `names` meets them."""
    names = {} if names is None else names
    while value.__class__ is Var and value.ref is not None:
        value = value.ref
    kind = value.__class__
    if kind is str:
        return Atom(value)
    if kind is tuple:
        if value[0] is CONS:
            return _to_list(value, names)
        return compound(value[0].name, tuple([to_term(argument, names) for argument in value[1:]]))
    if kind is Float:
        return value.value  # type: ignore[no-any-return]
    if kind is Text:
        return String(value.text)
    if value is NIL:
        return List(())
    if kind is Var:
        if value not in names:
            names[value] = Variable("_", len(names) + 1)
        return names[value]
    return value  # type: ignore[no-any-return]


def _to_list(value: Value, names: dict[Var, Variable]) -> Term:
    items = []
    while True:
        while value.__class__ is Var and value.ref is not None:
            value = value.ref
        if value.__class__ is not tuple or value[0] is not CONS:
            break
        items.append(to_term(value[1], names))
        value = value[2]
    return List(tuple(items), to_term(value, names))
