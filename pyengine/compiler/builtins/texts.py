"""Atoms and strings: converted into each other, into numbers and lists."""

from __future__ import annotations

from collections.abc import Callable

from pyengine.compiler.builtins.registry import det, semidet, test
from pyengine.compiler.runtime.arguments import known
from pyengine.compiler.runtime.errors import (
    PrologError,
    domain_error,
    instantiation_error,
    representation_error,
    syntax_error,
    type_error,
)
from pyengine.compiler.runtime.terms import CONS, FAIL, NIL, Text, Value, Var
from pyengine.compiler.runtime.texts import (
    atom_or_number,
    atomic_argument,
    atomic_text,
    chars_of,
    codes_of,
    list_argument,
    listed,
    number_of,
    pure_text,
    text_argument,
    text_of,
)
from pyengine.compiler.runtime.unify import Trail, deref, resolve, unify


def _matched(x: Value, y: Value, trail: Trail) -> Value:
    return None if unify(x, y, trail) else FAIL


# Text and lists


@test("atom_codes/2", "gg")
@test("atom_chars/2", "gg")
def is_text_of(x: Value, items: Value) -> bool:
    """A text is that of a list, or of a text in its place."""
    return _is_text(_atom_text(x), items)


def _is_text(text: str, items: Value) -> bool:
    items = deref(items)
    if items is NIL or (items.__class__ is tuple and items[0] is CONS):
        return listed(items) == text
    if atomic_text(items) == text:
        return True
    raise type_error("list", resolve(items))


@det("atom_codes/2", "gf", types="l")
def to_codes(x: Value) -> Value:
    """The codes of a text."""
    return codes_of(_atom_text(x))


@det("atom_chars/2", "gf", types="l")
def to_chars(x: Value) -> Value:
    """The characters of a text."""
    return chars_of(_atom_text(x))


def _atom_text(x: Value) -> str:
    """Give the text of an atom, string or number."""
    if x is NIL or x.__class__ is tuple:
        raise type_error("atom", resolve(x))
    return text_argument(x)


def _between(
    x: Value, items: Value, made: Callable[[str], Value], list_: Callable[[str], Value], trail: Trail
) -> Value:
    """Convert text to a list, or a list to what `made` makes of its text."""
    x, items = deref(x), deref(items)
    if x.__class__ is not Var:
        text = text_of(x) if made is Text else _atom_text(x)
        if text is None:
            raise type_error("atomic", resolve(x))
        if items.__class__ is Var or (items.__class__ is tuple and items[0] is CONS):
            return _matched(items, list_(text), trail)
        return None if _is_text(text, items) else FAIL
    text = list_argument(items)
    if text is None:
        raise instantiation_error()
    return _matched(x, made(text), trail)


@semidet("atom_codes/2", "aa", trail=True)
def atom_codes(x: Value, codes: Value, trail: Trail) -> Value:
    """An atom and its codes."""
    return _between(x, codes, str, codes_of, trail)


@semidet("atom_chars/2", "aa", trail=True)
def atom_chars(x: Value, chars: Value, trail: Trail) -> Value:
    """An atom and its characters."""
    return _between(x, chars, str, chars_of, trail)


@semidet("string_codes/2", "aa", trail=True)
def string_codes(x: Value, codes: Value, trail: Trail) -> Value:
    """A string and its codes."""
    return _between(x, codes, Text, codes_of, trail)


@semidet("string_chars/2", "aa", trail=True)
def string_chars(x: Value, chars: Value, trail: Trail) -> Value:
    """A string and its characters."""
    return _between(x, chars, Text, chars_of, trail)


@semidet("name/2", "aa", trail=True)
def name(x: Value, codes: Value, trail: Trail) -> Value:
    """A number or an atom, and its codes."""
    return _between(x, codes, atom_or_number, codes_of, trail)


@semidet("number_codes/2", "aa", trail=True)
def number_codes(x: Value, codes: Value, trail: Trail) -> Value:
    """A number and its codes."""
    return _number_list(x, codes, codes_of, trail)


@semidet("number_chars/2", "aa", trail=True)
def number_chars(x: Value, chars: Value, trail: Trail) -> Value:
    """A number and its characters."""
    return _number_list(x, chars, chars_of, trail)


def _number_list(x: Value, items: Value, list_: Callable[[str], Value], trail: Trail) -> Value:
    x = deref(x)
    if x.__class__ is not Var and x.__class__ in (str, Text, tuple):
        raise type_error("number", resolve(x))
    text = list_argument(items) if x.__class__ is Var else None
    if text is not None:
        return _matched(x, number_of(text), trail)
    if x.__class__ is Var:
        raise instantiation_error()
    return _matched(items, list_(text_argument(x)), trail)


@det("char_code/2", "fg", types="a")
def char_of(code: Value) -> Value:
    """The character of a code."""
    if code.__class__ is int and 0 <= code < 0x110000:
        return chr(code)
    return char_code(Var(), code, [])


