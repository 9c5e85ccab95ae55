"""Names and constants in the C source of compiled rules: atoms, functors, terms that never change, functions.

Local variables are written with one capital letter and functions in small ones; what is made up here begins with two
capitals (`AT_x`, `FN_s_2`, `KN_1`), so that names cannot meet.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final

from pyengine.compiler.c.quoting import comment
from pyengine.compiler.c.symbols import WELL_KNOWN_ATOMS, WELL_KNOWN_FUNCTORS
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.procedures.identifiers import UniqueNames, identifier
from pyengine.compiler.runtime.terms import CONS, NIL, Float, Functor, Text, Value, cells, functor

MOST_INT: Final = (1 << 60) - 1
LEAST_INT: Final = -(1 << 60)
LARGEST_BLOCK: Final = 64
"""How many functors of a name are numbered, as `term_named` in `emitted.h` knows, too."""
_LONGEST_COMMENT: Final = 60
_ALL: Final = (1 << 64) - 1


class BeyondError(Exception):
    """Something that C does not do; the code stops there."""


class FileNames(UniqueNames):
    """The names of one C file."""

    def __init__(self, prefix: str = "") -> None:
        super().__init__(prefix)
        self.atoms: list[str] = list(WELL_KNOWN_ATOMS)
        self.functors: list[tuple[str, int]] = list(WELL_KNOWN_FUNCTORS)
        self._atom_numbers = {name: i for i, name in enumerate(self.atoms) if i}
        self._functor_numbers = {indicator: i for i, indicator in enumerate(self.functors)}
        self._atom_names: dict[str, str] = {}
        self._functor_names: dict[Functor, str] = {}
        self._functions: dict[Key, str] = {}
        self._constants: dict[object, str] = {}
        self._blocks: dict[str, str] = {}
        self._written: list[str] = []

    def function(self, key: Key) -> str:
        """Name the function of a procedure."""
        if key not in self._functions:
            suffix = f"_{key.pattern}" if key.pattern else ""
            self._functions[key] = self.unique(f"p_{identifier(key.name)}{suffix}{'_first' if key.first else ''}")
        return self._functions[key]

    # Symbols

    def atom_number(self, name: str) -> int:
        """Number an atom."""
        if "\0" in name:
            raise BeyondError("an atom with a NUL")
        if name not in self._atom_numbers:
            self._atom_numbers[name] = len(self.atoms)
            self.atoms.append(name)
        return self._atom_numbers[name]

    def functor_number(self, numbered: Functor) -> int:
        """Number a functor."""
        indicator = numbered.name, numbered.arity
        if indicator not in self._functor_numbers:
            self.atom_number(numbered.name)
            self._functor_numbers[indicator] = len(self.functors)
            self.functors.append(indicator)
        return self._functor_numbers[indicator]

    def atom(self, name: str) -> str:
        """Write an atom as a word."""
        if name not in self._atom_names:
            self.atom_number(name)
            self._atom_names[name] = self.unique(f"AT_{identifier(name)}")
        return self._atom_names[name]

    def header(self, of: Functor) -> str:
        """Write the header of a compound term of that functor."""
        if of not in self._functor_names:
            self.functor_number(of)
            self._functor_names[of] = self.unique(f"FN_{identifier(of.name)}_{of.arity}")
        return self._functor_names[of]

    def header_block(self, name: str) -> str:
        """Name the table of the headers of compound terms of that name, by arity; `number_blocks` numbers them."""
        if name not in self._blocks:
            self._blocks[name] = self.unique(f"FB_{identifier(name)}")
        return self._blocks[name]

    def number_blocks(self) -> None:
        """Number the functors of all blocks, behind the others, which positions are more likely to have."""
        for name in self._blocks:
            for arity in range(1, LARGEST_BLOCK + 1):
                self.functor_number(functor(name, arity))

    # Terms

    def constant(self, value: Value) -> str:
        """Write a clean value as a word; BeyondError where it has a part that C does not do."""
        if value.__class__ is int and LEAST_INT <= value <= MOST_INT:
            return f"INT_WORD({value})"
        if value.__class__ is str:
            return self.atom(value)
        if value is NIL:
            return "NIL"
        name, tag = self._static(value)
        return f"((Word){name} + {tag})"

    def address_of(self, value: Value) -> int | None:
        """Give the word of an atomic value as a number; None where it is known only to the linker."""
        if value.__class__ is int:
            if not LEAST_INT <= value <= MOST_INT:
                return None
            return ((value << 3) | 1) & ((1 << 64) - 1)
        if value.__class__ is str:
            return self.atom_number(value) << 3 | 2
        return 2 if value is NIL else None

    def _static(self, value: Value) -> tuple[str, str]:
        """Give the name and tag of a term that is static data."""
        tag = "LIST" if value.__class__ is tuple and value[0] is CONS else "STRUCT"
        tag = tag if value.__class__ is tuple else "BOX"
        key = (value.__class__, value)
        if key not in self._constants:
            name = self.unique("KN")
            words = self._words(value, name)
            self._constants[key] = name
            self._written.append(f"static const Word {name}[] = {{{', '.join(words)}}};{_shown(value)}")
        return self._constants[key], tag

    def _words(self, value: Value, name: str) -> list[str]:
        if value.__class__ is Float:
            (bits,) = struct.unpack("<Q", struct.pack("<d", value.value))
            return ["FLOAT_BOX", f"0x{bits:x}u"]
        if value.__class__ is Text:
            return _string_words(value.text)
        if value.__class__ is int:
            if abs(value) >= 1 << 120:
                raise BeyondError("an integer beyond 120 bits")
            low, high = value & _ALL, (value >> 64) & _ALL
            return ["INTEGER_BOX", f"0x{low:x}u", f"0x{high:x}u"]
        if value.__class__ is not tuple:
            raise BeyondError("a rational number")
        if value[0] is not CONS:
            return [self.header(value[0]), *[self.constant(argument) for argument in value[1:]]]
        return self._list_words(value, name)

    def _list_words(self, value: Value, name: str) -> list[str]:
        """Give the cells of a list, which are one array."""
        values, last = cells(value)
        items, end = [self.constant(item) for item in values], self.constant(last)
        words: list[str] = []
        for index, item in enumerate(items, 1):
            tail = end if index == len(items) else f"(Word)({name} + {2 * index}) + LIST"
            words += [item, tail]
        return words

    def definitions(self) -> list[str]:
        """Write the symbols and constants of the file."""
        lines = [f"#define {c} ATOM_WORD({self._atom_numbers[name]})" for name, c in self._atom_names.items()]
        for named, c in self._functor_names.items():
            number = self._functor_numbers[named.name, named.arity]
            lines.append(f"#define {c} HEADER({number}, {named.arity})")
        for name, c in self._blocks.items():
            numbers = [self.functor_number(functor(name, arity)) for arity in range(1, LARGEST_BLOCK + 1)]
            headers = ", ".join(f"HEADER({number}, {arity})" for arity, number in enumerate(numbers, 1))
            lines.append(f"static const Word {c}[] = {{0, {headers}}};")
        return [*lines, "", *self._written]


def _shown(value: Value) -> str:
    from pyengine.compiler.runtime.terms import to_term
    from pyengine.terms import write_term

    text = write_term(to_term(value))
    return "" if len(text) > _LONGEST_COMMENT else f" {comment(text)}"


def _string_words(text: str) -> list[str]:
    data = text.encode("utf-8", "surrogatepass")
    padded = data + b"\0" * (-len(data) % 8)
    words: Sequence[int] = struct.unpack(f"<{len(padded) // 8}Q", padded)
    return [f"STRING_BOX | (Word){len(data)} << 8", *[f"0x{word:x}u" for word in words]]
