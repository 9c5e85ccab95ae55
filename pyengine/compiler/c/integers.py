"""Arithmetic on integers: in 64 bits where a result fits for certain, in 128 where it may not.

Local variables hold integers of 61 bits, as words do, or of 120 where large ones are to be expected. Whatever is
computed has bounds; where these do not tell that the result fits, the code looks, and stops if it does not.

>>> a = Integer("A", -8, 7)
>>> operation("+", [a, a]), operation("*", [a, any_integer("B")]).text
(Integer(text='(A + A)', low=-16, high=14), '((Large)A * B)')
"""

from __future__ import annotations

from typing import Final, NamedTuple

from pyengine.compiler.c.names import LEAST_INT, MOST_INT, BeyondError

MOST_LARGE: Final = (1 << 120) - 1
LEAST_LARGE: Final = -MOST_LARGE
_LEAST: Final = -(1 << 63)
_MOST: Final = (1 << 63) - 1
_WIDEST: Final = 1 << 126
_BITS: Final = {"/\\": "&", "\\/": "|", "xor": "^"}
_UNCHANGED: Final = frozenset({"+", "truncate", "integer", "round", "ceiling", "floor"})
_DIVISIONS: Final = {"//": "QUOTIENT", "mod": "MODULO", "rem": "REMAINDER", "div": "FLOORED"}


class Integer(NamedTuple):
    """A C expression of type int64_t, or Large where its bounds go beyond that."""

    text: str
    low: int
    high: int

    @property
    def is_wide(self) -> bool:
        """Whether it needs more than 64 bits."""
        return self.low < _LEAST or self.high > _MOST


def constant(value: int) -> Integer:
    """Write an integer."""
    if abs(value) > MOST_LARGE:
        raise BeyondError("an integer beyond 120 bits")
    if _LEAST < value <= _MOST:
        text = str(value) if abs(value) < 1 << 31 else f"INT64_C({value})"
    else:
        high, low = value >> 64, value & ((1 << 64) - 1)
        text = f"LARGE(INT64_C({high}), UINT64_C({low}))"
    return Integer(text if value >= 0 else f"({text})", value, value)


def any_integer(text: str) -> Integer:
    """Give an integer of which nothing is known but that it fits into 61 bits."""
    return Integer(text, LEAST_INT, MOST_INT)


def any_large(text: str) -> Integer:
    """Give an integer of which nothing is known."""
    return Integer(text, LEAST_LARGE, MOST_LARGE)


def small(value: Integer) -> str:
    """Write an integer that must fit into 61 bits."""
    is_small = value.low >= LEAST_INT and value.high <= MOST_INT
    return value.text if is_small else f"SMALL({value.text})"


def large(value: Integer) -> str:
    """Write an integer that must fit into 120 bits, in 128."""
    if not value.is_wide:
        return value.text  # C makes it wider
    return value.text if value.low >= LEAST_LARGE and value.high <= MOST_LARGE else f"FITTING({value.text})"


def word(value: Integer) -> str:
    """Write an integer as a word."""
    if value.low >= LEAST_INT and value.high <= MOST_INT:
        return f"INT_WORD({value.text})"
    return f"LARGE_WORD({value.text})"


def operation(op: str, args: list[Integer]) -> Integer:
    """Write an operation; BeyondError where there is none."""
    args = [_settled(argument) for argument in args]
    if len(args) == 1:
        return _unary(op, args[0])
    a, b = args
    if op in ("+", "-", "*"):
        return _arithmetic(op, a, b)
    if op in _BITS:
        return _bits(op, a, b)
    if op in ("min", "max"):
        choose = min if op == "min" else max
        name = "SMALLER" if op == "min" else "LARGER"
        made = Integer(f"{name}({a.text}, {b.text})", choose(a.low, b.low), choose(a.high, b.high))
        return made if made.is_wide else made._replace(text=f"(int64_t){made.text}")
    if op in _DIVISIONS:
        return _divided(op, a, b)
    if op in ("<<", ">>"):
        return _shifted(op, a, b)
    if op == "gcd":
        return Integer(f"DIVISOR({small(a)}, {small(b)})", 0, MOST_INT + 1)
    if op == "getbit":
        return Integer(f"BIT{'_LARGE' * a.is_wide}({a.text}, {small(b)})", 0, 1)
    raise BeyondError(f"{op}/2")


