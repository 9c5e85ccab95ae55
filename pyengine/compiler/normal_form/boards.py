"""The predicates of `rules/lib/boards.pl`, known by their clauses.

A rule file that includes them has them as its own. Where all of them are there as they were shipped, and mean what
they mean there, the compiler may call its own versions (`builtins.boards`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from pyengine.compiler.normal_form.goals import Pattern, RawClause, Variable, pattern_variables, substitute
from pyengine.compiler.runtime.terms import list_of
from pyengine.language.checking.clauses import Rule, outline
from pyengine.language.reading.reader import read_program
from pyengine.language.shipped import shipped
from pyengine.language.source import Source
from pyengine.language.vocabulary import Indicator

BOARDS: Final = "boards:"
"""What the names of our own versions begin with."""

Shape = tuple[Pattern, Pattern | None]


def shape(clause: RawClause) -> Shape:
    """Give a clause with its variables numbered, so that clauses which differ in their names alone are equal."""
    head = list_of(clause.args)
    found = dict.fromkeys((*pattern_variables(head), *pattern_variables(clause.body)))
    numbered = {variable: Variable("_", i) for i, variable in enumerate(found)}
    return substitute(head, numbered), None if clause.body is None else substitute(clause.body, numbered)


@cache
def board_shapes(raw: Callable[[Rule], RawClause]) -> Mapping[Indicator, tuple[Shape, ...]]:
    """Give the clauses that `rules/lib/boards.pl` has for each predicate; none where it was not shipped."""
    path = shipped("rules") / "lib" / "boards.pl"
    if not path.is_file():
        return {}
    program, _ = read_program(Source(path.name, path.read_text(encoding="utf-8")))
    definitions = outline(program).definitions
    return {found: tuple(shape(raw(rule)) for rule in rules) for found, rules in definitions.items()}


def mentioned(shapes: Sequence[Shape]) -> Iterator[Indicator]:
    """Go through all that the bodies of clauses may call."""
    stack = [body for _, body in shapes]
    while stack:
        goal = stack.pop()
        if goal.__class__ is tuple:
            yield goal[0].name, goal[0].arity
            stack.extend(goal[1:])
