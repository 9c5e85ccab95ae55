"""The rules of a page as a game: loaded in a worker, with the positions that were looked at last."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from pyengine.errors import InvalidStateError, ParameterError, RuleLimitError, RuleRuntimeError
from pyengine.game import estimates, expand
from pyengine.language.contract import declared_parameters
from pyengine.language.gate import examine
from pyengine.language.reading.reader import read_term
from pyengine.language.source import Source
from pyengine.native import TWINS
from pyengine.quoting import quote_line
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.choice import load_program
from pyengine.reasoners.rule_game import RuleGame
from pyengine.search.expansion import opposed
from pyengine.search.options import Options
from pyengine.search.solution import Solution
from pyengine.search.table import Table
from pyengine.studio.protocol import GamePlace, Load
from pyengine.terms import Term, write_term
from pyengine.texts import parse_move, parse_state
from pyengine.winners import draw_value

BUDGET: Final = Budget(seconds=3.0)
"""What one call into the rules may use: who has clicked is waiting."""
TABLE_BYTES: Final = 256 << 20
"""The size of the table of searches."""
SEARCHED: Final = Options(reuse="deeper")
"""How positions are valued for people: what was found deeper before is better, whatever plain minimax would say."""
KEPT: Final = 4096
"""Positions that are kept by the way that leads to them."""

Game = RuleGame[Any]


class LoadedGame:
    """A game, and the way from a place on a page to a position in it."""

    def __init__(self, load: Load) -> None:
        self.load = load
        name = load.file or f"{load.name}.pl"
        path = None if load.file is None else Path(load.file)
        source = Source(path.name if path else name, load.text, path)
        program = examine(source, trust=False).program
        parameters = {name: _term(f"the value of {name}", text) for name, text in load.parameters.items()}
        self.start = None if load.start is None else _term("the start", load.start)
        self.defaults = declared_parameters(program)
        self.game: Game = load_program(
            program, "auto", parameters=parameters, trust=False, start=self.start, budget=BUDGET
        )
        self.solutions: list[Solution[Any, Any]] = []
        """Parts of the game that are solved."""
        self.is_large = False
        """Whether it is known that the game cannot be solved as a whole."""
        self.table = Table(bytes=TABLE_BYTES)
        """What searches have found out, for the next one."""
        self._states: OrderedDict[tuple[str | None, tuple[str, ...]], Any] = OrderedDict()

    def state(self, place: GamePlace) -> Any:
        """Give the position of a place; IllegalMoveError and InvalidStateError where there is none."""
        played = len(place.moves)
        while played and (place.start, place.moves[:played]) not in self._states:
            played -= 1
        known = self._states.get((place.start, place.moves[:played]))
        state = self._start(place.start) if known is None else known
        for number in range(played, len(place.moves)):
            state = self.game.result(state, parse_move(self.game, place.moves[number], state))
            self._keep(place.start, place.moves[: number + 1], state)
        return state

    def _start(self, text: str | None) -> Any:
        if text is None:
            return self.game.initial
        state = parse_state(self.game, text)
        try:
            expand(self.game, state)  # any term can be read: only the rules can say that it is a position
        except RuleLimitError:
            raise
        except RuleRuntimeError as error:
            raise InvalidStateError(f"{quote_line(text)} is not a position: {error.reason}") from None
        self._keep(text, (), state)
        return state

    def _keep(self, start: str | None, moves: tuple[str, ...], state: Any) -> None:
        self._states[start, moves] = state
        if len(self._states) > KEPT:
            self._states.popitem(last=False)

    def as_json(self) -> dict[str, Any]:
        """Say what the page wants to know of the game as a whole."""
        game = self.game
        values = None if "utilities" in game.offers else game.values
        return {
            "name": game.name,
            "players": [str(player) for player in game.players],
            "parameters": self._parameters(game.parameters),
            "estimates": estimates(game),
            "values": None if values is None else [str(value) for value in sorted(values)],
            "draw": None if (draw := draw_value(game)) is None else str(draw),
            "twin": self.load.name in TWINS,
            "opposed": opposed(game),
            "reasoner": game.reasoner,
            "why": game.why,
        }

    def _parameters(self, given: Mapping[str, Term]) -> list[dict[str, str]]:
        return [
            {"name": name, "default": write_term(default), "value": write_term(given.get(name, default))}
            for name, default in self.defaults.items()
        ]


def _term(what: str, text: str) -> Term:
    try:
        return read_term(text)
    except Exception as error:
        raise ParameterError(f"{what} is not a Prolog term: {error}") from None
