"""What the compiler found out about rules, for people who want to know why some are fast and others are not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pyengine.compiler.analysis.fixpoint import Analysis
from pyengine.compiler.procedures import Key, Procedure
from pyengine.compiler.python.contract import compile_game
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.language.program import Program
from pyengine.terms import Term

_MOST_NOTES: Final = 4
_LEGEND: Final = """\
Each predicate as it is called. An argument is in (its value is known and has no variables), any (it may be or contain
variables: general unification, with a trail) or out (free: it is given back). det: exactly one solution; semidet: at
most one; nondet: any number, one after the other.
"""
_MODES: Final = {"g": "in", "a": "any", "f": "out"}


def compile_to_python(program: Program, parameters: Mapping[str, Term]) -> str:
    """Give the rules as Python source; raises UnsupportedError where they cannot be compiled."""
    return compile_game(program, parameters).source


def explain(program: Program, parameters: Mapping[str, Term]) -> str:
    """Tell what was inferred for each predicate, and what stood in the way; of rules that cannot be compiled, why."""
    try:
        contract = compile_game(program, parameters)
    except UnsupportedError as error:
        hint = f"\nhint: {error.hint}" if error.hint else ""
        return f"not compiled: {error}{hint}\n"
    analysis = contract.compiled.analysis
    lines = [_LEGEND, f"positions: {contract.state_type}", ""]
    for key in analysis.reachable(list(contract.compiled.functions)):
        lines += [*_explained(analysis.procedures[key], analysis), ""]
    return "\n".join(lines)


def _explained(procedure: Procedure, analysis: Analysis) -> Iterator[str]:
    key, summary = procedure.key, procedure.summary
    kind = "nondet" if summary.is_many else "semidet" if summary.can_fail else "det"
    if summary.outs is None:
        kind = "without a solution"
    tabled = ", tabled" if procedure.is_tabled else ""
    first = ", its first solution only" if key.first else ""
    yield f"{procedure.origin}: {kind}{first}{tabled}"
    yield from (f"    {line}" for line in _arguments(key, procedure))
    if summary.uses_trail:
        yield "    binds variables: it keeps a trail"
    notes = list(analysis.notes.get(Key(*key[:3], False), {}))
    yield from (f"    {note}" for note in notes[:_MOST_NOTES])
    if len(notes) > _MOST_NOTES:
        yield f"    and {len(notes) - _MOST_NOTES} more such calls"


def _arguments(key: Key, procedure: Procedure) -> Iterator[str]:
    inputs = iter(zip(procedure.params, procedure.summary.types, strict=True))
    outs = iter(procedure.summary.outs or ())
    for number, letter in enumerate(key.pattern, 1):
        mode = f"{number}: {_MODES[letter]:4}"
        if letter != "f":
            name, type_ = next(inputs)
            yield f"{mode} {name}" + (f": {type_}" if letter == "g" else "")
        elif (known := next(outs, None)) is None:
            yield mode.rstrip()
        else:
            is_clean, type_ = known
            yield f"{mode} {type_ if is_clean else 'may have variables'}"
