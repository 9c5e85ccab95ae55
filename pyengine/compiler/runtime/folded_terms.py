"""The forms in which positions leave the rules: those that are nested deeply are laid out flat, and an atom is an Atom.

Python hashes, compares and pickles nested tuples by calling itself in C for each level, and so comes to the end of its
stack in a list of a thousand items. What leaves the rules as a position and is nested more deeply than `MOST_LEVELS`
is therefore folded: its functors and atomic parts stand one after another, in the order in which they are written.
Whether a position is folded depends on the position alone, so equal ones have the same form.

An atom inside the rules is a `str`. Outside, that is text, which people write and the game reads: a position never is.

>>> from pyengine.compiler.runtime.terms import functor, list_of
>>> fold((functor("f", 2), list_of([1, 2]), "a")).parts
(f/2, list/-2, 2, 1, 2, [], 'a')
"""

from __future__ import annotations

from typing import Any, Final

from pyengine.compiler.runtime.errors import PrologError, resource_error
from pyengine.compiler.runtime.terms import CONS, Functor, Value, functor, list_of, taken
from pyengine.compiler.runtime.unify import is_small
from pyengine.language.sizes import MOST_ITEMS, MOST_REPEATED
from pyengine.terms import Atom

MOST_LEVELS: Final = 300
"""How deeply a position may be nested, each item of a list a level deeper than the one before it."""
_LIST: Final = functor("list", -2)
"""Before the number of items of a list, the items, and what ends it."""


class Folded:
    """A term laid out flat; equal to another one where the terms are."""

    __slots__ = ("_hash", "_value", "parts")

    def __init__(self, parts: tuple[Value, ...], value: Value = None) -> None:
        self.parts = parts
        self._value = value
        self._hash = hash(parts)

    @property
    def value(self) -> Value:
        """The term."""
        if self._value is None:
            self._value = _unfold(self.parts)
        return self._value

    def __eq__(self, other: object) -> bool:
        return other.__class__ is Folded and self.parts == other.parts

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<Folded term of {len(self.parts)} parts>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Folded, (self.parts,)


def fold(value: Value) -> Folded:
    """Lay out a clean value flat."""
    parts: list[Value] = []
    waiting = [value]
    most = MOST_REPEATED
    while waiting:
        if len(parts) > most:
            most = refuse_shared(value)
        term = waiting.pop()
        if term.__class__ is not tuple:
            parts.append(term)
        elif term[0] is CONS:
            items = []
            while term.__class__ is tuple and term[0] is CONS:
                _, item, term = term
                items.append(item)
            parts += (_LIST, len(items))
            waiting.append(term)
            if tuple in set(map(type, items)):
                waiting.extend(reversed(items))
            else:
                parts += items
        else:
            parts.append(term[0])
            waiting.extend(term[:0:-1])
    return Folded(tuple(parts), value)


def _unfold(parts: tuple[Value, ...]) -> Value:
    built: list[Value] = []
    for part in reversed(parts):
        if part is _LIST:
            *items, end = taken(built, built.pop() + 1)
            built.append(list_of(items, end))
        elif part.__class__ is Functor:
            built.append((part, *taken(built, part.arity)))
        else:
            built.append(part)
    return built[0]


def is_deep(value: Value, level: int = 0) -> bool:
    """Tell whether a clean value is nested so deeply that hashing and comparing it could overflow Python's stack.

    It may be a part of another, that many levels inside it.

    >>> is_deep(list_of([0] * 10)), is_deep(list_of([0] * 1000))
    (False, True)
    """
    waiting = [(value, level)]
    left = MOST_REPEATED
    while waiting:
        term, level = waiting.pop()
        left -= 1
        if left < 0:
            left = refuse_shared(value)
        while term.__class__ is tuple and term:  # the last argument, where lists go on, is looked at in place
            if level > MOST_LEVELS:
                return True
            level += 1
            for part in term[1:-1]:
                if part.__class__ is tuple:
                    waiting.append((part, level))
            term = term[-1]
    return False


def refuse_shared(value: Value) -> int:
    """Refuse a clean value of very many parts where some stand in it more than once; give how many it may have.

    There may be more of them than anybody can count: `f(A, A)` in `f(B, B)`, and so on.
    """
    met: set[int] = set()
    waiting = [value]
    while waiting:
        term = waiting.pop()
        if id(term) in met:
            raise resource_error("stack")
        met.add(id(term))
        waiting.extend([part for part in term if part.__class__ is tuple])
    return MOST_ITEMS


def hashable(value: Value) -> Value:
    """Give a clean value back, unless it shares parts and has too many of them to be hashed."""
    if value.__class__ is tuple and not is_small(value):
        left = MOST_REPEATED
        waiting = [value]
        while waiting:
            waiting.extend([part for part in waiting.pop() if part.__class__ is tuple])
            left -= 1
            if left < 0:
                left = refuse_shared(value)
    return value


def is_endless(value: Value) -> bool:
    """Tell whether a clean value shares parts and has too many of them to be gone through."""
    try:
        hashable(value)
    except PrologError:
        return True
    return False


def fact_key(value: Value) -> Value:
    """Give a clean value to be looked up among facts; nothing where it has more parts than any of them."""
    return None if is_endless(value) else value


def closed(value: Value) -> Value:
    """Give the form in which a position leaves the rules: folded where it is deep, no text where it is an atom."""
    if value.__class__ is str:
        return Atom(value)
    return fold(value) if is_deep(value) else value


def close_atoms(positions: list[Value]) -> None:
    """Give the atoms among positions the form in which they leave the rules, in place."""
    for index, position in enumerate(positions):
        if position.__class__ is str:
            positions[index] = Atom(position)


def opened(state: Value) -> Value:
    """Give the value that a position stands for."""
    if state.__class__ is Folded:
        return state.value
    return state.name if state.__class__ is Atom else state


def table_key(values: tuple[Value, ...]) -> tuple[Value, ...]:
    """Give several values as a key: as they are, unless hashing one of them could overflow the process's stack.

    >>> table_key((1, list_of("ab"))) == (1, list_of("ab")), table_key((list_of([0] * 1000),))
    (True, (<Folded term of 1003 parts>,))
    """
    for value in values:
        if value.__class__ is tuple and is_deep(value):
            return tuple([closed(value) for value in values])
    return values
