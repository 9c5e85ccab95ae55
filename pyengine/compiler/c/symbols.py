"""The atoms and functors that the C run time knows by number: every game in C numbers them first, then its own.

`runtime/names.h` says the same in C; `names_header` writes it.
"""

from __future__ import annotations

from typing import Final

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
    ("DIV", "div", 2),
    ("MOD", "mod", 2),
    ("REM", "rem", 2),
    ("MIN", "min", 2),
    ("MAX", "max", 2),
    ("SHIFT_RIGHT", ">>", 2),
    ("SHIFT_LEFT", "<<", 2),
    ("BIT_AND", "/\\", 2),
    ("BIT_OR", "\\/", 2),
    ("XOR", "xor", 2),
    ("GCD", "gcd", 2),
    ("LCM", "lcm", 2),
    ("ATAN_OF", "atan", 2),
    ("ATAN2", "atan2", 2),
    ("COPYSIGN", "copysign", 2),
    ("NEXTTOWARD", "nexttoward", 2),
    ("GETBIT", "getbit", 2),
    ("POWM", "powm", 3),
    ("NEGATED", "-", 1),
    ("UNCHANGED", "+", 1),
    ("BIT_NOT", "\\", 1),
    ("ABS", "abs", 1),
    ("SIGN", "sign", 1),
    ("MSB", "msb", 1),
    ("LSB", "lsb", 1),
    ("POPCOUNT", "popcount", 1),
    ("EVAL", "eval", 1),
    ("SQRT", "sqrt", 1),
    ("SIN", "sin", 1),
    ("COS", "cos", 1),
    ("TAN", "tan", 1),
    ("ASIN", "asin", 1),
    ("ACOS", "acos", 1),
    ("ATAN", "atan", 1),
    ("SINH", "sinh", 1),
    ("COSH", "cosh", 1),
    ("TANH", "tanh", 1),
    ("ASINH", "asinh", 1),
    ("ACOSH", "acosh", 1),
    ("ATANH", "atanh", 1),
    ("EXP", "exp", 1),
    ("LOG", "log", 1),
    ("LOG10", "log10", 1),
    ("FLOAT", "float", 1),
    ("INTEGER", "integer", 1),
    ("ROUND", "round", 1),
    ("TRUNCATE", "truncate", 1),
    ("FLOOR", "floor", 1),
    ("CEILING", "ceiling", 1),
    ("CEIL", "ceil", 1),
    ("FLOAT_INTEGER_PART", "float_integer_part", 1),
    ("FLOAT_FRACTIONAL_PART", "float_fractional_part", 1),
    ("NUMERATOR", "numerator", 1),
    ("DENOMINATOR", "denominator", 1),
    ("RATIONAL", "rational", 1),
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
