"""A program compiled and loaded: its predicates as Python functions."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from pyengine.compiler.analysis.fixpoint import Analysis
from pyengine.compiler.normal_form.goals import NormalClause, Predicate, Variable
from pyengine.compiler.normal_form.lifting import Lifting
from pyengine.compiler.normal_form.rules import Rules
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.procedures import domain
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.procedures.procedure import Summary
from pyengine.compiler.python.execution import execute
from pyengine.compiler.python.printer import print_module
from pyengine.compiler.python.source import write_module
from pyengine.compiler.runtime.solver import Solver
from pyengine.compiler.runtime.terms import FAIL, Value, functor
from pyengine.compiler.runtime.unify import NotGroundError, Trail, resolve, undo
from pyengine.language.program import Program
from pyengine.language.vocabulary import PREDICATES

_MOST_DOUBTS: Final = 12
Prepare = Callable[[Analysis], Mapping[Key, tuple[Type, ...]]]
"""Says what is known of the inputs of procedures, by their keys."""


@dataclass(frozen=True)
class Compiled:
    """Compiled rules: the functions for what was asked for."""

    title: str
    functions: Mapping[Key, Callable[..., Any]]
    summaries: Mapping[Key, Summary]
    analysis: Analysis
    doubted: frozenset[str] | None
    relink: Callable[[frozenset[str] | None], Compiled]

    @property
    def source(self) -> str:
        """The rules as Python for people; what is executed is not this text but the same nodes."""
        return print_module(write_module(self.analysis, list(self.functions)), self.title)

    def solutions(self, key: Key, *args: Value) -> Iterator[tuple[Value, ...]]:
        """Go through the solutions of a procedure, as tuples of outputs, clean where they are ground."""
        given = 0
        compiled = self
        trail: Trail = []
        while True:
            try:
                for solution in itertools.islice(compiled.attempt(key, *args, trail=trail), given, None):
                    given += 1
                    yield solution
                return
            except NotGroundError as error:  # what was given so far will be found again
                undo(trail, 0)
                compiled = compiled.relink(compiled.doubting(error.label))

    def attempt(self, key: Key, *args: Value, trail: Trail | None = None) -> Iterator[tuple[Value, ...]]:
        """Do the same, but leave NotGroundError to the caller; what is bound then is in the trail."""
        summary = self.summaries[key]
        bound = [] if trail is None else trail
        found = self.functions[key](*args, bound) if summary.uses_trail else self.functions[key](*args)
        outputs = key.pattern.count("f")
        is_clean = all(clean for clean, _ in summary.outs or ())
        if not summary.is_many:
            found = () if found is FAIL or found is False else (found,)
        for solution in found:
            if not outputs:
                yield ()
            elif is_clean:
                yield (solution,) if outputs == 1 else solution
            else:
                yield (resolve(solution),) if outputs == 1 else tuple([resolve(part) for part in solution])

    def doubting(self, label: str) -> frozenset[str] | None:
        """Give the procedures whose outputs are not to be taken for ground, with one more; after some, all."""
        doubted = (self.doubted or frozenset()) | {label}
        return doubted if len(doubted) <= _MOST_DOUBTS else None


def compile_rules(
    program: Program,
    parameters: Mapping[str, Value] | None,
    entries: Sequence[Key],
    prepare: Prepare | None = None,
    doubted: frozenset[str] | None = frozenset(),
) -> Compiled:
    """Compile the procedures that are asked for, and what they need; raises UnsupportedError.

    `prepare` may say what is known of the inputs of some of them, after an analysis of its own.
    """
    return link(Rules(Sources(program), parameters), entries, f"Rules of {program.source.name}.", prepare, doubted)


def link(
    rules: Rules,
    entries: Sequence[Key],
    title: str,
    prepare: Prepare | None = None,
    doubted: frozenset[str] | None = frozenset(),
) -> Compiled:
    """Compile procedures of rules in normal form, and load them."""
    analysis = Analysis(rules, doubted)
    known = {} if prepare is None else prepare(analysis)
    for key in entries:
        analysis.request(key, known.get(key, tuple(domain.ANY for letter in key.pattern if letter != "f")), None)
    analysis.run()
    module = write_module(analysis, list(entries))
    names = module.names.namespace()
    if analysis.is_dynamic:
        names["solve"] = Solver(_finder(rules)).solve
    origins = module.number_lines()
    namespace = execute([function.definition for function in module.functions], names, "<compiled>", origins)
    functions = {key: namespace[name] for key, name in module.entries.items()}
    summaries = {key: analysis.procedures[key].summary for key in entries}

    def relink(doubted: frozenset[str] | None) -> Compiled:
        return link(rules, entries, title, prepare, doubted)

    return Compiled(title, functions, summaries, analysis, doubted, relink)


def solve(rules: Rules, key: Key, inputs: Sequence[tuple[Value, ...]], most: int) -> list[tuple[Value, ...]]:
    """List the solutions of a procedure for each of some inputs, up to so many for each, as rows of all its arguments.

    Raises PrologError.
    """
    rows: list[tuple[Value, ...]] = []
    compiled = link(rules, [key], "Evaluated.")
    for known in inputs:
        for given in itertools.islice(compiled.solutions(key, *known), most):
            values = {"g": iter(known), "f": iter(given)}
            rows.append(tuple(next(values[letter]) for letter in key.pattern))
    return rows


def _finder(rules: Rules) -> Callable[[str, int], Callable[..., Iterator[object]] | None]:
    """Give the function that finds a predicate which only the run has named; it is compiled when first found."""

    @cache
    def find(name: str, arity: int) -> Callable[..., Iterator[object]] | None:
        fresh = Rules(rules.sources, rules.parameters)
        args = tuple(Variable("A", i) for i in range(arity))
        goal = (functor(name, arity), *args) if args else name
        known = PREDICATES.get((name, arity))
        if not (rules.sources.defines((name, arity)) or (known is not None and known.safe) or name == "param"):
            return None
        wrapper = Predicate(f"call {name}", arity, (), f"{name}/{arity}")
        clause = NormalClause(args, fresh.goal(goal), None)
        wrapper.clauses = (Lifting(wrapper, fresh.add).clause(clause),)
        fresh.add(wrapper)
        key = Key(wrapper.name, arity, "a" * arity, False)
        compiled = link(fresh, [key], f"{name}/{arity}, called at run time.", None, None)
        function, summary = compiled.functions[key], compiled.summaries[key]

        def call(*given: Value) -> Iterator[object]:
            found = function(*given) if summary.uses_trail else function(*given[:-1])
            if summary.is_many:
                yield from found
            elif found:
                yield found

        return call

    return find
