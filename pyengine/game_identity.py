"""Whether two games are one, whoever answers for them; whether two moves or terms are."""

from __future__ import annotations

from typing import Any

from pyengine.quoting import quote_line
from pyengine.terms import Term, write_term
from pyengine.texts import AnyGame, name_of


def is_same(a: object, b: object) -> bool:
    """Tell whether two moves or terms are the same: 1 and 1.0 are not."""
    return a is b or (type(a) is type(b) and bool(a == b))


def is_same_game(a: AnyGame, b: AnyGame) -> bool:
    """Tell whether two are one game: the same rules and parameters, or a class made with the same attributes.

    Who answers for rules, and where a game begins, make no difference.
    """
    if a is b:
        return True
    rules = getattr(a, "identity", None), getattr(b, "identity", None)
    if rules != (None, None):
        return bool(rules[0] == rules[1])
    if type(a) is not type(b):
        return False
    try:
        return bool(a == b or _attributes(a) == _attributes(b))
    except Exception:  # what a class of somebody else's holds need not be comparable
        return False


def _attributes(game: AnyGame) -> dict[str, Any]:
    """Give what a game was made with; how `twin` was asked for it, and what it starts from, is not part of it."""
    held: dict[str, Any] = getattr(game, "__dict__", {})
    return {name: value for name, value in held.items() if name not in ("origin", "initial")}


def described(game: AnyGame) -> str:
    """Name a game with the parameters that were given."""
    given: dict[str, Term] = getattr(game, "given_parameters", {})
    told = ", ".join(f"{name}={write_term(value)}" for name, value in given.items())
    return quote_line(f"{name_of(game)} ({told})" if told else name_of(game))
