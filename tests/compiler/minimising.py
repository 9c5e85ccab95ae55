"""The smallest program that still differs: clauses, goals and subterms are left out one by one while it does.

Hypothesis shrinks the choices that a program was made by; this works on the program itself, and gets further.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from typing import Final

from pyengine.language.reading.reader import read_term
from pyengine.terms import Atom, Compound, List, String, Term, write_term
from pyengine.terms import Var as Variable

from .harness import Ask, fitting
from .random_programs import Program

_PATIENCE_SECONDS: Final = 30
_SERIAL: Final = itertools.count()


def smallest(program: Program, differs: Callable[[Program], bool]) -> Program:
    """Make a program with one goal smaller as long as it differs."""
    end = time.monotonic() + _PATIENCE_SECONDS
    is_smaller = True
    while is_smaller:
        is_smaller = False
        for candidate in _smaller(program):
            if time.monotonic() > end:
                return program
            if differs(candidate):
                program, is_smaller = candidate, True
                break
    return program


def _smaller(program: Program) -> Iterator[Program]:
    """Go through programs that are a little smaller, those that are much smaller first."""
    (ask,) = program.asks
    clauses = [read_term(line.removesuffix(".")) for line in program.text.splitlines()]
    for i in range(len(clauses)):
        yield Program(_written(clauses[:i] + clauses[i + 1 :]), program.asks)
    goal = read_term(ask.goal)
    for other in _less(goal):
        yield Program(program.text, (_asked(ask, other),))
    for i, clause in enumerate(clauses):
        for other in _less(clause):
            if isinstance(other, Atom | Compound):
                yield Program(_written([*clauses[:i], other, *clauses[i + 1 :]]), program.asks)


def _asked(ask: Ask, goal: Term) -> Ask:
    text = write_term(goal)
    return ask._replace(goal=text) if ask.direct is None else Ask(text, direct=fitting(text, ask.direct))


def _written(clauses: list[Term]) -> str:
    return "".join(f"{write_term(clause)}.\n" for clause in clauses)


def _less(term: Term) -> list[Term]:
    size = _size(term)
    return sorted((other for other in _variations(term) if _size(other) < size), key=_size)


def _variations(term: Term) -> Iterator[Term]:
    """Go through terms with something left out, or something simple in the place of something else."""
    if isinstance(term, Compound):
        yield from term.args
        for i, argument in enumerate(term.args):
            for other in _variations(argument):
                yield Compound(term.name, (*term.args[:i], other, *term.args[i + 1 :]))
    elif isinstance(term, List) and term.items:
        yield List(())
        for i in range(len(term.items)):
            rest = (*term.items[:i], *term.items[i + 1 :])
            yield List(rest, term.tail) if rest else term.tail
        for i, item in enumerate(term.items):
            for other in _variations(item):
                yield List((*term.items[:i], other, *term.items[i + 1 :]), term.tail)
        if not term.is_proper:
            yield List(term.items)
    if isinstance(term, Compound | List | String) or (isinstance(term, Variable) and not _is_anonymous(term)):
        yield Variable(f"_{next(_SERIAL)}")
        yield Atom("a")
    if isinstance(term, Compound):
        yield Atom("true")
    if isinstance(term, int | float):
        yield from (0, 1)


def _is_anonymous(variable: Variable) -> bool:
    return variable.name.startswith("_")


def _size(term: Term) -> float:
    match term:
        case Compound(args=args):
            return 2 + sum(map(_size, args))
        case List(items=items):
            return 1 + sum(1 + _size(item) for item in items) + (0 if term.is_proper else _size(term.tail))
        case Variable():
            return 1 if _is_anonymous(term) else 1.2
        case Atom(name=name):
            return 1 if name in ("a", "true") else 1.1
    return 1.05 if term in (0, 1) else 1.3
