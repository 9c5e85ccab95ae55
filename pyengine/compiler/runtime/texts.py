"""Text: what counts as text, and numbers read from text."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from pyengine.compiler.runtime.arguments import cells, known
from pyengine.compiler.runtime.errors import PrologError, syntax_error, type_error
from pyengine.compiler.runtime.terms import NIL, Float, Text, Value, Var, list_of, number_value
from pyengine.compiler.runtime.unify import deref, resolve
from pyengine.compiler.runtime.writing import number_text
from pyengine.errors import TermSyntaxError
from pyengine.language.reading.reader import read_term

_NUMBER: Final = re.compile(r"\s*([+-]?)(\d.*|inf|nan|infinite|epsilon)", re.DOTALL)

_PLAIN: Final = 10**18


def text_of(value: Value) -> str | None:
    """Give the text that an atom, string, number, or list of codes or characters is, as text_to_string/2 takes it."""
    value = deref(value)
    if value is NIL:
        return ""
    if value.__class__ is tuple:
        return listed(value)
    return atomic_text(value)


def atomic_text(value: Value) -> str | None:
    """Give the text of an atom, string or number; None for anything else."""
    value = deref(value)
    if value.__class__ is str:
        return value
    if value.__class__ is int and -_PLAIN < value < _PLAIN:
        return str(value)
    if value.__class__ is Text:
        return value.text
    if value.__class__ in (int, Fraction, Float):
        return number_text(value)
    return "[]" if value is NIL else None


def listed(value: Value) -> str | None:
    """Give the text of a list of codes or characters, None for anything else."""
    items, end = cells(value)
    if end is not NIL:
        return None
    characters: list[str] = []
    for item in items:
        item = deref(item)
        if item.__class__ is int and 0 <= item < 0x110000:
            characters.append(chr(item))
        elif item.__class__ is str and len(item) == 1:
            characters.append(item)
        else:
            return None
    return "".join(characters)


def atomic_argument(value: Value) -> str:
    """Give the text of an atom, string or number; refuse the rest, `[]` too."""
    text = atomic_text(value)
    if text is None or deref(value) is NIL:
        value = known(value)
        raise type_error("atom" if value is NIL else "atomic", resolve(value))
    return text


def text_argument(value: Value, kind: str = "atomic") -> str:
    """Give the text of an argument, or of a list of codes or characters; refuse the rest."""
    text = atomic_text(value)
    if text is None:
        value = known(value)
        text = listed(value)
        if text is None:
            raise type_error(kind, resolve(value))
    return text


def pure_text(value: Value) -> str:
    """Give the text of an atom, a string, or a list of codes or characters; a number is none."""
    value = known(value)
    text = None if value.__class__ in (int, Fraction, Float) else text_of(value)
    if text is None:
        raise type_error("text", resolve(value))
    return text


def list_argument(value: Value) -> str | None:
    """Give the text of an argument that should be a list of codes or characters; None while it is partial."""
    items, end = cells(value)
    if end.__class__ is Var:
        return None
    if end is not NIL:
        if not items and end.__class__ is Text:
            return atomic_text(end)
        raise type_error("list", resolve(value))
    if any(deref(item).__class__ is Var for item in items):
        return None
    text = listed(value)
    if text is None:
        raise type_error("character", next(resolve(item) for item in items if not _is_character(deref(item))))
    return text


def _is_character(item: Value) -> bool:
    if item.__class__ is int:
        return 0 <= item < 0x110000
    return item.__class__ is str and len(item) == 1


def codes_of(text: str) -> Value:
    """Give text as a list of codes."""
    return list_of([ord(c) for c in text])


def chars_of(text: str) -> Value:
    """Give text as a list of characters."""
    return list_of(list(text))


def number_of(text: str) -> Value:
    """Read a number as it stands in Prolog text, with layout before it; raises a syntax error."""
    found = _NUMBER.fullmatch(text)
    if found is None or found[2] in ("inf", "nan", "infinite", "epsilon"):
        raise illegal_number()
    try:
        number = read_term(found[2])
    except TermSyntaxError:
        raise illegal_number() from None
    if not isinstance(number, int | float | Fraction) or text[-1:].isspace() or "%" in text or "/*" in text:
        raise illegal_number()
    return number_value(-number if found[1] == "-" else number)


def illegal_number() -> PrologError:
    """The error for text that is no number."""
    return syntax_error("illegal_number")


def atom_or_number(text: str) -> Value:
    """Give a number where the text is one, else an atom."""
    try:
        return number_of(text)
    except PrologError:
        return text