@semidet("char_code/2", "aa", trail=True)
def char_code(char: Value, code: Value, trail: Trail) -> Value:
    """A character and its code."""
    char, code = deref(char), deref(code)
    if char.__class__ is not Var:
        if char.__class__ is not str or len(char) != 1:
            raise type_error("character", resolve(char))
        return _matched(code, ord(char), trail)
    code = known(code)
    if code.__class__ is not int:
        raise type_error("integer", resolve(code))
    if code < 0:
        raise type_error("character_code", code)
    if code >= 0x110000:
        raise representation_error("character_code")
    return _matched(char, chr(code), trail)


# Text and numbers


@semidet("atom_number/2", "aa", trail=True)
def atom_number(x: Value, number: Value, trail: Trail) -> Value:
    """An atom and the number it reads as; fails for text that is none."""
    x = deref(x)
    if x.__class__ is Var:
        number = known(number)
        if number.__class__ in (str, Text, tuple) or number is NIL:
            raise type_error("number", resolve(number))
        return _matched(x, atomic_text(number), trail)
    if x.__class__ not in (str, Text) and x is not NIL:
        raise type_error("atom", resolve(x))
    try:
        return _matched(number, number_of(_unpadded(text_argument(x))), trail)
    except PrologError:
        return FAIL


def _unpadded(text: str) -> str:
    """Refuse layout before a number."""
    if text[:1].isspace():
        raise syntax_error("illegal_number")
    return text


@semidet("number_string/2", "aa", trail=True)
def number_string(number: Value, x: Value, trail: Trail) -> Value:
    """A number and the string it reads as; layout may stand around it."""
    x = deref(x)
    if x.__class__ is not Var:
        if x.__class__ is not Text and x is not NIL and not (x.__class__ is tuple and x[0] is CONS):
            raise type_error("list", resolve(x))
        try:
            return _matched(number, number_of(_unpadded(text_argument(x))), trail)
        except PrologError:
            return FAIL
    text = atomic_text(known(number))
    if text is None or deref(number).__class__ in (str, Text):
        raise type_error("number", resolve(number))
    return _matched(x, Text(text), trail)


# Atoms and strings


@test("atom_string/2", "gg")
def has_same_text(x: Value, string: Value) -> bool:
    """Two values have the same text."""
    return text_argument(x) == text_argument(string)


@det("atom_string/2", "gf", types="s")
def as_string(x: Value) -> Value:
    """A text as a string."""
    return Text(text_argument(x))


@semidet("atom_string/2", "aa", trail=True)
def atom_string(x: Value, string: Value, trail: Trail) -> Value:
    """An atom and a string of the same text."""
    if deref(x).__class__ is not Var:
        if deref(string).__class__ is not Var:
            return None if text_argument(x) == text_argument(string) else FAIL
        return _matched(string, Text(text_argument(x)), trail)
    return _matched(x, text_argument(string), trail)


@semidet("string_to_atom/2", "aa", trail=True)
def string_to_atom(string: Value, x: Value, trail: Trail) -> Value:
    """A string and an atom of the same text."""
    if deref(string).__class__ is not Var:
        return _matched(x, text_argument(string), trail)
    return _matched(string, Text(text_argument(x)), trail)


@det("text_to_string/2", "af", types="s")
def text_to_string(x: Value) -> Value:
    """Any text as a string."""
    return Text(pure_text(x))


@semidet("string_length/2", "aa", trail=True)
@semidet("atom_length/2", "aa", trail=True)
def text_length(x: Value, length: Value, trail: Trail) -> Value:
    """The number of characters."""
    text = text_of(known(x))
    if text is None:
        raise type_error("text", resolve(x))
    length = deref(length)
    if length.__class__ not in (Var, int):
        raise type_error("integer", resolve(length))
    return _matched(length, len(text), trail)


@det("upcase_atom/2", "af", types="a")
def upcase_atom(x: Value) -> Value:
    """The text in upper case."""
    return _upper(atomic_argument(x))


@det("downcase_atom/2", "af", types="a")
def downcase_atom(x: Value) -> Value:
    """The text in lower case."""
    return _lower(atomic_argument(x))


@det("string_upper/2", "af", types="s")
def string_upper(x: Value) -> Value:
    """The text in upper case."""
    return Text(_upper(atomic_argument(x)))


@det("string_lower/2", "af", types="s")
def string_lower(x: Value) -> Value:
    """The text in lower case."""
    return Text(_lower(atomic_argument(x)))


def _upper(text: str) -> str:
    return "".join(c.upper() if len(c.upper()) == 1 else c for c in text)


def _lower(text: str) -> str:
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


@semidet("string_code/3", "aaf", types="i")
def string_code(index: Value, x: Value) -> Value:
    """The code at an index from 1."""
    place = known(index)
    if place.__class__ is not int:
        raise type_error("integer", resolve(place))
    if place < 0:
        raise domain_error("not_less_than_zero", place)
    text = text_argument(x)
    return ord(text[place - 1]) if 0 < place <= len(text) else FAIL


@semidet("get_string_code/3", "aaf", types="i")
def get_string_code(index: Value, x: Value) -> Value:
    """The same."""
    return string_code(index, x)
