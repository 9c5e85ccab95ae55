"""How deep what stands in a rule file may be nested, and how long its numbers may be: as far as all who get it go.

The reader itself has no limit, nor have terms that are given or made at run time. SWI-Prolog, though, reads and
compiles clauses with the process's stack, and Python and C compilers do so with the code that is made of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyengine.language.program import Layout
from pyengine.language.reading.problems import MisreadError
from pyengine.language.reading.tokens import Token
from pyengine.language.sizes import DEEPEST_CLAUSE, MOST_GOALS, MOST_NESTING, MOST_NUMERAL
from pyengine.terms import Compound, List, Term

_HINT: Final = "make the term at run time, in several clauses"


def may_be_deep(tokens: Sequence[Token]) -> bool:
    """Tell whether a sentence is long enough to need a look at how deep it is; hardly any is."""
    return len(tokens) > min(2 * MOST_NESTING, DEEPEST_CLAUSE, MOST_GOALS)


def find_excess(tokens: Sequence[Token]) -> MisreadError | None:
    """Find what makes a sentence too much to be read on."""
    return _long_numeral(tokens) or (_deep_brackets(tokens) if may_be_deep(tokens) else None)


def _deep_brackets(tokens: Sequence[Token]) -> MisreadError | None:
    """Find the first bracket that stands inside too many others."""
    level = 0
    for token in tokens:
        if token.type.startswith("OPEN"):
            level += 1
            if level > MOST_NESTING:
                message = f"brackets are nested more than {MOST_NESTING} deep"
                return MisreadError("deep-nesting", message, token, _HINT)
        elif token.type.startswith("CLOSE"):
            level -= 1
    return None


def _long_numeral(tokens: Sequence[Token]) -> MisreadError | None:
    """Find the first number that is written with too many digits."""
    if tokens[-1].end - tokens[0].start <= MOST_NUMERAL:
        return None
    for token in tokens:
        if token.end - token.start > MOST_NUMERAL and token.text[0].isdigit():
            message = f"a number is written with more than {MOST_NUMERAL} digits"
            return MisreadError("long-number", message, token, "compute it, as in `N is 10**20000`")
    return None


def deep_term(term: Term, layout: Layout) -> MisreadError | None:
    """Find the first part of a term that has too many levels round it, or too many goals before it."""
    waiting: list[tuple[Term, Layout, int, int]] = [(term, layout, 0, 0)]
    while waiting:
        term, layout, level, goals = waiting.pop()
        if level > DEEPEST_CLAUSE:
            message = f"a term is nested more than {DEEPEST_CLAUSE} deep"
            return MisreadError("deep-nesting", message, layout, _HINT)
        if goals > MOST_GOALS:
            message = f"more than {MOST_GOALS} goals stand one after the other"
            return MisreadError("deep-nesting", message, layout, "make several predicates of them")
        if isinstance(term, Compound) and term.name == "," and len(term.args) == 2:
            (first, second), (here, after) = term.args, layout.parts
            waiting.append((second, after, level, goals + 1))
            waiting.append((first, here, level + 1, 0))
        elif isinstance(term, Compound | List):
            parts = term.args if isinstance(term, Compound) else term.items
            inner = zip(parts, layout.parts, strict=False)
            waiting.extend([(part, place, level + 1, 0) for part, place in inner][::-1])
    return None
