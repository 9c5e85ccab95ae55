"""Games of OpenSpiel as games here, by their names there: `openspiel:breakthrough(rows=6,columns=6)`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from pyengine.errors import GameNotFoundError, InvalidStateError, LibraryMissingError, ParameterError
from pyengine.game import Expansion, Player
from pyengine.native.base import NativeGame
from pyengine.quoting import quote_line
from pyengine.terms import Number
from pyengine.texts import suggestion

PREFIX: Final = "openspiel:"
START: Final = "start"
"""The text of the first position; that of any other is the moves that lead to it."""


def require_openspiel() -> Any:
    """Import OpenSpiel; LibraryMissingError where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        raise LibraryMissingError("this needs OpenSpiel: pip install 'pyengine-logic[openspiel]'") from None
    return pyspiel


def is_openspiel_name(game: object) -> bool:
    """Tell whether a game is named as one of OpenSpiel."""
    return isinstance(game, str) and game.startswith(PREFIX)


class SpielPosition:
    """A position of OpenSpiel; equal to another where it looks the same after as many moves, and who moves is the same.

    What OpenSpiel does not write into the text of a position does not tell two apart.
    """

    __slots__ = ("key", "state")

    def __init__(self, state: Any) -> None:
        self.state = state
        self.key = (str(state), state.current_player(), state.move_number())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpielPosition) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        return self.key[0]

    def __reduce__(self) -> tuple[Any, ...]:
        return _replayed, (str(self.state.get_game()), self.state.history())


def _replayed(game: str, actions: list[int]) -> SpielPosition:
    state = require_openspiel().load_game(game).new_initial_state()
    for action in actions:
        state.apply_action(action)
    return SpielPosition(state)


class OpenSpielGame(NativeGame[SpielPosition, str]):
    """A game of OpenSpiel in which players move in turn and see all; players are `0`, `1` and so on.

    A move is the text that OpenSpiel has for the action. Games with chance, hidden information or simultaneous moves
    are refused by a ParameterError.
    """

    def __init__(self, name: str, parameters: Mapping[str, object] | None = None) -> None:
        spiel = require_openspiel()
        known = spiel.registered_names()
        if name.partition("(")[0] not in known:  # OpenSpiel would print them all
            raise GameNotFoundError(f"OpenSpiel has no game {quote_line(name)}; {suggestion(name, known)}")
        try:
            self._game = spiel.load_game(name, dict(parameters)) if parameters else spiel.load_game(name)
        except Exception as error:  # OpenSpiel's own class
            raise ParameterError(f"OpenSpiel refuses {quote_line(name)}: {quote_line(str(error))}") from None
        kind = self._game.get_type()
        for is_so, what in (
            (kind.dynamics != spiel.GameType.Dynamics.SEQUENTIAL, "simultaneous moves"),
            (kind.chance_mode != spiel.GameType.ChanceMode.DETERMINISTIC, "chance"),
            (kind.information != spiel.GameType.Information.PERFECT_INFORMATION, "hidden information"),
        ):
            if is_so:
                raise ParameterError(f"{quote_line(name)} of OpenSpiel has {what}: only games of turns can be taken")
        self.name = kind.short_name
        self.players = tuple(map(str, range(self._game.num_players())))  # type: ignore[misc]
        self.opposed = len(self.players) == 2 and kind.utility == spiel.GameType.Utility.ZERO_SUM
        self.offers: frozenset[str] = frozenset()

    @cached_property
    def initial(self) -> SpielPosition:  # type: ignore[override]
        """Give the first position."""
        return SpielPosition(self._game.new_initial_state())

    def __reduce__(self) -> tuple[Any, ...]:
        return OpenSpielGame, (str(self._game),)

    def __repr__(self) -> str:
        return f"<OpenSpielGame {self._game}>"

    @property
    def identity(self) -> tuple[str, str]:
        """What makes it the game that it is."""
        return PREFIX, str(self._game)

    def to_move(self, state: SpielPosition) -> Player:
        """Give the player whose turn it is."""
        return str(max(state.key[1], 0))

    def expand(self, state: SpielPosition) -> Expansion[SpielPosition, str]:
        """Give all that a search asks of one position."""
        here = state.state
        if here.is_terminal():
            return Expansion(0, (), (), tuple(_plain(worth) for worth in here.returns()))
        actions = here.legal_actions()
        moves = tuple(_text(here, action) for action in actions)
        return Expansion(state.key[1], tuple(SpielPosition(here.child(action)) for action in actions), moves)

    def actions(self, state: SpielPosition) -> Sequence[str]:
        """List the legal moves; none in a final position."""
        here = state.state
        return [] if here.is_terminal() else [_text(here, action) for action in here.legal_actions()]

    def result(self, state: SpielPosition, move: str) -> SpielPosition:
        """Give the position after a legal move."""
        here = state.state
        for action in () if here.is_terminal() else here.legal_actions():
            if _text(here, action) == move:
                return SpielPosition(here.child(action))
        raise self._illegal(move, state, self.actions(state))

    def is_terminal(self, state: SpielPosition) -> bool:
        """Tell whether the game is over."""
        return bool(state.state.is_terminal())

    def utility(self, state: SpielPosition, player: Player) -> Number:
        """Give the worth of a final position for a player."""
        return _plain(state.state.returns()[self.players.index(str(player))])

    def text(self, state: SpielPosition) -> str:
        """Write a position as the moves that led to it."""
        here = self._game.new_initial_state()
        moves = []
        for action in state.state.history():
            moves.append(_text(here, action).replace(" ", "_"))
            here.apply_action(action)
        return " ".join(moves) or START

    def parse_state(self, text: str) -> SpielPosition:
        """Read a position that `text` wrote."""
        here = self.initial
        for number, word in enumerate(() if text.strip() == START else text.split(), start=1):
            legal = {move.replace(" ", "_"): move for move in self.actions(here)}
            if word not in legal:
                raise InvalidStateError(f"{quote_line(word)}, the move number {number}, is not legal there")
            here = self.result(here, legal[word])
        return here

    def show(self, state: SpielPosition) -> str:
        """Show a position as OpenSpiel does."""
        return str(state)


def _text(state: Any, action: int) -> str:
    return str(state.action_to_string(action))


def _plain(worth: float) -> Number:
    """Give a worth as an integer where it is one."""
    return int(worth) if worth.is_integer() else worth


def open_openspiel(given: str, parameters: Mapping[str, object]) -> OpenSpielGame:
    """Make a game of its name, with the prefix; parameters are OpenSpiel's own."""
    return OpenSpielGame(given.removeprefix(PREFIX), parameters)
