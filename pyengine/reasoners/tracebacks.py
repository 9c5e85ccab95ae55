"""The clause of a rule file that was running where compiled rules raised an exception."""

from __future__ import annotations

import re
from typing import Final

from pyengine.compiler.python.execution import origin_of
from pyengine.errors import Place
from pyengine.language.contract import whole_place
from pyengine.language.program import Program

_PREDICATE: Final = re.compile(r"(?:part of )*(.*?/\d+)(?: with .*)?", re.DOTALL)
"""A predicate in how people call a procedure, which may be a part of one, or one made for a closure."""


def running_clause(error: BaseException, program: Program) -> tuple[str, Place | None]:
    """Find the innermost clause of the file that was running when an exception was raised: `move/3`, and its place."""
    origins = []
    traceback = error.__traceback__
    while traceback is not None:
        origins.append(origin_of(traceback.tb_frame.f_globals, traceback.tb_lineno))
        traceback = traceback.tb_next
    for origin in reversed(origins):
        if origin is not None and origin.place is not None and (place := _place(program, origin.place)) is not None:
            predicate = _PREDICATE.fullmatch(origin.predicate)
            return predicate[1] if predicate else origin.predicate, place
    return "", None


def _place(program: Program, clause: Place) -> Place | None:
    """Give the place of a clause, if it is one of the program's own and not of the library."""
    for sentence in program.sentences:
        place = whole_place(sentence)
        if place.line == clause.line and place.file == clause.file:
            return place
    return None
