"""The messages of error terms, in SWI-Prolog's words."""

from __future__ import annotations

from typing import Final

from pyengine.terms import Atom, Compound, List, String, Term, Var, write_term

_SYNTAX: Final = {
    "illegal_number": "Illegal number",
    "cannot_start_term": "Illegal start of term",
    "end_of_clause": "Unexpected end of clause",
    "end_of_file": "Unexpected end of file",
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
    match (formal.name, len(shown)):
        case ("type_error", 2):
            if shown[0] == "evaluable":
                return f"Arithmetic: `{shown[1]}' is not a function"
            return f"Type error: `{shown[0]}' expected, found `{shown[1]}' ({_kind(formal.args[1])})"
        case ("domain_error", 2):
            return f"Domain error: `{shown[0]}' expected, found `{shown[1]}'"
        case ("existence_error", 2) if shown[0] == "procedure":
            return f"Unknown procedure: {shown[1]}"
        case ("existence_error", 2) if shown[0] == "matching_rule":
            return f"No rule matches {shown[1]}"
        case ("existence_error", 2):
            return f"{shown[0]} `{shown[1]}' does not exist"
        case ("evaluation_error", 1):
            return f"Arithmetic: evaluation error: `{shown[0]}'"
        case ("representation_error", 1):
            return f"Cannot represent due to `{shown[0]}'"
        case ("resource_error", 1):
            return f"Not enough resources: {shown[0]}"
        case ("permission_error", 3):
            return f"No permission to {shown[0]} {shown[1]} `{shown[2]}'"
        case ("format", 1):
            return f"Format error: {_plain(formal.args[0])}"
        case ("syntax_error", 1):
            return f"Syntax error: {_SYNTAX.get(shown[0], shown[0])}"
    return None


def _plain(term: Term) -> str:
    return term.name if isinstance(term, Atom) else term.text if isinstance(term, String) else write_term(term)


def _kind(term: Term) -> str:
    """Name the type of a term."""
    match term:
        case Var():
            return "a var"
        case Atom():
            return "an atom"
        case String():
            return "a string"
        case List(items=()):
            return "an empty_list"
        case List():
            return "a list"
        case Compound():
            return "a compound"
        case int():
            return "an integer"
        case float():
            return "a float"
    return "a rational"
