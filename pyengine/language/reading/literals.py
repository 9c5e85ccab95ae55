"""The values of quoted items and numbers."""

from __future__ import annotations

import math
import re
import unicodedata
from fractions import Fraction
from typing import Final

from pyengine.language.reading.problems import MisreadError, Span
from pyengine.language.reading.tokens import Token
from pyengine.terms import Number
from pyengine.terms.digits import read_digits

_SINGLE: Final = dict(zip("abefnrstv0\\'\"`", "\a\b\x1b\f\n\r \t\v\0\\'\"`", strict=True))
_ESCAPE: Final = re.compile(
    r"x(?P<hex>[0-9a-fA-F]+)\\?|(?P<octal>[0-7]+)\\?|u(?P<u>[0-9a-fA-F]{4})|U(?P<U>[0-9a-fA-F]{8})"
    r"|(?P<skip>c\s*|\r?\n[^\S\n]*)|(?P<single>[abefnrstv\\'\"`])"
)
_SEPARATOR: Final = re.compile(r"_\s*| ")


def unquote(token: Token) -> str:
    """Give the text that a quoted item stands for."""
    text = token.text
    mark = text[0]
    inner = text[1:-1]
    if "\\" not in inner:
        return inner.replace(mark + mark, mark) if mark in inner else inner
    out: list[str] = []
    position = 0
    while position < len(inner):
        c = inner[position]
        if c == mark:
            out.append(mark)
            position += 2
        elif c == "\\":
            decoded, length = _escape(inner, position + 1, token.start + 1 + position)
            out.append(decoded)
            position += 1 + length
        else:
            stop = position + 1
            while stop < len(inner) and inner[stop] != "\\" and inner[stop] != mark:
                stop += 1
            out.append(inner[position:stop])
            position = stop
    return "".join(out)


def _escape(text: str, position: int, offset: int) -> tuple[str, int]:
    """Decode the escape sequence after a backslash that stands at `offset` of the source."""
    found = _ESCAPE.match(text, position)
    if not found:
        shown = text[position : position + 1]
        message = f"unknown escape sequence \\{shown}" if shown.isprintable() else "unknown escape sequence"
        raise MisreadError("bad-escape", message, Span(offset, offset + 2), "write \\\\ for a backslash")
    length = found.end() - position
    kind = found.lastgroup
    if kind == "single":
        return _SINGLE[found.group()], length
    if kind == "skip":
        return "", length
    assert kind is not None
    base = 8 if kind == "octal" else 16
    code = int(found[kind], base)
    # SWI-Prolog looks while it reads: \xd9996\ is refused because it begins with D999, a surrogate.
    begun = (code,) if kind in "uU" else (code, code // base, code // base**2)
    if code > 0x10FFFF or any(0xD800 <= part <= 0xDFFF for part in begun):
        message, hint = f"no character has the code {found[kind]}", "character codes end at 10FFFF (hexadecimal)"
        raise MisreadError("bad-escape", message, Span(offset, offset + 1 + length), hint)
    return chr(code), length


def number(token: Token, negative: bool = False) -> Number:
    """Give the value of a number token."""
    text = token.text
    kind = token.type
    if negative and kind == "RADIX":
        raise _bad_number(token, "SWI-Prolog takes no sign right before it: put a space between")
    value: Number
    if kind == "INTEGER":
        value = read_digits(text)
    elif kind == "CHARACTER":
        value = _character(token)
    elif kind == "SPECIAL_INTEGER" or kind == "RADIX":
        value = _special_integer(token)
    elif kind == "RATIONAL":
        above, below = _SEPARATOR.sub("", text).split("r")
        if read_digits(below) == 0:
            raise _bad_number(token, "a rational number has no denominator 0")
        fraction = Fraction(read_digits(above), read_digits(below))
        value = fraction.numerator if fraction.denominator == 1 else fraction
    else:
        value = _float(token)
    return -value if negative else value


def native_number(token: Token) -> Number:
    """Give the value of a number in the digits of another script than ASCII's, all of the same script."""
    zeros = {ord(c) - unicodedata.digit(c) for c in token.text if c.isdigit()}
    if len(zeros) > 1:
        raise _bad_number(token, "its digits are of different scripts")
    text = "".join(str(unicodedata.digit(c)) if c.isdigit() else c for c in token.text)
    kind = "RATIONAL" if "r" in text else "FLOAT" if any(c in ".eE" for c in text) else "SPECIAL_INTEGER"
    return number(Token(kind, text, token.start, token.end))


def _character(token: Token) -> int:
    inner = token.text[2:]
    if inner[0] != "\\":
        return ord(inner[0])
    if inner[1] in "\nc":  # in quotes these two would skip layout
        return ord(inner[1])
    decoded, length = _escape(inner, 1, token.start + 2)
    if not decoded or length != len(inner) - 1:
        raise _bad_number(token, "unknown escape sequence after 0'")
    return ord(decoded)


def _special_integer(token: Token) -> int:
    text = _SEPARATOR.sub("", token.text)
    base, mark, digits = text.partition("'")
    if mark:
        return read_digits(digits, int(base))
    return int(text, 0) if text[1:2] in ("x", "o", "b") else read_digits(text)


def _float(token: Token) -> float:
    text = token.text
    if text.endswith("Inf"):
        return math.inf
    if text.endswith("NaN"):
        if float(text[:-3]) % 1 == 0:
            raise _bad_number(token, "the fraction before NaN tells one NaN from another, and is not zero")
        return math.nan
    value = float(text)
    if math.isinf(value):
        raise _bad_number(token, "floats end at 1.7976931348623157e308")
    return value


def _bad_number(token: Token, hint: str) -> MisreadError:
    return MisreadError("bad-number", f"{token.text.strip()} is not a number", token, hint)
