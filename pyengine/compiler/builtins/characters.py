"""Classes of characters: char_type/2 and code_type/2 for ASCII, and what library(ctypes) has of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from pyengine.compiler.builtins.registry import det, nondet, test
from pyengine.compiler.runtime.arguments import integer_of, known
from pyengine.compiler.runtime.errors import type_error
from pyengine.compiler.runtime.terms import Text, Value, Var
from pyengine.compiler.runtime.unify import Trail, deref, resolve, undo, unify
from pyengine.compiler.unsupported import UnsupportedError

_PARENTHESES: Final = {"(": ")", "[": "]", "{": "}"}
_CLASSES: Final[dict[str, Callable[[str], bool]]] = {
    "alnum": str.isalnum,
    "alpha": str.isalpha,
    "csym": lambda c: c.isalnum() or c == "_",
    "csymf": lambda c: c.isalpha() or c == "_",
    "ascii": str.isascii,
    "white": lambda c: c in " \t",
    "cntrl": lambda c: c < " " or c == "\x7f",
    "space": lambda c: c in " \t\n\v\f\r",
    "end_of_line": lambda c: c in "\n\v\f\r",
    "lower": str.islower,
    "upper": str.isupper,
    "punct": lambda c: " " < c < "\x7f" and not c.isalnum(),
    "graph": lambda c: " " < c < "\x7f",
    "print": lambda c: " " <= c < "\x7f",
    "period": lambda c: c in ".?!",
    "quote": lambda c: c in "'\"`",
    "newline": lambda c: c == "\n",
    "digit": str.isdigit,
    "decimal": str.isdigit,
    "prolog_var_start": lambda c: c.isupper() or c == "_",
    "prolog_atom_start": str.islower,
    "prolog_identifier_continue": lambda c: c.isalnum() or c == "_",
    "prolog_symbol": lambda c: c in "#$&*+-./:<=>?@\\^~",
    "end_of_file": lambda _: False,
}
_MAPPED: Final[dict[str, Callable[[str], str | int | None]]] = {
    "digit": lambda c: int(c) if c.isdigit() else None,
    "xdigit": lambda c: int(c, 16) if c in "0123456789abcdefABCDEF" else None,
    "to_lower": str.upper,
    "to_upper": str.lower,
    "upper": lambda c: c.lower() if c.isupper() else None,
    "lower": lambda c: c.upper() if c.islower() else None,
    "paren": _PARENTHESES.get,
}


@nondet("char_type/2", "aa", trail=True)
def char_type(char: Value, kind: Value, trail: Trail) -> Iterator[None]:
    """A character is of a class."""
    return _of_type(char, kind, False, trail)


@nondet("code_type/2", "aa", trail=True)
def code_type(code: Value, kind: Value, trail: Trail) -> Iterator[None]:
    """A code is of a class."""
    return _of_type(code, kind, True, trail)


def _of_type(char: Value, kind: Value, is_code: bool, trail: Trail) -> Iterator[None]:
    char, kind = deref(char), deref(kind)
    if kind.__class__ is Var:
        raise UnsupportedError("char_type/2 with an unknown class")
    name = kind[0].name if kind.__class__ is tuple and len(kind) == 2 else kind
    if name not in (_MAPPED if kind.__class__ is tuple else _CLASSES):
        raise type_error("char_type", resolve(kind))
    if char.__class__ is not Var:
        if char == -1:
            if kind == "end_of_file":
                yield None
            return
        candidates = [_character(char)]
    elif kind.__class__ is tuple and name in ("digit", "xdigit"):
        candidates = [chr(code) for code in range(128)]
    else:
        raise UnsupportedError("char_type/2 with an unknown character")
    mark = len(trail)
    for c in candidates:
        undo(trail, mark)
        if kind.__class__ is tuple:
            mapped = _MAPPED[name](c)
            if mapped is None:
                continue
            value: Value = ord(mapped) if is_code and isinstance(mapped, str) else mapped
            fits = unify(kind[1], value, trail)
        else:
            fits = _CLASSES[name](c)
        if fits and (char.__class__ is not Var or unify(char, ord(c) if is_code else c, trail)):
            yield None


def _character(value: Value) -> str:
    if value.__class__ is int and 0 <= value < 0x110000:
        text = chr(value)
    elif value.__class__ is Text:
        text = value.text
    else:
        text = value
    if text.__class__ is not str or len(text) != 1:
        raise type_error("character", resolve(value))
    if not text.isascii():
        raise UnsupportedError("char_type/2 of a character beyond ASCII")
    return text


def _class_test(name: str, kind: str) -> None:
    def holds(code: Value) -> bool:
        """A code is of the class."""
        value = deref(code)
        if value.__class__ is not int:
            raise UnsupportedError(f"{name}/1 of what is no code")
        return _CLASSES[kind](_character(value))

    holds.__name__ = name
    globals()[name] = test(f"{name}/1", "a")(holds)


for _name, _kind in (
    ("is_alnum", "alnum"),
    ("is_alpha", "csymf"),
    ("is_ascii", "ascii"),
    ("is_cntrl", "cntrl"),
    ("is_csym", "csym"),
    ("is_csymf", "csymf"),
    ("is_digit", "digit"),
    ("is_endline", "end_of_line"),
    ("is_graph", "graph"),
    ("is_lower", "lower"),
    ("is_newline", "newline"),
    ("is_period", "period"),
    ("is_print", "print"),
    ("is_punct", "punct"),
    ("is_quote", "quote"),
    ("is_space", "space"),
    ("is_upper", "upper"),
    ("is_white", "white"),
):
    _class_test(_name, _kind)


@det("to_lower/2", "gf", types="i")
def to_lower(code: Value) -> Value:
    """The code of a letter in lower case."""
    return ord(_character(integer_of(known(code))).lower())
