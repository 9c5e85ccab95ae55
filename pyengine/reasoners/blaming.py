"""What compiled rules threw, as an error that names the clause and its place in the file."""

from __future__ import annotations

import linecache
import re
from types import TracebackType
from typing import Final

from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.terms import to_term
from pyengine.errors import Place, RuleRuntimeError
from pyengine.language.contract import place_of_predicate
from pyengine.language.program import Program
from pyengine.reasoners.faults import meaning
from pyengine.reasoners.messages import said

_CLAUSE: Final = re.compile(r"\s*# (?P<file>.+?):(?P<line>\d+): ")
_ORIGIN: Final = re.compile(r"  # (?:part of )*(\S+/\d+)")


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


def place_of(error: BaseException, program: Program) -> Place | None:
    """Find the clause of the file that was running when an exception was raised."""
    return _running(error.__traceback__, program)[1]


def _running(traceback: TracebackType | None, program: Program) -> tuple[str, Place | None]:
    """Find the innermost clause of the file that was running: `in move/3: `, and its place."""
    frames = []
    while traceback is not None:
        frames.append((traceback.tb_frame.f_code.co_filename, traceback.tb_lineno))
        traceback = traceback.tb_next
    for file, line in reversed(frames):
        if file.startswith("<compiled ") and (found := _clause(linecache.getlines(file)[:line], program)):
            return found
    return "", None


def _clause(lines: list[str], program: Program) -> tuple[str, Place | None] | None:
    """Read in compiled code, up to the line that was running, which clause it comes from; None for library text."""
    place: Place | None = None
    for text in reversed(lines):
        if place is None and (clause := _CLAUSE.match(text)):
            place = _place(program, clause["file"], int(clause["line"]))
        if text.startswith("def "):
            origin = _ORIGIN.search(text)
            return (f"in {origin[1]}: ", place) if origin and place is not None else None
    return None


def _place(program: Program, file: str, line: int) -> Place | None:
    for sentence in program.sentences:
        place = sentence.source.place(sentence.layout.start, sentence.layout.end)
        if place.line == line and place.file == file:
            return place
    return None
