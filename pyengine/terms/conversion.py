"""Terms of plain Python values, and the values of terms."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pyengine.terms.values import Atom, List, String, Term, is_term


def to_term(value: object) -> Term:
    """Turn a plain Python value into a term: str to an atom, bool to true/false, list and tuple to a list of any depth.

    Raises TypeError for anything else that is not a term or a number already, and for a list that contains itself.

    >>> str(to_term(["x", True, 1.5, (1, 2)]))
    '[x,true,1.5,[1,2]]'
    """
    unfinished: list[tuple[Sequence[object], list[Term]]] = [((value,), [])]
    inside: set[int] = set()
    while True:
        values, made = unfinished[-1]
        if len(made) == len(values):
            unfinished.pop()
            if not unfinished:
                return made[0]
            inside.discard(id(values))
            unfinished[-1][1].append(List(tuple(made)))
        elif isinstance(item := values[len(made)], list | tuple):
            if id(item) in inside:
                raise TypeError("cannot make a Prolog term of a list that contains itself")
            inside.add(id(item))
            unfinished.append((item, []))
        else:
            made.append(_simple_term(item))


def _simple_term(value: object) -> Term:
    if isinstance(value, bool):
        return Atom("true" if value else "false")
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else value
    if is_term(value):
        return value  # type: ignore[return-value]
    if isinstance(value, str):
        return Atom(value)
    raise TypeError(f"cannot make a Prolog term of {value!r}")


def to_python(term: Term) -> object:
    """Turn a term into the plain Python value that `to_term` would make it of; a compound stays what it is.

    >>> to_python(to_term(["x", True, 1.5, (1, 2)]))
    ['x', True, 1.5, [1, 2]]
    """
    made: list[object] = []
    waiting: list[tuple[tuple[Term, ...], list[object]]] = [((term,), made)]
    while waiting:
        items, values = waiting.pop()
        for item in items:
            if isinstance(item, List) and item.is_proper:
                inner: list[object] = []
                values.append(inner)
                waiting.append((item.items, inner))
            else:
                values.append(_simple_value(item))
    return made[0]


def _simple_value(term: Term) -> object:
    if isinstance(term, Atom):
        return {"true": True, "false": False}.get(term.name, term.name)
    return term.text if isinstance(term, String) else term
