"""Clauses of Prolog as they are put together here: goals, the places that they come from, and how they are laid out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pyengine.language.gdl.expressions import Expression
from pyengine.terms import Atom, Compound, List, Term, Var, write_term

_INDENT: Final = "    "
_ANYTHING: Final = "\0"
"""The name of a variable that is written `_`: no other text that is written has this character."""


@dataclass(frozen=True, slots=True)
class Goal:
    """One call, `\\+` of some goals (`kind` is `not`), or the branches of an `or`; `origin` is where it comes from."""

    term: Term | None
    origin: Expression | None
    kind: str = "call"
    parts: tuple[tuple[Goal, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class MadeClause:
    """A clause, what it comes from, and the comments that stand before it."""

    head: Term
    body: tuple[Goal, ...]
    origin: Expression | None
    comments: tuple[str, ...] = ()

    def calls(self) -> Iterator[Goal]:
        """Go through the calls of the body, in the order in which they are written."""
        return _calls(self.body)

    def text(self) -> str:
        """Write the clause, with `_` for the variables that stand once."""
        names = Counter(variables_in(self.head))
        _count(self.body, names)
        head, body = _anonymous(self.head, names), _settled(self.body, names)
        written = _term_text(head) if not body else f"{_term_text(head)} :-\n{_lines(body, _INDENT)}"
        comments = "".join(f"% {line}".rstrip() + "\n" for text in self.comments for line in (plain_line(text),))
        return f"{comments}{written}.\n"


def plain_line(text: str) -> str:
    """Give a comment as one line of a comment in Prolog.

    >>> plain_line("a\\x1bb")
    'a b'
    """
    return "".join(c if c.isprintable() else " " for c in text)


def call(name: str, *args: Term, origin: Expression | None = None) -> Goal:
    """Make a call.

    >>> MadeClause(Atom("p"), (call("q", Var("X"), Var("X")),), None).text()
    'p :-\\n    q(X,X).\\n'
    """
    return Goal(predicate(name, *args), origin)


def predicate(name: str, *args: Term) -> Term:
    """Make a term of a name and arguments, if there are any."""
    return Compound(name, args) if args else Atom(name)


def _calls(goals: Sequence[Goal]) -> Iterator[Goal]:
    for goal in goals:
        if goal.kind == "call":
            yield goal
        for part in goal.parts:
            yield from _calls(part)


def variables_in(term: Term) -> Iterator[str]:
    """Go through the variables of a term that is made of atoms, numbers, variables and compounds, again and again."""
    if isinstance(term, Var):
        yield term.name
    elif isinstance(term, Compound):
        for part in term.args:
            yield from variables_in(part)
    elif isinstance(term, List):
        for part in term.items:
            yield from variables_in(part)


def _count(goals: Sequence[Goal], names: Counter[str]) -> None:
    for goal in _calls(goals):
        if goal.term is not None:
            names.update(variables_in(goal.term))


def _settled(goals: Sequence[Goal], names: Counter[str]) -> tuple[Goal, ...]:
    """Write `_` for what stands once; a variable of one branch alone, once in it, stands once however many have it."""
    made = []
    for goal in goals:
        if goal.kind == "call":
            made.append(Goal(None if goal.term is None else _anonymous(goal.term, names), goal.origin))
            continue
        counted = []
        for part in goal.parts:
            own: Counter[str] = Counter()
            _count(part, own)
            counted.append(own)
        total = sum(counted, Counter())
        parts = []
        for part, own in zip(goal.parts, counted, strict=True):
            apart = {name: count for name, count in own.items() if names[name] == total[name]}
            parts.append(_settled(part, Counter({**names, **apart})))
        made.append(Goal(None, goal.origin, goal.kind, tuple(parts)))
    return tuple(made)


def _anonymous(term: Term, names: Counter[str]) -> Term:
    if isinstance(term, Var):
        return Var(_ANYTHING) if names[term.name] == 1 else term
    if isinstance(term, Compound):
        return Compound(term.name, tuple(_anonymous(part, names) for part in term.args))
    return term


def _lines(goals: Sequence[Goal], indent: str) -> str:
    return ",\n".join(_written(goal, indent) for goal in goals)


def _written(goal: Goal, indent: str) -> str:
    inner = indent + _INDENT
    if goal.kind == "call":
        return indent + _goal_text(goal)
    branches = [_lines(part, inner) for part in goal.parts]
    if goal.kind == "not":
        (only,) = goal.parts
        if len(only) == 1 and only[0].kind == "call":
            return f"{indent}\\+ {_goal_text(only[0])}"
        return f"{indent}\\+ (   {branches[0].lstrip()}\n{indent}   )"
    lines = [f"{indent}(   {branches[0].lstrip()}", *(f"{indent};   {branch.lstrip()}" for branch in branches[1:])]
    return "\n".join([*lines, f"{indent})"])


def _goal_text(goal: Goal) -> str:
    assert goal.term is not None
    return _term_text(goal.term)


def _term_text(term: Term) -> str:
    return write_term(term).replace(_ANYTHING, "_")
