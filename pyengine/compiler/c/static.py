"""What is known before a game begins: the solutions of tabled procedures without inputs, as tables of facts."""

from __future__ import annotations

import itertools
from typing import Final

from pyengine.compiler.analysis.fixpoint import Analysis
from pyengine.compiler.procedures import FactTable, Key
from pyengine.compiler.python.compiling import link
from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.unify import is_ground

_MOST_ROWS: Final = 20_000


class Evaluation:
    """Evaluates procedures of a program with the Python target."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def table(self, key: Key) -> FactTable | None:
        """Give all solutions of a tabled procedure without inputs; None where they are not known."""
        if not self._analysis.procedures[key].is_tabled or not key.pattern:
            return None
        try:
            compiled = link(self._analysis.rules, [key], "Evaluated.")
            rows = tuple(itertools.islice(compiled.solutions(key), _MOST_ROWS + 1))
        except (PrologError, RecursionError):
            return None
        if not 0 < len(rows) <= _MOST_ROWS or not all(is_ground(value) for row in rows for value in row):
            return None
        return FactTable(f"{key.name} ", key.pattern, rows)
