"""Which reasoner answers for a rule file, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pyengine.errors import Finding, PrologMissingError, ReasonerError, Severity
from pyengine.language.program import Program
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.rule_game import RuleGame
from pyengine.terms import Term

Reasoner = Literal["auto", "python", "swi"]


def load_program(
    program: Program,
    reasoner: Reasoner,
    *,
    parameters: Mapping[str, Term],
    trust: bool,
    start: Term | None,
    budget: Budget,
) -> RuleGame[Any]:
    """Load a checked program; with `auto`, into SWI-Prolog where that is installed, else compiled to Python."""
    from pyengine.compiler.unsupported import UnsupportedError
    from pyengine.reasoners.compiled import load_compiled
    from pyengine.reasoners.logic_game import load_swi

    missing: PrologMissingError | None = None
    if reasoner != "python":
        try:
            other = load_swi(program, parameters=parameters, trust=trust, start=start, budget=budget)
            other.why = "SWI-Prolog has the whole language"
            return other
        except PrologMissingError as error:
            if reasoner == "swi":
                raise
            missing = error
    try:
        game = load_compiled(program, parameters=parameters, trust=trust, start=start, budget=budget)
    except UnsupportedError as error:
        if missing is not None:
            raise PrologMissingError(
                f"{missing}\nThe rules cannot be compiled to Python either:\n{finding_of(error)}"
            ) from None
        raise ReasonerError(f'{finding_of(error)}\nhint: load it with reasoner="swi"') from None
    game.why = "the rules are compiled to Python" + ("" if missing is None else ", as SWI-Prolog is not installed")
    return game


def finding_of(error: Any) -> Finding:
    """Say what stands in the way of compiling rules."""
    return Finding(
        Severity.NOTE, "not-compiled", f"the rules cannot be compiled: {error.what}", error.place, error.hint
    )


def obstacle_to_compiling(program: Program, parameters: Mapping[str, Term]) -> Finding | None:
    """Tell which goal stands in the way of compiling a program, None where nothing does."""
    from pyengine.compiler.python.contract import compile_game
    from pyengine.compiler.runtime.errors import PrologError
    from pyengine.compiler.unsupported import UnsupportedError

    try:
        compile_game(program, parameters)
    except UnsupportedError as error:
        return finding_of(error)
    except PrologError:
        return None
    return None
