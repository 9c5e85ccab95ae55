"""What compiled rules threw, as an error that names the clause and its place in the file."""

from __future__ import annotations

import re
from types import TracebackType
from typing import Final

from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.terms import to_term
from pyengine.errors import Place, RuleRuntimeError
from pyengine.language.program import Program
from pyengine.reasoners.faults import meaning
from pyengine.reasoners.loading import place_of_predicate
from pyengine.reasoners.messages import said

_CLAUSE: Final = re.compile(r"\s*# (?P<file>.+?):(?P<line>\d+): ")


def explain(error: PrologError, program: Program, position: str | None) -> RuleRuntimeError:
    """Make the error for a thrown term."""
    ball = to_term(error.ball)
    fault = meaning(ball, said(ball), program.operators)
    running, place = _running(error.__traceback__, program)
    if fault.blamed is not None and not running:
        place = place_of_predicate(program, fault.blamed)
    return fault.kind(
        f"{running}{fault.reason}", place=place, position=position, file=program.source.name, hint=fault.hint
    )


def _running(traceback: TracebackType | None, program: Program) -> tuple[str, Place | None]:
    """Find the innermost clause of the file that was running."""
    return "", None
