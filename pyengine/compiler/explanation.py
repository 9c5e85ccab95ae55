"""What the compiler found out about rules, for people who want to know why some are fast and others are not."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pyengine.compiler.analysis.entries import AnalysedGame
from pyengine.compiler.normal_form.sources import LIBRARY
from pyengine.compiler.procedures import ir
from pyengine.compiler.procedures.callees import FactTable, Key
from pyengine.compiler.procedures.procedure import Procedure, Summary
from pyengine.errors import Place
from pyengine.language.program import Program
from pyengine.quoting import quote_line

_MOST_NOTES: Final = 4
_LEGEND: Final = """\
Each predicate, for each way it is called. An argument is
    in    known, and ground: a value comes in, and tests and switches look at it;
    out   free: a value is given back, and assigned;
    any   perhaps a variable, or with variables in it: general unification, with a trail.
It is det if it has exactly one solution, semidet if at most one, and nondet if any number, one after the other. What is
small is compiled in the place of its calls, and is not listed.
"""
_MODES: Final = {"g": "in", "a": "any", "f": "out"}


def explain(game: AnalysedGame, program: Program) -> str:
    """Tell what was inferred for each predicate of a program that was compiled, and what stood in the way."""
    told = [*_LEGEND.split("\n"), *_Explanation(game, program).lines()]
    return "\n".join(map(quote_line, told))


class _Explanation:
    """The text about one program; files are named as seen from its own."""

    def __init__(self, game: AnalysedGame, program: Program) -> None:
        self._game = game
        self._program = program
        self._analysis = game.analysis

    def lines(self) -> Iterator[str]:
        analysis = self._analysis
        found = [analysis.procedures[key] for key in analysis.reachable(list(self._game.entries))]
        yield f"Rules of {self._program.source.name}, for positions {self._game.state_type}"
        yield self._counted(found)
        yield ""
        for procedure in found:
            yield from self._explained(procedure)
            yield ""
        for table in tables_in(found):
            arity = len(table.pattern)
            yield f"{table.name}/{arity} ({_modes(table.pattern)}): a table of {len(table.rows)} facts"

    def _counted(self, procedures: list[Procedure]) -> str:
        kinds = Counter(_kind(procedure.summary) for procedure in procedures)
        told = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
        trails = sum(procedure.summary.uses_trail for procedure in procedures)
        return f"{len(procedures)} procedures: {told}; {trails or 'none'} with a trail"

    def _explained(self, procedure: Procedure) -> Iterator[str]:
        key, summary = procedure.key, procedure.summary
        first = ", its first solution only" if key.first else ""
        tabled = ", tabled" if procedure.is_tabled else ""
        where = self._where(key)
        yield f"{procedure.origin} ({_modes(key.pattern)}) is {_kind(summary)}{first}{tabled}    % {where}"
        yield from (f"    {line}" for line in _arguments(key, procedure))
        if summary.uses_trail:
            yield "    keeps a trail of what it binds"
        notes = self._analysis.notes(key)
        for place, text in notes[:_MOST_NOTES]:
            yield f"    {self._file(place)}: {text}"
        if len(notes) > _MOST_NOTES:
            yield f"    and {len(notes) - _MOST_NOTES} more of the kind"

    def _where(self, key: Key) -> str:
        """Say where a predicate is defined; of a library predicate, where it is called from."""
        predicate = self._analysis.rules.predicate((key.name, key.arity))
        places = [clause.place for clause in predicate.clauses if clause.place] if predicate else []
        if places and places[0].file != LIBRARY:
            return self._file(places[0])
        called = self._analysis.place_of(key)
        library = "of the library, called from " if places else ""
        return f"{library}{self._file(called)}"

    def _file(self, place: Place | None) -> str:
        if place is None:
            return self._program.source.name
        folder = Path(self._program.source.name).parent
        return f"{os.path.relpath(place.file, folder)}:{place.line}"


def _kind(summary: Summary) -> str:
    return "without a solution" if summary.outs is None else summary.determinism


def _modes(pattern: str) -> str:
    return ", ".join(_MODES[letter] for letter in pattern)


def _arguments(key: Key, procedure: Procedure) -> Iterator[str]:
    inputs = iter(zip(procedure.params, procedure.summary.types, strict=True))
    outs = iter(procedure.summary.outs or ())
    for number, letter in enumerate(key.pattern, 1):
        mode = f"{number} {_MODES[letter]:4}"
        if letter != "f":
            name, type_ = next(inputs)
            named = "" if name == f"arg{number}" else f"  ({name})"
            yield f"{mode}{type_ if letter == 'g' else 'perhaps with variables'}{named}"
        elif (known := next(outs, None)) is None:
            yield mode.rstrip()
        else:
            is_clean, type_ = known
            yield f"{mode}{type_ if is_clean else 'perhaps with variables'}"


def tables_in(procedures: list[Procedure]) -> list[FactTable]:
    """Give the tables of facts that some procedures look up, each once."""
    found: dict[tuple[str, str], FactTable] = {}
    for procedure in procedures:
        for statement in ir.walk(procedure.body):
            if isinstance(statement, ir.Invoke | ir.Loop) and isinstance(statement.callee, FactTable):
                found[statement.callee.name, statement.callee.pattern] = statement.callee
    return list(found.values())
