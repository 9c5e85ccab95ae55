"""Which reasoner answers for a rule file: the fastest that can, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

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
from pyengine.terms import Term

if TYPE_CHECKING:
    from pyengine.building.library_build import LibraryBuild


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

    Rules are compiled to C only where that is asked for, since it takes a second or so; where there is no C
    compiler, they are compiled to Python, and `why` says so. `building` is where their library was begun, if it was.
    """
    # What a reasoner needs is imported only where it is used: a library in C that was kept takes no compiler.
    from pyengine.compiler.unsupported import UnsupportedError

    def swi(why: str) -> RuleGame[Any]:
        from pyengine.reasoners.swi.swi_game import SwiGame

        game = SwiGame(program, parameters=parameters, trust=trust, start=start, budget=budget)
        game.why = why
        return game

    if reasoner == "swi":
        return swi("it was asked for")
    lacking = ""
    if reasoner == "c":
        from pyengine.reasoners.c import CGame

        try:
            fastest = CGame(program, parameters=parameters, trust=trust, start=start, budget=budget, building=building)
        except (NoCompilerError, BuildError, MemoryError) as error:
            lacking = f", not to C: {str(error) or 'there is not enough memory'}"
        except UnsupportedError as error:
            raise ReasonerError(f'{finding_of(error)}\nhint: load it with reasoner="swi"') from None
        else:
            fastest.why = "the rules are compiled to C"
            return fastest
    from pyengine.reasoners.compiled import CompiledGame

    try:
        game = CompiledGame(program, parameters=parameters, trust=trust, start=start, budget=budget)
    except UnsupportedError as error:
        obstacle = error
    else:
        game.why = f"the rules are compiled to Python{lacking}"
        game.may_ask_swi = reasoner == "auto"
        return game
    if reasoner != "auto":
        raise ReasonerError(f'{finding_of(obstacle)}\nhint: load it with reasoner="swi"')
    try:
        return swi(f"the rules cannot be compiled: {obstacle}")
    except PrologMissingError as error:
        raise PrologMissingError(
            f"{error}\nThe rules cannot be compiled to Python either:\n{finding_of(obstacle)}"
        ) from None


def fall_back(game: Any, question: str, *arguments: Any) -> Any:
    """Answer a question of the contract, by its name there, by a game that SWI-Prolog answers for."""
    from pyengine.reasoners.swi.fallback import Fallback

    return getattr(Fallback(game), question)(*arguments)


def finding_of(error: Any) -> Finding:
    """Say what stands in the way of compiling rules."""
    return Finding(
        Severity.NOTE, "not-compiled", f"the rules cannot be compiled: {error.what}", error.place, error.hint
    )


def obstacle_to_compiling(
    program: CheckedProgram, *, parameters: Mapping[str, Term], trust: bool, start: Term | None, budget: Budget
) -> Finding | None:
    """Tell which goal stands in the way of compiling a program, None where nothing does."""
    from pyengine.compiler.unsupported import UnsupportedError
    from pyengine.reasoners.compiled import CompiledGame

    try:
        CompiledGame(program, parameters=parameters, trust=trust, start=start, budget=budget)
    except UnsupportedError as error:
        return finding_of(error)
    except PyengineError:
        return None
    return None
