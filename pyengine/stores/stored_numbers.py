"""Values as SQLite keeps them."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pyengine.terms import Number

WHOLE: Final = range(-(1 << 63), 1 << 63)
"""The integers that SQLite holds; others are kept as text."""


def packed(value: Number) -> int | float | str:
    """Turn a value into what SQLite keeps as it is.

    >>> packed(1), packed(0.5), packed(Fraction(1, 3)), packed(Fraction(10)), unpacked(packed(10**30)) == 10**30
    (1, 0.5, '1/3', '10/1', True)
    """
    if isinstance(value, float) or (isinstance(value, int) and value in WHOLE):
        return value
    return f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else hex(value)


def unpacked(value: object) -> Number:
    """Read what `packed` made; ValueError for anything else."""
    if isinstance(value, str):
        return Fraction(value) if "/" in value else int(value, 16)
    if isinstance(value, int | float):
        return value
    raise ValueError("a value is a number")
