"""The parameters of a rule file as OpenSpiel has them: numbers, truth values, and terms as text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pyengine.api import load
from pyengine.bridges.numbered_game import NumberedGame, open_numbered
from pyengine.language.reading.reader import read_term
from pyengine.terms import Atom, Term, write_term


@dataclass(frozen=True)
class RuleParameters:
    """A rule file, what is set of its parameters, and what OpenSpiel may set."""

    path: str
    reasoner: str
    longest: int | None
    given: tuple[tuple[str, Term], ...]

    @property
    def defaults(self) -> dict[str, Any]:
        """Give the parameters with their defaults, as OpenSpiel has values."""
        return dict(_defaults(self))

    def open(self, set_by_openspiel: dict[str, Any]) -> NumberedGame:
        """Load the game, with what OpenSpiel has set."""
        defaults = _defaults(self)
        more = {name: value for name, value in set_by_openspiel.items() if defaults.get(name) != value}
        return _opened(self, tuple(sorted(more.items())))


@lru_cache(maxsize=16)
def _defaults(parameters: RuleParameters) -> dict[str, Any]:
    game = load(parameters.path, reasoner=parameters.reasoner, **dict(parameters.given))  # type: ignore[arg-type]
    plain = {name: _plain(value) for name, value in game.parameters.items()}
    return {name: value for name, value in plain.items() if value is not None}


@lru_cache(maxsize=16)
def _opened(parameters: RuleParameters, more: tuple[tuple[str, Any], ...]) -> NumberedGame:
    given: dict[str, Any] = {**dict(parameters.given), **{name: _term(value) for name, value in more}}
    return open_numbered(parameters.path, parameters.longest, {"reasoner": parameters.reasoner, **given})


def _plain(value: Term) -> int | float | bool | str | None:
    """Give a value as OpenSpiel writes it, with `;` for commas; None for what its names of games cannot hold."""
    if isinstance(value, Atom) and value.name in ("true", "false"):
        return value.name == "true"
    if isinstance(value, int | float):
        return value
    text = write_term(value)
    return None if set(text) & set(";()=") else text.replace(",", ";")


def _term(value: Any) -> Any:
    """Read what OpenSpiel has set: a text is a term, such as [1;2]."""
    return read_term(value.replace(";", ",")) if isinstance(value, str) else value
