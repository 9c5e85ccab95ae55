"""Integers as decimal digits, of any size, in a time that does not grow with the square of it.

Python's own conversions do, and refuse more than some thousands of digits.
"""

from __future__ import annotations

import decimal
from collections.abc import Callable
from functools import cache
from typing import Final

_SHORT_BITS: Final = 2048
"""Up to which size Python converts by itself."""
_SHORT_DIGITS: Final = 512


def write_digits(value: int) -> str:
    """Write an integer.

    >>> write_digits(-12), write_digits(10**5000) == "1" + 5000 * "0"
    ('-12', True)
    """
    bits = value.bit_length()
    if bits <= _SHORT_BITS:
        return str(value)
    with decimal.localcontext() as context:
        context.prec, context.Emax, context.Emin = decimal.MAX_PREC, decimal.MAX_EMAX, decimal.MIN_EMIN
        context.traps[decimal.Inexact] = True
        text = str(_decimal(abs(value), bits, cache(lambda exponent: decimal.Decimal(2) ** exponent)))
    return f"-{text}" if value < 0 else text


def _decimal(value: int, bits: int, power_of_two: Callable[[int], decimal.Decimal]) -> decimal.Decimal:
    """Give the same number in base ten: that of the upper half and that of the lower one, put together."""
    if bits <= _SHORT_BITS:
        return decimal.Decimal(value)
    half = bits >> 1
    high = value >> half
    return _decimal(high, bits - half, power_of_two) * power_of_two(half) + _decimal(
        value - (high << half), half, power_of_two
    )


def read_digits(digits: str, base: int = 10) -> int:
    """Read digits with or without a sign.

    >>> read_digits("-12"), read_digits("zz", 36), read_digits("1" + 5000 * "0") == 10**5000
    (-12, 1295, True)
    """
    if len(digits) <= _SHORT_DIGITS:
        return int(digits, base)
    if digits[0] in "+-":
        value = read_digits(digits[1:], base)
        return -value if digits[0] == "-" else value
    odd, twos = base, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    return _integer(digits, base, cache(lambda exponent: odd**exponent << twos * exponent))


def _integer(digits: str, base: int, power: Callable[[int], int]) -> int:
    if len(digits) <= _SHORT_DIGITS:
        return int(digits, base)
    low = len(digits) >> 1
    return _integer(digits[:-low], base, power) * power(low) + _integer(digits[-low:], base, power)
