"""Atoms and strings: converted into each other, into numbers and lists."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

from pyengine.compiler.builtins.registry import det, named, nondet, semidet, test
from pyengine.compiler.runtime.arguments import integer_of, known, natural_of
from pyengine.compiler.runtime.errors import PrologError, error, representation_error, syntax_error, type_error
from pyengine.compiler.runtime.term_writer import number_text
from pyengine.compiler.runtime.terms import FAIL, NIL, Float, Text, Value, Var, cells, functor, list_of
from pyengine.compiler.runtime.texts import (
    atom_or_number,
    atomic_argument,
    chars_of,
    code_argument,
    codes_of,
    list_argument,
    number_of,
    plain_text,
    pure_text,
    text_argument,
    text_of,
    text_of_list,
)
from pyengine.compiler.runtime.unify import Trail, deref, resolve, undo, unify


def _matched(x: Value, y: Value, trail: Trail) -> Value:
    return None if unify(x, y, trail) else FAIL


# Text and lists


def _is_partial(x: Value) -> bool:
    """Tell whether a term is a list of which not all is known."""
    items, end = cells(x)
    return end.__class__ is Var or (end is NIL and any(deref(item).__class__ is Var for item in items))


def _starts_well(x: Value) -> bool:
    """Tell whether what is known of a list could be text."""
    known_items = list(itertools.takewhile(lambda item: deref(item).__class__ is not Var, cells(x)[0]))
    text_of_list(list_of(known_items))
    return True


def _between(
    kind: str, made: Callable[[str], Value], list_: Callable[[str], Value], x: Value, items: Value, trail: Trail
) -> Value:
    """Convert text to a list, or a list to what `made` makes of its text."""
    x, items = deref(x), deref(items)
    if x.__class__ is Var:
        return _matched(x, made(list_argument(items)), trail)
    text = plain_text(x, kind)
    if _is_partial(items):
        return _matched(items, list_(text), trail)
    if items.__class__ is not Text and unify(items, list_(text), []):  # there is nothing in it to be bound
        return None
    found = made(list_argument(items))
    return None if found.__class__ is x.__class__ and found == x else FAIL


@semidet("name/2", "aa", trail=True)
def name(x: Value, codes: Value, trail: Trail) -> Value:
    """A number or an atom, and its codes."""
    return _between("atomic", atom_or_number, codes_of, x, codes, trail)


def _string_list(list_: Callable[[str], Value], x: Value, items: Value, trail: Trail) -> Value:
    x, items = deref(x), deref(items)
    if x.__class__ is Var or (items.__class__ is not Var and _is_partial(x) and _starts_well(x)):
        return _matched(x, Text(list_argument(items)), trail)
    text = text_argument(x)
    if _is_partial(items):
        return _matched(items, list_(text), trail)
    return None if text_of(items) == text else FAIL


def _number_list(list_: Callable[[str], Value], x: Value, items: Value, trail: Trail) -> Value:
    x, items = deref(x), deref(items)
    if x.__class__ is not Var:
        text = number_argument(x)
        if _is_partial(items):
            return _matched(items, list_(text), trail)
    return _matched(x, number_of(list_argument(items)), trail)


def number_argument(x: Value) -> str:
    """Give the text of a number, refuse anything else."""
    if x.__class__ not in (int, Fraction, Float):
        raise type_error("number", resolve(x))
    return number_text(x)


def _declare_lists(
    name: str, text: Callable[[Value], str], either: Callable[..., Value], made: Callable[[str], Value] | None = None
) -> None:
    """Declare NAME_codes/2 and NAME_chars/2: those of what is known, what is made of them, or either."""
    for kind, list_ in (("codes", codes_of), ("chars", chars_of)):
        of_known = partial(lambda list_, x: list_(text(x)), list_)
        det(f"{name}_{kind}/2", "gn", types="list")(named(of_known, f"{kind}_of_{name}", globals()))
        if made is not None:
            of_list = partial(lambda made, items: made(list_argument(items)), made)
            det(f"{name}_{kind}/2", "ng", types=name)(named(of_list, f"{name}_of_{kind}", globals()))
        semidet(f"{name}_{kind}/2", "aa", trail=True)(named(partial(either, list_), f"{name}_{kind}", globals()))


_declare_lists("atom", lambda x: plain_text(x, "atom"), partial(_between, "atom", str), str)
_declare_lists("string", text_argument, _string_list, Text)
_declare_lists("number", number_argument, _number_list)


@det("char_code/2", "ng", types="atom")
def char_of(code: Value) -> Value:
    """The character of a code."""
    return chr(_character_code(code))


@det("char_code/2", "gn", types="integer")
def code_of(char: Value) -> Value:
    """The code of a character."""
    if char.__class__ is not str or len(char) != 1:
        raise type_error("character", char)
    return ord(char)


@semidet("char_code/2", "aa", trail=True)
def char_code(char: Value, code: Value, trail: Trail) -> Value:
    """A character and its code."""
    char, code = deref(char), deref(code)
    if char.__class__ is not Var:
        if char.__class__ is not str or len(char) != 1:
            raise type_error("character", resolve(char))
        return _matched(code if code.__class__ is Var else _character_code(code), ord(char), trail)
    return _matched(char, chr(_character_code(code)), trail)


def _character_code(x: Value) -> int:
    code = integer_of(x)
    if not -(2**31) <= code < 2**31:
        raise representation_error("int")
    if not 0 <= code < 0x110000 or 0xD800 <= code < 0xE000:
        raise type_error("character_code", code)
    return code


# Text and numbers


@semidet("atom_number/2", "aa", trail=True)
def atom_number(x: Value, number: Value, trail: Trail) -> Value:
    """An atom and the number it reads as; fails for text that is none."""
    x, number = deref(x), deref(number)
    if x.__class__ in (str, Text):
        try:
            return _matched(number, number_of(_unpadded(text_argument(x))), trail)
        except PrologError:
            return FAIL
    if number.__class__ is Var and x.__class__ is not Var:
        raise type_error("atom", resolve(x))
    return _matched(x, number_argument(known(number)), trail)


def _unpadded(text: str) -> str:
    """Refuse layout before a number."""
    if text[:1].isspace():
        raise syntax_error("illegal_number")
    return text


@semidet("number_string/2", "aa", trail=True)
def number_string(number: Value, x: Value, trail: Trail) -> Value:
    """A number and the string it reads as."""
    number, x = deref(number), deref(x)
    text = None if number.__class__ is Var else number_argument(number)
    if text is not None and _is_partial(x):
        return _matched(x, Text(text), trail)
    given = list_argument(x)
    try:
        return _matched(number, number_of(_unpadded(given)), trail)
    except PrologError:
        return FAIL


# Atoms and strings


@det("atom_string/2", "gn", types="string")
def as_string(x: Value) -> Value:
    """A text as a string."""
    text = text_of(x)
    if text is None:
        raise type_error("atom", x)
    return Text(text)


@semidet("atom_string/2", "aa", trail=True)
def atom_string(x: Value, string: Value, trail: Trail) -> Value:
    """An atom and a string of the same text."""
    x, string = deref(x), deref(string)
    text = None if x.__class__ is Var else text_of(x)
    if text is None:
        if string.__class__ is Var and x.__class__ is not Var:
            raise type_error("atom", resolve(x))
        given = text_of(known(string))
        if given is None:
            raise type_error("string", resolve(string))
        return _matched(x, given, trail)
    if string.__class__ is Var:
        return _matched(string, Text(text), trail)
    return None if text_of(string) == text else FAIL


@semidet("string_to_atom/2", "aa", trail=True)
def string_to_atom(string: Value, x: Value, trail: Trail) -> Value:
    """A string and an atom of the same text."""
    string, x = deref(string), deref(x)
    text, given = text_of(string), text_of(x)
    if text is not None:
        return _matched(x, text, trail) if x.__class__ is Var else None if given == text else FAIL
    if given is not None:
        return _matched(string, Text(given), trail)
    if string.__class__ is not Var:
        raise type_error("string", resolve(string))
    raise type_error("atom", resolve(known(x)))


@det("text_to_string/2", "gn", types="string")
def string_of_text(x: Value) -> Value:
    """Any text as a string."""
    return Text(pure_text(x))


@semidet("text_to_string/2", "aa", trail=True)
def text_to_string(x: Value, string: Value, trail: Trail) -> Value:
    """Any text as a string; what is a string already is not compared as text."""
    x, string = deref(x), deref(string)
    text = pure_text(x)
    if x.__class__ is Text or string.__class__ is Var:
        return _matched(string, Text(text), trail)
    return None if text_of(string) == text else FAIL


@det("string_length/2", "gn", types="integer")
@det("atom_length/2", "gn", types="integer")
def length_of_text(x: Value) -> Value:
    """The number of characters."""
    return len(text_argument(x))


@semidet("string_length/2", "aa", trail=True)
@semidet("atom_length/2", "aa", trail=True)
def text_length(x: Value, length: Value, trail: Trail) -> Value:
    """The number of characters."""
    text, length = text_argument(x), deref(length)
    if length.__class__ not in (Var, int):
        raise type_error("integer", resolve(length))
    return _matched(length, len(text), trail)


def _changed(x: Value, change: Callable[[str], str]) -> str:
    return "".join(change(c) if len(change(c)) == 1 else c for c in atomic_argument(x))


def _declare_case(name: str, change: Callable[[str], str], made: Callable[[str], Value], kind: str) -> None:
    """Declare a predicate that changes the case of text and makes an atom or a string of it."""

    def changed(x: Value) -> Value:
        return made(_changed(x, change))

    def either(x: Value, result: Value, trail: Trail) -> Value:
        text, result = _changed(x, change), deref(result)
        if result.__class__ is Var:
            return _matched(result, made(text), trail)
        return None if plain_text(result, kind) == text else FAIL

    det(f"{name}/2", "gn", types=kind)(named(changed, f"known_{name}", globals()))
    semidet(f"{name}/2", "aa", trail=True)(named(either, name, globals()))


_declare_case("upcase_atom", str.upper, str, "atom")
_declare_case("downcase_atom", str.lower, str, "atom")
_declare_case("string_upper", str.upper, Text, "string")
_declare_case("string_lower", str.lower, Text, "string")


@test("string_code/3", "ggg")
def is_string_code(index: Value, x: Value, code: Value) -> bool:
    """A code is the one at an index from 1."""
    return bool(code_at(index, x) == code)  # FAIL is no code


@semidet("string_code/3", "ggn", types="integer")
def code_at(index: Value, x: Value) -> Value:
    """The code at an index from 1."""
    text = pure_text(x)
    if natural_of(index).bit_length() > 64:
        raise representation_error("size_t")
    return ord(text[index - 1]) if 0 < index <= len(text) else FAIL


@nondet("string_code/3", "aaa", trail=True)
def string_code(index: Value, x: Value, code: Value, trail: Trail) -> Iterator[None]:
    """The code at an index from 1; an unknown index goes through all of them."""
    text, place, code = pure_text(x), deref(index), deref(code)
    if place.__class__ is not Var:
        if natural_of(place).bit_length() > 64:
            raise representation_error("size_t")
        if place and place <= len(text) and unify(code, ord(text[place - 1]), trail):
            yield None
        return
    wanted = None if code.__class__ is Var else code_argument(code)
    mark = len(trail)
    for number, char in enumerate(text, 1):
        undo(trail, mark)
        if (ord(char) == wanted) if wanted is not None else unify(code, ord(char), trail):
            unify(place, number, trail)
            yield None


@semidet("get_string_code/3", "aaf", types="integer")
def get_string_code(index: Value, x: Value) -> Value:
    """The code at an index from 1 to the length."""
    text, given = text_argument(x), known(index)
    is_whole = given.__class__ is Float and given.value.is_integer() and abs(given.value) < 2**63
    place = int(given.value) if is_whole else integer_of(given)
    if not -(2**63) <= place < 2**63:
        raise representation_error("int64_t")
    if not 0 < place <= len(text):
        raise error((functor("domain_error", 2), (functor("range", 2), 1, len(text)), given))
    return ord(text[place - 1])
