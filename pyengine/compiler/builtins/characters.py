"""Classes of characters: char_type/2 and code_type/2.

What SWI-Prolog says of a character beyond ASCII depends on the machine, so it is not compiled: only the run can know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from pyengine.compiler.builtins.registry import named, nondet, test
from pyengine.compiler.runtime.errors import instantiation_error, type_error
from pyengine.compiler.runtime.term_writer import is_word
from pyengine.compiler.runtime.terms import Value, Var, functor
from pyengine.compiler.runtime.texts import code_argument
from pyengine.compiler.runtime.unify import Trail, deref, resolve, undo, unify
from pyengine.compiler.unsupported import UnsupportedError

_END_OF_FILE: Final = -1
_ASCII: Final = 128
_PARENTHESES: Final = {"(": ")", "[": "]", "{": "}"}


def _starts_word(c: str) -> bool:
    return c.isalpha() or c == "_"


_CLASSES: Final[tuple[tuple[str, Callable[[str], bool | int | str | None]], ...]] = (
    ("alnum", str.isalnum),
    ("alpha", str.isalpha),
    ("csym", is_word),
    ("csymf", _starts_word),
    ("prolog_var_start", lambda c: c.isupper() or c == "_"),
    ("prolog_atom_start", str.islower),
    ("prolog_identifier_continue", is_word),
    ("prolog_symbol", lambda c: c in "#$&*+-./:<=>?@\\^~"),
    ("csymf", _starts_word),
    ("decimal", str.isdigit),
    ("decimal/1", lambda c: int(c) if c.isdigit() else None),
    ("ascii", str.isascii),
    ("white", lambda c: c in " \t"),
    ("cntrl", lambda c: c < " " or c == "\x7f"),
    ("digit", str.isdigit),
    ("print", lambda c: " " <= c < "\x7f"),
    ("graph", lambda c: " " < c < "\x7f"),
    ("space", lambda c: c in " \t\n\v\f\r"),
    ("end_of_line", lambda c: c in "\n\v\f\r"),
    ("lower", str.islower),
    ("upper", str.isupper),
    ("punct", lambda c: " " < c < "\x7f" and not c.isalnum()),
    ("newline", lambda c: c == "\n"),
    ("period", lambda c: c in ".?!"),
    ("quote", lambda c: c in "'\"`"),
    ("end_of_file", lambda _: False),
    ("lower/1", lambda c: c.upper() if c.islower() else None),
    ("upper/1", lambda c: c.lower() if c.isupper() else None),
    ("to_lower/1", str.upper),
    ("to_upper/1", str.lower),
    ("paren/1", _PARENTHESES.get),
    ("digit/1", lambda c: int(c) if c.isdigit() else None),
    ("xdigit/1", lambda c: int(c, 16) if c in "0123456789abcdefABCDEF" else None),
)
"""The classes in the order in which SWI-Prolog goes through them, one of them twice; those with an argument give it."""
_BY_NAME: Final = dict(_CLASSES)
_WITHIN_ASCII: Final = frozenset(
    {"ascii", "white", "digit", "newline", "end_of_line", "digit/1", "xdigit/1", "paren/1"}
)
_OTHER_CASE: Final[dict[str, Callable[[str], str]]] = {"to_lower/1": str.lower, "to_upper/1": str.upper}


@test("char_type/2", "gg")
@test("code_type/2", "gg")
def has_type(char: Value, kind: Value) -> bool:
    """A character is of a class, both known."""
    code = code_argument(char)
    if code == _END_OF_FILE:
        return bool(kind == "end_of_file")
    return _holds(code, _class_name(kind), kind)


def _of_type(made: Callable[[int], Value], char: Value, kind: Value, trail: Trail) -> Iterator[None]:
    """A character, or a code, is of a class."""
    char, kind = deref(char), deref(kind)
    if char.__class__ is Var:
        if kind.__class__ is Var:
            raise instantiation_error()
        yield from _characters(char, kind, made, trail)
        return
    code = code_argument(char)
    if code == _END_OF_FILE:
        if unify(kind, "end_of_file", trail):
            yield None
    elif kind.__class__ is Var:
        mark = len(trail)
        for name, function in _CLASSES:
            undo(trail, mark)
            found = function(_ascii(code))
            if found is True:
                yield from _once(unify(kind, name, trail))
            elif found is not None and found is not False:
                mapped = made(ord(found)) if found.__class__ is str else found
                yield from _once(unify(kind, (functor(name[:-2], 1), mapped), trail))
    elif kind.__class__ is tuple and deref(kind[1]).__class__ is Var:
        found = _BY_NAME[_class_name(kind)](_ascii(code))
        if found is not None:
            yield from _once(unify(kind[1], made(ord(found)) if found.__class__ is str else found, trail))
    else:
        yield from _once(_holds(code, _class_name(kind), kind))


for _name, _made in (("char_type", chr), ("code_type", int)):
    nondet(f"{_name}/2", "aa", trail=True)(named(partial(_of_type, _made), _name, globals()))


def _once(holds: bool) -> Iterator[None]:
    if holds:
        yield None


def _characters(char: Var, kind: Value, made: Callable[[int], Value], trail: Trail) -> Iterator[None]:
    """Go through the characters of a class."""
    name = _class_name(kind)
    if name == "end_of_file":
        unify(char, _END_OF_FILE, trail)
        yield None
        return
    argument = deref(kind[1]) if kind.__class__ is tuple else None
    is_known = argument is not None and argument.__class__ is not Var
    if is_known and name in _OTHER_CASE:
        unify(char, made(ord(_OTHER_CASE[name](_ascii(_argument_code(argument))))), trail)
        yield None
        return
    mark = len(trail)
    for code in range(_ASCII):
        undo(trail, mark)
        if is_known:
            if not _holds(code, name, kind) or (name == "xdigit/1" and "A" <= chr(code) <= "F"):
                continue
        else:
            found = _BY_NAME[name](chr(code))
            if found is None or found is False:
                continue
            if argument is not None:
                value = made(ord(found)) if found.__class__ is str else found
                if not unify(argument, value, trail):
                    continue
        if unify(char, made(code), trail):
            yield None
    if is_known:
        _argument_code(argument)
    elif name not in _WITHIN_ASCII:
        raise UnsupportedError(f"going through all characters of the class {name.partition('/')[0]}")


def _class_name(kind: Value) -> str:
    """Name a class, `lower/1` for one with an argument; an error where there is none such."""
    name = kind
    if kind.__class__ is tuple:
        name = f"{kind[0].name}/1" if len(kind) == 2 else None
    if name.__class__ is not str or name not in _BY_NAME or (kind.__class__ is str and "/" in kind):
        raise type_error("char_type", resolve(kind))
    return str(name)


def _holds(code: int, name: str, kind: Value) -> bool:
    if code >= _ASCII and name in _WITHIN_ASCII:
        return False
    found = _BY_NAME[name](_ascii(code))
    if kind.__class__ is not tuple or found is None:
        return found is True
    argument = _argument_code(deref(kind[1]))
    if argument == (ord(found) if found.__class__ is str else found):
        return True
    return name in _OTHER_CASE and argument < _ASCII and _OTHER_CASE[name](chr(argument)) == chr(code)


def _argument_code(value: Value) -> int:
    code = code_argument(value)
    if code == _END_OF_FILE:
        raise type_error("character", code)
    return code


def _ascii(code: int) -> str:
    if code >= _ASCII:
        raise UnsupportedError("the class of a character beyond ASCII")
    return chr(code)


def _any_of_class(name: str, code: Value, trail: Trail) -> Iterator[None]:
    """A code is of a class, as is_alnum/1 and others of library(ctypes) say."""
    return _of_type(int, code, name, trail)


_ALNUM_AND_OTHERS: Final = "alnum alpha ascii cntrl csym csymf digit graph lower upper period punct quote space white"
for _name, _class in {**{c: c for c in _ALNUM_AND_OTHERS.split()}, "print": "graph", "endline": "end_of_line"}.items():
    test(f"is_{_name}/1", "g")(named(partial(has_type, kind=_class), f"is_code_{_name}", globals()))
    _all = named(partial(_any_of_class, _class), f"any_code_{_name}", globals())
    nondet(f"is_{_name}/1", "a", trail=True)(_all)
