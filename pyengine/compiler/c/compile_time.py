"""Compile-time evaluation: the solutions of tabled procedures whose inputs are known, as tables of facts.

C is not run while it is written: whoever calls the C target passes a function that solves, such as the Python target's.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from pyengine.compiler.analysis.fixpoint import Analysis
from pyengine.compiler.c.forms import Bounds
from pyengine.compiler.normal_form.rules import Rules
from pyengine.compiler.procedures import domain
from pyengine.compiler.procedures.callees import FactTable, Key
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.procedures.procedure import Procedure
from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.terms import Value
from pyengine.compiler.runtime.unify import is_ground
from pyengine.errors import RuleLimitError

_MOST_ROWS: Final = 20_000
_MOST_CALLS: Final = 128

Solve: TypeAlias = Callable[[Rules, Key, Sequence[tuple[Value, ...]], int], list[tuple[Value, ...]]]
"""Lists the solutions of a procedure for each of some inputs, up to so many for each, as rows of all its arguments.

It may give up with a RuleLimitError, since rules need not end.
"""


class Evaluation:
    """Evaluates procedures of a program while it is compiled."""

    def __init__(self, analysis: Analysis, solve: Solve) -> None:
        self._analysis = analysis
        self._solve = solve
        self.bounds: Callable[[Procedure, str], Bounds | None] = lambda *_: None
        """Gives the bounds of an integer variable, where any are known."""
        self.total: set[FactTable] = set()
        """The tables that have a row for all that can be looked up."""

    def table(self, key: Key) -> FactTable | None:
        """Give all solutions of a tabled procedure whose inputs are few values; None where they are not known."""
        procedure = self._analysis.procedures[key]
        if not procedure.is_tabled or not key.pattern or "a" in key.pattern or key.first:
            return None
        inputs = [
            _values(type_, self.bounds(procedure, param))
            for type_, param in zip(procedure.summary.types, procedure.params, strict=True)
        ]
        if not all(inputs) or math.prod(map(len, inputs)) > _MOST_CALLS:
            return None
        try:
            rows = self._solve(self._analysis.rules, key, list(itertools.product(*inputs)), _MOST_ROWS + 1)
        except (PrologError, RecursionError, RuleLimitError):
            return None
        if not 0 < len(rows) <= _MOST_ROWS or not all(is_ground(value) for row in rows for value in row):
            return None
        table = FactTable(f"{key.name} ", key.pattern, tuple(rows))
        if len(table.index()) == math.prod(map(len, inputs)):
            self.total.add(table)
        return table


def _values(type_: Type, bounds: Bounds | None) -> Sequence[Value]:
    """List the values of a type of a few atoms, or of integers within close bounds."""
    if domain.is_integer(type_) and bounds is not None and bounds[1] - bounds[0] < _MOST_CALLS:
        return range(bounds[0], bounds[1] + 1)
    return sorted(type_.atoms) if type_.atoms and type_ == Type(atoms=type_.atoms) else []
