"""format/2,3: text from a format with directives, with column stops."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import MAX_EMAX, MIN_EMIN, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from typing import Final

from pyengine.compiler.runtime.arguments import known
from pyengine.compiler.runtime.arithmetic import evaluate
from pyengine.compiler.runtime.errors import PrologError, error, existence_error, representation_error, resource_error
from pyengine.compiler.runtime.operations import affordable
from pyengine.compiler.runtime.term_writer import written
from pyengine.compiler.runtime.terms import NIL, Float, Value, Var, cells, functor
from pyengine.compiler.runtime.texts import text_of
from pyengine.compiler.runtime.unify import deref, resolve
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.language.sizes import MOST_CHARACTERS
from pyengine.terms.digits import read_digits, write_digits

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_COLUMN: Final = 8
_BINARY: Final = {2: "b", 8: "o", 16: "x"}


def formatted(form: str, args: Value, column: int = 0) -> str:
    """Give the text of a format and its arguments, written from some column on."""
    items, end = cells(args)
    return _Formatting(form, items if end is NIL else [args], column).text()


def format_error(message: str) -> PrologError:
    """The error for a format that cannot be followed."""
    return error((functor("format", 1), message))


def _wrong_argument(letter: str, value: Value) -> PrologError:
    return error((functor("format_argument_type", 2), letter, resolve(value)))


class _Formatting:
    def __init__(self, form: str, args: list[Value], column: int) -> None:
        self._form = form
        self._args = iter(args)
        self._start = column
        self._done: list[str] = []
        self._line = ""
        """What stands since the last column stop; `_column` is where that is."""
        self._column = column
        self._fills: list[tuple[int, str]] = []

    def text(self) -> str:
        for directive in self._directives():
            if directive.__class__ is str:
                self._add(directive)
            else:
                self._follow(*directive)
        if next(self._args, None) is not None:
            raise format_error("too many arguments")
        self._done.append(self._line)
        return "".join(self._done)

    def _directives(self) -> Iterator[str | tuple[str, int | None]]:
        form, i = self._form, 0
        while i < len(form):
            if form[i] != "~":
                end = form.find("~", i)
                end = len(form) if end < 0 else end
                yield form[i:end]
                i = end
                continue
            i += 1
            number: int | None = None
            if form[i : i + 1] == "*":
                number, i = self._number_argument(), i + 1
            elif form[i : i + 1] == "`":
                number, i = ord(form[i + 1 : i + 2] or " "), i + 2
            else:
                start = i
                while form[i : i + 1].isdigit():
                    i += 1
                number = read_digits(form[start:i]) if i > start else None
            if number is not None and number > MOST_CHARACTERS:
                raise resource_error("memory")
            if form[i : i + 1] == ":":
                raise UnsupportedError("a format with ~:")
            if i >= len(form):
                raise existence_error("format_character", "\0")
            yield form[i], number
            i += 1

    def _number_argument(self) -> int:
        value = deref(self._argument())
        if value.__class__ is not int or value < 0:
            raise format_error("no or negative integer for `*' argument")
        return value

    def _argument(self) -> Value:
        found = next(self._args, None)
        if found is None:
            raise format_error("not enough arguments")
        return found

    def _add(self, text: str) -> None:
        head, newline, rest = text.rpartition("\n")
        if newline:
            self._done.append(self._line + head + newline)
            self._line, self._column, self._fills = "", 0, []
        self._line += rest

    def _follow(self, letter: str, number: int | None) -> None:
        match letter:
            case "w" | "p" | "q" | "k":
                value = self._argument()
                self._add(written(value, quoted=letter != "w", operators=letter != "k", numbered=letter != "k"))
            case "a":
                self._add(_atomic_text(self._argument()))
            case "d" | "D":
                self._add(_grouped(self._integer(letter), number or 0, "," if letter == "D" else ""))
            case "f" | "e" | "g":
                self._add(self._float(letter, 6 if number is None else number))
            case "n":
                self._add("\n" * (1 if number is None else number))
            case "c":
                code = known(self._argument())
                if code.__class__ is not int or not 0 <= code < 1 << 63:
                    raise _wrong_argument(letter, code)
                self._add(_character(code) * (1 if number is None else number))
            case "r" | "R":
                self._add(_in_base(self._integer(letter), 8 if number is None else number, letter == "R"))
            case "s":
                value = self._argument()
                text = text_of(value)
                if text is None:
                    raise _wrong_argument(letter, value)
                self._add(text)
            case "i":
                self._argument()
            case "~":
                self._add("~")
            case "t":
                self._fills.append((len(self._line), " " if number is None else _character(number)))
            case "|" | "+":
                self._stop(letter, number)
            case _:
                raise existence_error("format_character", letter)

    def _integer(self, letter: str) -> int:
        value = evaluate(self._argument())
        if value.__class__ is not int:
            raise _wrong_argument(letter, value)
        return value

    def _float(self, letter: str, digits: int) -> str:
        value = evaluate(self._argument())
        if letter == "f":
            return _fixed(value, digits)
        if isinstance(value, Float):
            return f"{value.value:.{digits}{letter}}"
        return _scientific(value, digits) if letter == "e" else _general(value, digits)

    def _stop(self, letter: str, number: int | None) -> None:
        """End a column: fill it up to its width at the fill points."""
        here = self._column + len(self._line)
        if letter == "+":
            target = self._column + (_COLUMN if number is None else number)
        else:
            target = here if number is None else number
        missing = target - here
        if missing > 0:
            self._line = _filled(self._line, self._fills or [(len(self._line), " ")], missing)
        self._done.append(self._line)
        self._column = max(target, here)
        self._line, self._fills = "", []


def _filled(line: str, fills: list[tuple[int, str]], missing: int) -> str:
    """Spread characters over the fill points; the last one takes what is left over."""
    share, rest = divmod(missing, len(fills))
    pieces, last = [], 0
    for index, (place, character) in enumerate(fills):
        count = share + (rest if index == len(fills) - 1 else 0)
        pieces.append(line[last:place] + character * count)
        last = place
    return "".join(pieces) + line[last:]


def _atomic_text(value: Value) -> str:
    value = deref(value)
    if value.__class__ is tuple or value.__class__ is Var or value is NIL:
        raise _wrong_argument("a", value)
    return written(value)


def _grouped(value: int, places: int, mark: str) -> str:
    sign, digits = ("-" if value < 0 else ""), write_digits(abs(value))
    fraction = ""
    if places:
        digits = digits.rjust(places + 1, "0")
        digits, fraction = digits[:-places], f".{digits[-places:]}"
    if mark:
        first = len(digits) % 3
        groups = [digits[:first]] * bool(first) + [digits[i : i + 3] for i in range(first, len(digits), 3)]
        digits = mark.join(groups)
    return f"{sign}{digits}{fraction}"


def _in_base(value: int, base: int, is_upper: bool) -> str:
    if not 2 <= base <= 36:
        raise error((functor("domain_error", 2), "radix", base))
    digits = _digits(abs(value), base)
    text = f"-{digits}" if value < 0 else digits
    return text.upper() if is_upper else text


def _digits(value: int, base: int) -> str:
    """Write a natural number in a base: the upper half of its digits, then the lower one."""
    if base in _BINARY:
        return format(value, _BINARY[base])
    affordable(value.bit_length(), value.bit_length())
    if value < base:
        return _DIGITS[value]
    size = 1
    power = base
    while power * power <= value:
        size, power = 2 * size, power * power
    high, low = divmod(value, power)
    return _digits(high, base) + _digits(low, base).rjust(size, "0")


def _character(code: int) -> str:
    if code >= 0x110000 or 0xD800 <= code < 0xE000:
        raise representation_error("code_point")
    return chr(code)


def _whole(value: int) -> Decimal:
    """Give an integer as a decimal number; by its digits, since Python's own way takes too long."""
    return Decimal(write_digits(value))


