"""What GDL asks of rules beyond their words: safety, arities, recursion that ends, no cycle through a negation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pyengine.language.gdl.dependencies import Dependencies
from pyengine.language.gdl.expressions import Expression, parts_of, variables_of
from pyengine.language.gdl.rules import ARITIES, CONNECTIVES, Description, GdlRule, bound_by
from pyengine.language.reading.problems import MisreadError, Span

NEEDED: Final = {
    "role": "it has no roles",
    "legal": "nobody has a legal move",
    "next": "no move leads anywhere",
    "terminal": "it never ends",
    "goal": "nobody has a goal",
}
NOT_OF_MOVES: Final = ("legal", "terminal", "goal", "init", "base", "input")
NOT_OF_POSITIONS: Final = ("init", "base", "input")


def violations(description: Description) -> Iterator[MisreadError]:
    """Tell all that is wrong with the rules of a game."""
    definitions = description.definitions()
    for word, lacking in NEEDED.items():
        if word not in definitions:
            message = f"this is no game: {lacking}, since no rule defines {word}/{ARITIES[word]}"
            yield MisreadError("gdl-incomplete", message, Span(0, 1))
    yield from _arities(description)
    for rule in description.rules:
        yield from _unsafe(rule)
    dependencies = Dependencies.of(definitions)
    yield from _misplaced(definitions, dependencies)
    for rule in description.rules:
        yield from _recursion(rule, dependencies)


def _arities(description: Description) -> Iterator[MisreadError]:
    """Find relations and functions that are used with two numbers of arguments."""
    relations: dict[str, Expression] = {}
    functions: dict[str, Expression] = {}
    for rule in description.rules:
        for used in (rule.head, *(literal for literal, _ in rule.literals())):
            if used.name not in ARITIES:
                yield from _compare(used, relations, "relation")
            for argument in used.args:
                for part in parts_of(argument):
                    if part.args:
                        yield from _compare(part, functions, "function")


def _compare(used: Expression, known: dict[str, Expression], what: str) -> Iterator[MisreadError]:
    first = known.setdefault(used.name, used)
    if len(first.args) != len(used.args):
        message = f"the {what} {used.name} has {len(used.args)} arguments here, and {len(first.args)} elsewhere"
        yield MisreadError("gdl-arity", message, used, related=[(first, f"with {len(first.args)}")])


def _unsafe(rule: GdlRule) -> Iterator[MisreadError]:
    """Find variables that nothing binds: in the head, in a negation, in distinct."""
    bound = bound_by(rule.body)
    told: set[str] = set()
    for variable in variables_of(rule.head):
        if variable.name not in bound and variable.name not in told:
            told.add(variable.name)
            message = f"{variable.name} stands in the head, and no condition that is to hold binds it"
            yield MisreadError("gdl-unsafe-variable", message, variable)
    for goal in rule.body:
        yield from _unbound(goal, bound, told)


def _unbound(goal: Expression, bound: set[str], told: set[str]) -> Iterator[MisreadError]:
    if goal.name == "and":
        for part in goal.args:
            yield from _unbound(part, bound | bound_by(goal.args), told)
    elif goal.name == "or":
        for part in goal.args:
            yield from _unbound(part, bound | bound_by([part]), told)
    elif goal.name in ("not", "distinct"):
        for variable in variables_of(goal):
            if variable.name not in bound and variable.name not in told:
                told.add(variable.name)
                message = f"{variable.name} stands in {goal.name}, and no condition that is to hold binds it"
                yield MisreadError("gdl-unsafe-variable", message, variable)


def _misplaced(definitions: Mapping[str, Sequence[GdlRule]], dependencies: Dependencies) -> Iterator[MisreadError]:
    """Find relations that may not know of moves, or of positions, and ask for them by way of others."""
    for word, banned, why in (
        ("does", NOT_OF_MOVES, "depends on the moves that are made"),
        ("true", NOT_OF_POSITIONS, "depends on the position"),
    ):
        asking = dependencies.asking(word)
        for name in banned:
            if name in asking:
                rule = next(
                    rule
                    for rule in definitions[name]
                    if any(literal.name in asking or literal.name == word for literal, _ in rule.literals())
                )
                yield MisreadError("gdl-keyword", f"{name} {why}, by {word}, which it may not", rule.head)


def _recursion(rule: GdlRule, dependencies: Dependencies) -> Iterator[MisreadError]:
    """Find what a rule asks of its own group that GDL does not allow: a negation, or terms that could grow for ever."""
    name = rule.head.name
    if name not in dependencies.recursive:
        return
    group = dependencies.groups[name]
    literals = [literal for literal in rule.literals() if literal[0].name != "distinct"]
    inside = [(found, holds) for found, holds in literals if dependencies.groups.get(found.name) == group]
    outside = {
        variable.name
        for found, holds in literals
        if holds and dependencies.groups.get(found.name) != group and found.name not in CONNECTIVES
        for variable in variables_of(found)
    }
    nested = {variable.name for part in rule.head.args if part.args for variable in variables_of(part)}
    for found, holds in inside:
        if not holds:
            message = f"{name} depends on the negation of {found.name}, which depends on {name}"
            yield MisreadError("gdl-negation-cycle", message, found)
        for argument in found.args:
            names = {variable.name for variable in variables_of(argument)} - outside
            if names and argument not in rule.head.args and (argument.args or names & nested):
                message = f"the argument {argument} of {found.name} could grow for ever"
                hint = (
                    "an argument of a recursive call is ground, an argument of the head, or bound by another relation"
                )
                yield MisreadError("gdl-recursion", message, argument, hint)
