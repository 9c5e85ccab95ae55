"""Clean values of the run time in Python, packed without a Term in between."""

from __future__ import annotations

from pyengine.compiler.c.packing import Packing, integer_code, list_code, string_code
from pyengine.compiler.runtime.terms import CONS, NIL, Text, Value, to_term


def pack_value(packing: Packing, value: Value) -> bytes:
    """Write a clean value as `Packing.pack` writes its Term."""
    out = bytearray()
    waiting = [value]
    while waiting:
        item = waiting.pop()
        kind = item.__class__
        if kind is str:
            out += packing.atom_code(item)
        elif kind is int:
            out += integer_code(item)
        elif kind is tuple and item[0] is not CONS:
            out += packing.functor_code(item[0].name, len(item) - 1)
            waiting.extend(item[:0:-1])
        elif kind is tuple:
            items = []
            while item.__class__ is tuple and item[0] is CONS:
                items.append(item[1])
                item = item[2]
            out += list_code(len(items), is_proper=item is NIL)
            if item is not NIL:
                waiting.append(item)
            waiting.extend(reversed(items))
        elif kind is Text:
            out += string_code(item.text)
        else:
            out += packing.pack(to_term(item))
    return bytes(out)