def _decimal(value: int | Fraction, digits: int) -> Decimal:
    """Give an exact number rounded to some digits."""
    with localcontext() as context:
        context.prec, context.Emax, context.Emin = max(digits, 1), MAX_EMAX, MIN_EMIN
        return _whole(value.numerator) / _whole(value.denominator)


def _scientific(value: int | Fraction, digits: int) -> str:
    """Write an exact number as C writes a float with an exponent, which may have any size."""
    rounded = _decimal(value, digits + 1)
    sign, figures, _ = rounded.as_tuple()
    text = "".join(map(str, figures)).ljust(digits + 1, "0")
    exponent = rounded.adjusted() if rounded else 0
    point = "." if digits else ""
    return f"{'-' * sign}{text[0]}{point}{text[1 : digits + 1]}e{'-' if exponent < 0 else '+'}{abs(exponent):02d}"


def _general(value: int | Fraction, digits: int) -> str:
    """Write an exact number as C's `%g` does: without an exponent where that is short, and without zeros at the end."""
    digits = max(digits, 1)
    rounded = _decimal(value, digits)
    exponent = rounded.adjusted() if rounded else 0
    if -4 <= exponent < digits:
        text = f"{rounded:.{digits - 1 - exponent}f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    mantissa, _, power = _scientific(value, digits - 1).partition("e")
    return f"{mantissa.rstrip('0').rstrip('.') if '.' in mantissa else mantissa}e{power}"


def _fixed(value: Value, digits: int) -> str:
    if isinstance(value, Float):
        return f"{value.value:.{digits}f}"
    exact = Fraction(value)
    with localcontext() as context:
        context.prec, context.Emax, context.Emin = exact.numerator.bit_length() // 3 + digits + 10, MAX_EMAX, MIN_EMIN
        quotient = _whole(exact.numerator) / _whole(exact.denominator)
        return f"{quotient.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP):f}"
