"""Terms to Prolog text that reads back as the same term, in SWI-Prolog and here."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

from pyengine.errors import ParameterError
from pyengine.terms.characters import SYMBOLS, is_plain_atom, shape
from pyengine.terms.digits import write_digits
from pyengine.terms.operators import STANDARD, Operator, OperatorTable
from pyengine.terms.values import Atom, Compound, List, String, Term, Var

_ESCAPES: Final = {c: f"\\{letter}" for c, letter in zip("\\\n\t\a\b\f\v\r", "\\ntabfvr", strict=True)}
_ARGUMENT: Final = 999


class _Open(str):
    """An opening bracket that is not the one of `name(`, and must not be taken for it."""


class _Prefix(str):
    """A prefix operator; a `-` of this kind must not become the sign of a number."""


class _Infix(str):
    """A symbol between two operands, which a bracket may follow at once."""


def write_term(term: Term, operators: OperatorTable = STANDARD) -> str:
    """Write a term of any depth with operators and quotes, as `writeq/1` does.

    >>> write_term(Compound("-", (Compound("f", (Atom("Big"),)), -1)))
    "f('Big')- -1"
    """
    pieces: list[str] = []
    stack: list[str | tuple[Term, int]] = [(term, 1200)]
    while stack:
        item = stack.pop()
        if isinstance(item, tuple):
            stack.extend(reversed(_unfold(*item, operators)))
        else:
            pieces.append(item)
    return _join(pieces)


def write_atom(name: str) -> str:
    """Write an atom's name with quotes where it needs them.

    >>> write_atom("take"), write_atom("Take it"), write_atom("[]")
    ('take', "'Take it'", "'[]'")
    """
    return name if is_plain_atom(name) else _quote(name, "'")


def write_number(value: int | float | Fraction) -> str:
    """Write a number as SWI-Prolog reads it.

    >>> write_number(1e22), write_number(Fraction(1, 3)), write_number(float("inf"))
    ('1.0e22', '1r3', '1.0Inf')
    """
    if isinstance(value, Fraction):
        return f"{write_digits(value.numerator)}r{write_digits(value.denominator)}"
    if isinstance(value, int):
        return write_digits(value)
    if not isinstance(value, float):
        raise ParameterError(f"what is written is a term, not {value!r}")
    if math.isnan(value):
        return "1.5NaN"
    if math.isinf(value):
        return "1.0Inf" if value > 0 else "-1.0Inf"
    mantissa, mark, exponent = repr(value).partition("e")
    if not mark:
        return mantissa
    return f"{mantissa if '.' in mantissa else mantissa + '.0'}e{int(exponent)}"


def _unfold(term: Term, limit: int, operators: OperatorTable) -> list[str | tuple[Term, int]]:
    """Write the outermost layer of a term that may have at most priority `limit`."""
    if isinstance(term, Atom):
        text = write_atom(term.name)
        return [_Open("("), text, ")"] if operators.priority(term.name) > limit else [text]
    if isinstance(term, Compound):
        return _unfold_compound(term, limit, operators)
    if isinstance(term, List):
        out: list[str | tuple[Term, int]] = ["["]
        for index, element in enumerate(term.items):
            out += [",", (element, _ARGUMENT)] if index else [(element, _ARGUMENT)]
        return [*out, "]"] if term.is_proper else [*out, "|", (term.tail, _ARGUMENT), "]"]
    if isinstance(term, String):
        return [_quote(term.text, '"')]
    if isinstance(term, Var):
        return [f"_{term.number}" if term.name == "_" else term.name]
    return [write_number(term)]


def _unfold_compound(term: Compound, limit: int, operators: OperatorTable) -> list[str | tuple[Term, int]]:
    name, args = term.name, term.args
    if name == "{}" and len(args) == 1:
        return ["{", (args[0], 1200), "}"]
    operator: Operator | None = None
    if len(args) == 2 and name != ".":
        operator = operators.infix.get(name)
        if operator:
            text = "," if name == "," else "|" if name == "|" else write_atom(name)
            middle = f" {text} " if text[0].isalpha() or text in ("->", ":-", "-->", "*->", "'|'") else _Infix(text)
            return _bracket(
                [_operand(args[0], operator.left, operators), middle, _operand(args[1], operator.right, operators)],
                operator,
                limit,
            )
    elif len(args) == 1 and not (name in "+-" and isinstance(args[0], int | float | Fraction)):
        if operator := operators.prefix.get(name):
            return _bracket([_Prefix(write_atom(name)), _operand(args[0], operator.right, operators)], operator, limit)
        if operator := operators.postfix.get(name):
            return _bracket([_operand(args[0], operator.left, operators), write_atom(name)], operator, limit)
    out: list[str | tuple[Term, int]] = [f"{write_atom(name)}("]
    for index, argument in enumerate(args):
        out += [",", (argument, _ARGUMENT)] if index else [(argument, _ARGUMENT)]
    return [*out, ")"]


def _operand(term: Term, limit: int, operators: OperatorTable) -> tuple[Term, int]:
    """An operator as an operand is always bracketed: priority 0 is below every operator's."""
    return (term, 0) if isinstance(term, Atom) and term.name in operators else (term, limit)


def _bracket(pieces: list[str | tuple[Term, int]], operator: Operator, limit: int) -> list[str | tuple[Term, int]]:
    return [_Open("("), *pieces, ")"] if operator.priority > limit else pieces


def _join(pieces: list[str]) -> str:
    """Put tokens side by side, with a space where two would become one."""
    out: list[str] = []
    last: str = ""
    for piece in pieces:
        if last and _glues(last, piece):
            out.append(" ")
        out.append(piece)
        last = piece
    return "".join(out)


def _glues(left: str, right: str) -> bool:
    end, start = shape(left[-1]), shape(right[0])
    if isinstance(right, _Open):
        return not isinstance(left, _Infix) and end not in "([{,| "
    if _is_word(end) and (_is_word(start) or start in "'\"({"):
        return True
    if end in SYMBOLS and start in SYMBOLS:
        return True
    if end == "," and start == "|":
        return True
    if isinstance(left, _Prefix) and start.isdigit():
        return True
    return (end == "'" and start in "'({") or (end in SYMBOLS and start == "{")


def _is_word(c: str) -> bool:
    return c.isalnum() or c in "_\u203f"


def _quote(text: str, mark: str) -> str:
    return mark + "".join(_escape(c, mark) for c in text) + mark


def _escape(c: str, mark: str) -> str:
    if c == mark:
        return "\\" + mark
    if c in _ESCAPES:
        return _ESCAPES[c]
    if c.isprintable():
        return c
    # SWI-Prolog refuses \xd9996\ because it begins like a surrogate; with a fixed number of digits all is well.
    return f"\\x{ord(c):x}\\" if c <= "\xff" else f"\\u{ord(c):04x}" if c <= "\uffff" else f"\\U{ord(c):08x}"
