"""Which game a store is of: its rules and its parameters, by content."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from pyengine.building.build_cache import content_key
from pyengine.game import Game
from pyengine.language.contract import declared_parameters
from pyengine.quoting import quote_line
from pyengine.stores.json_shapes import read_json, shaped
from pyengine.stores.keys import rules_of
from pyengine.terms import write_term


@dataclass(frozen=True, slots=True)
class Identity:
    """A game: `rules` names the text of its rule file and of all that it includes, wherever they stand.

    `parameters` has all that the rules declare, as Prolog text. Who answers for the rules and where a game begins make
    no difference to what positions are worth.
    """

    name: str
    rules: str
    parameters: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, game: Game[Any, Any]) -> Identity:
        """Identify a game of a rule file, or the twin of one."""
        rules = rules_of(game)
        declared = declared_parameters(rules.program)
        given: dict[str, Any] = getattr(rules, "parameters", {})
        settings = {name: write_term(value) for name, value in {**declared, **given}.items()}
        texts = [source.text for source in rules.program.sources]
        return cls(rules.name, content_key(*texts), tuple(sorted(settings.items())))

    def differences(self, other: Identity) -> str:
        """Give the differences to another game as text; empty where it is the same."""
        if self.rules != other.rules:
            if self.name != other.name:
                return f"it is of {quote_line(self.name)}, and this is {other.name}"
            return f"it is of other rules of {other.name}: the rule file or what it includes has changed"
        mine, theirs = dict(self.parameters), dict(other.parameters)
        changed = [quote_line(f"{name}={value}") for name, value in mine.items() if theirs.get(name) != value]
        asked = [f"{name}={value}" for name, value in theirs.items() if mine.get(name) != value]
        return (
            f"it is of {quote_line(self.name)} with {', '.join(changed)}, not {', '.join(asked)}"
            if changed or asked
            else ""
        )

    def to_text(self) -> str:
        """Write the identity as text."""
        return json.dumps([self.name, self.rules, dict(self.parameters)])

    @classmethod
    def from_text(cls, text: str) -> Identity:
        """Read what `to_text` wrote."""
        name, rules, parameters = shaped(tuple[str, str, dict[str, str]], read_json(text))
        return cls(name, rules, tuple(sorted(parameters.items())))
