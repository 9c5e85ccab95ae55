"""A rule file as an AEC environment of PettingZoo: agents act in turn, and see which actions are legal."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from pyengine.bridges.numbered_game import NumberedGame, NumberedPosition
from pyengine.bridges.pettingzoo.rendering import RENDER_MODES, rendered, require_render_mode
from pyengine.bridges.pettingzoo.window import Window
from pyengine.errors import DomainError, IllegalMoveError


class GameEnvironment(AECEnv):  # type: ignore[misc]
    """A game of rules; agents are its players, and an observation is the position as numbers with an `action_mask`.

    An action that is not legal is an IllegalMoveError. Rewards come when the game is over; a game that is cut off for
    its length is truncated.
    """

    def __init__(self, game: NumberedGame, render_mode: str | None) -> None:
        super().__init__()
        require_render_mode(render_mode)
        if game.encoding is None:
            raise DomainError(f"no bound is known of what positions of {game.game.name} hold: there is no observation")
        self.game = game
        self.render_mode = render_mode
        self._window = Window(game.game.name)
        self.metadata: dict[str, Any] = {
            "name": f"{game.game.name}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = list(game.players)
        self.observation_spaces = {agent: observation_space(game) for agent in self.possible_agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(len(game.moves)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Give the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Give the space of what an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; there is no chance in it, so a seed changes nothing."""
        self.position: NumberedPosition = self.game.start
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.position.mover if not self.position.is_over else 0]
        self._end()

    def observe(self, agent: str) -> dict[str, Any]:
        """Give what an agent sees: all of the position, and its own legal actions."""
        is_mover = not self.position.is_over and self.possible_agents[self.position.mover] == agent
        return observation(self.position, is_mover)

    def step(self, action: int | None) -> None:
        """Make the move of the agent whose turn it is."""
        if not self.agents:
            raise IllegalMoveError("the game is over: reset() begins another")
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            if action is not None:
                raise self.position.refused(action)
            self._was_dead_step(action)
            return
        self.position = self.position.after(_number(self.position, action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self._end()
        if not self.position.is_over:
            self.agent_selection = self.possible_agents[self.position.mover]
        else:
            place = self.possible_agents.index(self.agent_selection)
            self.agent_selection = self.possible_agents[(place + 1) % len(self.possible_agents)]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        if not self.position.is_over:
            return
        is_cut_off = self.position.is_cut_off
        for agent, worth in zip(self.possible_agents, self.position.utilities, strict=True):
            self.rewards[agent] = float(worth)
            self.truncations[agent], self.terminations[agent] = is_cut_off, not is_cut_off

    def render(self) -> Any:
        """Show the position, as the render mode says."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() was called without a render_mode: env(game, render_mode='ansi') has one")
            return None
        return rendered(self.position, self.render_mode, self._window)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._window.close()


def observation_space(game: NumberedGame) -> gymnasium.spaces.Dict:
    """Give the space of observations: numbers from 0 to 1, and a mask of the legal actions."""
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(0, 1, (game.observation_size,), np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (len(game.moves),), np.int8),
        }
    )


def observation(position: NumberedPosition, is_mover: bool) -> dict[str, Any]:
    """Give what is seen of a position; only who is to move has legal actions."""
    mask = np.zeros(len(position.game.moves), np.int8)
    if is_mover:
        mask[list(position.children)] = 1
    return {"observation": np.array(position.observation(), np.float32), "action_mask": mask}


def _number(position: NumberedPosition, action: Any) -> int:
    if isinstance(action, bool) or not isinstance(action, int | np.integer):
        raise position.refused(action)
    return int(action)