def _arithmetic(op: str, a: Integer, b: Integer) -> Integer:
    corners = [_apply(op, x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    low, high = min(corners), max(corners)
    if low < -_WIDEST or high > _WIDEST:
        return Integer(f"MULTIPLIED({a.text}, {b.text})", -_WIDEST, _WIDEST)
    text = f"({a.text} {op} {b.text})"
    made = Integer(text, low, high)
    if made.is_wide and not a.is_wide and not b.is_wide:
        made = Integer(f"((Large){a.text} {op} {b.text})", low, high)
    return made


def _bits(op: str, a: Integer, b: Integer) -> Integer:
    text = f"({a.text} {_BITS[op]} {b.text})"
    if op == "/\\" and (a.low >= 0 or b.low >= 0):
        made = Integer(text, 0, min(x.high for x in (a, b) if x.low >= 0))
        if not made.is_wide and (a.is_wide or b.is_wide):
            made = Integer(f"((int64_t){a.text} & (int64_t){b.text})", 0, made.high)
        return made
    size = max(_size(x) for x in (a, b))
    return Integer(text, 0 if a.low >= 0 and b.low >= 0 else -size, size - 1)


def _shifted(op: str, a: Integer, b: Integer) -> Integer:
    by = small(b)
    if op == ">>":
        if b.low >= 0 and b.high < (127 if a.is_wide else 63):
            low, high = (a.low >> (b.low if a.low < 0 else b.high)), (a.high >> (b.low if a.high >= 0 else b.high))
            made = Integer(f"({a.text} >> {b.text})", low, high)
            if a.is_wide and not made.is_wide:
                made = Integer(f"(int64_t){made.text}", low, high)
            return made
        name = "SHIFTED_RIGHT"
    else:
        if b.low >= 0 and b.high <= 120 and max(abs(a.low), abs(a.high)) << b.high <= _WIDEST:
            low, high = min(a.low << b.low, a.low << b.high), max(a.high << b.low, a.high << b.high)
            made = Integer(f"({a.text} << {b.text})", low, high)
            if a.low < 0:
                kind = "unsigned __int128" if made.is_wide else "uint64_t"
                signed = "Large" if made.is_wide else "int64_t"
                made = Integer(f"({signed})(({kind}){a.text} << {b.text})", low, high)
            elif made.is_wide and not a.is_wide:
                made = Integer(f"((Large){a.text} << {b.text})", low, high)
            return made
        name = "SHIFTED_LEFT"
    low, high = (LEAST_LARGE if a.low < 0 else 0), MOST_LARGE
    return Integer(f"{name}({a.text}, {by})", low, high)


def _divided(op: str, a: Integer, b: Integer) -> Integer:
    name = _DIVISIONS[op]
    if a.is_wide or b.is_wide or b.low != b.high or b.low <= 0:
        largest = max(abs(a.low), abs(a.high)) if op in ("//", "div") else max(abs(b.low), abs(b.high))
        low = 0 if a.low >= 0 and b.low >= 0 else -largest - 1
        made = Integer(f"{name}({a.text}, {b.text})", low, largest)
        return Integer(f"(int64_t){made.text}", low, largest) if not made.is_wide else _as_wide(made, a, b)
    by = b.low
    if a.low >= 0:  # all ways to divide are one
        if op in ("//", "div"):
            return Integer(f"({a.text} / {b.text})", a.low // by, a.high // by)
        return Integer(f"({a.text} % {b.text})", 0, min(a.high, by - 1))
    if op == "//":
        return Integer(f"({a.text} / {b.text})", -(-a.low // by), max(a.high, 0) // by)
    if op == "rem":
        return Integer(f"({a.text} % {b.text})", 1 - by, by - 1)
    if op == "mod":
        return Integer(f"MODULO({a.text}, {b.text})", 0, by - 1)
    return Integer(f"FLOORED({a.text}, {b.text})", a.low // by, max(a.high // by, 0))


def _as_wide(made: Integer, a: Integer, b: Integer) -> Integer:
    return made if a.is_wide or b.is_wide else Integer(f"(Large){made.text}", made.low, made.high)


def _unary(op: str, a: Integer) -> Integer:
    if op in _UNCHANGED:
        return a
    if op == "-":
        return _arithmetic("-", Integer("0", 0, 0), a)
    if op == "\\":
        return Integer(f"(~{a.text})", ~a.high, ~a.low)
    if op == "abs":
        low = 0 if a.low <= 0 <= a.high else min(abs(a.low), abs(a.high))
        made = Integer(f"ABSOLUTE({a.text})", low, max(abs(a.low), abs(a.high)))
        return _as_wide(made, a, a) if made.is_wide else made
    if op == "sign":
        return Integer(f"SIGN({a.text})", -1, 1)
    name = {"msb": "HIGHEST_BIT", "lsb": "LOWEST_BIT", "popcount": "BITS"}.get(op)
    if name is None:
        raise BeyondError(f"{op}/1")
    return Integer(f"{name}{'_LARGE' * a.is_wide}({a.text})", 0, 127)


def _settled(value: Integer) -> Integer:
    """Give a value that fits into 120 bits, so that nothing surprises."""
    return Integer(large(value), max(value.low, LEAST_LARGE), min(value.high, MOST_LARGE))


def _size(value: Integer) -> int:
    return 1 << max(value.low.bit_length(), value.high.bit_length())


def _apply(op: str, a: int, b: int) -> int:
    return a + b if op == "+" else a - b if op == "-" else a * b
