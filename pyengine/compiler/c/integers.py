"""Arithmetic on integers of 64 bits: plain C where a result fits for certain, a check where it may not.

Local variables hold integers of 61 bits, as terms do. What is computed from them may need more on the way; where that
could go beyond 64 bits, or the result beyond 61, the code stops.

>>> a = Integer("A", -8, 7)
>>> operation("+", [a, a]), operation("*", [a, Integer("B", LEAST_INT, MOST_INT)]).text
(Integer(text='(A + A)', low=-16, high=14), 'MULTIPLIED(A, B)')
"""

from __future__ import annotations

from typing import Final, NamedTuple

from pyengine.compiler.c.names import LEAST_INT, MOST_INT, BeyondError

_LEAST: Final = -(1 << 63)
_MOST: Final = (1 << 63) - 1
_CHECKED: Final = {"+": "ADDED", "-": "SUBTRACTED", "*": "MULTIPLIED"}
_BITS: Final = {"/\\": "&", "\\/": "|", "xor": "^"}
_UNCHANGED: Final = frozenset({"+", "truncate", "integer", "round", "ceiling", "floor"})
_FUNCTIONS: Final = {
    ("//", 2): "QUOTIENT", ("mod", 2): "MODULO", ("rem", 2): "REMAINDER", ("div", 2): "FLOORED",
    ("<<", 2): "SHIFTED_LEFT", (">>", 2): "SHIFTED_RIGHT", ("gcd", 2): "DIVISOR", ("getbit", 2): "BIT",
    ("msb", 1): "HIGHEST_BIT", ("lsb", 1): "LOWEST_BIT", ("popcount", 1): "BITS",
}  # fmt: skip


class Integer(NamedTuple):
    """A C expression of type int64_t, and the bounds of its value."""

    text: str
    low: int
    high: int


def constant(value: int) -> Integer:
    """Write an integer."""
    if not LEAST_INT <= value <= MOST_INT:
        raise BeyondError("an integer beyond 61 bits")
    text = str(value) if abs(value) < 1 << 31 else f"INT64_C({value})"
    return Integer(text if value >= 0 else f"({text})", value, value)


def any_integer(text: str) -> Integer:
    """Give an integer of which nothing is known but that it fits into a term."""
    return Integer(text, LEAST_INT, MOST_INT)


def small(value: Integer) -> str:
    """Write an integer that must fit into a term."""
    is_small = LEAST_INT <= value.low and value.high <= MOST_INT
    return value.text if is_small else f"SMALL({value.text})"


def operation(op: str, args: list[Integer]) -> Integer:
    """Write an operation; BeyondError where there is none."""
    if len(args) == 1:
        return _unary(op, args[0])
    a, b = args
    if op in _CHECKED:
        corners = [_apply(op, x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
        low, high = min(corners), max(corners)
        if _LEAST <= low and high <= _MOST:
            return Integer(f"({a.text} {op} {b.text})", low, high)
        return Integer(f"{_CHECKED[op]}({a.text}, {b.text})", max(low, _LEAST), min(high, _MOST))
    a, b = _settled(a), _settled(b)
    if op in _BITS:
        if op == "/\\" and (a.low >= 0 or b.low >= 0):
            high = min(x.high for x in (a, b) if x.low >= 0)
            return Integer(f"({a.text} & {b.text})", 0, high)
        size = max(_size(x) for x in (a, b))
        low = 0 if a.low >= 0 and b.low >= 0 else -size
        return Integer(f"({a.text} {_BITS[op]} {b.text})", low, size - 1)
    if op in ("min", "max"):
        choose = min if op == "min" else max
        name = "SMALLER" if op == "min" else "LARGER"
        return Integer(f"{name}({a.text}, {b.text})", choose(a.low, b.low), choose(a.high, b.high))
    return _function(op, a, b)


def _function(op: str, a: Integer, b: Integer) -> Integer:
    name = _FUNCTIONS.get((op, 2))
    if name is None:
        raise BeyondError(f"{op}/2")
    if op in ("mod", "rem", "//", "div") and b.low == b.high > 0:
        return _divided(op, a, b)
    if op == ">>" and 0 <= b.low and b.high < 63:
        return Integer(f"({a.text} >> {b.text})", min(a.low, 0), max(a.high, 0))
    if op == "<<" and 0 <= b.low and b.high <= 60 and a.low >= 0 and a.high << b.high <= _MOST:
        return Integer(f"({a.text} << {b.text})", a.low << b.low, a.high << b.high)
    text = f"{name}({a.text}, {b.text})"
    return Integer(text, 0, 1) if op == "getbit" else Integer(text, LEAST_INT, -LEAST_INT)


def _divided(op: str, a: Integer, b: Integer) -> Integer:
    """Divide by a constant that is positive."""
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


def _unary(op: str, a: Integer) -> Integer:
    if op in _UNCHANGED:
        return a
    a = _settled(a)
    if op == "-":
        return Integer(f"(-{a.text})", -a.high, -a.low)
    if op == "\\":
        return Integer(f"(~{a.text})", ~a.high, ~a.low)
    if op == "abs":
        return Integer(f"ABSOLUTE({a.text})", 0, max(abs(a.low), abs(a.high)))
    if op == "sign":
        return Integer(f"SIGN({a.text})", -1, 1)
    name = _FUNCTIONS.get((op, 1))
    if name is None:
        raise BeyondError(f"{op}/1")
    return Integer(f"{name}({a.text})", 0, 64)


def _settled(value: Integer) -> Integer:
    """Give a value that fits into 61 bits, so that nothing surprises."""
    return Integer(small(value), max(value.low, LEAST_INT), min(value.high, MOST_INT))


def _size(value: Integer) -> int:
    return 1 << max(value.low.bit_length(), value.high.bit_length())


def _apply(op: str, a: int, b: int) -> int:
    return a + b if op == "+" else a - b if op == "-" else a * b
