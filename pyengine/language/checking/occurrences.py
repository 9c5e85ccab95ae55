"""Where the variables of a clause occur, and how often on one way through it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pyengine.errors import Finding
from pyengine.language.checking.clauses import Part, Rule
from pyengine.terms import Compound, Var

_MANY: Final = 500
Branch = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class _Occurrence:
    """One place of a variable; `branch` names the sides taken of the disjunctions around it."""

    part: Part
    branch: Branch

    def excludes(self, other: _Occurrence) -> bool:
        """Tell whether no way through the clause meets both."""
        sides = dict(self.branch)
        return any(sides.get(choice, side) != side for choice, side in other.branch)


def variable_findings(rule: Rule) -> Iterator[Finding]:
    """Report variables used once, which are often misspelt, and those marked as used once that are not.

    What SWI-Prolog warns about: a name in each of several branches counts as used once in each.
    """
    found = _occurrences(rule)
    once = {variable.name: uses[0] for variable, uses in found.items() if len(uses) == 1 and variable.name[0] != "_"}
    slips = {name: near for name in once if (near := _near(name, found))}
    for name, use in once.items():
        near = slips.get(name)
        if near in once and slips.get(near) == name and once[near].part.layout.start > use.part.layout.start:
            continue  # the two are one slip, and the second is the place of it
        hint = f"did you mean {near}?" if near else f"write _{name} or _ if this is meant"
        yield use.part.warning("singleton-variable", f"{name} occurs only once in its clause", hint)
    for variable, uses in found.items():
        name = variable.name
        marked = name[0] == "_" and name[1:2].isupper()
        if len(uses) == 1 or (name[0] == "_" and not marked):
            continue
        again = _together(uses)
        if marked and again:
            message = f"{name} is marked as used once, but occurs {len(uses)} times"
            yield again.part.warning(
                "reused-variable",
                message,
                f"write {name[1:]} if the same value is meant, _ if any value is",
                related=((uses[0].part.place(), "it occurs here too"),),
            )
        elif not marked and not again:
            message = f"{name} occurs only once in each branch"
            yield uses[0].part.warning("singleton-variable", message, f"write _{name} or _ if this is meant")


def _occurrences(rule: Rule) -> dict[Var, list[_Occurrence]]:
    """Gather the named variables of a clause with their places, in the order of the text."""
    found: dict[Var, list[_Occurrence]] = {}
    whole = Part(rule.clause.term, rule.clause.layout, rule.clause)
    choices = 0
    stack: list[tuple[Part, Branch, bool]] = [(whole, (), rule.body is not None)]
    while stack:
        part, branch, control = stack.pop()
        term = part.term
        if isinstance(term, Var):
            if term.name != "_":
                found.setdefault(term, []).append(_Occurrence(part, branch))
            continue
        inner = part.parts()
        if control and _is_choice(part):
            choices += 1
            sides = enumerate(_alternatives(part))
            stack += reversed([(side, (*branch, (choices, number)), True) for number, side in sides])
        else:
            goes_on = control and isinstance(term, Compound) and term.name in (":-", "-->", "=>", ",", "->", "*->")
            stack += [(argument, branch, goes_on) for argument in reversed(inner)]
    return found


def _is_choice(part: Part) -> bool:
    return part.is_call(";", 2) or part.is_call("|", 2)


def _alternatives(part: Part) -> Iterator[Part]:
    while _is_choice(part):
        first, part = part.parts()
        yield first
    yield part


def _together(uses: list[_Occurrence]) -> _Occurrence | None:
    """Find a use that stands on one way with an earlier one; among very many uses the second is taken for one."""
    if len(uses) > _MANY:
        return uses[1]
    for index, use in enumerate(uses):
        for earlier in uses[:index]:
            if not use.excludes(earlier):
                return use
    return None


def _near(name: str, found: dict[Var, list[_Occurrence]]) -> str | None:
    """A variable that differs in case or one letter from a longer name in the clause is a slip."""
    if len(found) > _MANY:  # then each is compared with none
        return None
    for other in (variable.name for variable in found):
        if other == name or len(name) < 3:
            continue
        if other.lower() == name.lower() or (len(other) > 3 and _one_letter_off(name, other)):
            return other
    return None


def _one_letter_off(a: str, b: str) -> bool:
    """Tell whether one letter (not a digit, which counts variables) was changed, added, left out or swapped."""
    if len(a) == len(b):
        different = [(x, y) for x, y in zip(a, b, strict=True) if x != y]
        swapped = len(different) == 2 and different[0] == different[1][::-1]
        return swapped or (len(different) == 1 and different[0][0].islower() and different[0][1].islower())
    short, long = sorted((a, b), key=len)
    gaps = [i for i in range(len(long)) if long[:i] + long[i + 1 :] == short]
    return bool(gaps) and long[gaps[0]].islower() and 0 < gaps[0] < len(long) - 1
