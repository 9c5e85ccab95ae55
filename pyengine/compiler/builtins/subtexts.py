"""Atoms and strings: joined, split, and searched for parts."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from pyengine.compiler.builtins.registry import Determinism, det, named, nondet, semidet, test
from pyengine.compiler.builtins.type_checks import list_or_partial
from pyengine.compiler.runtime.arguments import natural_of
from pyengine.compiler.runtime.errors import domain_error, instantiation_error, type_error
from pyengine.compiler.runtime.terms import FAIL, NIL, Text, Value, Var, cells, list_of
from pyengine.compiler.runtime.texts import atomic_argument, plain_text, pure_text
from pyengine.compiler.runtime.unify import Trail, bind, deref, resolve, undo, unify


@test("atom_concat/3", "ggg")
@test("string_concat/3", "ggg")
def is_joined(x: Value, y: Value, whole: Value) -> bool:
    """A text is made of two others."""
    return atomic_argument(x) + atomic_argument(y) == atomic_argument(whole)


def _joined(made: Callable[[str], Value], x: Value, y: Value) -> Value:
    """Two texts as one."""
    return made(atomic_argument(x) + atomic_argument(y))


def _concat(made: Callable[[str], Value], x: Value, y: Value, whole: Value, trail: Trail) -> Iterator[None]:
    """A text and two parts of it."""
    left, right = _part(x), _part(y)
    if left is not None and right is not None:
        if deref(whole).__class__ is not Var:
            if atomic_argument(whole) == left + right:
                yield None
        elif unify(whole, made(left + right), trail):
            yield None
        return
    if deref(whole).__class__ is Var:
        raise instantiation_error()
    text = atomic_argument(whole)
    if left is not None:
        if text.startswith(left) and unify(y, made(text[len(left) :]), trail):
            yield None
    elif right is not None:
        if text.endswith(right) and unify(x, made(text[: len(text) - len(right)]), trail):
            yield None
    else:
        mark = len(trail)
        for i in range(len(text) + 1):
            undo(trail, mark)
            if unify(x, made(text[:i]), trail) and unify(y, made(text[i:]), trail):
                yield None


def _part(x: Value) -> str | None:
    return None if deref(x).__class__ is Var else atomic_argument(x)


@det("atomic_list_concat/2", "af", types="atom")
def atomic_list_concat(parts: Value) -> Value:
    """Atomic values as one atom."""
    return "".join(_texts(parts))


def _texts(parts: Value) -> list[str]:
    items, end = cells(parts)
    made = [plain_text(item, "text") for item in items]
    if end.__class__ is Var:
        raise instantiation_error()
    if end is not NIL:
        raise type_error("list", resolve(end))
    return made


@semidet("atomic_list_concat/3", "ggn", types="atom")
def joined_by(parts: Value, separator: Value) -> Value:
    """Atomic values with a separator between them as one atom."""
    return plain_text(separator, "text").join(_texts(parts))


@semidet("atomic_list_concat/3", "aaa", trail=True)
@semidet("concat_atom/3", "aaa", trail=True)
def atomic_list_concat_with(parts: Value, separator: Value, whole: Value, trail: Trail) -> Value:
    """Atomic values with a separator between them as one atom; or an atom split at the separator."""
    between = plain_text(separator, "text")
    items, end = cells(parts)
    is_known = True
    for item in items:
        if deref(item).__class__ is Var:
            is_known = False
            break
        plain_text(item, "text")
    if is_known and end.__class__ is not Var:
        return None if unify(whole, between.join(_texts(parts)), trail) else FAIL
    if not between:
        raise domain_error("non_empty_atom", separator)
    text = atomic_argument(whole)
    return None if unify(parts, list_of(text.split(between)), trail) else FAIL


@det("atomics_to_string/2", "af", types="string")
def atomics_to_string(parts: Value) -> Value:
    """Atomic values as one string."""
    return Text("".join(_texts(parts)))


@det("split_string/4", "aaan", types="list")
def split_string(x: Value, separators: Value, pad: Value) -> Value:
    """The fields of a text, without what is to be left out at their ends."""
    text, ends, around = pure_text(x), pure_text(separators), pure_text(pad)
    text = text.strip(around)
    fields, start = [], 0
    while True:
        end = start
        while end < len(text) and text[end] not in ends:
            end += 1
        fields.append(Text(text[start:end].strip(around)))
        if end >= len(text):
            return list_of(fields)
        start = end + 1
        if text[end] in around:  # a separator that is left out at the ends of fields takes others of its kind along
            start += len(text) - start - len(text[start:].lstrip(around))


@semidet("split_string/4", "aaaa", trail=True)
def split_string_into(x: Value, separators: Value, pad: Value, fields: Value, trail: Trail) -> Value:
    """The same, the fields perhaps known."""
    found = split_string(x, separators, pad)
    list_or_partial(fields)
    return None if unify(fields, found, trail) else FAIL


# Parts


def _parts(
    made: Callable[[str], Value], x: Value, before: Value, length: Value, after: Value, sub: Value, trail: Trail
) -> Iterator[None]:
    """The parts of a text."""
    kind = "atom" if made is str else "string"
    text = plain_text(x, kind)
    b, n, a = _count(before), _count(length), _count(after)
    sub = deref(sub)
    if sub.__class__ is not Var:
        wanted = plain_text(sub, kind)
        spans = iter([(i, len(wanted)) for i in _occurrences(text, wanted)])
    else:
        spans = _spans(len(text), b, n, a)
    mark = len(trail)
    for start, size in spans:
        rest = len(text) - start - size
        if (b is not None and b != start) or (n is not None and n != size) or (a is not None and a != rest):
            continue
        undo(trail, mark)
        for variable, value in ((before, start), (length, size), (after, rest)):
            variable = deref(variable)
            if variable.__class__ is Var:
                bind(variable, value, trail)
        if deref(before) == start and deref(length) == size and deref(after) == rest:
            if sub.__class__ is Var and not unify(sub, made(text[start : start + size]), trail):
                continue
            yield None


def _count(x: Value) -> int | None:
    return None if deref(x).__class__ is Var else natural_of(x)


def _occurrences(text: str, wanted: str) -> Iterator[int]:
    at = text.find(wanted)
    while at >= 0:
        yield at
        at = text.find(wanted, at + 1)


def _spans(size: int, before: int | None, length: int | None, after: int | None) -> Iterator[tuple[int, int]]:
    """Go through starts and lengths in the order of SWI-Prolog."""
    if before is not None:
        if length is not None:
            return iter([(before, length)] if before + length <= size else [])
        if after is not None:
            return iter([(before, size - before - after)] if before + after <= size else [])
        return ((before, n) for n in range(size - before + 1))
    if length is not None:
        if after is not None:
            return iter([(size - length - after, length)] if length + after <= size else [])
        return ((b, length) for b in range(size - length + 1))
    if after is not None:
        return ((b, size - after - b) for b in range(size - after + 1))
    return ((b, n) for b in range(size + 1) for n in range(size - b + 1))


def _parts_of_known(made: Callable[[str], Value], pattern: str, x: Value, *given: Value) -> Iterator[Value]:
    """The parts of a text that is known, in calls where all else is known, or new: what is new comes out."""
    kind = "atom" if made is str else "string"
    text = plain_text(x, kind)
    values = iter(given)
    b, n, a = [natural_of(next(values)) if letter == "g" else None for letter in pattern[1:4]]
    if pattern[4] == "g":
        wanted = plain_text(next(values), kind)
        spans: Iterator[tuple[int, int]] = iter([(i, len(wanted)) for i in _occurrences(text, wanted)])
    else:
        spans = _spans(len(text), b, n, a)
    for start, size in spans:
        rest = len(text) - start - size
        if (b is None or b == start) and (n is None or n == size) and (a is None or a == rest):
            counts = [count for count, known in ((start, b), (size, n), (rest, a)) if known is None]
            outputs = counts if pattern[4] == "g" else [*counts, made(text[start : start + size])]
            yield outputs[0] if len(outputs) == 1 else tuple(outputs)


def _first_part(made: Callable[[str], Value], pattern: str, *given: Value) -> Value:
    """The only such part."""
    return next(_parts_of_known(made, pattern, *given), FAIL)


def _has_part(made: Callable[[str], Value], pattern: str, *given: Value) -> bool:
    """Whether there is such a part."""
    return next(_parts_of_known(made, pattern, *given), FAIL) is not FAIL


def sub_text_determinism(pattern: str) -> Determinism:
    """Tell how many parts a text has in a call of sub_atom/5 or sub_string/5, of a text that is known."""
    if "f" not in pattern:
        return "test"
    is_one = "g" in (pattern[1], pattern[3]) if pattern[4] == "g" else pattern[1:4].count("g") > 1
    return "semidet" if is_one else "nondet"


SUB_TEXT_PATTERNS: Final = tuple("g" + "".join(letters) for letters in itertools.product("gf", repeat=4))
"""The ways to call sub_atom/5 and sub_string/5 of a text that is known."""


def _declare_parts(kind: str, made: Callable[[str], Value]) -> None:
    ways: dict[Determinism, tuple[Any, Any]] = {
        "test": (test, _has_part),
        "semidet": (semidet, _first_part),
        "nondet": (nondet, _parts_of_known),
    }
    for pattern in SUB_TEXT_PATTERNS:
        declare, function = ways[sub_text_determinism(pattern)]
        types = "integer " * pattern[:4].count("f") + kind * (pattern[4] == "f")
        function = named(partial(function, made, pattern), f"sub_{kind}_of_{pattern}", globals())
        declare(f"sub_{kind}/5", pattern.replace("f", "n"), types=types)(function)


for _kind, _made in (("atom", str), ("string", Text)):
    _declare_parts(_kind, _made)
    det(f"{_kind}_concat/3", "ggn", types=_kind)(named(partial(_joined, _made), f"joined_{_kind}", globals()))
    nondet(f"{_kind}_concat/3", "aaa", trail=True)(named(partial(_concat, _made), f"{_kind}_concat", globals()))
    nondet(f"sub_{_kind}/5", "aaaaa", trail=True)(named(partial(_parts, _made), f"sub_{_kind}", globals()))


@nondet("atom_prefix/2", "aa", trail=True)
def atom_prefix(x: Value, prefix: Value, trail: Trail) -> Iterator[None]:
    """A text begins with another."""
    text = plain_text(x, "atom")
    if deref(prefix).__class__ is not Var:
        if text.startswith(plain_text(prefix, "atom")):
            yield None
        return
    mark = len(trail)
    for size in range(len(text) + 1):
        undo(trail, mark)
        if unify(prefix, text[:size], trail):
            yield None
