"""The messages of error terms, in SWI-Prolog's words."""

from __future__ import annotations

from typing import Final

from pyengine.terms import NIL, Atom, Compound, List, String, Term, Var, write_term

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
