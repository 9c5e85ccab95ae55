"""Which reasoner answers for a rule file: the fastest that can, and why."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from pyengine.errors import (
    BuildError,
    Finding,
    NoCompilerError,
    PrologMissingError,
    PyengineError,
    ReasonerError,
    Severity,
)
from pyengine.language.gate import CheckedProgram
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.names import Reasoner
from pyengine.reasoners.rule_game import RuleGame
from pyengine.reasoners.second_tier import ONLY_PYTHON, patience
from pyengine.terms import Term

if TYPE_CHECKING:
    from pyengine.building.library_build import LibraryBuild


ONLY_C: Final = "the rules are compiled to C"


def load_program(
    program: CheckedProgram,
    reasoner: Reasoner,
    *,
    parameters: Mapping[str, Term],
    trust: bool,
    start: Term | None,
    budget: Budget,
    building: LibraryBuild | None = None,
) -> RuleGame[Any]:
    """Load a checked program; with `auto`, compiled to Python if that can be, else into SWI-Prolog.

    With `auto`, rules in C answer where their library is kept; else searches that take long have them compiled to C,
    which takes a second or so. Where C was asked for and there is no C compiler, they are compiled to Python, and `why`
    says so. `building` is where their library was begun, if it was.
    """
    # What a reasoner needs is imported only where it is used: a library in C that was kept takes no compiler.
    from pyengine.compiler.unsupported import UnsupportedError

    given: dict[str, Any] = {"parameters": parameters, "trust": trust, "start": start, "budget": budget}
    if reasoner == "swi":
        return _load_in_swi(program, given, "it was asked for")
    lacking = ""
    seconds = patience() if reasoner == "auto" else math.inf
    if seconds < math.inf and (kept := _kept_in_c(program, given)) is not None:
        return kept
    if reasoner == "c":
        fastest = _load_in_c(program, given, building)
        if not isinstance(fastest, str):
            return fastest
        lacking = f", not to C: {fastest}"
    from pyengine.reasoners.compiled import CompiledGame

    try:
        game = CompiledGame(program, **given)
    except UnsupportedError as error:
        obstacle = error
    else:
        game.why = f"{ONLY_PYTHON}{lacking}"
        game.may_ask_swi = reasoner == "auto"
        game.seconds_to_c = seconds if seconds < math.inf else None
        return game
    if reasoner != "auto":
        raise ReasonerError(f'{finding_of(obstacle)}\nhint: load it with reasoner="swi"')
    try:
        return _load_in_swi(program, given, f"the rules cannot be compiled: {obstacle}")
    except PrologMissingError as error:
        raise PrologMissingError(
            f"{error}\nThe rules cannot be compiled to Python either:\n{finding_of(obstacle)}"
        ) from None


def _load_in_swi(program: CheckedProgram, given: dict[str, Any], why: str) -> RuleGame[Any]:
    """Load a program into SWI-Prolog."""
    from pyengine.reasoners.swi.swi_game import SwiGame

    game = SwiGame(program, **given)
    game.why = why
    return game


def _load_in_c(program: CheckedProgram, given: dict[str, Any], building: LibraryBuild | None) -> RuleGame[Any] | str:
    """Load a program as C; where that cannot be built here, say why."""
    from pyengine.compiler.unsupported import UnsupportedError
    from pyengine.reasoners.c import CGame

    try:
        game = CGame(program, **given, building=building)
    except (NoCompilerError, BuildError, MemoryError) as error:
        return str(error) or "there is not enough memory"
    except UnsupportedError as error:
        raise ReasonerError(f'{finding_of(error)}\nhint: load it with reasoner="swi"') from None
    game.why = ONLY_C
    return game


def _kept_in_c(program: CheckedProgram, given: dict[str, Any]) -> RuleGame[Any] | None:
    """Load a program as C where its library is kept, which takes no time; None where it is not."""
    from pyengine.reasoners.c import CGame
    from pyengine.reasoners.c_library import find_library

    library = find_library(program, given["parameters"], given["start"])
    if library is None:
        return None
    try:
        game = CGame(program, **given, library=library)
    except (BuildError, MemoryError):
        return None
    game.why, game.may_ask_swi, game.adopts = ONLY_C, True, True
    return game


def fall_back(game: Any, question: str, *arguments: Any) -> Any:
    """Answer a question of the contract, by its name there, by a game that SWI-Prolog answers for."""
    from pyengine.reasoners.swi.fallback import Fallback

    return getattr(Fallback(game), question)(*arguments)


def finding_of(error: Any) -> Finding:
    """Say what stands in the way of compiling rules."""
    return Finding(
        Severity.NOTE, "not-compiled", f"the rules cannot be compiled: {error.what}", error.place, error.hint
    )


def obstacles_to_compiling(
    program: CheckedProgram, *, parameters: Mapping[str, Term], trust: bool, start: Term | None, budget: Budget
) -> tuple[Finding, ...]:
    """Tell which goal stands in the way of compiling a program, or else which goals C leaves to Python."""
    from pyengine.compiler.unsupported import UnsupportedError
    from pyengine.reasoners.c import write_c
    from pyengine.reasoners.compiled import CompiledGame
    from pyengine.reasoners.escape_report import findings_of
    from pyengine.reasoners.rehearsal import rehearsed

    try:
        game = CompiledGame(program, parameters=parameters, trust=trust, start=start, budget=budget)
        return findings_of(write_c(rehearsed(game)).beyond, program)
    except UnsupportedError as error:
        return (finding_of(error),)
    except PyengineError:
        return ()
