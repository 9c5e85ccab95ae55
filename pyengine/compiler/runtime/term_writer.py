"""Terms written as SWI-Prolog's write/1, writeq/1 and write_canonical/1 write them, by the standard operators."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

from pyengine.compiler.runtime.terms import CONS, NIL, Float, Text, Value, Var
from pyengine.compiler.runtime.unify import deref
from pyengine.terms import STANDARD, Operator, String, write_atom, write_number, write_term
from pyengine.terms.characters import is_plain_atom

_SYMBOLS: Final = frozenset("#$&*+-./:<=>?@\\^~")
_CLOSED: Final = 0
_ARGUMENT: Final = 999
_ANY: Final = 1200


def float_text(value: float) -> str:
    """Write a float with as few digits as are needed.

    >>> [float_text(x) for x in (1e15, 100000.0, 1e-5, 1234567890123456.7)]
    ['1.0e+15', '100000.0', '1.0e-5', '1234567890123456.8']
    """
    if not math.isfinite(value):
        return write_number(value)
    text = repr(value)
    mantissa, mark, exponent = text.partition("e")
    if mark:
        number = int(exponent)
        return f"{mantissa if '.' in mantissa else mantissa + '.0'}e{'+' if number > 0 else ''}{number}"
    digits = mantissa.removeprefix("-").removesuffix(".0")
    if mantissa.endswith(".0") and len(digits) > 15:
        sign = "-" if mantissa[0] == "-" else ""
        rest = digits[1:].rstrip("0") or "0"
        return f"{sign}{digits[0]}.{rest}e+{len(digits) - 1}"
    return text


def number_text(value: int | Fraction | Float) -> str:
    """Write a number."""
    return float_text(value.value) if isinstance(value, Float) else write_number(value)


def written(value: Value, quoted: bool = False, operators: bool = True, numbered: bool = True) -> str:
    """Write a term; `numbered` writes '$VAR'(1) as B."""
    return _Writer(quoted, operators, numbered).term(value, _ANY)


def written_to_atom(value: Value) -> str:
    """Write a term as term_to_atom/2 does: in quotes, quotes are doubled, and of all else the backslash is escaped."""
    return _AtomWriter(True, True, False).term(value, _ANY)


class _Writer:
    def __init__(self, quoted: bool, operators: bool, numbered: bool) -> None:
        self._quoted = quoted
        self._operators = operators
        self._numbered = numbered

    def atom(self, name: str) -> str:
        return write_atom(name) if self._quoted else name

    def string(self, text: str) -> str:
        """Write a string in quotes."""
        return write_term(String(text))

    def term(self, value: Value, limit: int, is_operand: bool = False) -> str:
        """Write a term of at most the priority `limit`; an operand that is itself an operator stands in brackets."""
        value = deref(value)
        if value.__class__ is str:
            text = self.atom(value)
            return f"({text})" if is_operand and self._operators and value in STANDARD else text
        if value.__class__ is tuple:
            return self._compound(value, limit)
        if value.__class__ is Text:
            return self.string(value.text) if self._quoted else str(value.text)
        if value is NIL:
            return "[]"
        if value.__class__ is Var:
            return f"_{id(value) % 1000000}"
        return number_text(value)

    def _compound(self, value: Value, limit: int) -> str:
        name, args = value[0].name, value[1:]
        if value[0] is CONS:
            return self._list(value)
        if len(args) == 1:
            if self._numbered and name == "$VAR" and (numbered := self._variable(deref(args[0]))):
                return numbered
            if self._operators:
                if name == "{}":
                    return f"{{{self.term(args[0], _ANY)}}}"
                if operator := STANDARD.prefix.get(name):
                    return _bracketed(self._prefix(name, operator, args[0]), operator, limit)
        elif len(args) == 2 and self._operators and (operator := STANDARD.infix.get(name)):
            return _bracketed(self._infix(name, operator, args), operator, limit)
        return f"{self.atom(name)}({','.join([self.term(argument, _ARGUMENT) for argument in args])})"

    def _variable(self, number: Value) -> str | None:
        if number.__class__ is int:
            if number < 0:
                return f"S_{-number}"
            letter, round_ = chr(ord("A") + number % 26), number // 26
            return f"{letter}{round_ or ''}"
        return number if number.__class__ is str and number[:1].isupper() else None

    def _list(self, value: Value) -> str:
        items = []
        while value.__class__ is tuple and value[0] is CONS:
            items.append(self.term(value[1], _ARGUMENT))
            value = deref(value[2])
        tail = "" if value is NIL else f"|{self.term(value, _ARGUMENT)}"
        return f"[{','.join(items)}{tail}]"

    def _prefix(self, name: str, operator: Operator, argument: Value) -> str:
        op, operand = self.atom(name), self.term(argument, operator.right, True)
        is_apart = operand[:1] == "(" or (name == "-" and operand[:1].isdigit()) or _glues(op, operand)
        return f"{op} {operand}" if is_apart else f"{op}{operand}"

    def _infix(self, name: str, operator: Operator, args: tuple[Value, ...]) -> str:
        left = self.term(args[0], operator.left, True)
        right = self.term(args[1], operator.right, True)
        if name == ",":
            return f"{left},{right}"
        op = "|" if name == "|" else self.atom(name)
        if _glues(left, op):
            return f"{left} {op} {right}"
        return f"{left}{op} {right}" if _glues(op, right) else f"{left}{op}{right}"


class _AtomWriter(_Writer):
    def atom(self, name: str) -> str:
        return name if is_plain_atom(name) else _doubled(name, "'")

    def string(self, text: str) -> str:
        """Write a string in quotes."""
        return _doubled(text, '"')


def _doubled(text: str, mark: str) -> str:
    escaped = text.replace("\\", "\\\\").replace(mark, 2 * mark)
    return f"{mark}{escaped}{mark}"


def _bracketed(text: str, operator: Operator, limit: int) -> str:
    return f"({text})" if operator.priority > limit else text


def _glues(left: str, right: str) -> bool:
    """Tell whether two texts would be read as one token."""
    end, start = left[-1:], right[:1]
    if not end or not start:
        return False
    return (is_word(end) and is_word(start)) or (end in _SYMBOLS and start in _SYMBOLS)


def is_word(c: str) -> bool:
    """Tell whether a character is a letter, a digit or an underscore."""
    return c.isalnum() or c == "_"
