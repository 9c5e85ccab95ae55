"""A rule file as an environment of Gymnasium: one player learns, our search moves for all others."""

from __future__ import annotations

from typing import Any

import gymnasium

from pyengine.bridges.numbered_game import NumberedGame, NumberedPosition
from pyengine.bridges.pettingzoo.environment import observation, observation_space
from pyengine.bridges.pettingzoo.rendering import RENDER_MODES, rendered, require_render_mode
from pyengine.bridges.pettingzoo.window import Window
from pyengine.errors import DomainError, IllegalMoveError, ParameterError
from pyengine.quoting import show_value
from pyengine.search import Limit, search


class OpponentEnvironment(gymnasium.Env):  # type: ignore[misc]
    """One player of a game of rules, by number; the others move as a search of some depth does.

    The reward is what the game has come to for the player, when it is over.
    """

    def __init__(self, game: NumberedGame, player: int, depth: int, render_mode: str | None) -> None:
        require_render_mode(render_mode)
        if type(player) is not int or not 0 <= player < len(game.players):
            raise ParameterError(f"player is a number from 0 to {len(game.players) - 1}, not {show_value(player)}")
        if type(depth) is not int or depth < 1:
            raise ParameterError(f"depth is a number of plies from 1, not {show_value(depth)}")
        if game.encoding is None:
            raise DomainError(f"no bound is known of what positions of {game.game.name} hold: there is no observation")
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}
        self.game, self.player, self.depth, self.render_mode = game, player, depth, render_mode
        self._window = Window(game.game.name)
        self.position: NumberedPosition = game.start
        self._is_begun = False
        self.observation_space = observation_space(game)
        self.action_space = gymnasium.spaces.Discrete(len(game.moves))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game; others move first where it is their turn."""
        super().reset(seed=seed)
        self.position, self._is_begun = self.game.start, True
        self._answer()
        self._show()
        return self._observed(), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make a move, and those of the others up to the next turn of the player."""
        if not self._is_begun:
            raise IllegalMoveError("no game has begun: reset() begins one")
        self.position = self.position.after(int(action))
        self._answer()
        self._show()
        here = self.position
        is_cut_off = here.is_over and here.is_cut_off
        worth = float(here.utilities[self.player]) if here.is_over else 0.0
        return self._observed(), worth, here.is_over and not is_cut_off, is_cut_off, {}

    def _answer(self) -> None:
        while not self.position.is_over and self.position.mover != self.player:
            here = self.position
            best = search(self.game.game, here.state, limit=Limit(depth=self.depth)).best
            self.position = here.after(self.game.known.number_of(best, here.state))

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _observed(self) -> dict[str, Any]:
        return observation(self.position, not self.position.is_over)

    def render(self) -> Any:
        """Show the position, as the render mode says."""
        return None if self.render_mode is None else rendered(self.position, self.render_mode, self._window)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._window.close()
