"""A program compiled and loaded: its predicates as Python functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pyengine.compiler import domain
from pyengine.compiler.analysis import Analysis
from pyengine.compiler.normal_form import Rules
from pyengine.compiler.procedures import Key, Summary
from pyengine.compiler.python_source import python_source
from pyengine.compiler.runtime.terms import Value
from pyengine.compiler.runtime.unify import resolve
from pyengine.compiler.sources import Sources
from pyengine.language.program import Program


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
            from pyengine.compiler.runtime.terms import FAIL

            found = () if found is FAIL or found is False else (found,)
        for solution in found:
            yield (
                () if not outputs else (resolve(solution),) if outputs == 1 else tuple(resolve(part) for part in solution)
            )


def compile_rules(
    program: Program, parameters: Mapping[str, Value] | None, entries: Sequence[Key], title: str = ""
) -> Compiled:
    """Compile the procedures that are asked for, and what they need; raises UnsupportedError."""
    analysis = Analysis(Rules(Sources(program), parameters))
    for key in entries:
        analysis.request(key, tuple(domain.ANY for letter in key.pattern if letter != "f"), None)
    analysis.run()
    source, names = python_source(analysis, list(entries), title or f"Rules of {program.source.name}.")
    namespace: dict[str, Any] = {}
    exec(compile(source, f"<compiled {program.source.name}>", "exec"), namespace)
    functions = {key: namespace[name] for key, name in names.items()}
    summaries = {key: analysis.procedures[key].summary for key in entries}
    return Compiled(source, functions, summaries, analysis)
