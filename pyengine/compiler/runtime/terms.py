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
import os
import struct
import threading
import weakref
from collections import deque
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, TypeAlias

from pyengine.terms import Atom, Compound, List, String, Term, compound
from pyengine.terms import Var as Variable

Value: TypeAlias = Any
"""A term at run time."""


class Functor:
    """A name with a number of arguments; there is one object for each, made by `functor`."""

    __slots__ = ("__weakref__", "arity", "name")

    def __init__(self, name: str, arity: int) -> None:
        self.name = name
        self.arity = arity

    def __repr__(self) -> str:
        return f"{self.name}/{self.arity}"

    def __reduce__(self) -> tuple[Any, ...]:
        return functor, (self.name, self.arity)


_FUNCTORS: Final[dict[tuple[str, int], weakref.KeyedRef[tuple[str, int], Functor]]] = {}
"""Those that somebody holds: rules that come and go do not leave theirs behind."""
_RECENT: Final[deque[Functor]] = deque(maxlen=1024)
"""The last that were made: rules that make the same one again and again find it."""
_NAMING: Final = threading.RLock()
if hasattr(os, "register_at_fork"):  # not on every system
    os.register_at_fork(before=_NAMING.acquire, after_in_parent=_NAMING.release, after_in_child=_NAMING.release)


def functor(name: str, arity: int) -> Functor:
    """Give the one functor of that name and arity.

    >>> functor("f", 2) is functor("f", 2)
    True
    """
    known = _FUNCTORS.get((name, arity))
    found = None if known is None else known()
    return found if found is not None else _new_functor(name, arity)


def _new_functor(name: str, arity: int) -> Functor:
    with _NAMING:
        known = _FUNCTORS.get((name, arity))
        found = None if known is None else known()
        if found is None:
            found = Functor(name, arity)
            _RECENT.append(found)
            _FUNCTORS[name, arity] = weakref.KeyedRef(found, _forget_functor, (name, arity))
        return found


def _forget_functor(gone: weakref.KeyedRef[tuple[str, int], Functor]) -> None:
    with _NAMING:  # meanwhile there may be another of that name
        if _FUNCTORS.get(gone.key) is gone:
            del _FUNCTORS[gone.key]


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


def extended(goal: Value, extra: Sequence[Value]) -> Value:
    """Give an atom or a compound term with more arguments.

    >>> extended("opponent", (1, 2)) == (functor("opponent", 2), 1, 2)
    True
    """
    name, args = (goal[0].name, goal[1:]) if goal.__class__ is tuple else (goal, ())
    return (functor(name, len(args) + len(extra)), *args, *extra) if extra else goal


_ATOMIC: Final = frozenset({str, int, Float, Text, Fraction})


def is_value(thing: object) -> bool:
    """Tell whether a Python object is a clean value at all, and not something that looks like one.

    >>> is_value(list_of(["a"])), is_value((CONS, "a")), is_value([]), is_value(True)
    (True, False, False, False)
    """
    waiting = [thing]
    while waiting:
        part = waiting.pop()
        if part.__class__ is tuple:
            if not part or part[0].__class__ is not Functor or len(part) != part[0].arity + 1:
                return False
            waiting.extend(part[1:])
        elif part.__class__ not in _ATOMIC and part is not NIL:
            return False
    return True


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
    """Turn a Term of any depth into a value.

    Each variable becomes a fresh `Var`, one for all its occurrences in `variables`.
    """
    found: list[Value] = []
    waiting = [term]
    while waiting:  # first to last, each functor before its arguments
        term = waiting.pop()
        if isinstance(term, Atom):
            found.append(term.name)
        elif isinstance(term, List) and not term.items:
            found.append(NIL)
        elif isinstance(term, List):
            found.append(term)
            waiting.append(term.tail)
            waiting.extend(reversed(term.items))
        elif isinstance(term, Compound):
            found.append(functor(term.name, len(term.args)))
            waiting.extend(reversed(term.args))
        elif isinstance(term, String):
            found.append(Text(term.text))
        elif isinstance(term, Variable):
            found.append(Var() if variables is None else variables.setdefault(term, Var()))
        else:
            found.append(number_value(term))
    built: list[Value] = []
    for part in reversed(found):
        if part.__class__ is Functor:
            built.append((part, *taken(built, part.arity)))
        elif part.__class__ is List:
            *items, tail = taken(built, len(part.items) + 1)
            built.append(list_of(items, tail))
        else:
            built.append(part)
    return built[0]


def taken(built: list[Any], count: int) -> list[Any]:
    """Take what was built last; the first argument is the last one built."""
    if not count:
        return []
    taken = built[: -count - 1 : -1]
    del built[-count:]
    return taken


def to_term(value: Value, names: dict[Var, Variable] | None = None) -> Term:
    """Turn a value of any depth into a Term.

    Unbound variables are named `_1`, `_2` … in the order in which `names` meets them.
    """
    names = {} if names is None else names
    if value.__class__ is not tuple and value.__class__ is not Var:
        return _atomic_term(value)
    found: list[tuple[int, str | None, Any]] = []
    waiting = [value]
    while waiting:  # first to last, each functor before its arguments
        value = waiting.pop()
        while value.__class__ is Var and value.ref is not None:
            value = value.ref
        if value.__class__ is Var:
            if value not in names:
                names[value] = Variable("_", len(names) + 1)
            found.append((0, None, names[value]))
        elif value.__class__ is not tuple:
            found.append((0, None, _atomic_term(value)))
        elif value[0] is CONS:
            items, end = cells(value)
            found.append((len(items) + 1, None, None))
            waiting.append(end)
            waiting.extend(reversed(items))
        else:
            found.append((len(value) - 1, value[0].name, None))
            waiting.extend(value[:0:-1])
    built: list[Any] = []
    for count, name, leaf in reversed(found):
        if leaf is not None:
            built.append(leaf)
        elif name is None:
            *parts, tail = taken(built, count)
            built.append(List(tuple(parts), tail))
        else:
            built.append(compound(name, tuple(taken(built, count))))
    return built[0]  # type: ignore[no-any-return]


def _atomic_term(value: Value) -> Term:
    kind = value.__class__
    if kind is str:
        return Atom(value)
    if kind is Float:
        return value.value  # type: ignore[no-any-return]
    if kind is Text:
        return String(value.text)
    return List(()) if value is NIL else value


def cells(value: Value) -> tuple[list[Value], Value]:
    """Give the items of a list and what ends it: `[]`, a variable, or anything else."""
    items: list[Value] = []
    while True:
        while value.__class__ is Var and value.ref is not None:
            value = value.ref
        if value.__class__ is not tuple or value[0] is not CONS:
            return items, value
        items.append(value[1])
        value = value[2]
