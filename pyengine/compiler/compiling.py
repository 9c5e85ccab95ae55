"""A program compiled and loaded: its predicates as Python functions."""

from __future__ import annotations

import itertools
import linecache
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from pyengine.compiler import domain
from pyengine.compiler.analysis import Analysis
from pyengine.compiler.domain import Type
from pyengine.compiler.goals import NormalClause, Predicate, Variable
from pyengine.compiler.lifting import Lifting
from pyengine.compiler.normal_form import Rules
from pyengine.compiler.procedures import Key, Summary
from pyengine.compiler.python_source import python_source
from pyengine.compiler.runtime.solving import Solver
from pyengine.compiler.runtime.terms import FAIL, Value, functor
from pyengine.compiler.runtime.unify import resolve
from pyengine.compiler.sources import Sources
from pyengine.language.program import Program
from pyengine.language.vocabulary import PREDICATES

_SERIAL: Final = itertools.count(1)


@dataclass(frozen=True)
class Compiled:
    """Compiled rules: their Python source, and the functions for what was asked for."""

    source: str
    functions: Mapping[Key, Callable[..., Any]]
    summaries: Mapping[Key, Summary]
    analysis: Analysis

    def solutions(self, key: Key, *args: Value) -> Iterable[Value]:
        """Go through the solutions of a procedure, as tuples of clean outputs where they are ground."""
        summary = self.summaries[key]
        given = (*args, []) if summary.uses_trail else args
        found = self.functions[key](*given)
        outputs = key.pattern.count("f")
        if not summary.is_many:
            found = () if found is FAIL or found is False else (found,)
        for solution in found:
            yield (
                ()
                if not outputs
                else (resolve(solution),)
                if outputs == 1
                else tuple(resolve(part) for part in solution)
            )


def compile_rules(
    program: Program,
    parameters: Mapping[str, Value] | None,
    entries: Sequence[Key],
    prepare: Callable[[Analysis], Mapping[Key, tuple[Type, ...]]] | None = None,
) -> Compiled:
    """Compile the procedures that are asked for, and what they need; raises UnsupportedError.

    `prepare` may say what is known of the inputs of some of them, after an analysis of its own.
    """
    return link(Rules(Sources(program), parameters), entries, f"Rules of {program.source.name}.", prepare)


def link(
    rules: Rules,
    entries: Sequence[Key],
    title: str,
    prepare: Callable[[Analysis], Mapping[Key, tuple[Type, ...]]] | None = None,
) -> Compiled:
    """Compile procedures of rules in normal form, and load them."""
    analysis = Analysis(rules)
    known = {} if prepare is None else prepare(analysis)
    for key in entries:
        analysis.request(key, known.get(key, tuple(domain.ANY for letter in key.pattern if letter != "f")), None)
    analysis.run()
    source, names = python_source(analysis, list(entries), title)
    namespace: dict[str, Any] = {}
    if analysis.is_dynamic:
        namespace["solve"] = Solver(_finder(rules)).solve
    file = f"<compiled {rules.sources.program.source.name} {next(_SERIAL)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)  # for error messages
    exec(compile(source, file, "exec"), namespace)
    functions = {key: namespace[name] for key, name in names.items()}
    summaries = {key: analysis.procedures[key].summary for key in entries}
    return Compiled(source, functions, summaries, analysis)


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
        compiled = link(fresh, [key], f"{name}/{arity}, called at run time.")
        function, summary = compiled.functions[key], compiled.summaries[key]

        def call(*given: Value) -> Iterator[object]:
            found = function(*given) if summary.uses_trail else function(*given[:-1])
            if summary.is_many:
                yield from found
            elif found:
                yield found

        return call

    return find
