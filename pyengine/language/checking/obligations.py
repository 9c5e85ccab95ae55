"""Whether a program keeps the contract: what is missing, what contradicts, what is never used."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Final
from unicodedata import normalize

from pyengine.errors import Finding, Place, Related, Severity
from pyengine.language.checking.clauses import Outline, Part, Rule
from pyengine.language.checking.goals import Goal
from pyengine.language.checking.message_text import brief, listed, nearest, show
from pyengine.language.checking.slips import GIVING, VALUES, uncomputed, value_slips
from pyengine.language.contract import (
    CONTRACT,
    MOVERS,
    OWN,
    SPLIT,
    VOCABULARIES,
    Entry,
    Vocabulary,
    alternatives,
    vocabulary_in,
)
from pyengine.language.vocabulary import Indicator
from pyengine.terms import Atom, Term, is_ground

_UTILITIES: Final = tuple(entry.indicator for entry in CONTRACT if entry.role == "worth")
_REMEMBERING: Final = tuple(entry for entry in alternatives("worth") if entry.takes("memory"))
_UTILITY: Final = replace(OWN["utility"], meaning="worth of a final position", needed=True)
_FOR_EACH: Final = next(e.indicator for e in CONTRACT if e.name == _UTILITY.name and e.takes("player"))
_STATICVAL, _FEATURE, _WEIGHT = (OWN[name].indicator for name in ("staticval", "feature", "weight"))
_ROMANIAN: Final = alternatives("moves", "romanian")
_SPELLINGS: Final = {entry.indicator: _ROMANIAN[0].name for entry in _ROMANIAN}
_SLIP: Final = 0.85
"""How much a name is like another one of the same file that it was probably meant to be."""
_CATEGORY, _EXPECTED = (OWN[name].indicator for name in ("category", "expected"))


def followed(outline: Outline) -> Vocabulary:
    """Tell which interface a file follows, or seems to where the predicates that would tell are misspelt."""
    found = vocabulary_in(outline.definitions)
    own = (entry.indicator for entry in CONTRACT if entry.needed and entry is not OWN["initial"])
    if found != "contract" or any(map(outline.defines, own)):
        return found
    for vocabulary, entries in VOCABULARIES.items():
        movers = [entry.indicator for entry in entries if entry.role in MOVERS]
        if any(nearest(mover, outline.definitions, arity=True) for mover in movers):
            return vocabulary
    return found


def missing(outline: Outline) -> tuple[Entry, ...]:
    """List what the interface that a file follows needs and the file does not define."""
    vocabulary = followed(outline)
    needed = [entry for entry in VOCABULARIES[vocabulary] if entry.needed]
    if vocabulary == "contract":
        needed.append(_UTILITY)
    else:
        movers = [entry for entry in needed if entry.role in MOVERS]
        some = any(outline.defines(entry.indicator) for entry in movers)
        needed = [entry for entry in needed if entry not in movers[0 if some else 1 :]]
    return tuple(e for e in needed if not _is_there(e, outline, vocabulary))


def _is_there(entry: Entry, outline: Outline, vocabulary: Vocabulary) -> bool:
    """Tell whether a file defines a predicate, or another that stands for it."""
    ways = alternatives(entry.role, vocabulary) if entry.role else (entry,)
    if entry is OWN["move"] and all(outline.defines(way.indicator) or way.name in outline.unread for way in SPLIT):
        return True
    return any(outline.defines(way.indicator) or way.name in outline.unread for way in ways)


def obligations(outline: Outline, calls: Iterable[tuple[Rule, Goal]]) -> Iterator[Finding]:
    """Report what breaks the contract."""
    called = {goal.indicator for _, goal in calls}
    yield from _spellings(outline)
    yield from _missing(outline)
    vocabulary = followed(outline)
    if vocabulary == "contract":
        yield from _utilities(outline)
        yield from _players(outline)
        yield from _estimates(outline, called)
        yield from _memory(outline)
        yield from _steps(outline, called)
    yield from _misfits(outline, called, VOCABULARIES[vocabulary])
    yield from _parameters(outline, calls)
    for found in sorted(VALUES):
        if _is_valued(found, outline):
            yield from value_slips(found, outline.definitions.get(found, ()))
    if vocabulary == "contract":
        for found in GIVING:
            yield from uncomputed(found, outline.definitions.get(found, ()))


def _is_valued(found: Indicator, outline: Outline) -> bool:
    """Tell whether the last argument of a predicate is surely meant as a value."""
    if found == _STATICVAL or vocabulary_in(outline.definitions) != "contract":
        return found == _STATICVAL
    if found in (_FEATURE, _WEIGHT):
        return outline.defines(_FEATURE) and outline.defines(_WEIGHT)
    return found != _FOR_EACH or next(_in_wrong_order(outline), None) is None


def _missing(outline: Outline) -> Iterator[Finding]:
    lacking = missing(outline)
    vocabulary = followed(outline)
    entries = VOCABULARIES[vocabulary]
    free = [found for found in outline.definitions if found not in {entry.indicator for entry in entries}]
    start = Place(outline.program.source.name, 1, 1)
    meant: list[tuple[Entry, Indicator | None]] = []
    for entry in lacking:
        near = _meant(entry, free)
        if near:
            free.remove(near)
        meant.append((_mover(near, entries) if near and entry.role in MOVERS else entry, near))
    all_lacking = vocabulary == "contract" and len(lacking) == 1 + sum(entry.needed for entry in entries)
    if all_lacking and not any(near for _, near in meant):
        names = listed([show(entry.indicator) for entry in lacking])
        yield Finding(
            Severity.ERROR,
            "not-a-game",
            f"this file defines no game: {names} are missing",
            start,
            "a game has at least player(P), initial(S), to_move(S, P), move(S, M, S2) and utility(S, V)",
        )
        return
    for entry, near in meant:
        code = "missing-utility" if entry is _UTILITY else "missing-predicate"
        name = "utility/2 or utility/3" if entry is _UTILITY else show(entry.indicator)
        message = f"{name} is missing ({entry.meaning})"
        half = next((way.indicator for way in SPLIT if outline.defines(way.indicator)), None)
        if entry is OWN["move"] and half:
            forms = listed([way.form for way in SPLIT if way.indicator != half])
            hint = f"{show(half)} is defined; with {forms} it stands for {show(entry.indicator)}"
            yield outline.head(half).error(code, message, hint)
        elif near:
            hint = _near_hint(entry, near)
            yield outline.head(near).error(code, message, hint)
        else:
            wanted = "give utility(S, V) for two players, or utility(S, P, V) for any number"
            hint = wanted if entry is _UTILITY else f"write for instance {entry.example}"
            yield Finding(Severity.ERROR, code, message, start, hint)


def _meant(entry: Entry, free: Collection[Indicator]) -> Indicator | None:
    same = [found for found in free if found[0] == entry.name]
    if same:
        return min(same, key=lambda found: abs(found[1] - entry.arity))
    return nearest(entry.indicator, [found for found in free if abs(found[1] - entry.arity) <= 1])


def _mover(near: Indicator, entries: Collection[Entry]) -> Entry:
    """Tell which of the two predicates that say whose turn it is a name is more like: either will do."""
    movers = {entry.indicator: entry for entry in entries if entry.role in MOVERS}
    return movers[nearest(near, movers, alike=0) or next(iter(movers))]


def _near_hint(entry: Entry, near: Indicator) -> str:
    if near[0] == entry.name:
        return f"{show(near)} is defined, {show(entry.indicator)} is needed: {entry.form}"
    if near[1] == entry.arity:
        return f"{show(near)} is defined; did you mean {show(entry.indicator)}?"
    return f"{show(near)} is defined; did you mean {entry.form}?"


def _spellings(outline: Outline) -> Iterator[Finding]:
    """Report predicates that look alike and are not, and those that say the same in two spellings."""
    spelt: dict[Indicator, Indicator] = {}
    for found in outline.definitions:
        name, arity = found
        like = spelt.setdefault((_SPELLINGS.get(found) or normalize("NFC", name), arity), found)
        if like != found:
            yield outline.head(found).error(
                "two-spellings",
                f"{show(found)} is spelt in another way than on line {outline.head(like).place().line}, and is another "
                "predicate",
                f"write {show(like)} everywhere, letter by letter",
                related=_at(outline, like),
            )


def _utilities(outline: Outline) -> Iterator[Finding]:
    given = [found for found in _UTILITIES if found in outline.definitions]
    if len(given) < 2:
        return
    first, second = given[0], given[1]
    line = outline.head(first).place().line
    yield outline.head(second).error(
        "both-utilities",
        f"{show(first)} and {show(second)} are both defined, and only one can count",
        f"remove one; {show(first)} is on line {line}",
        related=_at(outline, first),
    )


def _players(outline: Outline) -> Iterator[Finding]:
    rules = outline.definitions.get(OWN["player"].indicator, ())
    if not rules or any(rule.kind != "fact" or not is_ground(rule.head.term) for rule in rules):
        return
    players = list(dict.fromkeys(rule.head.parts()[0].term for rule in rules))
    if len(players) > 2 and _UTILITY.indicator in outline.definitions:
        yield rules[2].head.error(
            "too-many-players",
            f"utility/2 is for two players, and there are {len(players)}",
            "with more players give utility(S, P, V), the worth for each player P",
        )
    if third := next(_in_wrong_order(outline), None):
        yield third.error(
            "wrong-order",
            f"{brief(third.term)} is a player, but stands where utility/3 has the value",
            "the order is utility(S, P, V): position, player, value",
            whole=True,
        )


def _in_wrong_order(outline: Outline) -> Iterator[Part]:
    """Find players where utility/3 has its value, and something else where it has the player."""
    players = {rule.head.parts()[0].term for rule in outline.definitions.get(OWN["player"].indicator, ())}
    for rule in outline.definitions.get(_FOR_EACH, ()):
        if rule.kind in ("fact", "rule"):
            _, second, third = rule.head.parts()
            if is_ground(second.term) and second.term not in players and third.term in players:
                yield third


def _estimates(outline: Outline, called: Collection[Indicator | None]) -> Iterator[Finding]:
    feature, weight = _FEATURE, _WEIGHT
    has_feature = feature in outline.definitions
    if has_feature and _STATICVAL in outline.definitions and feature not in called:
        yield _beaten(outline, feature, _STATICVAL, "unused-feature")
    elif has_feature and not outline.defines(weight) and feature not in called and "weight" not in outline.unread:
        yield _useless(outline, feature, weight, "missing-weight", "write weight(Name, W) for each feature")
    if weight in outline.definitions and not has_feature and weight not in called and "feature" not in outline.unread:
        yield _useless(outline, weight, feature, "missing-feature", "write feature(S, Name, V) for each weight")
    if has_feature and weight in outline.definitions and _STATICVAL not in outline.definitions:
        yield from _unpaired(outline)
        yield from _weighted_twice(outline)
    yield from _classes(outline, called)


def _classes(outline: Outline, called: Collection[Indicator | None]) -> Iterator[Finding]:
    """Report classes of positions that do not count, and those of which nothing is known."""
    has_category, has_expected = _CATEGORY in outline.definitions, _EXPECTED in outline.definitions
    sums = outline.defines(_FEATURE) and outline.defines(_WEIGHT)
    wins = _STATICVAL if outline.defines(_STATICVAL) else _FEATURE if sums else None
    if has_category and has_expected and wins and _EXPECTED not in called:
        yield _beaten(outline, _EXPECTED, wins, "unused-classes")
    elif has_category and not outline.defines(_EXPECTED) and not wins and _CATEGORY not in called:
        hint = "pyengine tune --categories learns it; or write expected(Class, V) for each class"
        yield _useless(outline, _CATEGORY, _EXPECTED, "missing-expected", hint)
    if has_expected and not outline.defines(_CATEGORY) and _EXPECTED not in called:
        yield _useless(outline, _EXPECTED, _CATEGORY, "missing-category", "write category(S, Class)")


def _useless(outline: Outline, found: Indicator, other: Indicator, code: str, hint: str) -> Finding:
    return outline.head(found).warning(code, f"{show(found)} has no use without {show(other)}", hint)


def _beaten(outline: Outline, found: Indicator, winner: Indicator, code: str) -> Finding:
    message, hint = f"{show(found)} is not used, since {show(winner)} is defined", f"{show(winner)} wins"
    return outline.head(found).warning(code, message, f"remove one of them: {hint}", related=_at(outline, winner))


def _at(outline: Outline, found: Indicator) -> Related:
    """Lead to the first clause of a predicate, which may be declared without any."""
    return ((outline.head(found).place(), show(found)),) if found in outline.definitions else ()


def _unpaired(outline: Outline) -> Iterator[Finding]:
    """Report features without a weight of their name, and the other way round, where the heads name them all."""
    features = [rule.head.parts()[1] for rule in outline.definitions[_FEATURE]]
    weights = [rule.head.parts()[0] for rule in outline.definitions[_WEIGHT]]
    for ours, others, code, what in (
        (features, weights, "missing-weight", "the feature {} has no weight: weight/2 has no clause for it"),
        (weights, features, "missing-feature", "the weight of {} is never used: feature/3 has no clause for it"),
    ):
        known = {part.term for part in others}
        if any(not is_ground(term) for term in known):
            continue
        for part in {part.term: part for part in reversed(ours)}.values():
            if is_ground(part.term) and part.term not in known:
                hint = f"there are: {', '.join(sorted(map(brief, known)))}"
                yield part.warning(code, what.format(brief(part.term)), hint, whole=True)


def _weighted_twice(outline: Outline) -> Iterator[Finding]:
    """Report a feature that has another weight already, perhaps in a library."""
    first: dict[Term, Part] = {}
    for rule in outline.definitions["weight", 2]:
        name = rule.head.parts()[0]
        before = first.setdefault(name.term, name)
        if before is not name and rule.kind == "fact" and is_ground(name.term):
            message = f"the feature {brief(name.term)} has a weight already"
            hint = f"the first is at {before.place()}; remove one"
            yield name.warning("two-weights", message, hint, whole=True, related=((before.whole(), "the first one"),))


def _memory(outline: Outline) -> Iterator[Finding]:
    memory = OWN["memory"].indicator
    used = any(outline.defines(entry.indicator) or entry.name in outline.unread for entry in _REMEMBERING)
    if memory in outline.definitions and not used:
        hint = "write outcome(S, Mem, V) in place of utility(S, V)"
        yield _useless(outline, memory, OWN["outcome"].indicator, "unused-memory", hint)


def _steps(outline: Outline, called: Collection[Indicator | None]) -> Iterator[Finding]:
    """Report moves in two steps that do not count, since there are moves in one."""
    move, found = OWN["move"].indicator, [way.indicator for way in SPLIT]
    if outline.defines(move) and all(map(outline.defines, found)) and not any(way in called for way in found):
        yield _beaten(outline, found[0], move, "unused-legal")


def _misfits(outline: Outline, called: Collection[Indicator | None], entries: tuple[Entry, ...]) -> Iterator[Finding]:
    """Predicates that look like those of the contract but are not, and that the file itself does not use."""
    known = {entry.indicator for entry in entries}
    names = {entry.name for entry in entries}
    lacking = missing(outline)
    taken = {_meant(entry, [f for f in outline.definitions if f not in known]) for entry in lacking}
    optional = [entry.indicator for entry in entries if entry not in lacking and not outline.defines(entry.indicator)]
    given = [entry.indicator for entry in entries if outline.defines(entry.indicator)]
    for found, rules in outline.definitions.items():
        if found in known or found in called or found in taken or rules[0].kind == "grammar":
            continue
        if found[0] in names:
            forms = listed([entry.form for entry in entries if entry.name == found[0]], "or")
            yield rules[0].head.warning(
                "wrong-arity",
                f"{show(found)} is not part of the contract, and nothing here calls it",
                f"the contract has {forms}",
            )
        elif near := (nearest(found, given, arity=True, alike=_SLIP) or nearest(found, optional, arity=True)):
            yield rules[0].head.warning(
                "misspelt-predicate", f"nothing calls {show(found)}", f"did you mean {show(near)}?"
            )


def _parameters(outline: Outline, calls: Iterable[tuple[Rule, Goal]]) -> Iterator[Finding]:
    declared: dict[Term, Rule] = {}
    certain = "parameter" not in outline.unread
    for rule in outline.definitions.get(OWN["parameter"].indicator, ()):
        if rule.kind == "grammar":
            continue
        name, default = rule.head.parts()
        if not isinstance(name.term, Atom):
            certain = False
            yield name.error(
                "bad-parameter",
                "the name of a parameter is an atom",
                "write for instance parameter(size, 3).",
                whole=True,
            )
        elif name.term in declared:
            yield name.error(
                "bad-parameter",
                f"the parameter {brief(name.term)} is declared twice",
                f"the first is on line {declared[name.term].head.place().line}; remove one",
                whole=True,
                related=((declared[name.term].head.parts()[0].whole(), "the first one"),),
            )
        elif rule.kind == "fact" and not is_ground(default.term):
            yield default.error(
                "bad-parameter", f"the parameter {brief(name.term)} has no default", "give it a value", whole=True
            )
        declared.setdefault(name.term, rule)
    if not certain or ("param", 2) in outline.definitions:
        return
    for _, goal in calls:
        if goal.indicator != ("param", 2) or not goal.part.parts():
            continue
        name = goal.part.parts()[0]
        if isinstance(name.term, Atom) and name.term not in declared:
            there = listed([brief(term) for term in declared]) if declared else ""
            near = nearest((name.term.name, 0), [(t.name, 0) for t in declared if isinstance(t, Atom)])
            hint = f"declared: {there}" if declared else f"declare it: parameter({brief(name.term)}, Default)."
            yield name.error(
                "undeclared-parameter",
                f"the parameter {brief(name.term)} is not declared",
                f"did you mean {near[0]}? {hint}" if near else hint,
                whole=True,
            )
