"""KIF text to expressions: atoms and lists, each with its place, and the comments between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from pyengine.language.reading.problems import MisreadError, Span

DEEPEST_KIF: Final = 100
"""Brackets inside each other: far more than any game has, and what clauses of Prolog are nested at most."""

LONGEST_KIF: Final = 10_000
"""Members of one list."""

KEYWORDS: Final = frozenset(
    {"<=", "role", "init", "true", "does", "next", "legal", "goal", "terminal", "base", "input"}
    | {"not", "or", "and", "distinct", "sees"}
)
"""Words of the language, which count in any case; all other symbols are told apart by theirs."""

_TOKEN: Final = re.compile(r"(?P<layout>\s+)|(?P<comment>;[^\n]*)|(?P<open>\()|(?P<close>\))|(?P<atom>[^\s();]+)")


@dataclass(frozen=True, slots=True)
class Expression:
    """An atom, or a list that begins with one: `name` and the arguments. `(p)` is `p`, and two are the same by content.

    A variable is an atom whose name begins with `?`.
    """

    name: str
    args: tuple[Expression, ...] = ()
    start: int = field(default=0, compare=False)
    end: int = field(default=1, compare=False)

    @property
    def is_variable(self) -> bool:
        """Whether this is a variable."""
        return self.name.startswith("?") and not self.args

    def __str__(self) -> str:
        return f"({' '.join([self.name, *map(str, self.args)])})" if self.args else self.name


@dataclass(frozen=True, slots=True)
class Comment:
    """What stands after a `;`, without it; `follows` where an expression ends on its line before it."""

    text: str
    start: int
    follows: bool


def parts_of(expression: Expression) -> Iterator[Expression]:
    """Go through an expression and all that it is made of, from left to right."""
    yield expression
    for part in expression.args:
        yield from parts_of(part)


def variables_of(expression: Expression) -> Iterator[Expression]:
    """Go through the variables of an expression, each as often as it stands there."""
    return (part for part in parts_of(expression) if part.is_variable)


def read_expressions(text: str) -> Iterator[Expression | Comment | MisreadError]:
    """Read a file of KIF: its expressions and comments in order; what is wrong is told, and reading goes on after it.

    >>> [str(read) for read in read_expressions("(ROLE x) ; one\\n(<= terminal (true (done)))")][::2]
    ['(role x)', '(<= terminal (true done))']
    """
    opened: list[tuple[int, list[Expression]]] = []
    excess: MisreadError | None = None
    last = -1
    for token in _TOKEN.finditer(text):
        start, end = token.span()
        match token.lastgroup:
            case "open":
                if len(opened) == DEEPEST_KIF and excess is None:
                    excess = _misread(f"brackets are nested more than {DEEPEST_KIF} deep", start, end)
                opened.append((start, []))
            case "close" if not opened:
                yield _misread("there is no bracket that this closes", start, end)
            case "close":
                begin, items = opened.pop()
                made = excess if excess and not opened else _list(text, items, begin, end)
                if not opened:
                    excess, last = None, end
                    yield made
                elif isinstance(made, MisreadError):
                    excess = excess or made
                else:
                    opened[-1][1].append(made)
            case "atom":
                atom = Expression(_name(token[0]), (), start, end)
                if opened:
                    opened[-1][1].append(atom)
                else:
                    last = end
                    yield atom
            case "comment" if not opened:
                yield Comment(token[0].strip("; \t\r"), start, last >= 0 and "\n" not in text[last:start])
            case "comment":
                yield Comment(token[0].strip("; \t\r"), start, follows=False)
    if opened:
        start = opened[0][0]
        yield _misread("this bracket is never closed", start, start + 1, "a rule ends with a ) for each of its (")


def _list(text: str, items: list[Expression], start: int, end: int) -> Expression | MisreadError:
    if not items:
        return _misread("an empty list means nothing", start, end)
    first = items[0]
    if first.args or text[first.start] == "(":
        return _misread("a list begins with a name, not with another list", first.start, first.end)
    if first.is_variable:
        return _misread("a list begins with a name, not with a variable", first.start, first.end)
    if len(items) > LONGEST_KIF:
        return _misread(f"a list has more than {LONGEST_KIF} members", start, start + 1)
    return Expression(first.name, tuple(items[1:]), start, end)


def _name(text: str) -> str:
    lowered = text.lower()
    return lowered if lowered in KEYWORDS else text


def _misread(message: str, start: int, end: int, hint: str | None = None) -> MisreadError:
    return MisreadError("gdl-syntax", message, Span(start, end), hint)
