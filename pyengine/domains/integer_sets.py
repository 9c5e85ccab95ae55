"""Sets of integers: those listed one by one while they are few, all between two bounds, or all with some bits alone.

A bound of None is none at all. What an operation gives contains all that it can give of integers of the sets.

>>> added((0, None), frozenset({1, 2}))
(1, None)
>>> both_bits((None, None), Bits(0xFF00FF))
Bits(mask=16711935)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Bits:
    """The natural numbers that have no bit besides those of a mask: sets of squares, as boards have them."""

    mask: int


Interval: TypeAlias = "tuple[int | None, int | None]"
Integers: TypeAlias = "frozenset[int] | Interval | Bits"

MOST_LISTED: Final = 256
_MOST_SHIFT: Final = 4096
_FEW_BITS: Final = 6
EVERY: Final[Interval] = (None, None)


def interval(numbers: Integers) -> Interval:
    """Give the bounds of a set that is not empty."""
    if isinstance(numbers, Bits):
        return 0, numbers.mask
    return (min(numbers), max(numbers)) if isinstance(numbers, frozenset) else numbers


def bits(mask: int) -> Integers:
    """Make the set of numbers with some bits alone."""
    return frozenset(subsets(mask)) if mask.bit_count() <= _FEW_BITS else Bits(mask)


def subsets(mask: int) -> Iterator[int]:
    """Go through the numbers that have no bit besides those of a mask."""
    part = mask
    while part:
        yield part
        part = (part - 1) & mask
    yield 0


def mask_of(numbers: Integers) -> int | None:
    """Give a mask that all numbers of a set are within; None where some are negative, or have no bound."""
    if isinstance(numbers, Bits):
        return numbers.mask
    low, high = interval(numbers)
    if low is None or low < 0 or high is None:
        return None
    return reduce(or_, numbers, 0) if isinstance(numbers, frozenset) else (1 << high.bit_length()) - 1


def made(low: int | None, high: int | None) -> Integers | None:
    """Make a set of bounds; None where nothing is between them."""
    if low is None or high is None:
        return low, high
    if low > high:
        return None
    if high - low < MOST_LISTED:
        return frozenset(range(low, high + 1))
    return Bits(high) if low == 0 and high & (high + 1) == 0 else (low, high)


def union(a: Integers, b: Integers) -> Integers:
    """Give what is in either set."""
    if isinstance(a, frozenset) and isinstance(b, frozenset) and len(a | b) <= MOST_LISTED:
        return a | b
    if isinstance(a, Bits) or isinstance(b, Bits):
        masks = mask_of(a), mask_of(b)
        if masks[0] is not None and masks[1] is not None:
            return bits(masks[0] | masks[1])
    (a_low, a_high), (b_low, b_high) = interval(a), interval(b)
    low = None if a_low is None or b_low is None else min(a_low, b_low)
    high = None if a_high is None or b_high is None else max(a_high, b_high)
    return low, high


def intersection(a: Integers, b: Integers) -> Integers | None:
    """Give what is in both sets; None where nothing is."""
    if isinstance(a, frozenset):
        if isinstance(b, frozenset):
            return (a & b) or None
        return frozenset(number for number in a if contains(b, number)) or None
    if isinstance(b, frozenset):
        return intersection(b, a)
    if isinstance(a, Bits) or isinstance(b, Bits):
        most = _least(interval(a)[1], interval(b)[1])
        assert most is not None
        if most < 0:
            return None
        masks = [mask for mask in (mask_of(a), mask_of(b)) if mask is not None]
        return bits(reduce(int.__and__, masks, (1 << most.bit_length()) - 1))
    return made(_greatest(a[0], b[0]), _least(a[1], b[1]))


def contains(numbers: Integers, number: int) -> bool:
    """Tell whether a number is in a set."""
    if isinstance(numbers, frozenset):
        return number in numbers
    if isinstance(numbers, Bits):
        return number >= 0 and number & ~numbers.mask == 0
    low, high = numbers
    return (low is None or low <= number) and (high is None or number <= high)


def widened(numbers: Integers, grown: Integers) -> Integers:
    """Give a set that contains both, and that cannot go on growing for ever: its bounds are powers of two."""
    (low, high), (new_low, new_high) = interval(numbers), interval(grown)
    if low is not None and (new_low is None or new_low < low):
        low = None if new_low is None else 0 if new_low >= 0 else _threshold(-new_low, -1)
    if high is not None and (new_high is None or new_high > high):
        high = None if new_high is None else -1 if new_high < 0 else _threshold(new_high, 1)
    return made(low, high) or EVERY


def _threshold(size: int, sign: int) -> int | None:
    for bits in (3, 4, 6, 8, 10, 12, 16, 20, 25, 32, 36, 42, 49, 64, 72, 81, 100, 128, 256, 512):
        if size < 1 << bits:
            return sign * (1 << bits) - (sign > 0)
    return None


def _least(a: int | None, b: int | None) -> int | None:
    return b if a is None else a if b is None else min(a, b)


def _greatest(a: int | None, b: int | None) -> int | None:
    return b if a is None else a if b is None else max(a, b)


# Operations


def added(a: Integers, b: Integers) -> Integers:
    """Give the bounds of sums."""
    (p, q), (r, s) = interval(a), interval(b)
    return None if p is None or r is None else p + r, None if q is None or s is None else q + s


def negated(a: Integers) -> Integers:
    """Give the bounds of negative numbers."""
    low, high = interval(a)
    return None if high is None else -high, None if low is None else -low


def multiplied(a: Integers, b: Integers) -> Integers:
    """Give the bounds of products."""
    (p, q), (r, s) = interval(a), interval(b)
    if p is None or q is None or r is None or s is None:
        both_natural = p is not None and r is not None and p >= 0 and r >= 0
        return (p * r, None) if both_natural and p is not None and r is not None else EVERY
    corners = (p * r, p * s, q * r, q * s)
    return min(corners), max(corners)


def divided(a: Integers, b: Integers) -> Integers:
    """Give the bounds of whole quotients, however they are rounded."""
    (p, q), (r, s) = interval(a), interval(b)
    if r is not None and r > 0 and p is not None and p >= 0:
        return (0 if s is None else p // s), None if q is None else q // r
    if p is None or q is None:
        return EVERY
    largest = max(abs(p), abs(q))
    return -largest - 1, largest


def remainder(a: Integers, b: Integers) -> Integers:
    """Give the bounds of what is left by a division that rounds down."""
    (p, q), (r, s) = interval(a), interval(b)
    if r is None or s is None:
        return EVERY
    if r > 0:
        return 0, _least(s - 1, q) if p is not None and p >= 0 else s - 1
    largest = max(abs(r), abs(s))
    return -largest, largest


def truncated_remainder(a: Integers, b: Integers) -> Integers:
    """Give the bounds of what is left by a division that rounds towards 0."""
    (p, _), (r, s) = interval(a), interval(b)
    if r is None or s is None:
        return EVERY
    largest = max(abs(r), abs(s)) - 1
    return 0 if p is not None and p >= 0 else -largest, largest


def both_bits(a: Integers, b: Integers) -> Integers:
    """Give the bounds of the bits that two numbers share."""
    (p, q), (r, s) = interval(a), interval(b)
    for one, other in ((a, b), (b, a)):
        mask, with_it = mask_of(one), mask_of(other)
        if mask is not None and with_it is not None:
            return bits(mask & with_it)
        if mask is not None:
            return bits(mask & reduce(or_, other, 0) if isinstance(other, frozenset) else mask)
    if (p is not None and p >= 0) or (r is not None and r >= 0):
        return 0, _least(q if p is not None and p >= 0 else None, s if r is not None and r >= 0 else None)
    return _of_bits(a, b)


def either_bits(a: Integers, b: Integers) -> Integers:
    """Give the bounds of the bits that one of two numbers has, or just one of them."""
    masks = mask_of(a), mask_of(b)
    if masks[0] is not None and masks[1] is not None:
        return bits(masks[0] | masks[1])
    return _of_bits(a, b)


def _of_bits(a: Integers, b: Integers) -> Integers:
    """Give the bounds of numbers with as many bits as any of two has."""
    bounds = (*interval(a), *interval(b))
    bits = None if None in bounds else max(bound.bit_length() for bound in bounds if bound is not None)
    lows = bounds[0], bounds[2]
    natural = all(low is not None and low >= 0 for low in lows)
    return 0 if natural else None if bits is None else -(1 << bits), None if bits is None else (1 << bits) - 1


def other_bits(a: Integers) -> Integers:
    """Give the bounds of complements."""
    low, high = interval(a)
    return None if high is None else ~high, None if low is None else ~low


def shifted_left(a: Integers, b: Integers) -> Integers:
    """Give the bounds of numbers that are shifted to the left, or to the right by a negative number."""
    (p, q), (r, s) = interval(a), interval(b)
    if r is None or s is None or max(abs(r), abs(s)) > _MOST_SHIFT:
        return (0, None) if p is not None and p >= 0 else EVERY
    mask = mask_of(a)
    if mask is not None and s - r <= MOST_LISTED:
        ways = b if isinstance(b, frozenset) else range(r, s + 1)
        return bits(reduce(or_, (_shifted(mask, by) for by in ways)))
    low = None if p is None else min(_shifted(p, r), _shifted(p, s))
    high = None if q is None else max(_shifted(q, r), _shifted(q, s))
    return low, high


def _shifted(number: int, by: int) -> int:
    return number << by if by >= 0 else number >> -by


def shifted_right(a: Integers, b: Integers) -> Integers:
    """Give the bounds of numbers that are shifted to the right."""
    return shifted_left(a, negated(b))


def least_of(a: Integers, b: Integers) -> Integers:
    """Give the bounds of the least of two."""
    (p, q), (r, s) = interval(a), interval(b)
    return None if p is None or r is None else min(p, r), _least(q, s)


def greatest_of(a: Integers, b: Integers) -> Integers:
    """Give the bounds of the greatest of two."""
    (p, q), (r, s) = interval(a), interval(b)
    return _greatest(p, r), None if q is None or s is None else max(q, s)


def sizes(a: Integers) -> Integers:
    """Give the bounds of absolute values."""
    low, high = interval(a)
    if low is not None and low >= 0:
        return a
    return 0, None if low is None or high is None else max(abs(low), abs(high))


def places(a: Integers) -> Integers:
    """Give the places that the highest or lowest bit can have."""
    mask = mask_of(a)
    if mask:
        return frozenset(place for place in range(mask.bit_length()) if mask >> place & 1)
    _, high = interval(a)
    return 0, None if high is None else max(high.bit_length() - 1, 0)


def highest_place(a: Integers) -> Integers:
    """Give the bounds of the place of the highest bit."""
    low, _ = interval(a)
    if isinstance(a, Bits):
        return places(a)
    return max(low.bit_length() - 1, 0) if low is not None and low > 0 else 0, interval(places(a))[1]


def bit_counts(a: Integers) -> Integers:
    """Give the bounds of numbers of bits that are set."""
    low, high = interval(a)
    if isinstance(a, Bits):
        return 0, a.mask.bit_count()
    return int(low is not None and low > 0), None if high is None or high < 0 else high.bit_length()


def signs(a: Integers) -> Integers:
    """Give the signs of numbers."""
    low, high = interval(a)
    return -1 if low is None or low < 0 else int(low > 0), 1 if high is None or high > 0 else -int(high < 0)


def _one_bit(a: Integers, b: Integers) -> Integers:
    return 0, 1


def _between_zero(a: Integers, b: Integers) -> Integers:
    return 0, interval(greatest_of(sizes(a), sizes(b)))[1]


def _subtracted(a: Integers, b: Integers) -> Integers:
    return added(a, negated(b))


OF_ONE: Final[Mapping[str, Callable[[Integers], Integers]]] = {
    "-": negated,
    "+": lambda a: a,
    "\\": other_bits,
    "abs": sizes,
    "sign": signs,
    "msb": highest_place,
    "lsb": places,
    "popcount": bit_counts,
    **dict.fromkeys(("truncate", "integer", "round", "floor", "ceiling"), lambda a: a),
}
"""The operations on one integer that give an integer."""

OF_TWO: Final[Mapping[str, Callable[[Integers, Integers], Integers]]] = {
    "+": added,
    "-": _subtracted,
    "*": multiplied,
    "//": divided,
    "div": divided,
    "mod": remainder,
    "rem": truncated_remainder,
    "/\\": both_bits,
    "\\/": either_bits,
    "xor": either_bits,
    "<<": shifted_left,
    ">>": shifted_right,
    "min": least_of,
    "max": greatest_of,
    "gcd": _between_zero,
    "getbit": _one_bit,
}
"""The operations on two integers that give an integer."""
