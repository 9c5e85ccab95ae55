"""Text: what counts as text, and terms as text."""

from __future__ import annotations

from pyengine.compiler.runtime.terms import CONS, NIL, Text, Value, Var, to_term
from pyengine.terms import write_number


def text_of(value: Value) -> str | None:
    """Give the text that an atom, string, number, or list of codes or characters is, as text_to_string/2 takes it."""
    while value.__class__ is Var and value.ref is not None:
        value = value.ref
    if value.__class__ is str:
        return str(value)
    if value.__class__ is Text:
        return str(value.text)
    if value is NIL:
        return ""
    if value.__class__ is tuple:
        return _listed(value)
    return None if value.__class__ is Var else write_number(to_term(value))  # type: ignore[arg-type]


def _listed(value: Value) -> str | None:
    characters: list[str] = []
    while value.__class__ is tuple and value[0] is CONS:
        item = value[1]
        while item.__class__ is Var and item.ref is not None:
            item = item.ref
        if item.__class__ is int and 0 <= item < 0x110000:
            characters.append(chr(item))
        elif item.__class__ is str and len(item) == 1:
            characters.append(item)
        else:
            return None
        value = value[2]
        while value.__class__ is Var and value.ref is not None:
            value = value.ref
    return "".join(characters) if value is NIL else None
