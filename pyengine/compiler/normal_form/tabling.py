"""Which tabled predicates can be compiled: those whose answers do not hang on when a table is looked at.

A table that is not complete yet may be asked for more answers later. A goal that looks at it only once (a negation, a
condition, a cut, a goal that collects) sees what happens to be there; SWI-Prolog delays such a goal or raises an
error.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from pyengine.compiler.builtins.registry import versions
from pyengine.compiler.normal_form import goals as nf
from pyengine.compiler.normal_form.rules import Rules
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.errors import Place
from pyengine.language.checking.clauses import indicators
from pyengine.language.vocabulary import Indicator

_PLAIN_HINT: Final = "declare it as `:- table name/arity.`, where that means the same"
_ONCE_HINT: Final = "take the predicate out of `:- table` where its recursion comes to an end without"


class _CallSite(NamedTuple):
    """A call in a clause; `looks_once` says what stands around it that looks at its answers only once."""

    callee: Indicator
    looks_once: str | None
    place: Place | None


def check_tabled(rules: Rules, predicate: nf.Predicate) -> None:
    """Refuse a tabled predicate whose answers may differ from those in SWI-Prolog."""
    own = (predicate.name, predicate.arity)
    _check_declared(rules.sources, own)
    sites = _reachable(rules, predicate)
    callers: dict[Indicator, set[Indicator]] = {}
    for caller, found in sites.items():
        for site in found:
            callers.setdefault(site.callee, set()).add(caller)
    ring = _closure(own, callers)
    for caller in sites:
        for site in sites[caller]:
            if site.looks_once is not None and caller in ring | {own} and site.callee in ring | {own}:
                what = f"{own[0]}/{own[1]} is tabled and calls itself {site.looks_once}"
                raise UnsupportedError(what, site.place or _place(predicate), _ONCE_HINT)


def _check_declared(sources: Sources, own: Indicator) -> None:
    """Refuse a declaration with modes or options, and one of what the file does not define."""
    for directive in sources.outline.directives:
        if not directive.is_call("table", 1):
            continue
        waiting = list(directive.parts())
        while waiting:
            part = waiting.pop()
            if part.is_call(",", 2):
                waiting.extend(part.parts())
            elif own in [found for found, _ in indicators(part)]:
                if not (part.is_call("/", 2) or part.is_call("//", 2)):
                    raise UnsupportedError(
                        f"{own[0]}/{own[1]} is tabled with modes or options", part.whole(), _PLAIN_HINT
                    )
                if not sources.defines(own):
                    raise UnsupportedError(f"{own[0]}/{own[1]} is tabled and not defined in the file", part.whole())


def _reachable(rules: Rules, predicate: nf.Predicate) -> dict[Indicator, list[_CallSite]]:
    """Give the calls of a predicate and of all that it calls; refuse a goal that only the run knows."""
    own = (predicate.name, predicate.arity)
    sites: dict[Indicator, list[_CallSite]] = {}
    waiting: list[tuple[Indicator, Place | None]] = [(own, _place(predicate))]
    while waiting:
        found, place = waiting.pop()
        if found in sites or (versions(*found) and not rules.sources.defines(found)):
            continue
        sites[found] = []
        called = rules.predicate(found)
        for clause in called.clauses if called is not None else ():
            for goal, looks_once in _calls(clause.body, None):
                if isinstance(goal, nf.Dynamic):
                    what = f"{own[0]}/{own[1]} is tabled and calls a goal that only the run knows"
                    raise UnsupportedError(what, clause.place or place, "write the goal itself")
                site = _CallSite((goal.name, len(goal.args)), looks_once, clause.place or place)
                sites[found].append(site)
                waiting.append((site.callee, site.place))
    return sites


def _calls(goal: nf.Goal, looks_once: str | None) -> Iterator[tuple[nf.Call | nf.Dynamic, str | None]]:
    """Go through the calls in a goal, each with what looks at its answers only once."""
    match goal:
        case nf.Call() | nf.Dynamic():
            yield goal, looks_once
        case nf.Conj(goals=goals):
            last_cut = max((index for index, inner in enumerate(goals) if nf.has_cut(inner)), default=0)
            for index, inner in enumerate(goals):
                yield from _calls(inner, looks_once or ("before a cut" if index < last_cut else None))
        case nf.Or(left=left, right=right):
            yield from _calls(left, looks_once)
            yield from _calls(right, looks_once)
        case (
            nf.If(condition=condition, then=then, otherwise=otherwise)
            | nf.SoftIf(condition=condition, then=then, otherwise=otherwise)
        ):
            yield from _calls(condition, "in a condition, or in what gives one solution only")
            yield from _calls(then, looks_once)
            yield from _calls(otherwise, looks_once)
        case nf.Not(goal=inner):
            yield from _calls(inner, "under a negation")
        case nf.Scope(goal=inner):
            yield from _calls(inner, looks_once)
        case nf.Findall(goal=inner):
            yield from _calls(inner, "in a goal that collects all solutions")
        case nf.Catch(goal=inner, recovery=recovery):
            yield from _calls(inner, "in catch/3")
            yield from _calls(recovery, "in catch/3")


def _closure(start: Indicator, following: dict[Indicator, set[Indicator]]) -> set[Indicator]:
    found: set[Indicator] = set()
    waiting = [start]
    while waiting:
        for other in following.get(waiting.pop(), ()):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def _place(predicate: nf.Predicate) -> Place | None:
    return predicate.clauses[0].place if predicate.clauses else None
