"""Prolog terms as immutable Python values.

A term is an `Atom`, a `Var`, a `String`, a `List`, a `Compound`, or a Python `int`, `float` or `Fraction`. Terms are
hashable and equal where Prolog's `==` holds, so 1 and 1.0 differ, also inside other terms:

>>> Compound("f", (1,)) == Compound("f", (1.0,))
False
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final, Self, TypeAlias

Number: TypeAlias = int | float | Fraction


class _Immutable:
    """What all term classes share: they do not change, and print as Prolog."""

    __slots__ = ()

    def __str__(self) -> str:
        from pyengine.terms.writing import write_term  # the writer needs these classes

        return write_term(self)  # type: ignore[arg-type]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("terms do not change")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("terms do not change")

    def __repr__(self) -> str:
        return _represent(self)  # type: ignore[arg-type]

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


class Atom(_Immutable):
    """A Prolog atom, by its name as it is, without quotes; equal to a Python `str` of that name.

    So players and parts of moves can be compared with what one would write. A `String` is equal to neither.

    >>> Atom("white") == "white", {Atom("white"): 1}["white"], Atom("white") == String("white")
    (True, 1, False)
    """

    __slots__ = ("_hash", "name")
    name: str

    def __init__(self, name: str) -> None:
        _set(self, "name", name)
        _set(self, "_hash", hash(name))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, Atom):
            return self.name == other.name
        return isinstance(other, str) and self.name == other

    def __hash__(self) -> int:
        return self._hash  # type: ignore[attr-defined,no-any-return]

    def __repr__(self) -> str:
        return f"Atom({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Atom, (self.name,)


class String(_Immutable):
    """A Prolog string, which is not an atom."""

    __slots__ = ("text",)
    text: str

    def __init__(self, text: str) -> None:
        _set(self, "text", text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, String) and self.text == other.text

    def __hash__(self) -> int:
        return hash((String, self.text))

    def __repr__(self) -> str:
        return f"String({self.text!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return String, (self.text,)


class Var(_Immutable):
    """A variable; those written `_` are told apart by their number."""

    __slots__ = ("name", "number")
    name: str
    number: int

    def __init__(self, name: str, number: int = 0) -> None:
        _set(self, "name", name)
        _set(self, "number", number)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Var) and self.name == other.name and self.number == other.number

    def __hash__(self) -> int:
        return hash((Var, self.name, self.number))

    def __repr__(self) -> str:
        return f"Var({self.name!r}, {self.number})" if self.number else f"Var({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Var, (self.name, self.number)


class Compound(_Immutable):
    """A name with arguments, such as `take(1, 2)`.

    Lists are `List`, so build with `compound` where the name may be that of a list cell.
    """

    __slots__ = ("_hash", "args", "name")
    name: str
    args: tuple[Term, ...]

    def __init__(self, name: str, args: tuple[Term, ...]) -> None:
        _set(self, "name", name)
        _set(self, "args", args)
        _set(self, "_hash", hash((name, args)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Compound) and identical(self, other)

    def __hash__(self) -> int:
        return self._hash  # type: ignore[attr-defined,no-any-return]

    def __reduce__(self) -> tuple[Any, ...]:
        return (unfold, (_fold(self),)) if _has_inner(self.args) else (Compound, (self.name, self.args))


class List(_Immutable):
    """A Prolog list: its items, and a tail that is `[]` unless the list is partial.

    One that is not partial is equal to a Python list or tuple of equal items, lists and text in it included.

    >>> len(List((1, 2, 3)))
    3
    >>> List((1, List((Atom("e"), 2)))) == [1, ["e", 2]], List((1, 2)) == (1, 2), List((1,)) == [1.0]
    (True, True, False)
    >>> str(List((1, 2), Var("T")))
    '[1,2|T]'
    """

    __slots__ = ("_hash", "items", "tail")
    items: tuple[Term, ...]
    tail: Term

    def __init__(self, items: tuple[Term, ...], tail: Term | None = None) -> None:
        if tail is None and not items:
            tail = self
        elif tail is None:
            tail = NIL
        elif isinstance(tail, List):
            items, tail = items + tail.items, (tail.tail if tail.items else NIL)
        elif not items:
            raise ValueError("a list without items has no tail")
        _set(self, "items", items)
        _set(self, "tail", tail)
        # A list that is not partial has the hash of its tuple, which it is equal to.
        _set(self, "_hash", hash(items if tail is self or tail is NIL else (List, items, tail)))

    @property
    def is_proper(self) -> bool:
        """Whether the list ends in `[]`."""
        return isinstance(self.tail, List)

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Term]:
        return iter(self.items)

    def __getitem__(self, index: int) -> Term:
        return self.items[index]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, List):
            return identical(self, other)
        return isinstance(other, list | tuple) and _is_written(other, self)

    def __hash__(self) -> int:
        return self._hash  # type: ignore[attr-defined,no-any-return]

    def __reduce__(self) -> tuple[Any, ...]:
        if not self.is_proper or _has_inner(self.items):
            return unfold, (_fold(self),)
        return List, (self.items,)


Term: TypeAlias = Atom | String | Var | Compound | List | int | float | Fraction

_set = object.__setattr__
NIL: Final = List(())
"""The empty list `[]`, which in SWI-Prolog is not the atom '[]'."""


def compound(name: str, args: tuple[Term, ...]) -> Term:
    """Build a compound, or a `List` where the name and arity are those of a list cell.

    >>> compound("[|]", (1, NIL))
    List((1,))
    """
    return List((args[0],), args[1]) if name == "[|]" and len(args) == 2 else Compound(name, args)


def _has_inner(parts: tuple[Term, ...]) -> bool:
    """Tell whether some of the parts have parts themselves."""
    for part in parts:
        kind = part.__class__
        if kind is Compound or kind is List:
            return True
    return False


def _represent(term: Term) -> str:
    """Write a term of any depth as the Python expression that makes it."""
    pieces: list[str] = []
    waiting: list[object] = [term]  # what is written as it stands is a tuple of one text
    while waiting:
        part = waiting.pop()
        if isinstance(part, Compound):
            pieces.append(f"Compound({part.name!r}, ")
            waiting.append((")",))
            _represent_parts(part.args, waiting)
        elif isinstance(part, List):
            pieces.append("List(")
            waiting += [(")",)] if part.is_proper else [(")",), part.tail, (", ",)]
            _represent_parts(part.items, waiting)
        else:
            pieces.append(part[0] if isinstance(part, tuple) else repr(part))
    return "".join(pieces)


def _represent_parts(parts: tuple[Term, ...], waiting: list[object]) -> None:
    """Have a tuple of terms written, its first item first."""
    waiting.append((",)" if len(parts) == 1 else ")",))
    for index in range(len(parts) - 1, -1, -1):
        waiting.append(parts[index])
        waiting.append((", " if index else "(",))
    if not parts:
        waiting.append(("(",))


def _fold(term: Term) -> list[Any]:
    """Lay a term of any depth out flat, for pickling: each name or list before its parts.

    A compound is a tuple of its name and arity; a list is one of the number of its items and whether it is proper.
    """
    return [part if made is None else made[0] for part, made in _walk(term)]


def unfold(parts: list[Any]) -> Term:
    """Build the term that was laid out flat for pickling."""
    built: list[Any] = []
    for part in reversed(parts):
        if part.__class__ is not tuple:
            built.append(part)
            continue
        first, second = part
        count = second if first.__class__ is str else first if second else first + 1
        taken = tuple(built[: -count - 1 : -1]) if count else ()
        del built[len(built) - count :]
        if first.__class__ is str:
            built.append(Compound(first, taken))
        else:
            built.append(List(taken) if second else List(taken[:-1], taken[-1]))
    return built[0]  # type: ignore[no-any-return]


def taken_apart(term: Term) -> tuple[tuple[Any, Any], tuple[Term, ...]] | None:
    """Give what a term with parts is made by, and these parts; None for any other, such as the empty list.

    A compound is made by its name and arity, a list by the number of its items and whether it is proper.
    """
    if isinstance(term, Compound):
        return (term.name, len(term.args)), term.args
    if isinstance(term, List) and term.items:
        is_proper = term.is_proper
        return (len(term.items), is_proper), term.items if is_proper else (*term.items, term.tail)
    return None


def _walk(term: Term) -> Iterator[tuple[Term, Any]]:
    """Go through a term of any depth and all that is in it, outermost and leftmost first, each with `taken_apart`."""
    waiting = [term]
    while waiting:
        part = waiting.pop()
        made = taken_apart(part)
        yield part, made
        if made is not None:
            waiting.extend(made[1][::-1])


def parts_of(term: Term) -> Iterator[Term]:
    """Go through a term of any depth and all that is in it, outermost and leftmost first."""
    return (part for part, _ in _walk(term))


def identical(a: Term, b: Term) -> bool:
    """Tell whether Prolog's `==` holds; terms of any depth, without recursion."""
    stack: list[tuple[Term, Term]] = [(a, b)]
    while stack:
        x, y = stack.pop()
        if x is y:
            continue
        if type(x) is not type(y):
            return False
        if isinstance(x, Compound):
            assert isinstance(y, Compound)
            if hash(x) != hash(y) or x.name != y.name or len(x.args) != len(y.args):
                return False
            stack.extend(zip(x.args, y.args, strict=True))
        elif isinstance(x, List):
            assert isinstance(y, List)
            if hash(x) != hash(y) or len(x.items) != len(y.items):
                return False
            stack.extend(zip(x.items, y.items, strict=True))
            if not (x.is_proper and y.is_proper):
                stack.append((x.tail, y.tail))
        elif isinstance(x, float):
            assert isinstance(y, float)
            if struct.pack("d", x) != struct.pack("d", y) and not (math.isnan(x) and math.isnan(y)):
                return False
        elif x != y:
            return False
    return True


