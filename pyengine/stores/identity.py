"""Which game a store is of, by content; and positions as the text under which it keeps them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pyengine.api import load
from pyengine.building.build_cache import content_key
from pyengine.errors import StoredGameError
from pyengine.game import Game, offers
from pyengine.native import origin_of
from pyengine.quoting import quote_line
from pyengine.reasoners.rule_game import RuleGame
from pyengine.stores.json_shapes import read_json, shaped
from pyengine.stores.term_keys import read_key, term_key
from pyengine.terms import write_term
from pyengine.texts import parse_state


def rules_of(game: Game[Any, Any]) -> RuleGame[Any]:
    """Give the rule file that says what a game is: its own, or that of which it is the twin in Python."""
    if isinstance(game, RuleGame):
        return game
    origin = origin_of(game)
    if origin is None:
        raise StoredGameError(
            "solved positions are kept for games of rule files, and for their twins as `twin` makes them: "
            "what another game in Python is cannot be told from its content"
        )
    name, parameters = origin
    return load(name, reasoner="python", **dict[str, Any](parameters))


def keying(game: Game[Any, Any]) -> tuple[Callable[[Any], str], Callable[[Any], str]]:
    """Give the key of a position, and that of a position that is canonical already.

    Where the rules say which positions are alike, these have one key. A twin tells its positions to the rules as text:
    which of those that are alike stands for them all may differ between the two.
    """
    rules = rules_of(game)
    term, canonical = rules.term, getattr(rules, "canonical", None)
    if not offers(rules, "canonical"):
        canonical = None

    def plain_key(state: Any) -> str:
        return term_key(term(state))

    def key(state: Any) -> str:
        return term_key(term(state if canonical is None else canonical(state)))

    if rules is game:
        return key, plain_key
    write: Callable[[Any], str] = game.text  # type: ignore[attr-defined]

    def told_key(state: Any) -> str:
        return key(rules.state(rules.read_position(write(state))))

    return told_key, told_key


def position_texts(game: Game[Any, Any]) -> tuple[Callable[[Any], str], Callable[[str], Any]]:
    """Give what writes a position of a game, and what reads it: the same text whoever answers for the rules."""
    rules = rules_of(game)

    def write(state: Any) -> str:
        return term_key(rules.term(state))

    def read(text: str) -> Any:
        return rules.state(read_key(text))

    if rules is game:
        return write, read

    def write_told(state: Any) -> str:
        return write(rules.state(rules.read_position(game.text(state))))  # type: ignore[attr-defined]

    def read_told(text: str) -> Any:
        return parse_state(game, rules.text(read(text)))

    return write_told, read_told


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
        settings = {name: write_term(value) for name, value in rules.parameters.items()}
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
