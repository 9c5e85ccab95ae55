"""Windows between which a search looks for a value, for numbers of every kind."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

from pyengine.terms import Number

TINY: Final = Fraction(1, 1 << 40)


def above(value: Number) -> Number:
    """Give a number just above another.

    Nothing needs to lie between the two for a search to be right: a narrow window is only the cheaper for it.
    """
    if isinstance(value, int):
        return value + 1
    return math.nextafter(value, math.inf) if isinstance(value, float) else value + TINY


def below(value: Number) -> Number:
    """Give a number just below another."""
    if isinstance(value, int):
        return value - 1
    return math.nextafter(value, -math.inf) if isinstance(value, float) else value - TINY


def around(value: Number) -> tuple[Number, Number]:
    """Give a narrow window with a value inside; an infinite value needs an open side."""
    low = -math.inf if value == -math.inf else below(value)
    high = math.inf if value == math.inf else above(value)
    return low, high
