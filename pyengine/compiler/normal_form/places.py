"""Where in a rule file the goal stands that cannot be compiled."""

from __future__ import annotations

from pyengine.compiler.unsupported import UnsupportedError
from pyengine.errors import Place
from pyengine.language.program import Clause, Layout, Program
from pyengine.language.vocabulary import Indicator
from pyengine.terms import Atom, Compound, List, Term


def located(error: UnsupportedError, program: Program) -> UnsupportedError:
    """Say the same with the place of the goal itself, in place of that of its clause."""
    if error.place is None or error.goal is None:
        return error
    own = [s for s in program.sentences if s.source.place(s.layout.start, s.layout.end) == error.place]
    for sentence in (*own, *program.sentences):  # what is small is compiled in the place of its call
        if place := _place(sentence, error.goal):
            return UnsupportedError(error.what, place, error.hint, error.goal)
    return error


def _place(sentence: Clause, goal: Indicator) -> Place | None:
    """Find a goal; one that is called with more arguments than it is written with counts where there is no other."""
    name, arity = goal
    nearest: tuple[int, Place] | None = None
    waiting: list[tuple[Term, Layout]] = [(sentence.term, sentence.layout)]
    while waiting:
        term, layout = waiting.pop()
        args = term.args if isinstance(term, Compound) else ()
        if isinstance(term, Compound | Atom) and term.name == name and len(args) <= arity:
            missing = arity - len(args)
            if nearest is None or missing < nearest[0]:
                nearest = missing, sentence.source.place(layout.start, layout.end)
        parts = term.items if isinstance(term, List) else args
        waiting.extend(reversed(list(zip(parts, layout.parts, strict=False))))
    return None if nearest is None else nearest[1]
