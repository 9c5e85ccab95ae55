"""The atoms and functors that the C run time knows by number: every game in C numbers them first, then its own.

`runtime/names.h` says the same in C; `names_header` writes it.
"""

from __future__ import annotations

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
    ("PI", "pi"),
    ("E", "e"),
    ("INF", "inf"),
    ("INFINITE", "infinite"),
    ("NAN", "nan"),
    ("EPSILON", "epsilon"),
    ("V", "v"),
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
    atoms = "".join(f"    ATOM_{label} = {i},\n" for i, (label, _) in enumerate(_ATOMS, 1))
    functors = "".join(f"    FUNCTOR_{label} = {i},\n" for i, (label, _, _) in enumerate(_FUNCTORS))
    return (
        "/*  Symbols that have the same number in every game: written by symbols.py. */\n\n"
        "#ifndef PYENGINE_NAMES_H\n#define PYENGINE_NAMES_H\n\n"
        f"enum {{\n{atoms}    OWN_ATOM = {len(WELL_KNOWN_ATOMS)} /* the first that a game numbers itself */\n}};\n\n"
        f"enum {{\n{functors}    OWN_FUNCTOR = {len(WELL_KNOWN_FUNCTORS)}\n}};\n\n#endif\n"
    )
