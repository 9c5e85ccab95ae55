"""The goals that a clause calls, through control constructs, meta-predicates, lambdas and grammar bodies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyengine.language.checking.clauses import Outline, Part, Rule
from pyengine.language.checking.message_text import show
from pyengine.language.vocabulary import PREDICATES, Indicator
from pyengine.terms import Atom, Compound, List, String, Var, indicator


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal as written, and how many arguments it gets when it is called: `foo` in `maplist(foo, L)` gets one.

    `captured` says that the goal runs inside `with_output_to/2`, as written; `nonterminal`, that it is part of a
    grammar; `is_grammar`, that it is a grammar body, whose goals are still to be found.
    """

    part: Part
    extra: int = 0
    captured: bool = False
    nonterminal: bool = False
    is_grammar: bool = False

    @property
    def indicator(self) -> Indicator | None:
        """Name and arity of what is called; None for what cannot be called."""
        found = indicator(self.part.term)
        return (found[0], found[1] + self.extra) if found else None

    def __str__(self) -> str:
        return show(self.indicator or ("", 0), is_grammar=self.nonterminal)


def goals_of(rule: Rule, outline: Outline) -> Iterator[Goal]:
    """Go through all goals of a clause in the order of the text, control constructs included, variables left out."""
    for guard in rule.guards:
        yield from walk(guard, outline)
    if rule.body is not None:
        yield from walk(rule.body, outline, grammar=rule.kind == "grammar")


def walk(body: Part, outline: Outline, *, grammar: bool = False) -> Iterator[Goal]:
    """Go through all goals of a body of any depth."""
    stack = [Goal(body, is_grammar=grammar)]
    while stack:
        goal = stack.pop()
        if isinstance(goal.part.term, Var):
            continue
        if goal.is_grammar:
            stack.extend(reversed(_grammar_goals(goal)))
            continue
        yield goal
        stack.extend(reversed(_inner_goals(goal, outline)))


def _grammar_goals(goal: Goal) -> list[Goal]:
    """Take one layer of a grammar body off."""
    part, captured = goal.part, goal.captured
    match part.term:
        case List() | String():
            return []
        case Atom(name="!" | "{}"):
            return []
        case Compound(name="," | ";" | "|" | "->" | "*->", args=(_, _)) | Compound(name="\\+", args=(_,)):
            return [Goal(inner, is_grammar=True, captured=captured) for inner in part.parts()]
        case Compound(name="{}", args=(_,)):
            return [Goal(part.parts()[0], captured=captured)]
        case Compound(name="call", args=(_, *_) as args):
            return [Goal(part.parts()[0], extra=len(args) + 1, captured=captured)]
    return [Goal(part, extra=2, captured=captured, nonterminal=True)]


def _inner_goals(goal: Goal, outline: Outline) -> list[Goal]:
    """Find the goals among the arguments of a goal."""
    term, captured = goal.part.term, goal.captured
    if not isinstance(term, Compound) or not term.args:
        return []
    name, arity = term.name, len(term.args) + goal.extra
    if name == "call":
        return [Goal(goal.part.parts()[0], extra=arity - 1, captured=captured)]
    if name == ":" and len(term.args) == 2:
        module = term.args[0]
        own = isinstance(module, Atom) and module.name == outline.module
        return [Goal(goal.part.parts()[1], extra=goal.extra, captured=captured)] if own else []
    if name == ">>" and len(term.args) == 2:
        return _lambda_goals(goal)
    if name == "/" and len(term.args) == 2:
        return [Goal(goal.part.parts()[1], extra=goal.extra, captured=captured)]
    meta = meta_of((name, arity), outline)
    if meta is None:
        return []
    captured = captured or (name, arity) == ("with_output_to", 2)
    found = []
    for mode, argument in zip(meta, goal.part.parts(), strict=False):
        if mode.isdigit():
            found.append(Goal(argument, extra=int(mode), captured=captured))
        elif mode == "^":
            found.append(Goal(_without_quantifiers(argument), captured=captured))
        elif mode == "/":
            found.append(Goal(argument, is_grammar=True, captured=captured))
    return found


def meta_of(found: Indicator, outline: Outline) -> str | None:
    """Give the modes of a meta-predicate; the file's own definition counts before a library's."""
    if found in outline.metas:
        return outline.metas[found]
    known = PREDICATES.get(found)
    return None if known is None or (outline.defines(found) and not known.core) else known.meta


def _lambda_goals(goal: Goal) -> list[Goal]:
    """The body of `Free/[X1, ...]>>Body` gets the arguments that its parameters do not take."""
    parameters, body = goal.part.parts()
    if parameters.is_call("/", 2):
        parameters = parameters.parts()[1]
    if not (isinstance(parameters.term, List) and parameters.term.is_proper):
        return []
    return [Goal(body, extra=max(0, goal.extra - len(parameters.term.items)), captured=goal.captured)]


def _without_quantifiers(goal: Part) -> Part:
    while goal.is_call("^", 2):
        goal = goal.parts()[1]
    return goal
