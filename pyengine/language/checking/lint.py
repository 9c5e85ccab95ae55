"""What is probably not meant: variables used once, clauses that scatter, repeat or cannot be reached."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from pyengine.errors import Finding, Related
from pyengine.language.checking.clauses import CLAUSE_FORMS, Outline, Part, Rule
from pyengine.language.checking.message_text import brief, show
from pyengine.language.checking.occurrences import variable_findings
from pyengine.language.vocabulary import PREDICATES, Indicator
from pyengine.quoting import quote_line
from pyengine.terms import Atom, Compound, List, String, Term, Var, indicator, variables_of
from pyengine.terms.variants import identical_but_for_names, subsumes

_DIRECTIVES: Final = frozenset(
    {"use_module", "ensure_loaded", "dynamic", "discontiguous", "table", "op", "set_prolog_flag", "module", "include"}
    | {"initialization", "consult", "multifile", "meta_predicate", "style_check"}
)

_MOST_RELATED: Final = 20
"""Other places that one finding leads to."""


def lint(outline: Outline) -> Iterator[Finding]:
    """Look at the clauses of a program one by one, and at each predicate."""
    for rule, after in zip_longest(outline.rules, outline.rules[1:]):
        yield from _head(rule)
        torn = _is_core(rule) or (after is not None and _continues(after))
        if rule.indicator and not torn:
            yield from variable_findings(rule)
    if any(goal.is_call("if", 1) for goal in outline.directives):
        return  # which clauses are there is not known
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
        yield head.error(
            "bad-head",
            f"{what} cannot be the head of a clause",
            "a clause begins with the name of a predicate, in lower case",
        )
    elif (form := indicator(head.term)) in CLAUSE_FORMS:
        assert form is not None
        yield head.error(
            "bad-head",
            f"{form[0]} cannot be the head of a clause",
            "a clause is a fact, or one head with `:-`, `-->` or `=>`, and a body",
        )
    elif found[0] in _DIRECTIVES and (known := PREDICATES.get(found)) and known.library == "system":
        yield head.error(
            "missing-directive-mark",
            f"{show(found)} is a directive, but stands here as a clause",
            f"write `:-` before it: `:- {brief(head.term)}.`",
        )
    elif _continues(rule):
        hint = "the clause before it ends with a full stop; a comma may be meant there"
        yield head.error("stray-goal", "this belongs to no clause", hint, whole=True)
    elif found == (",", 2):
        hint = "end the first with a full stop, or write `:-` if the rest are its conditions"
        yield head.error("two-heads", "this comma joins two heads into one clause", hint)
    elif _is_core(rule):
        message = f"{show(found)} is built in and cannot be redefined"
        yield head.error("redefined-builtin", message, "give your predicate another name")


def _is_core(rule: Rule) -> bool:
    """Tell whether a clause defines what belongs to the system, and cannot be defined."""
    known = PREDICATES.get(rule.indicator or ("", 0))
    return known is not None and known.core


def _continues(rule: Rule) -> bool:
    """Tell whether an indented clause is the rest of the one before, which a full stop has cut off."""
    return _is_core(rule) and rule.clause.source.place(rule.clause.layout.start).column > 1


def _scattered(outline: Outline) -> Iterator[Finding]:
    allowed = outline.declared.get("discontiguous", frozenset()) | outline.declared.get("multifile", frozenset())
    runs: dict[Indicator, list[list[Rule]]] = {}
    scattered: list[Indicator] = []  # in the order of the text
    before: Indicator | None = None
    for rule in outline.rules:
        found = rule.indicator
        if found is None or rule.is_foreign(outline.module):
            continue
        own = runs.setdefault(found, [])
        if found != before:
            own.append([])
            if len(own) == 2 and found not in allowed:
                scattered.append(found)
        own[-1].append(rule)
        before = found
    for found in scattered:
        first, (rule, *_), *later = runs[found]
        yield rule.head.warning(
            "scattered-clauses",
            f"the clauses of {rule} are not together: others end on {_line(first[-1], rule)}",
            f"move them together, or declare `:- discontiguous {rule}.`",
            related=((first[-1].head.place(), "others end here"), *_beginnings(later)),
        )


def _beginnings(runs: list[list[Rule]]) -> Related:
    return tuple((run[0].head.place(), "others begin here") for run in runs[:_MOST_RELATED])


def _repeated(rules: tuple[Rule, ...]) -> Iterator[Finding]:
    seen: dict[object, Rule] = {}
    for rule in rules:
        key = identical_but_for_names(rule.clause.term)
        if first := seen.get(key):
            yield rule.head.warning(
                "repeated-clause",
                f"this clause is the same as that on {_line(first, rule)}",
                "remove one: each gives its solutions again",
                related=((first.head.place(), "the same clause"),),
            )
        else:
            seen[key] = rule


def _unreachable(rules: tuple[Rule, ...]) -> Iterator[Finding]:
    """A clause that commits at once hides all later ones whose heads its own head covers."""
    committed: dict[object, list[Rule]] = {}  # by the first argument, since a predicate may have thousands of clauses
    reported: set[int] = set()
    for rule in rules:
        for blocker in (*committed.get(None, ()), *committed.get(_first_argument(rule), ())):
            if id(blocker) not in reported and subsumes(blocker.head.term, rule.head.term):
                reported.add(id(blocker))
                why = "cut" if blocker.kind != "matching" else "=>"
                yield rule.head.warning(
                    "unreachable-clause",
                    f"this clause of {rule} is never reached: the {why} on {_line(blocker, rule)} comes first",
                    "move it before that clause, or narrow the head or the condition there",
                    related=((_commitment(blocker).place(), f"this {why} comes first"),),
                )
                break
        if _commits(rule):
            committed.setdefault(_first_argument(rule), []).append(rule)


def _first_argument(rule: Rule) -> object:
    """Give what an index would see of the first argument; None for a variable or no argument."""
    if not isinstance(rule.head.term, Compound) or not rule.head.term.args:
        return None
    first = rule.head.term.args[0]
    if isinstance(first, Var):
        return None
    return indicator(first) or (type(first), first)


def _commits(rule: Rule) -> bool:
    if rule.kind == "matching":
        return not rule.guards
    return rule.body is not None and next(rule.body.conjuncts()).term == Atom("!")


def _commitment(rule: Rule) -> Part:
    """Give the cut or the arrow of a clause that commits at once."""
    if rule.kind == "matching" or rule.body is None:
        return Part(rule.clause.term, rule.clause.layout, rule.clause)
    return next(rule.body.conjuncts())


def _endless(rules: tuple[Rule, ...]) -> Iterator[Finding]:
    for number, rule in enumerate(rules):
        if rule.body is None or rule.guards:
            continue
        first = next(rule.body.conjuncts())
        if not isinstance(first.term, Atom | Compound):
            continue
        if first.term == rule.head.term:
            message = f"{rule} calls itself with the same arguments, which never ends"
        elif _asks_for_more(first.term, rule.head.term) and not any(map(_may_commit, rules[:number])):
            message = f"{rule} calls itself before all else, with nothing new in the arguments, and may not end"
        else:
            continue
        hint = f"put a goal that makes progress before it, or declare `:- table {rule}.`"
        yield first.warning("endless-recursion", message, hint)


def _asks_for_more(goal: Term, head: Term) -> bool:
    """Tell whether a goal is its head again, but for variables of its own in place of some arguments."""
    if not isinstance(goal, Compound) or not isinstance(head, Compound) or indicator(goal) != indicator(head):
        return False
    known, fresh = set(variables_of(head)), [arg for arg in goal.args if isinstance(arg, Var)]
    return all(
        given == asked or (isinstance(given, Var) and given not in known and fresh.count(given) == 1)
        for given, asked in zip(goal.args, head.args, strict=True)
    )


def _may_commit(rule: Rule) -> bool:
    """Tell whether a clause can keep those after it from being tried."""
    if rule.kind == "matching":
        return True
    return rule.body is not None and any(goal.term == Atom("!") for goal in rule.body.conjuncts())


def _line(rule: Rule, seen_from: Rule) -> str:
    """Say on which line a clause begins, and in which file unless it is that of the other clause."""
    place = rule.head.place()
    is_near = rule.clause.source == seen_from.clause.source
    return f"line {place.line}" if is_near else f"line {place.line} of {quote_line(place.file)}"
