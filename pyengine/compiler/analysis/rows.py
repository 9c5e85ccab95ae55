"""Predicates made for lists of lists: where one replaces both a row of a board and a cell of a row, it is two.

Types are joined over all calls of a procedure. `replace(Cells, X, Mark, Row)` and `replace(Rows, Y, Row, Board)` would
make one procedure that gives back lists of marks and of lists, and so a board of which nothing is known.
"""

from __future__ import annotations

from collections.abc import Sequence

from pyengine.compiler.normal_form import goals as nf
from pyengine.compiler.normal_form.rules import Rules
from pyengine.compiler.procedures import domain
from pyengine.compiler.procedures.domain import Type


class RowVersions:
    """The versions of predicates for lists of lists."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._made: dict[tuple[str, int], str] = {}

    def version(self, name: str, arity: int, types: Sequence[Type]) -> str:
        """Give the name of the version of a predicate for inputs of some types."""
        if name in self._made.values() or not any(map(_has_rows, types)):
            return name
        if (name, arity) not in self._made:
            predicate = self._rules.predicate((name, arity))
            self._made[name, arity] = name
            if predicate is not None and not predicate.is_tabled:
                made = f"{name}/{arity} of rows"
                self._rules.add(nf.Predicate(made, arity, predicate.clauses, predicate.origin))
                self._made[name, arity] = made
        return self._made[name, arity]


def _has_rows(type_: Type) -> bool:
    """Tell whether values of a type are lists of lists."""
    return domain.is_list(type_) and type_.items is not None and domain.is_list(type_.items)