def _is_written(value: Any, term: Term) -> bool:
    """Tell whether a list, tuple or text of Python writes a term; of any depth, without recursion."""
    stack: list[tuple[Any, Term]] = [(value, term)]
    while stack:
        x, y = stack.pop()
        if isinstance(x, list | tuple):
            if not isinstance(y, List) or not y.is_proper or len(x) != len(y.items):
                return False
            stack.extend(zip(x, y.items, strict=True))
        elif isinstance(x, str):
            if not isinstance(y, Atom) or y.name != x:
                return False
        elif not is_term(x) or not identical(x, y):
            return False
    return True


def is_term(value: object) -> bool:
    """Tell whether a Python value is a term as it stands; True and False are not."""
    return isinstance(value, _Immutable | int | float | Fraction) and not isinstance(value, bool)


def variables_of(term: Term) -> tuple[Var, ...]:
    """List the distinct variables of a term, first occurrence first."""
    found: dict[Var, None] = {}
    stack = [term]
    while stack:
        t = stack.pop()
        if isinstance(t, Var):
            found[t] = None
        elif isinstance(t, Compound):
            stack.extend(reversed(t.args))
        elif isinstance(t, List) and t.items:
            stack.append(t.tail)
            stack.extend(reversed(t.items))
    return tuple(found)


def is_ground(term: Term) -> bool:
    """Tell whether a term has no variable."""
    return not variables_of(term)


def is_deeper(term: Term, levels: int) -> bool:
    """Tell whether terms inside a term are nested more than `levels` deep; items of a list are one level below it.

    >>> is_deeper(List((Compound("s", (1,)),)), 2), is_deeper(List((Compound("s", (1,)),)), 1)
    (False, True)
    """
    waiting = [(term, 0)]
    while waiting:
        part, level = waiting.pop()
        if made := taken_apart(part):
            if level >= levels:
                return True
            waiting.extend((below, level + 1) for below in made[1] if isinstance(below, Compound | List))
    return False


def indicator(term: Term) -> tuple[str, int] | None:
    """Give name and arity of a callable term, None for anything else.

    >>> indicator(Compound("take", (1, 2)))
    ('take', 2)
    """
    if isinstance(term, Atom):
        return term.name, 0
    if isinstance(term, Compound):
        return term.name, len(term.args)
    if isinstance(term, List) and term.items:
        return "[|]", 2
    return None
