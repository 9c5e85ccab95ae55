"""What Prolog threw, as an error that names the predicate, the position, and the place in the file."""

from __future__ import annotations

from typing import Final

from pyengine.errors import ParameterError, RuleLimitError, RuleRuntimeError, UnsafeCallError
from pyengine.terms import Atom, Compound, List, OperatorTable, Term, write_term

_INFERENCES: Final = "the budget of inferences is used up"


def runtime_error(
    ball: Term, said: str, where: str, position: str | None, operators: OperatorTable
) -> RuleRuntimeError:
    """Make the error for a thrown term; `said` is SWI-Prolog's own message, `where` the place that stands before it."""
    kind, message = RuleRuntimeError, said
    if isinstance(ball, Compound) and ball.name == "pyengine" and isinstance(ball.args[0], Compound | Atom):
        kind, message = _contract(ball.args[0], operators)
    elif ball == Atom("inference_limit_exceeded"):
        kind, message = RuleLimitError, _INFERENCES
    elif isinstance(ball, Compound) and ball.name == "error" and unsafe_call(ball):
        kind, message = UnsafeCallError, f"rules may not call {unsafe_call(ball)} without being trusted"
    lines = [f"{where}{message}"]
    if position is not None:
        lines.append(f"  in the position {position}")
    return kind("\n".join(lines))


def unsafe_call(ball: Compound) -> str | None:
    """Name the predicate that the guard refused, where a thrown term says that it did."""
    formal = ball.args[0]
    if isinstance(formal, Compound) and formal.name == "permission_error" and formal.args[1] == Atom("unsafe"):
        return write_term(formal.args[2])
    return None


def _contract(fault: Compound | Atom, operators: OperatorTable) -> tuple[type[RuleRuntimeError], str]:
    if isinstance(fault, Atom):
        return RuleRuntimeError, {
            "no_moves": "the position is not terminal, and move/3 has no solution",
            "cyclic": "the position is a cyclic term",
        }.get(fault.name, fault.name)
    shown = [write_term(argument, operators) for argument in fault.args]
    match fault.name:
        case "fails":
            return RuleRuntimeError, f"{shown[0]} has no solution"
        case "twice":
            return RuleRuntimeError, f"{shown[0]} gives the same player twice"
        case "value":
            return RuleRuntimeError, f"{shown[0]} must give a number, not {shown[1]}"
        case "nonground":
            return RuleRuntimeError, f"{shown[0]} must give terms without variables, not {shown[1]}"
        case "player":
            return RuleRuntimeError, f"to_move/2 gives {shown[0]}, who is not a player"
        case "list":
            return RuleRuntimeError, f"{shown[0]} must give a list, not {shown[1]}"
        case "text":
            return RuleRuntimeError, f"{shown[0]} must give a text, not {shown[1]}"
        case "limit":
            return RuleLimitError, _INFERENCES
        case "parameter":
            return RuleRuntimeError, undeclared(fault, operators)
    return RuleRuntimeError, write_term(fault, operators)


def undeclared(fault: Compound, operators: OperatorTable) -> str:
    """Say that a parameter is not declared, and which are."""
    name, declared = fault.args
    names = [write_term(item, operators) for item in declared] if isinstance(declared, List) else []
    listed = ", ".join(names) if names else "none"
    return f"no parameter {write_term(name, operators)} is declared; declared: {listed}"


def parameter_error(ball: Term, operators: OperatorTable) -> ParameterError | None:
    """Make the error for a parameter that was given but not declared, where that is what was thrown."""
    if isinstance(ball, Compound) and ball.name == "pyengine":
        fault = ball.args[0]
        if isinstance(fault, Compound) and fault.name == "parameter":
            return ParameterError(undeclared(fault, operators))
    return None
