"""Where the clauses of a predicate come from: the rule file, its parameters, or our library of Prolog text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Final

from pyengine.compiler.builtins.registry import WITHIN, built_in_names, versions
from pyengine.compiler.normal_form.boards import board_predicates
from pyengine.compiler.normal_form.goals import Pattern, RawClause, Variable, to_pattern
from pyengine.compiler.runtime.dcg import translate_rule
from pyengine.compiler.runtime.terms import functor
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.errors import Place
from pyengine.language.checking.clauses import Rule, outline
from pyengine.language.contract import OWN, SPLIT, is_split
from pyengine.language.program import Program
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source
from pyengine.language.vocabulary import PREDICATES, Indicator

_LIBRARY: Final = Path(__file__).parent.parent / "library"
LIBRARY: Final = "library"
"""How places in our library call the file."""
_HEAD: Final = re.compile(r"^(?:'((?:[^'\\]|\\.)+)'|([a-z]\w*)|([-+*/\\^<>=~:.?@#&$]+))", re.MULTILINE)


class Sources:
    """The clauses of a program, its own and those of the library, as they were written."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.outline = outline(program)
        self._own: dict[Indicator, tuple[RawClause, ...]] = {}
        self._taken = frozenset(
            name for name, arity in self.outline.definitions if is_in_library(name) and self._has_clauses((name, arity))
        )
        """The names that the rule file has for predicates of its own, and the library for others."""
        self.is_split = is_split(self._has_clauses)
        """Whether moves are given in two steps, so that move/3 is made of legal/2 and result/3."""

    def defines(self, found: Indicator) -> bool:
        """Tell whether the rule file has clauses of its own for a predicate, or two others that stand for it."""
        return self._has_clauses(found) or (found == OWN["move"].indicator and self.is_split)

    def _has_clauses(self, found: Indicator) -> bool:
        known = PREDICATES.get(found)
        return self.outline.defines(found) and not (known is not None and known.core)

    def is_of_boards(self, found: Indicator) -> bool:
        """Tell whether a predicate is one of `library(boards)`, which the file has as it was shipped."""
        return found in self._of_boards

    @cached_property
    def _of_boards(self) -> frozenset[Indicator]:
        return board_predicates(self.outline)

    def is_tabled(self, found: Indicator) -> bool:
        """Tell whether the rule file declares a predicate as tabled."""
        return found in self.outline.declared.get("table", ())

    def clauses(self, found: Indicator) -> tuple[RawClause, ...] | None:
        """Give the clauses of a predicate; None where it is neither defined in the file nor in the library."""
        if self.defines(found):
            if found not in self._own and not self._has_clauses(found):
                self._own[found] = (_MOVE_IN_TWO_STEPS,)
            if found not in self._own:
                self._own[found] = tuple(_raw(rule) for rule in self.outline.definitions.get(found, ()))
                for clause in self._own[found]:
                    self._check_names(clause)
            return self._own[found]
        clauses = library_clauses(found)
        if not clauses or not self._taken:
            return clauses
        return tuple(
            RawClause(clause.args, _within_library(clause.body, self._taken), clause.place, clause.is_matching)
            for clause in clauses
        )

    def _check_names(self, clause: RawClause) -> None:
        """Refuse a clause that calls what our library has, and SWI-Prolog does not offer to the file."""
        for found in _called(clause.body):
            if self.defines(found) or self.offers(found) or not is_in_library(found[0]):
                continue
            if versions(*found) or library_clauses(found):
                what = f"{found[0]}/{found[1]}, which the file neither defines nor imports"
                raise UnsupportedError(what, clause.place)

    def offers(self, found: Indicator) -> bool:
        """Tell whether SWI-Prolog finds a predicate that the file does not define."""
        known = PREDICATES.get(found)
        return known is not None and (known.autoload or known.library in self.outline.imports)


def _called(goal: Pattern) -> Iterator[Indicator]:
    """Go through the predicates that a goal calls, as far as that can be seen."""
    if goal.__class__ is str:
        yield goal, 0
    elif goal.__class__ is tuple:
        found = (goal[0].name, goal[0].arity)
        yield found
        known = PREDICATES.get(found)
        for letter, argument in zip(known.meta or "" if known is not None else "", goal[1:], strict=False):
            if letter in "0^":
                yield from _called(argument)


