"""What a search asks of a game, looked up once before it starts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyengine.errors import SearchError
from pyengine.game import Expands, Expansion, Game, M, S


def expander(game: Game[S, M]) -> Callable[[S], Expansion[S, M]]:
    """Give the fastest way to expand positions of a game: `pyengine.game.expand` with its questions settled."""
    if isinstance(game, Expands):
        return game.expand
    players = tuple(game.players)
    index = {player: number for number, player in enumerate(players)}
    is_terminal, utility, actions, result, to_move = (
        game.is_terminal,
        game.utility,
        game.actions,
        game.result,
        game.to_move,
    )

    def expand(state: S) -> Expansion[S, M]:
        if is_terminal(state):
            return Expansion(0, (), (), tuple([utility(state, player) for player in players]))
        moves = actions(state)
        return Expansion(index[to_move(state)], tuple([result(state, move) for move in moves]), moves)

    return expand


def ask(game: object, feature: str) -> Callable[..., Any]:
    """Give the method for an optional feature that the game is known to offer."""
    method: Callable[..., Any] = getattr(game, feature)
    return method


def require_two_players(game: Game[S, M]) -> None:
    """Refuse a game that MAX and MIN do not play."""
    if len(game.players) != 2:
        raise SearchError(f"minimax is for two players, and this game has {len(game.players)}")
