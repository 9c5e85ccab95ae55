"""Text: what counts as text, and numbers read from text."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from pyengine.compiler.runtime.arguments import known
from pyengine.compiler.runtime.errors import PrologError, domain_error, instantiation_error, syntax_error, type_error
from pyengine.compiler.runtime.term_writer import number_text
from pyengine.compiler.runtime.terms import NIL, Float, Text, Value, Var, cells, list_of, number_value
from pyengine.compiler.runtime.unify import deref, resolve
from pyengine.errors import TermSyntaxError
from pyengine.language.reading.reader import read_term

_ESCAPED: Final = "0'\\"
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
    """Give the text of a list of codes, or of characters; None for anything else, a list of both too."""
    items, end = cells(value)
    if end is not NIL:
        return None
    known_items = [deref(item) for item in items]
    if all(item.__class__ is int and 0 <= item < 0x110000 for item in known_items):
        return "".join(map(chr, known_items))
    return "".join(known_items) if all(map(is_char, known_items)) else None


def atomic_argument(value: Value) -> str:
    """Give the text of an atom, string or number; refuse the rest, `[]` too."""
    text = atomic_text(value)
    if text is None or deref(value) is NIL:
        value = known(value)
        raise type_error("atom" if value is NIL else "atomic", resolve(value))
    return text


def plain_text(value: Value, kind: str) -> str:
    """Give the text of an atom, string or number; what is refused, `[]` too, is none of that kind."""
    text = atomic_text(known(value))
    if text is None or deref(value) is NIL:
        raise type_error(kind, resolve(value))
    return text


def text_argument(value: Value, kind: str = "text") -> str:
    """Give the text of an argument, or of a list of codes or characters; refuse the rest."""
    value = known(value)
    if value is NIL:
        return ""
    text = atomic_text(value)
    if text is None:
        text = text_of_list(value)
        if text is None:
            raise type_error(kind, resolve(value))
    return text


def pure_text(value: Value) -> str:
    """Give the text of an atom, a string, or a list of codes or characters; a number is none."""
    value = known(value)
    if value.__class__ in (int, Fraction, Float):
        raise type_error("text", value)
    return text_argument(value)


def text_of_list(value: Value) -> str | None:
    """Give the text of a list of codes or of characters, as its first item says; None for what is no list.

    An item that does not fit is an error, and so is one that is unknown.
    """
    items, end = cells(value)
    if not items:
        return "" if end is NIL else None
    is_codes = not is_char(deref(items[0]))
    made: list[str] = []
    for item in items:
        item = known(item)
        if is_codes and item.__class__ is int and 0 <= item < 0x110000:
            made.append(chr(item))
        elif not is_codes and is_char(item):
            made.append(item)
        else:
            raise type_error("character_code" if is_codes else "character", resolve(item))
    if end.__class__ is Var:
        raise instantiation_error()
    return "".join(made) if end is NIL else None


def is_char(item: Value) -> bool:
    """Tell whether a value is a character."""
    return item.__class__ is str and len(item) == 1


def list_argument(value: Value) -> str:
    """Give the text of an argument that should be a list of codes or characters, or a string."""
    value = known(value)
    text = value.text if value.__class__ is Text else text_of_list(value)
    if text is None:
        raise type_error("list", resolve(value))
    return str(text)


def code_argument(value: Value) -> int:
    """Give the code of a character, which is written as one, as a code or as text; -1 is the end of a file."""
    if value.__class__ is int:
        if 0x110000 <= value < 2**63:
            raise domain_error("character", value)
        if -1 <= value < 0x110000:
            return int(value)
    text = None if value.__class__ is int else text_of(resolve(value))
    if text is None or len(text) != 1:
        raise type_error("character", resolve(value))
    return ord(text)


def codes_of(text: str) -> Value:
    """Give text as a list of codes."""
    return list_of([ord(c) for c in text])


def chars_of(text: str) -> Value:
    """Give text as a list of characters."""
    return list_of(list(text))


def number_of(text: str) -> Value:
    """Read a number as it stands in Prolog text, with layout before it; raises a syntax error.

    It is a number and nothing else: no full stop ends it, and after `0'` stands the character itself, not its escape.
    """
    found = _NUMBER.fullmatch(text)
    if found is None or found[2] in ("inf", "nan", "infinite", "epsilon") or text[-1] == "." or _ESCAPED in found[2]:
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
