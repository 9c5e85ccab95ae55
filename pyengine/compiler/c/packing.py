"""Ground terms as bytes and back, as `pack` and `unpack` of the C run time have them.

Atoms and functors that the rules name go by number, others by their text, so the bytes mean the same in every process
that has the same rules. Integers beyond 61 bits and rationals have codes that only this module knows: C refuses them,
and another reasoner answers for such a position.

| first byte | what it is |
| --- | --- |
| 00 | `[]` |
| 01-5F | the first 95 atoms of the rules' own |
| 60-9F | the integers -16 to 47 |
| A0-A7, A8-CF | well-known functors 1 to 8, the first 40 of the rules' own; the arguments follow |
| D0-E7, E8, E9 | a proper list: of 1 to 24 items, of 25 to 280 (one byte), of more (four bytes); the items follow |
| EA | a list that does not end in `[]`: a number of items (four bytes), the items, the end |
| EB, EC, ED | an atom by number in 1, 2, 4 bytes |
| EE | an atom by text |
| EF, F0, F1 | a functor by number in 1, 2, 4 bytes |
| F2 | a functor by its name, an atom, and its arity in 4 bytes |
| F3, F4, F5, F6 | an integer in 1, 2, 4, 8 bytes |
| F7 | a float in 8 bytes |
| F8 | a string by text |
| FA, FB | a larger integer, a rational: not for C |

Numbers have their lowest byte first; texts are UTF-8 after their length in 4 bytes.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from pyengine.compiler.c.symbols import WELL_KNOWN_ATOMS, WELL_KNOWN_FUNCTORS
from pyengine.compiler.runtime.terms import CONS, Text, Value, cells, to_term
from pyengine.compiler.runtime.terms import NIL as EMPTY
from pyengine.terms import NIL, Atom, Compound, List, String, Term, compound

OWN_ATOM: Final = len(WELL_KNOWN_ATOMS)
OWN_FUNCTOR: Final = len(WELL_KNOWN_FUNCTORS)
_MOST: Final = (1 << 60) - 1
_NAN: Final = struct.pack("<Q", 0x7FF8000000000000)
_SIZES: Final = ((1, "<B"), (2, "<H"), (4, "<I"))


class PackingError(ValueError):
    """Bytes that no ground term is packed as."""


class _Open(NamedTuple):
    """A term whose parts are being read: how many are to come, and those that are there."""

    functor: tuple[str, int] | None
    size: int
    has_end: bool
    parts: list[Term]


class Packing:
    """The code of one game: its atoms and functors by number, the well-known ones first."""

    def __init__(self, atoms: Sequence[str], functors: Sequence[tuple[str, int]]) -> None:
        self.atoms = tuple(Atom(name) for name in atoms)
        self.functors = tuple(functors)
        self._atom_numbers = {name: number for number, name in enumerate(atoms) if number > 0}
        self._functor_numbers = {functor: number for number, functor in enumerate(functors) if number > 0}

    # Packing

    def pack(self, term: Term) -> bytes:
        """Write a ground term."""
        out = bytearray()
        waiting = [term]
        while waiting:
            item = waiting.pop()
            if isinstance(item, Atom):
                out += self.atom_code(item.name)
            elif isinstance(item, bool | int):
                out += integer_code(int(item))
            elif isinstance(item, List):
                if not item.items:
                    out.append(0)
                    continue
                out += list_code(len(item.items), is_proper=item.is_proper)
                if not item.is_proper:
                    waiting.append(item.tail)
                waiting.extend(reversed(item.items))
            elif isinstance(item, Compound):
                out += self.functor_code(item.name, len(item.args))
                waiting.extend(reversed(item.args))
            elif isinstance(item, float):
                out += b"\xf7" + (_NAN if math.isnan(item) else struct.pack("<d", item))
            elif isinstance(item, String):
                out += string_code(item.text)
            elif isinstance(item, Fraction):
                out += b"\xfb" + _large(item.numerator) + _large(item.denominator)
            else:
                raise PackingError(f"{item!r} is not a ground term")
        return bytes(out)

    def atom_code(self, name: str) -> bytes:
        """Write an atom."""
        number = self._atom_numbers.get(name)
        if number is None:
            return b"\xee" + _text(name)
        if OWN_ATOM <= number < OWN_ATOM + 0x5F:
            return bytes((number - OWN_ATOM + 1,))
        return _numbered(0xEB, number)

    def functor_code(self, name: str, arity: int) -> bytes:
        """Write the functor of a compound term, whose arguments follow."""
        number = self._functor_numbers.get((name, arity))
        if number is None:
            return b"\xf2" + self.atom_code(name) + struct.pack("<I", arity)
        if 1 <= number <= 8:
            return bytes((0xA0 + number - 1,))
        if OWN_FUNCTOR <= number < OWN_FUNCTOR + 0x28:
            return bytes((0xA8 + number - OWN_FUNCTOR,))
        return _numbered(0xEF, number)

    # Unpacking

    def unpack(self, packed: bytes) -> Term:
        """Read what `pack` wrote; PackingError for anything else."""
        try:
            term, position = self._read(packed)
        except (IndexError, struct.error, UnicodeDecodeError, ZeroDivisionError):
            raise PackingError("cut off, or not a packed term") from None
        if position != len(packed):
            raise PackingError("more than one packed term")
        return term

    def _read(self, packed: bytes) -> tuple[Term, int]:
        position, waiting = 0, list[_Open]()
        term: Term
        while True:
            code = packed[position]
            opened: _Open | None = None
            if code == 0:
                term, position = NIL, position + 1
            elif code < 0x60:
                term, position = self.atoms[OWN_ATOM + code - 1], position + 1
            elif code < 0xA0:
                term, position = code - 0x60 - 16, position + 1
            elif code < 0xD0:
                number = code - 0xA0 + 1 if code < 0xA8 else OWN_FUNCTOR + code - 0xA8
                opened, position = self._open(number), position + 1
            elif code < 0xEB:
                count, position = _count(packed, position)
                if count == 0:
                    raise PackingError("a list of no items is []")
                opened = _Open(None, count, code == 0xEA, [])
            elif 0xEF <= code <= 0xF1:
                number, position = _number(packed, position, 0xEF)
                opened = self._open(number)
            elif code == 0xF2:
                name, position = self._leaf(packed, position + 1)
                if not isinstance(name, Atom):
                    raise PackingError("the name of a functor is an atom")
                (arity,) = struct.unpack_from("<I", packed, position)
                opened, position = _Open((name.name, arity), arity, False, []), position + 4
            else:
                term, position = self._leaf(packed, position)
            if opened is not None:
                if opened.size + opened.has_end:
                    if opened.size > len(packed):
                        raise PackingError("more parts than bytes")
                    waiting.append(opened)
                    continue
                term = _closed(opened)
            while waiting:
                waiting[-1].parts.append(term)
                if len(waiting[-1].parts) < waiting[-1].size + waiting[-1].has_end:
                    break
                term = _closed(waiting.pop())
            else:
                return term, position

    def _open(self, number: int) -> _Open:
        functor = self.functors[number]
        return _Open(functor, functor[1], False, [])

    def _leaf(self, packed: bytes, position: int) -> tuple[Term, int]:
        code = packed[position]
        if 0 < code < 0x60:
            return self.atoms[OWN_ATOM + code - 1], position + 1
        if 0xEB <= code <= 0xED:
            number, position = _number(packed, position, 0xEB)
            if number == 0:
                raise PackingError("[] has a code of its own")
            return self.atoms[number], position
        if code in (0xEE, 0xF8):
            (size,) = struct.unpack_from("<I", packed, position + 1)
            end = position + 5 + size
            if end > len(packed):
                raise PackingError("cut off")
            text = packed[position + 5 : end].decode("utf-8")
            return (Atom(text) if code == 0xEE else String(text)), end
        if 0xF3 <= code <= 0xF6:
            size = 1 << (code - 0xF3)
            return struct.unpack_from(("<b", "<h", "<i", "<q")[code - 0xF3], packed, position + 1)[
                0
            ], position + 1 + size
        if code == 0xF7:
            return struct.unpack_from("<d", packed, position + 1)[0], position + 9
        if code == 0xFA:
            return _read_large(packed, position + 1)
        if code == 0xFB:
            numerator, position = _read_large(packed, position + 1)
            denominator, position = _read_large(packed, position)
            return Fraction(numerator, denominator), position
        raise PackingError(f"no term begins with {code:02x}")


def _closed(opened: _Open) -> Term:
    if opened.functor is not None:
        return compound(opened.functor[0], tuple(opened.parts))
    if opened.has_end:
        return List(tuple(opened.parts[:-1]), opened.parts[-1])
    return List(tuple(opened.parts))


def integer_code(number: int) -> bytes:
    """Write an integer."""
    if -16 <= number <= 47:
        return bytes((0x60 + 16 + number,))
    for code, form, bits in ((0xF3, "<b", 8), (0xF4, "<h", 16), (0xF5, "<i", 32)):
        if -(1 << (bits - 1)) <= number < 1 << (bits - 1):
            return bytes((code,)) + struct.pack(form, number)
    if -_MOST - 1 <= number <= _MOST:
        return b"\xf6" + struct.pack("<q", number)
    return b"\xfa" + _large(number)


def _large(number: int) -> bytes:
    content = number.to_bytes(number.bit_length() // 8 + 1, "little", signed=True)
    return struct.pack("<I", len(content)) + content


def _read_large(packed: bytes, position: int) -> tuple[int, int]:
    (size,) = struct.unpack_from("<I", packed, position)
    end = position + 4 + size
    if end > len(packed):
        raise PackingError("cut off")
    return int.from_bytes(packed[position + 4 : end], "little", signed=True), end


def string_code(text: str) -> bytes:
    """Write a string."""
    return b"\xf8" + _text(text)


def _text(text: str) -> bytes:
    content = text.encode("utf-8")
    return struct.pack("<I", len(content)) + content


def list_code(count: int, *, is_proper: bool) -> bytes:
    """Write what a list begins with; its items follow, and its end where it is not proper."""
    if not is_proper:
        return b"\xea" + struct.pack("<I", count)
    if count <= 24:
        return bytes((0xD0 + count - 1,))
    return bytes((0xE8, count - 25)) if count <= 280 else b"\xe9" + struct.pack("<I", count)


def _count(packed: bytes, position: int) -> tuple[int, int]:
    code = packed[position]
    if code < 0xE8:
        return code - 0xD0 + 1, position + 1
    if code == 0xE8:
        return packed[position + 1] + 25, position + 2
    (count,) = struct.unpack_from("<I", packed, position + 1)
    return count, position + 5


def _numbered(code: int, number: int) -> bytes:
    for i, (size, form) in enumerate(_SIZES):
        if number < 1 << (8 * size):
            return bytes((code + i,)) + struct.pack(form, number)
    raise PackingError(f"no symbol has the number {number}")


def _number(packed: bytes, position: int, first: int) -> tuple[int, int]:
    size, form = _SIZES[packed[position] - first]
    (number,) = struct.unpack_from(form, packed, position + 1)
    return number, position + 1 + size


def pack_value(packing: Packing, value: Value) -> bytes:
    """Write a clean value of the run time in Python as `Packing.pack` writes its Term, without making one."""
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
            items, end = cells(item)
            out += list_code(len(items), is_proper=end is EMPTY)
            if end is not EMPTY:
                waiting.append(end)
            waiting.extend(reversed(items))
        elif kind is Text:
            out += string_code(item.text)
        else:
            out += packing.pack(to_term(item))
    return bytes(out)
