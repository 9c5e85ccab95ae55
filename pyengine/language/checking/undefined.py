"""Calls to predicates that nobody defines."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import Final

from pyengine.errors import Finding, Related, Severity
from pyengine.language.checking.clauses import Outline, Rule
from pyengine.language.checking.goals import Goal
from pyengine.language.checking.message_text import brief, listed, nearest, show
from pyengine.language.contract import CONTRACT, PROVIDED
from pyengine.language.shipped import offered
from pyengine.language.sizes import MOST_REPORTED
from pyengine.language.vocabulary import LIBRARIES, PREDICATES, Indicator
from pyengine.terms import List

_GOAL: Final = "a goal is a call such as other(P, Q), or a test such as N > 0"
_OTHER_LANGUAGES: Final = {
    "=>": "write >= for greater or equal",
    "<=": "write =< for less or equal",
    "!=": "write \\= for terms, =\\= for numbers",
    "<>": "write \\= for terms, =\\= for numbers",
    "&&": "write , for and",
    "&": "write , for and",
    "and": "write , for and",
    "||": "write ; for or",
    "|": "write ; for or",
    "or": "write ; for or",
    "if": "write ( Condition -> Then ; Else )",
    "else": "write ( Condition -> Then ; Else )",
    "then": "write ( Condition -> Then ; Else )",
    "return": "a predicate gives its result in an argument",
    ":=": "write `is` to compute a value",
    ":-": "a clause cannot stand inside another; end the one before it with a full stop",
    "-->": "a clause cannot stand inside another; end the one before it with a full stop",
}


def undefined(
    calls: Iterable[tuple[Rule, Goal]], outline: Outline, missing: Collection[Indicator], *, trust: bool
) -> Iterator[Finding]:
    """Report each undefined predicate once, where it is first called; not those in `missing`, which are reported.

    A trusted file may load or create predicates as it runs, so there this is a warning.
    """
    severity = Severity.WARNING if trust else Severity.ERROR
    first: dict[Indicator, Goal] = {}
    for _, goal in calls:
        found = goal.indicator
        if found is None:
            what = "the empty list" if isinstance(goal.part.term, List) else brief(goal.part.term)
            yield goal.part.error("bad-goal", f"{what} cannot be called as a goal", _GOAL, whole=True)
        elif found not in missing and not is_known(found, outline):
            first.setdefault(found, goal)
    for found, goal in islice(first.items(), MOST_REPORTED):
        yield Finding(
            severity,
            "undefined-predicate",
            f"{goal} is not defined",
            goal.part.place(),
            _hint(found, goal, outline),
            related=_namesakes(found, outline),
        )
    for goal in islice(first.values(), MOST_REPORTED, MOST_REPORTED + 1):
        message = f"{len(first) - MOST_REPORTED:,} more predicates from here on are not defined, and are not listed"
        yield Finding(Severity.NOTE, "more-undefined", message, goal.part.place())


def _namesakes(found: Indicator, outline: Outline) -> Related:
    """Lead to the predicates of the same name that are defined."""
    others = ((found[0], arity) for arity in outline.arities(found[0]))
    return tuple((outline.head(other).place(), show(other)) for other in others)


def is_known(found: Indicator, outline: Outline) -> bool:
    """Tell whether a predicate is the file's own, pyengine's, built in, or in a library that is at hand.

    Unsafe predicates count as known: that they are refused is said elsewhere.
    """
    name, arity = found
    if outline.defines(found) or found in PROVIDED or name in outline.unread or name[:1] == "$":
        return True
    if name == ":" or (name == "call" and arity > 0):
        return True
    known = PREDICATES.get(found)
    return known is not None and (known.autoload or not known.safe or known.library in outline.imports)


def _hint(found: Indicator, goal: Goal, outline: Outline) -> str:
    name, arity = found
    if goal.extra and not goal.nonterminal and (arities := outline.arities(name)):
        others = listed([show((name, other)) for other in arities])
        there = f"{others} {'is' if len(arities) == 1 else 'are'} defined"
        return f"it is called with {'one argument' if arity == 1 else f'{arity} arguments'} here; {there}"
    return what_was_meant(found, outline)


def what_was_meant(found: Indicator, outline: Outline) -> str:
    """Give the hint for a call of a predicate that nobody defines."""
    name, _ = found
    if arities := outline.arities(name):
        others = listed([show((name, other)) for other in arities])
        return f"{others} {'is' if len(arities) == 1 else 'are'} defined; the number of arguments differs"
    if given := [show(other) for other in PROVIDED if other[0] == name]:
        return f"{given[0]} comes with every game; the number of arguments differs"
    if known := PREDICATES.get(found):
        return f"add `:- use_module(library({known.library})).`"
    if name in _OTHER_LANGUAGES:
        return _OTHER_LANGUAGES[name]
    if entry := next((entry for entry in CONTRACT if entry.indicator == found), None):
        return f"{entry.form} may be left out, but not called then; define it: {entry.meaning}"
    if near := nearest(found, outline.definitions):
        return f"did you mean {show(near)}?"
    if library := offered().get(found):
        return f"library({library}) has it: write `:- include(library({library})).`"
    usable = [other for other, known in PREDICATES.items() if known.safe and known.library in LIBRARIES | {"system"}]
    if same := [other for other in usable if other[0] == name]:
        return f"SWI-Prolog has {listed([show(other) for other in same])}; the number of arguments differs"
    if near := nearest(found, usable, arity=True, alike=0.8):
        return f"did you mean {show(near)}?"
    return "define it, or look for a slip in its name"
