"""A game in GDL as rules: heads with their bodies, and what is wrong with the words that they are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from pyengine.language.gdl.expressions import Comment, Expression, parts_of, read_expressions, variables_of
from pyengine.language.reading.problems import MisreadError

ARITIES: Final[Mapping[str, int]] = MappingProxyType(
    {"role": 1, "init": 1, "true": 1, "does": 2, "next": 1, "legal": 2, "goal": 2, "terminal": 0}
    | {"base": 1, "input": 2, "not": 1, "distinct": 2}
)
"""The words of GDL that take arguments, with their number; `or` and `and` take any."""

ONLY_IN_BODIES: Final = frozenset({"true", "does", "not", "or", "and", "distinct", "<="})
ONLY_IN_HEADS: Final = frozenset({"init", "next", "base", "input", "<="})
CONNECTIVES: Final = frozenset({"not", "or", "and"})

MOST_LITERALS: Final = 500
"""Of one rule."""


@dataclass(frozen=True, slots=True)
class GdlRule:
    """A fact or a rule, by its head and the goals of its body, and the comments that stand before it or beside it."""

    head: Expression
    body: tuple[Expression, ...]
    whole: Expression
    comments: tuple[str, ...] = ()

    def literals(self) -> Iterator[tuple[Expression, bool]]:
        """Go through what the body asks for, each with whether it is to hold."""
        for goal in self.body:
            yield from literals_of(goal)


@dataclass(frozen=True, slots=True)
class Description:
    """All that a file says: its rules in order, and the comments that stand before the first and after the last."""

    rules: tuple[GdlRule, ...]
    opening: tuple[str, ...]
    closing: tuple[str, ...]

    @property
    def roles(self) -> tuple[Expression, ...]:
        """The roles, in order, each once."""
        return tuple(dict.fromkeys(rule.head.args[0] for rule in self.rules if rule.head.name == "role"))

    def definitions(self) -> dict[str, list[GdlRule]]:
        """Give the rules of each relation, in the order in which these first come up."""
        found: dict[str, list[GdlRule]] = {}
        for rule in self.rules:
            found.setdefault(rule.head.name, []).append(rule)
        return found


def literals_of(goal: Expression, holds: bool = True) -> Iterator[tuple[Expression, bool]]:
    """Go through the literals of a goal, inside `or`, `and` and `not`, each with whether it is to hold."""
    if goal.name in CONNECTIVES:
        for part in goal.args:
            yield from literals_of(part, holds is not (goal.name == "not"))
    else:
        yield goal, holds


def read_description(text: str) -> tuple[Description, list[MisreadError]]:
    """Read the rules of a file, with all that is wrong with their words."""
    rules: list[GdlRule] = []
    wrong: list[MisreadError] = []
    opening: list[str] | None = None
    waiting: list[str] = []
    last = 0
    for read in read_expressions(text):
        if isinstance(read, MisreadError):
            wrong.append(read)
        elif isinstance(read, Comment):
            if opening is None and waiting and "\n\n" in text[last : read.start].replace("\r", ""):
                opening, waiting = waiting, []
            last = read.start
            if read.follows and rules and not waiting:
                rules[-1] = GdlRule(rules[-1].head, rules[-1].body, rules[-1].whole, (*rules[-1].comments, read.text))
            else:
                waiting.append(read.text)
        else:
            if opening is None:
                apart = "\n\n" in text[last : read.start].replace("\r", "") and not rules
                opening, waiting = (waiting, []) if apart else ([], waiting)
            found = list(_misused(read))
            wrong += found
            if not found:
                head, *body = read.args if read.name == "<=" else (read,)
                rules.append(GdlRule(head, tuple(body), read, tuple(waiting)))
                waiting = []
    return Description(tuple(rules), tuple(opening or ()), tuple(waiting)), wrong


def _misused(rule: Expression) -> Iterator[MisreadError]:
    """Tell what is wrong with the words of one rule."""
    if rule.name == "<=" and not rule.args:
        yield MisreadError("gdl-syntax", "a rule has a head", rule, "(<= head body...)")
        return
    head, *body = rule.args if rule.name == "<=" else (rule,)
    if head.is_variable:
        yield MisreadError("gdl-syntax", f"a variable, {head.name}, is no fact and no head of a rule", head)
        return
    if head.name == "sees":
        message = "sees/2 is of GDL-II, for games with hidden information, which are not played here"
        yield MisreadError("gdl-unsupported", message, head)
        return
    if head.name == "role" and head.args and head.args[0].name == "random":
        message = "the role random is of GDL-II, for games of chance, which are not played here"
        yield MisreadError("gdl-unsupported", message, head)
        return
    if head.name in ONLY_IN_BODIES:
        yield MisreadError("gdl-keyword", f"{head.name} stands in bodies of rules, never as a head", head)
        return
    if head.name == "role" and (body or any(variables_of(head))):
        yield MisreadError("gdl-keyword", "the roles of a game are facts", head, "write (role NAME) for each")
    yield from _wrong_number(head)
    for part in head.args:
        yield from _keyword_inside(part)
    count = 0
    for goal in body:
        yield from _misused_goal(goal)
        count += sum(1 for _ in literals_of(goal))
    if count > MOST_LITERALS:
        yield MisreadError("gdl-syntax", f"a rule has more than {MOST_LITERALS} conditions", rule)


def _misused_goal(goal: Expression) -> Iterator[MisreadError]:
    if goal.is_variable:
        yield MisreadError("gdl-syntax", f"a variable, {goal.name}, is no condition", goal)
    elif goal.name in ONLY_IN_HEADS or goal.name == "sees":
        yield MisreadError("gdl-keyword", f"{goal.name} stands as a head, never in the body of a rule", goal)
    elif goal.name in CONNECTIVES:
        yield from _wrong_number(goal)
        for part in goal.args:
            yield from _misused_goal(part)
    else:
        yield from _wrong_number(goal)
        for part in goal.args:
            yield from _keyword_inside(part)


def _wrong_number(used: Expression) -> Iterator[MisreadError]:
    wanted = ARITIES.get(used.name)
    if wanted is not None and len(used.args) != wanted:
        takes = "no arguments" if not wanted else "one argument" if wanted == 1 else f"{wanted} arguments"
        yield MisreadError("gdl-arity", f"{used.name} takes {takes}, and has {len(used.args)} here", used)


def _keyword_inside(term: Expression) -> Iterator[MisreadError]:
    for part in parts_of(term):
        if part.name in CONNECTIVES | {"<=", "distinct"} and part.args:
            yield MisreadError("gdl-keyword", f"{part.name} cannot stand inside of a term", part)


def bound_by(goals: Iterable[Expression]) -> set[str]:
    """Name the variables that hold something once the goals have held: those of relations, in all branches of an or."""
    found: set[str] = set()
    for goal in goals:
        if goal.name == "or":
            found |= set.intersection(*(bound_by([part]) for part in goal.args)) if goal.args else set()
        elif goal.name == "and":
            found |= bound_by(goal.args)
        elif goal.name not in ("not", "distinct"):
            found |= {variable.name for variable in variables_of(goal)}
    return found


def needed_by(goal: Expression) -> set[str]:
    """Name the variables that must hold something before a goal is asked: those of not and distinct in it."""
    if goal.name == "and":
        bound = bound_by(goal.args)
        return {name for part in goal.args for name in needed_by(part)} - bound
    if goal.name == "or":
        return {name for part in goal.args for name in needed_by(part)}
    return {variable.name for variable in variables_of(goal)} if goal.name in ("not", "distinct") else set()
