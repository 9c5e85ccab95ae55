"""What is probably not meant: variables used once, clauses that scatter, repeat or cannot be reached."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pyengine.errors import Finding, Severity
from pyengine.language.clauses import Outline, Part, Rule
from pyengine.language.nearest import show
from pyengine.language.variants import identical_but_for_names, subsumes
from pyengine.language.vocabulary import PREDICATES, Indicator
from pyengine.terms import Atom, Compound, List, String, Var, write_term

_DIRECTIVES: Final = frozenset(
    {"use_module", "ensure_loaded", "dynamic", "discontiguous", "table", "op", "set_prolog_flag", "module", "include"}
    | {"initialization", "consult", "multifile", "meta_predicate", "style_check"}
)


def lint(outline: Outline) -> Iterator[Finding]:
    """Look at the clauses of a program one by one, and at each predicate."""
    for rule in outline.rules:
        yield from _head(rule)
        yield from _variables(rule)
    yield from _scattered(outline)
    for found, rules in outline.definitions.items():
        yield from _repeated(rules)
        yield from _unreachable(rules)
        if found not in outline.declared.get("table", ()):
            yield from _endless(rules)


def _head(rule: Rule) -> Iterator[Finding]:
    """A head must be callable, and not one that belongs to the system."""
    head, found = rule.head, rule.indicator
    if found is None:
        what = "a variable" if isinstance(head.term, Var) else "a list" if isinstance(head.term, List) else "a number"
        what = "a string" if isinstance(head.term, String) else what
        yield _error(
            "bad-head",
            f"{what} cannot be the head of a clause",
            head,
            "a clause begins with the name of a predicate, in lower case",
        )
    elif found[0] in _DIRECTIVES and (known := PREDICATES.get(found)) and known.library == "system":
        yield _error(
            "missing-directive-mark",
            f"{show(found)} is a directive, but stands here as a clause",
            head,
            f"write `:-` before it: `:- {_shorten(write_term(head.term))}.`",
        )
    elif (known := PREDICATES.get(found)) and known.core:
        if found == (",", 2):
            hint = "end the first with a full stop, or write `:-` if the rest are its conditions"
            yield _error("two-heads", "this comma joins two heads into one clause", head, hint)
        else:
            hint = "give your predicate another name"
            yield _error("redefined-builtin", f"{show(found)} is built in and cannot be redefined", head, hint)


def _variables(rule: Rule) -> Iterator[Finding]:
    """Variables used once are often misspelt; those marked as used once are not used again."""
    places: dict[Var, list[Part]] = {}
    for part in Part(rule.clause.term, rule.clause.layout, rule.clause).walk():
        if isinstance(part.term, Var) and part.term.name != "_":
            places.setdefault(part.term, []).append(part)
    once = {variable.name: uses[0] for variable, uses in places.items() if len(uses) == 1 and variable.name[0] != "_"}
    slips = {name: near for name in once if (near := _near_variable(name, places))}
    for name, part in once.items():
        near = slips.get(name)
        if near in once and slips.get(near) == name and once[near].layout.start > part.layout.start:
            continue  # the two are one slip, and the second is the place of it
        hint = f"did you mean {near}?" if near else f"write _{name} or _ if this is meant"
        yield _warning("singleton-variable", f"{name} occurs only once in its clause", part, hint)
    for variable, uses in places.items():
        marked = variable.name[0] == "_" and variable.name[1:2].isupper()
        if marked and len(uses) > 1:
            yield _warning(
                "reused-variable",
                f"{variable.name} is marked as used once, but occurs {len(uses)} times",
                uses[1],
                f"write {variable.name[1:]} if the same value is meant, _ if any value is",
            )


def _near_variable(name: str, places: Mapping[Var, object]) -> str | None:
    """A variable that differs in case or one letter from a longer name in the clause is a slip."""
    others = [other.name for other in places if other.name != name]
    for other in others:
        if len(name) > 2 and (other.lower() == name.lower() or (len(other) > 3 and _one_letter_off(name, other))):
            return other
    return None


def _one_letter_off(a: str, b: str) -> bool:
    """Tell whether one letter (not a digit, which counts variables) was changed, added, left out or swapped."""
    if len(a) == len(b):
        different = [(x, y) for x, y in zip(a, b, strict=True) if x != y]
        swapped = len(different) == 2 and different[0] == different[1][::-1]
        return swapped or (len(different) == 1 and different[0][0].isalpha() and different[0][1].isalpha())
    short, long = sorted((a, b), key=len)
    gaps = [i for i in range(len(long)) if long[:i] + long[i + 1 :] == short]
    return bool(gaps) and long[gaps[0]].islower() and 0 < gaps[0] < len(long) - 1


def _scattered(outline: Outline) -> Iterator[Finding]:
    allowed = outline.declared.get("discontiguous", frozenset()) | outline.declared.get("multifile", frozenset())
    last: dict[Indicator, Rule] = {}
    reported: set[Indicator] = set()
    before: Indicator | None = None
    for rule in outline.rules:
        found = rule.indicator
        if found is None:
            continue
        if found != before and found in last and found not in allowed | reported:
            reported.add(found)
            yield _warning(
                "scattered-clauses",
                f"the clauses of {rule} are not together: others end on line {_line(last[found])}",
                rule.head,
                f"move them together, or declare `:- discontiguous {rule}.`",
            )
        last[found], before = rule, found


def _repeated(rules: tuple[Rule, ...]) -> Iterator[Finding]:
    seen: dict[object, Rule] = {}
    for rule in rules:
        key = identical_but_for_names(rule.clause.term)
        if first := seen.get(key):
            yield _warning(
                "repeated-clause",
                f"this clause is the same as that on line {_line(first)}",
                rule.head,
                "remove one: each gives its solutions again",
            )
        else:
            seen[key] = rule


def _unreachable(rules: tuple[Rule, ...]) -> Iterator[Finding]:
    """A clause that commits at once hides all later ones whose heads its own head covers."""
    committed: list[Rule] = []
    reported: set[int] = set()
    for rule in rules:
        for blocker in committed:
            if id(blocker) not in reported and subsumes(blocker.head.term, rule.head.term):
                reported.add(id(blocker))
                why = "cut" if blocker.kind != "matching" else "=>"
                yield _warning(
                    "unreachable-clause",
                    f"this clause of {rule} is never reached: the {why} on line {_line(blocker)} comes first",
                    rule.head,
                    "put it before that clause, or make the other's head or condition narrower",
                )
                break
        if _commits(rule):
            committed.append(rule)


def _commits(rule: Rule) -> bool:
    if rule.kind == "matching":
        return not rule.guards
    return rule.body is not None and _first_goal(rule.body).term == Atom("!")


def _endless(rules: tuple[Rule, ...]) -> Iterator[Finding]:
    for rule in rules:
        if rule.body is None or rule.guards:
            continue
        first = _first_goal(rule.body)
        if isinstance(first.term, Atom | Compound) and first.term == rule.head.term:
            yield _warning(
                "endless-recursion",
                f"{rule} calls itself with the same arguments, which never ends",
                first,
                f"put a goal that makes progress before it, or declare `:- table {rule}.`",
            )


def _first_goal(body: Part) -> Part:
    while body.is_call(",", 2):
        body = body.parts()[0]
    return body


def _line(rule: Rule) -> str:
    place = rule.head.place()
    return str(place.line)


def _shorten(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


def _error(code: str, message: str, part: Part, hint: str) -> Finding:
    return Finding(Severity.ERROR, code, message, part.place(), hint)


def _warning(code: str, message: str, part: Part, hint: str) -> Finding:
    return Finding(Severity.WARNING, code, message, part.place(), hint)
