"""Error terms: from what Prolog threw to the class of the error, the reason, and the predicate to blame.

The words are those of SWI-Prolog.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pyengine.errors import ParameterError, RuleLimitError, RuleRuntimeError, UnsafeCallError
from pyengine.terms import NIL, Atom, Compound, List, OperatorTable, String, Term, Var, write_term

_INFERENCES: Final = "the budget of inferences is used up"

GIVE_MORE: Final = "if it only needs more, give it more: load(..., budget=Budget(...)) or --budget"
LIMIT_HINT: Final = f"a rule may never end; {GIVE_MORE}"
_TRUST_HINT: Final = "load(..., trust=True) or --trust allows it, in a file that you trust"


@dataclass(frozen=True, slots=True)
class ThrownMeaning:
    """What a thrown term means: the class of the error, the reason, and the contract predicate to blame, if one is."""

    kind: type[RuleRuntimeError]
    reason: str
    blamed: str | None = None

    @property
    def hint(self) -> str | None:
        """What the author can do about it."""
        return {RuleLimitError: LIMIT_HINT, UnsafeCallError: _TRUST_HINT}.get(self.kind)


def meaning(ball: Term, words: str, operators: OperatorTable) -> ThrownMeaning:
    """Explain a thrown term; `words` are SWI-Prolog's own message for it."""
    match ball:
        case Compound(name="pyengine", args=(Compound() | Atom() as fault,)):
            return _broken_contract(fault, operators)
        case Compound(name="error", args=(Compound(name="permission_error", args=(_, Atom(name="unsafe"), what)), *_)):
            return ThrownMeaning(UnsafeCallError, f"rules may not call {write_term(what)} without being trusted")
    if ball == Atom("inference_limit_exceeded"):
        return ThrownMeaning(RuleLimitError, _INFERENCES)
    if words.startswith("Unknown message: "):  # a term of the rules' own
        return ThrownMeaning(RuleRuntimeError, f"uncaught exception {write_term(ball, operators)}")
    return ThrownMeaning(RuleRuntimeError, words)


_BROKEN: Final = {
    ("no_moves", 0): ("the position is not terminal, and move/3 has no solution", "move/3"),
    ("cyclic", 0): ("the position is a cyclic term", None),
    ("fails", 1): ("{0} has no solution", "{0}"),
    ("twice", 1): ("{0} gives the same player twice", "{0}"),
    ("value", 2): ("{0} must give a number, not {1}", "{0}"),
    ("nonground", 2): ("{0} must give terms without variables, not {1}", "{0}"),
    ("player", 1): ("to_move/2 gives {0}, who is not a player", "to_move/2"),
    ("list", 2): ("{0} must give a list, not {1}", "{0}"),
    ("text", 2): ("{0} must give a text, not {1}", "{0}"),
}
"""What is wrong where the contract is broken, and the predicate to blame."""


def _broken_contract(fault: Compound | Atom, operators: OperatorTable) -> ThrownMeaning:
    args = fault.args if isinstance(fault, Compound) else ()
    match fault.name, len(args):
        case ("limit", 1):
            return ThrownMeaning(RuleLimitError, _INFERENCES)
        case ("parameter", 2):
            return ThrownMeaning(RuleRuntimeError, undeclared(args, operators))
        case kind if kind in _BROKEN:
            reason, blamed = _BROKEN[kind]
            given = [write_term(argument, operators) for argument in args]
            return ThrownMeaning(RuleRuntimeError, reason.format(*given), blamed and blamed.format(*given))
    return ThrownMeaning(RuleRuntimeError, fault.name if isinstance(fault, Atom) else write_term(fault, operators))


def undeclared(fault: tuple[Term, ...], operators: OperatorTable) -> str:
    """Say that a parameter is not declared, and which are."""
    name, declared = fault
    names = [write_term(item, operators) for item in declared] if isinstance(declared, List) else []
    listed = ", ".join(names) if names else "none"
    return f"no parameter {write_term(name, operators)} is declared; declared: {listed}"


def parameter_error(ball: Term, operators: OperatorTable) -> ParameterError | None:
    """Make the error for a parameter that was given but not declared, where that is what was thrown."""
    match ball:
        case Compound(name="pyengine", args=(Compound(name="parameter", args=(_, _) as fault),)):
            return ParameterError(undeclared(fault, operators))
    return None


_SYNTAX: Final = {
    "illegal_number": "Illegal number",
    "cannot_start_term": "Illegal start of term",
    "end_of_clause": "Unexpected end of clause",
    "end_of_file": "Unexpected end of file",
}
_WORDS: Final = {
    ("type_error", 2, "evaluable"): "Arithmetic: `{1}' is not a function",
    ("type_error", 2, ""): "Type error: `{0}' expected, found `{1}' ({2})",
    ("domain_error", 2, ""): "Domain error: `{0}' expected, found `{1}'",
    ("existence_error", 2, "procedure"): "Unknown procedure: {1}",
    ("existence_error", 2, "matching_rule"): "No rule matches {1}",
    ("existence_error", 2, ""): "{0} `{1}' does not exist",
    ("evaluation_error", 1, ""): "Arithmetic: evaluation error: `{0}'",
    ("representation_error", 1, ""): "Cannot represent due to `{0}'",
    ("resource_error", 1, ""): "Not enough resources: {0}",
    ("permission_error", 3, ""): "No permission to {0} {1} `{2}'",
    ("format", 1, ""): "Format error: {0}",
    ("syntax_error", 1, ""): "Syntax error: {0}",
}
"""By the name of an error and the number of its arguments; where the first of them is named, that comes first."""
_KINDS: Final = {
    Var: "a var",
    Atom: "an atom",
    String: "a string",
    List: "a list",
    Compound: "a compound",
    int: "an integer",
    float: "a float",
}


def said(ball: Term) -> str:
    """Put a thrown term into words; one that is not of the standard begins with "Unknown message: ".

    >>> said(Compound("error", (Compound("type_error", (Atom("integer"), Atom("a"))), Var("_"))))
    "Type error: `integer' expected, found `a' (an atom)"
    """
    if isinstance(ball, Compound) and ball.name == "error" and len(ball.args) == 2:
        formal = ball.args[0]
        if isinstance(formal, Compound | Atom):
            return _formal(formal) or f"Unknown error term: {write_term(formal)}"
    return f"Unknown message: {write_term(ball)}"


def _formal(formal: Compound | Atom) -> str | None:
    if isinstance(formal, Atom):
        return "Arguments are not sufficiently instantiated" if formal.name == "instantiation_error" else None
    shown = [write_term(argument) for argument in formal.args]
    match (formal.name, *shown):
        case ("type_error", kind, _) if kind != "evaluable":
            shown.append(_kind(formal.args[1]))
        case ("format", _):
            shown = [_plain(formal.args[0])]
        case ("syntax_error", what):
            shown = [_SYNTAX.get(what, what)]
    name, arity = formal.name, len(formal.args)
    words = _WORDS.get((name, arity, shown[0] if shown else "")) or _WORDS.get((name, arity, ""))
    return words and words.format(*shown)


def _plain(term: Term) -> str:
    return term.name if isinstance(term, Atom) else term.text if isinstance(term, String) else write_term(term)


def _kind(term: Term) -> str:
    """Name the type of a term."""
    return "an empty_list" if term == NIL else _KINDS.get(type(term), "a rational")
