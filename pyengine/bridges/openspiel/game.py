"""A rule file as a game of OpenSpiel in Python: the classes that OpenSpiel asks."""

from __future__ import annotations

from typing import Any, ClassVar

import pyspiel

from pyengine.bridges.numbered_game import NumberedGame, NumberedPosition
from pyengine.bridges.openspiel.observer import PositionObserver
from pyengine.bridges.openspiel.parameters import RuleParameters

_UTILITY = pyspiel.GameType.Utility


def game_type(name: str, title: str, game: NumberedGame, parameters: RuleParameters) -> pyspiel.GameType:
    """Say what kind of game it is."""
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=_utility(game),
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(game.players),
        min_num_players=len(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=game.encoding is not None,
        provides_observation_string=True,
        provides_observation_tensor=game.encoding is not None,
        parameter_specification=parameters.defaults,
    )


def _utility(game: NumberedGame) -> pyspiel.GameType.Utility:
    if game.total is None:
        return _UTILITY.GENERAL_SUM
    return _UTILITY.ZERO_SUM if game.total == 0 else _UTILITY.CONSTANT_SUM


def game_info(game: NumberedGame) -> pyspiel.GameInfo:
    """Say how large the game is."""
    ranges = game.utilities
    return pyspiel.GameInfo(
        num_distinct_actions=max(len(game.moves), 1),
        max_chance_outcomes=0,
        num_players=len(game.players),
        min_utility=min(low for low, _ in ranges),
        max_utility=max(high for _, high in ranges),
        utility_sum=None if game.total is None else float(game.total),
        max_game_length=max(game.longest, 1),
    )


class RuleSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A rule file as OpenSpiel has games; one subclass is made for each that is registered."""

    name: ClassVar[str]
    title: ClassVar[str]
    parameters: ClassVar[RuleParameters]

    def __init__(self, given: dict[str, Any] | None = None) -> None:
        self.numbered = self.parameters.open(given or {})
        kind = game_type(self.name, self.title, self.numbered, self.parameters)
        super().__init__(kind, game_info(self.numbered), given or {})

    def __reduce__(self) -> tuple[Any, ...]:
        return reopened, (self.name, self.title, self.parameters, self.get_parameters())

    def new_initial_state(self, state: object = None) -> RuleSpielState:
        """Give the start of a game."""
        return RuleSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> PositionObserver:
        """Give what observes positions: all players see all of them."""
        return PositionObserver(self.numbered, iig_obs_type, params)


class RuleSpielState(pyspiel.State):  # type: ignore[misc]
    """A position as OpenSpiel has states: what changes is one immutable value, so that a copy costs nothing."""

    def __init__(self, game: RuleSpielGame) -> None:
        super().__init__(game)
        self.position: NumberedPosition = game.numbered.start

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.get_game(), self.history())

    def current_player(self) -> int:
        """Give who is to move, or that the game is over."""
        return int(pyspiel.PlayerId.TERMINAL) if self.position.is_over else self.position.mover

    def _legal_actions(self, player: int) -> list[int]:
        """List the legal moves by their numbers."""
        if self.position.is_over or player != self.position.mover:
            return []
        return list(self.position.children)

    def _apply_action(self, action: int) -> None:
        """Make a move."""
        self.position = self.position.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.game.move_name(action)

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """Give what the game has come to."""
        return [float(worth) for worth in self.position.utilities]

    def __str__(self) -> str:
        return str(self.position)


def restored(game: RuleSpielGame, history: list[int]) -> RuleSpielState:
    """Give a state again that was pickled."""
    state = game.new_initial_state()
    for action in history:
        state.apply_action(action)
    return state


def reopened(name: str, title: str, parameters: RuleParameters, given: dict[str, Any]) -> pyspiel.Game:
    """Give a game again that was pickled, in a process that may not know it yet."""
    if name not in pyspiel.registered_names():
        enter(name, title, parameters)
    return pyspiel.load_game(name, given)


def enter(name: str, title: str, parameters: RuleParameters) -> None:
    """Make a game known to OpenSpiel."""
    made = type("RuleSpielGame", (RuleSpielGame,), {"name": name, "title": title, "parameters": parameters})
    pyspiel.register_game(game_type(name, title, parameters.open({}), parameters), made)
