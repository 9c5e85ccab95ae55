"""The parameters of a rule file: what it declares, and what is given from outside."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from pyengine.compiler.normal_form.goals import are_ground
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.runtime.breaches import must_be_ground
from pyengine.compiler.runtime.terms import Value, functor, to_value
from pyengine.errors import ParameterError
from pyengine.terms import Term, write_atom

_MINUS: Final = functor("-", 2)


def parameter_values(
    sources: Sources, given: Mapping[str, Term], solutions: Callable[[], Iterable[tuple[Value, ...]]]
) -> dict[str, Value] | None:
    """Give the values of the parameters; None where a file has none and defines param/2 itself.

    `solutions` runs parameter/2; it is called only where that has rules, or variables in its facts.
    """
    declared: dict[str, Value] = {}
    if sources.defines(("parameter", 2)):
        clauses = sources.clauses(("parameter", 2)) or ()
        if all(clause.body is None and are_ground(clause.args) for clause in clauses):
            declared = {clause.args[0]: clause.args[1] for clause in reversed(clauses)}
            declared = dict(reversed(declared.items()))
        else:
            for name, value in solutions():
                must_be_ground((_MINUS, name, value), "parameter", 2)
                declared.setdefault(name, value)
    for name in given:
        if name not in declared:
            listed = ", ".join(write_atom(name) for name in declared) or "none"
            raise ParameterError(f"no parameter {write_atom(name)} is declared; declared: {listed}")
    if not declared and sources.defines(("param", 2)):
        return None
    return {name: to_value(given[name]) if name in given else value for name, value in declared.items()}
