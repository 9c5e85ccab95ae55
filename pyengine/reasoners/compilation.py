"""Rules compiled to Python, and printed, within a budget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pyengine.compiler.python.contract import Contract, compile_game
from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.terms import Value, to_term
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.errors import RuleLimitError, RuleRuntimeError
from pyengine.language.gate import CheckedProgram
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.call_limits import guard, processor_clock
from pyengine.reasoners.error_report import ErrorReport
from pyengine.reasoners.error_terms import said
from pyengine.reasoners.question import Question
from pyengine.reasoners.tracebacks import running_clause
from pyengine.terms import Term


def compile_within(
    budget: Budget, program: CheckedProgram, parameters: Mapping[str, Term], starts: Sequence[Value] = ()
) -> Contract:
    """Compile all that the contract asks of a program; what the rules throw meanwhile is a RuleRuntimeError.

    The seconds of the budget are those of the processor, so that a busy machine compiles the same rules.
    """
    try:
        contract: Contract = guard(budget, processor_clock)(compile_game, program, parameters, starts)
    except RuleLimitError as error:
        raise UnsupportedError(f"compiling them used {error.reason}") from None
    except PrologError as error:
        raise thrown_error(ErrorReport(program, parameters, Question("load"), budget), error) from None
    return contract


def print_within(budget: Budget, contract: Contract) -> str:
    """Write compiled rules as Python for people, which takes as many calls inside each other as compiling them."""
    try:
        text: str = guard(budget)(lambda: contract.source)
    except RuleLimitError as error:
        raise UnsupportedError(f"printing them used {error.reason}") from None
    return text


def thrown_error(report: ErrorReport, error: PrologError) -> RuleRuntimeError:
    """Give the error for a term that compiled rules threw."""
    ball = to_term(error.ball)
    return report.thrown(ball, said(ball), lambda: running_clause(error, report.program))