def _has_dict(term: Pattern) -> bool:
    """Tell whether there is a dict in a term, or a call on one, as the reader writes them."""
    waiting = [term]
    while waiting:
        part = waiting.pop()
        if part.__class__ is tuple:
            name, arity = part[0].name, part[0].arity
            if (name == "dict" and arity % 2) or (name == "." and arity == 2):
                return True
            waiting.extend(part[1:])
    return False


def _raw(rule: Rule) -> RawClause:
    place: Place | None = rule.clause.source.place(rule.clause.layout.start, rule.clause.layout.end)
    term = to_pattern(rule.clause.term)
    if _has_dict(term):
        raise UnsupportedError("a dict", place, "use a compound term or pairs")
    if rule.kind == "grammar":
        head, body = translate_rule(term[1], term[2])
        return RawClause(head[1:], body, place)
    head = to_pattern(rule.head.term)
    args: tuple[Pattern, ...] = head[1:] if head.__class__ is tuple else ()
    if rule.body is None:
        return RawClause(args, None, place)
    body = to_pattern(rule.body.term)
    if rule.kind == "matching":
        if rule.guards:
            guard = to_pattern(rule.guards[0].term)
            body = (functor(",", 2), guard, (functor(",", 2), "!", body))
        else:
            body = (functor(",", 2), "!", body)
        return RawClause(args, body, place, is_matching=True)
    return RawClause(args, body, place)


def is_in_library(name: str) -> bool:
    """Tell whether the library has a predicate with this name, in Prolog or in Python."""
    return name in _blocks() or name in built_in_names()


def _within_library(goal: Pattern, taken: frozenset[str]) -> Pattern:
    """Give a goal of the library in which names that a rule file uses, too, stand for what the library means."""
    if goal.__class__ is str:
        return WITHIN + goal if goal in taken else goal
    if goal.__class__ is not tuple:
        return goal
    name, arity = goal[0].name, goal[0].arity
    known = PREDICATES.get((name, arity))
    meta = known.meta if known is not None and known.meta is not None else "?" * arity
    args = [
        _within_library(argument, taken) if letter.isdigit() or letter in "^/" else argument
        for letter, argument in zip(meta, goal[1:], strict=True)
    ]
    return (functor(WITHIN + name, arity) if name in taken else goal[0], *args)


@cache
def _blocks() -> Mapping[str, tuple[str, ...]]:
    """Find the blocks of the library by the name that the first head of each has."""
    found: dict[str, tuple[str, ...]] = {}
    for path in sorted(_LIBRARY.glob("*.pl")):
        for block in re.split(r"\n[ \t]*\n", path.read_text(encoding="utf-8")):
            text = "\n".join(line for line in block.split("\n") if not line.startswith("%"))
            if head := _HEAD.search(text):
                name = head[1] or head[2] or head[3]
                found[name] = (*found.get(name, ()), text)
    return found


@lru_cache(maxsize=2000)
def library_clauses(found: Indicator) -> tuple[RawClause, ...] | None:
    """Give the clauses that our library has for a predicate."""
    found = (found[0].removeprefix(WITHIN), found[1])
    clauses: dict[Indicator, list[RawClause]] = {}
    for text in _blocks().get(found[0], ()):
        program, findings = read_program(Source(LIBRARY, text))
        if findings:
            raise UnsupportedError(f"library text: {findings[0]}")
        for indicator, rules in outline(program).definitions.items():
            clauses.setdefault(indicator, []).extend(_raw(rule) for rule in rules)
    return tuple(clauses[found]) if found in clauses else None


def _move_in_two_steps() -> RawClause:
    """Give the clause of move/3 that legal/2 and result/3 stand for; a legal move that leads nowhere is an error."""
    legal, result = SPLIT
    state, move, child = (Variable(name) for name in OWN["move"].arguments)
    breach = (functor("pyengine", 1), (functor("fails", 1), (functor("/", 2), *result.indicator)))
    leads = (functor(result.name, 3), state, move, child)
    told = (functor(",", 2), (functor("throw", 1), breach), "fail")  # so that nothing is inferred from what follows it
    made = (functor(";", 2), (functor("->", 2), leads, "true"), told)
    return RawClause((state, move, child), (functor(",", 2), (functor(legal.name, 2), state, move), made), None)


_MOVE_IN_TWO_STEPS: Final = _move_in_two_steps()
