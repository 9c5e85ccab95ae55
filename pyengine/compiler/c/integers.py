"""Arithmetic on integers: in 64 bits where a result fits for certain, in 128 where it may not.

Whatever is computed has bounds, and these say how it is kept: in an int64_t, in a uint64_t where it is not negative and
needs all 64 bits, or in 128 bits, as `Large`. Words hold 61 bits, or 120 in a box; where the bounds do not tell that a
result fits, the code looks, and stops if it does not. Where only the last 64 bits of something are asked for, as by a
mask of 64 bits, it is computed without the others.

>>> a = Integer("A", -8, 7)
>>> operation("+", [a, a]).text, operation("*", [a, any_integer("B")]).text
('(A + A)', '((Large)A * (Large)B)')
>>> board = Integer("B", 0, 2**64 - 1)
>>> operation("/\\\\", [board, operation("\\\\", [board])]).text
'(B & (~B))'
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from pyengine.compiler.c.names import LEAST_INT, MOST_INT, BeyondError

MOST_LARGE: Final = (1 << 120) - 1
LEAST_LARGE: Final = -MOST_LARGE
MOST_UNSIGNED: Final = (1 << 64) - 1
_LEAST: Final = -(1 << 63)
_MOST: Final = (1 << 63) - 1
_WIDEST: Final = 1 << 126
_BITS: Final = {"/\\": "&", "\\/": "|", "xor": "^"}
_UNCHANGED: Final = frozenset({"+", "truncate", "integer", "round", "ceiling", "floor"})
_DIVISIONS: Final = {"//": "QUOTIENT", "mod": "MODULO", "rem": "REMAINDER", "div": "FLOORED"}

IntegerForm: TypeAlias = Literal["i", "u", "l"]
"""How an integer is kept: int64_t, uint64_t, Large."""


def integer_form(low: int, high: int) -> IntegerForm:
    """Tell how an integer within bounds is kept."""
    if low >= _LEAST and high <= _MOST:
        return "i"
    return "u" if low >= 0 and high <= MOST_UNSIGNED else "l"


class Integer(NamedTuple):
    """A C expression, of the type that its bounds ask for; `last` is one for its last 64 bits, where there is any."""

    text: str
    low: int
    high: int
    last: str = ""

    @property
    def form(self) -> IntegerForm:
        """How it is kept."""
        return integer_form(self.low, self.high)

    @property
    def last_64(self) -> str:
        """Its last 64 bits, as a uint64_t."""
        return self.last or (self.text if self.form == "u" else f"(uint64_t){self.text}")


def constant(value: int) -> Integer:
    """Write an integer."""
    if abs(value) > MOST_LARGE:
        raise BeyondError("an integer beyond 120 bits")
    last = f"UINT64_C({value & MOST_UNSIGNED})"
    if _LEAST < value <= _MOST:
        text = str(value) if abs(value) < 1 << 31 else f"INT64_C({value})"
    elif 0 <= value <= MOST_UNSIGNED:
        text = last
    else:
        text = f"LARGE(INT64_C({value >> 64}), {last})"
    return Integer(text if value >= 0 else f"({text})", value, value, last)


def any_integer(text: str) -> Integer:
    """Give an integer of which nothing is known but that it fits into 61 bits."""
    return Integer(text, LEAST_INT, MOST_INT)


def any_large(text: str) -> Integer:
    """Give an integer of which nothing is known."""
    return Integer(text, LEAST_LARGE, MOST_LARGE)


def small(value: Integer) -> str:
    """Write an integer that must fit into 61 bits."""
    if value.low >= LEAST_INT and value.high <= MOST_INT:
        return value.text
    return f"SMALL{'_UNSIGNED' * (value.form == 'u')}({value.text})"


def large(value: Integer) -> str:
    """Write an integer that must fit into 120 bits, in 128."""
    if value.form != "l":
        return value.text  # C makes it wider
    return value.text if value.low >= LEAST_LARGE and value.high <= MOST_LARGE else f"FITTING({value.text})"


def in_form(value: Integer, form: str) -> str:
    """Write an integer that must fit into a variable of that form."""
    if form == "u":
        return value.text if value.low >= 0 and value.form != "l" else value.last_64
    return small(value) if form == "i" else large(value)


def word(value: Integer) -> str:
    """Write an integer as a word."""
    if value.low >= LEAST_INT and value.high <= MOST_INT:
        return f"INT_WORD({value.text})"
    return f"{'UNSIGNED' if value.form == 'u' else 'LARGE'}_WORD({value.text})"


def comparison(sign: str, a: Integer, b: Integer) -> str:
    """Write that two integers compare so, with an operator of C."""
    if {a.form, b.form} == {"i", "u"}:
        cast = "(uint64_t)" if a.low >= 0 and b.low >= 0 else "(Large)"
        return f"{cast}{a.text} {sign} {cast}{b.text}"
    return f"{a.text} {sign} {b.text}"


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
        return _cast(f"{name}({', '.join(_alike(a, b))})", choose(a.low, b.low), choose(a.high, b.high))
    if op in _DIVISIONS:
        return _divided(op, a, b)
    if op == "<<":
        return _shifted(a, b, small(b))
    if op == ">>":
        return _shifted(a, Integer("", -b.high, -b.low), small(b), to_right=True)
    if op == "gcd":
        return Integer(f"common_divisor({small(a)}, {small(b)})", 0, MOST_INT + 1)
    if op == "getbit":
        return Integer(f"BIT{_suffix(a)}({a.text}, {small(b)})", 0, 1)
    raise BeyondError(f"{op}/2")


def _cast(text: str, low: int, high: int, last: str = "") -> Integer:
    """Give an expression of some type the one that its bounds ask for."""
    cast = {"i": "(int64_t)", "u": "(uint64_t)", "l": "(Large)"}[integer_form(low, high)]
    return Integer(f"({cast}{text})", low, high, last)


def _alike(a: Integer, b: Integer) -> tuple[str, str]:
    """Write two integers in one type that holds both."""
    if a.form == b.form:
        return a.text, b.text
    cast = "(uint64_t)" if a.low >= 0 and b.low >= 0 and "l" not in (a.form, b.form) else "(Large)"
    return f"{cast}{a.text}", f"{cast}{b.text}"


def _suffix(value: Integer) -> str:
    return {"i": "", "u": "_UNSIGNED", "l": "_LARGE"}[value.form]


def _modular(sign: str, a: Integer, b: Integer, low: int, high: int) -> Integer:
    """Write an operation whose last 64 bits come from those of its operands."""
    last = f"({a.last_64} {sign} {b.last_64})"
    form = integer_form(low, high)
    if form == "u":
        return Integer(last, low, high)
    if form == "l":
        return Integer(f"((Large){a.text} {sign} (Large){b.text})", low, high, last)
    if a.form == "i" and b.form == "i":
        return Integer(f"({a.text} {sign} {b.text})", low, high, last)
    return Integer(f"(int64_t){last}", low, high, last)


def _arithmetic(op: str, a: Integer, b: Integer) -> Integer:
    corners = [_apply(op, x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    low, high = min(corners), max(corners)
    if low < -_WIDEST or high > _WIDEST:
        last = f"({a.last_64} {op} {b.last_64})"
        return Integer(f"MULTIPLIED({a.text}, {b.text})", -_WIDEST, _WIDEST, last)
    return _modular(op, a, b, low, high)


def _bits(op: str, a: Integer, b: Integer) -> Integer:
    if op == "/\\" and (a.low >= 0 or b.low >= 0):
        return _modular("&", a, b, 0, min(x.high for x in (a, b) if x.low >= 0))
    size = max(_size(x) for x in (a, b))
    return _modular(_BITS[op], a, b, 0 if a.low >= 0 and b.low >= 0 else -size, size - 1)


def _shifted(a: Integer, b: Integer, by: str, to_right: bool = False) -> Integer:
    """Write a shift to the left by something within the bounds of `b`, or to the right by its opposite."""
    is_unsigned = a.low >= 0 and a.high <= MOST_UNSIGNED
    if to_right and b.high <= 0 and b.low >= (-63 if a.form != "l" else -126):
        low, high = _shift(a.low, b.high if a.low < 0 else b.low), _shift(a.high, b.high if a.high >= 0 else b.low)
        return _cast(f"({a.text} >> {by})", low, high)
    left = f"-({by})" if to_right else by
    last = f"shift_word({a.last_64}, {left})" if is_unsigned or b.low >= 0 else ""
    if not to_right and b.low >= 0 and b.high <= 63:
        last = f"({a.last_64} << {by})"
    if b.high <= 120 and max(abs(a.low), abs(a.high)) << max(b.high, 0) <= _WIDEST:
        corners = [_shift(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
        low, high = min(corners), max(corners)
        form = integer_form(low, high)
        if last and form != "l":
            return Integer(last if form == "u" else f"(int64_t){last}", low, high, last)
        if b.low >= 0:
            return Integer(f"(Large)((unsigned __int128){a.text} << {left})", low, high, last)
    name = "SHIFTED_RIGHT" if to_right else "SHIFTED_LEFT"
    return Integer(f"{name}({a.text}, {by})", LEAST_LARGE if a.low < 0 else 0, MOST_LARGE, last)


def _divided(op: str, a: Integer, b: Integer) -> Integer:
    left, right = _alike(a, b)
    by = b.low
    if by != b.high or by <= 0 or "l" in (a.form, b.form):
        largest = max(abs(a.low), abs(a.high)) if op in ("//", "div") else max(abs(b.low), abs(b.high))
        low = 0 if a.low >= 0 and b.low >= 0 else -largest - 1
        name = _DIVISIONS[op] if low < 0 else "QUOTIENT" if op in ("//", "div") else "REMAINDER"
        return _cast(f"{name}({left}, {right})", low, largest)
    if a.low >= 0:  # all ways to divide are one
        if op in ("//", "div"):
            return _cast(f"({left} / {right})", a.low // by, a.high // by)
        return _cast(f"({left} % {right})", 0, min(a.high, by - 1))
    if op == "//":
        return _cast(f"({left} / {right})", -(-a.low // by), max(a.high, 0) // by)
    if op == "rem":
        return _cast(f"({left} % {right})", 1 - by, by - 1)
    if op == "mod":
        return _cast(f"MODULO({left}, {right})", 0, by - 1)
    return _cast(f"FLOORED({left}, {right})", a.low // by, max(a.high // by, 0))


def _unary(op: str, a: Integer) -> Integer:
    if op in _UNCHANGED:
        return a
    if op == "-":
        return _arithmetic("-", constant(0), a)
    if op == "\\":
        text = f"(~{'(Large)' * (a.form == 'u')}{a.text})"
        return Integer(text, ~a.high, ~a.low, f"(~{a.last_64})")
    if op == "abs":
        if a.low >= 0:
            return a
        low = 0 if a.high >= 0 else -a.high
        wide = "(Large)" if a.low == _LEAST else ""
        return _cast(f"ABSOLUTE({wide}{a.text})", low, max(abs(a.low), abs(a.high)))
    if op == "sign":
        if a.low >= 0:
            return Integer(f"(int64_t)({a.text} != 0)", 0, 1)
        return Integer(f"SIGN({a.text})", -1, 1)
    name = {"msb": "HIGHEST_BIT", "lsb": "LOWEST_BIT", "popcount": "BITS"}.get(op)
    if name is None:
        raise BeyondError(f"{op}/1")
    bits = max(a.high, 1).bit_length()
    return Integer(f"{name}{_suffix(a)}({a.text})", 0, bits if op == "popcount" else bits - 1)


def _settled(value: Integer) -> Integer:
    """Give a value that fits into 120 bits, so that nothing surprises."""
    return Integer(large(value), max(value.low, LEAST_LARGE), min(value.high, MOST_LARGE), value.last)


def _size(value: Integer) -> int:
    return 1 << max(value.low.bit_length(), value.high.bit_length())


def _shift(value: int, by: int) -> int:
    return value << by if by >= 0 else value >> -by


def _apply(op: str, a: int, b: int) -> int:
    return a + b if op == "+" else a - b if op == "-" else a * b
