"""The predicates of `library(boards)`, known by where their clauses come from.

A rule file that includes the library has them as its own. Where all of them are there as they were shipped, and mean
what they mean there, the compiler may call its own versions (`builtins.boards`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from pyengine.language.checking.clauses import Outline, Rule, outline
from pyengine.language.reading.reader import read_program
from pyengine.language.shipped import libraries, library_folder
from pyengine.language.source import Source
from pyengine.language.vocabulary import Indicator
from pyengine.terms import Compound, List, Term, indicator

BOARDS: Final = "boards:"
"""What the names of our own versions begin with."""

_NAME: Final = "boards"


@cache
def _shipped() -> Mapping[Indicator, tuple[Rule, ...]]:
    """Give what the library defines; nothing where it was not shipped."""
    if _NAME not in libraries():
        return {}
    text = (library_folder() / f"{_NAME}.pl").read_text(encoding="utf-8")
    return {found: tuple(rules) for found, rules in outline(read_program(Source(_NAME, text))[0]).definitions.items()}


@cache
def _needed() -> frozenset[Indicator]:
    """Name what the library calls and does not define: where a rule file redefines one, the library means that."""
    found = {other for rules in _shipped().values() for rule in rules for other in _mentioned(rule)}
    return frozenset(found) - _shipped().keys()


def board_predicates(program: Outline) -> frozenset[Indicator]:
    """Name the predicates of the library that a program has as they were shipped: all of them, or none."""
    for found, rules in _shipped().items():
        own = program.definitions.get(found, ())
        if len(own) != len(rules) or any(rule.clause.source.library != _NAME for rule in own):
            return frozenset()
    tabled = program.declared.get("table", ())
    if any(found in tabled for found in _shipped()) or any(program.defines(found) for found in _needed()):
        return frozenset()
    return frozenset(_shipped())


def _mentioned(rule: Rule) -> Iterator[Indicator]:
    """Go through all that the body of a clause may call."""
    stack: list[Term] = [] if rule.body is None else [rule.body.term]
    while stack:
        term = stack.pop()
        if isinstance(term, List):
            stack.extend(term)
        elif isinstance(term, Compound):
            found = indicator(term)
            if found is not None:
                yield found
            stack.extend(term.args)
