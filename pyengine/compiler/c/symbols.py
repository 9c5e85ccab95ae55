"""The atoms and functors that the C run time knows by number: every game in C numbers them first, then its own.

`runtime/names.h` says the same in C; `names_header` writes it.
"""

from __future__ import annotations

import textwrap
from typing import Final


def _named(arity: int, *names: str) -> tuple[tuple[str, str, int], ...]:
    """Give functors that C calls as Prolog does."""
    return tuple((name.upper(), name, arity) for name in names)


_FUNCTORS: Final = (
    ("CELL", "[|]", 2),  # of list cells, which have their own tag: no STRUCT has it
    ("MINUS", "-", 2),
    ("SLASH", "/", 2),
    ("PLUS", "+", 2),
    ("COMMA", ",", 2),
    ("COLON", ":", 2),
    ("EQUAL", "=", 2),
    ("TIMES", "*", 2),
    ("CARET", "^", 2),
    ("POWER", "**", 2),
    ("QUOTIENT", "//", 2),
    *_named(2, "div", "mod", "rem", "min", "max"),
    ("SHIFT_RIGHT", ">>", 2),
    ("SHIFT_LEFT", "<<", 2),
    ("BIT_AND", "/\\", 2),
    ("BIT_OR", "\\/", 2),
    *_named(2, "xor", "gcd", "lcm"),
    ("ATAN_OF", "atan", 2),
    *_named(2, "atan2", "copysign", "nexttoward", "getbit"),
    ("POWM", "powm", 3),
    ("NEGATED", "-", 1),
    ("UNCHANGED", "+", 1),
    ("BIT_NOT", "\\", 1),
    *_named(1, "abs", "sign", "msb", "lsb", "popcount", "eval"),
    *_named(1, "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh"),
    *_named(1, "exp", "log", "log10", "float"),
    *_named(1, "integer", "round", "truncate", "floor", "ceiling", "ceil"),
    *_named(1, "float_integer_part", "float_fractional_part", "numerator", "denominator", "rational"),
    ("NUMBERED", "$VAR", 1),
)

_ATOMS: Final = (
    ("LESS", "<"),
    ("EQUAL", "="),
    ("GREATER", ">"),
    ("BEFORE", "@<"),
    ("NOT_AFTER", "@=<"),
    ("AFTER", "@>"),
    ("NOT_BEFORE", "@>="),
    *((name.upper(), name) for name in ("pi", "e", "inf", "infinite", "nan", "epsilon", "v")),
)

WELL_KNOWN_ATOMS: Final[tuple[str, ...]] = (
    "[]",
    *dict.fromkeys([*[text for _, text in _ATOMS], *[name for _, name, _ in _FUNCTORS]]),
)
"""The texts of the first atoms by number. Number 0 stands for the empty list, which is not the atom '[]'."""

WELL_KNOWN_FUNCTORS: Final[tuple[tuple[str, int], ...]] = tuple((name, arity) for _, name, arity in _FUNCTORS)
"""The names and arities of the first functors by number."""


def names_header() -> str:
    """Write `runtime/names.h`."""
    atoms = ["ATOM_NIL", *(f"ATOM_{label}" for label, _ in _ATOMS), f"OWN_ATOM = {len(WELL_KNOWN_ATOMS)}"]
    functors = [*(f"FUNCTOR_{label}" for label, _, _ in _FUNCTORS), "OWN_FUNCTOR"]
    enums = [
        textwrap.fill(", ".join(names), 118, initial_indent="    ", subsequent_indent="    ")
        for names in (atoms, functors)
    ]
    return (
        "/*  Symbols that have the same number in every game, before its own: written by symbols.py. */"
        f"\n\n#pragma once\n\nenum {{\n{enums[0]}\n}};\n\nenum {{\n{enums[1]}\n}};\n"
    )
