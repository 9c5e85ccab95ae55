"""What a game is: the names of AIMA, and `expand`, the fast path that every search uses."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Final, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from pyengine.errors import ParameterError
from pyengine.quoting import show_value
from pyengine.terms import Number

Player = Hashable
S = TypeVar("S", bound=Hashable)
M = TypeVar("M", bound=Hashable)


class Expansion(NamedTuple, Generic[S, M]):
    """All that a search asks of one position.

    `moves[i]` leads to `children[i]`. In a final position both are empty and `utilities` holds one value for each
    player; elsewhere `utilities` is None and `mover` is the index of the player to move. `moves` may be decoded
    only when looked at.
    """

    mover: int
    children: tuple[S, ...]
    moves: Sequence[M]
    utilities: tuple[Number, ...] | None = None

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over here."""
        return self.utilities is not None


class Game(Protocol[S, M]):
    """A game of perfect information for one or more players.

    `players` lists them in order; in a two-player game the first is MAX. States and moves are hashable values.
    """

    @property
    def players(self) -> Sequence[Player]: ...

    @property
    def initial(self) -> S: ...

    def to_move(self, state: S) -> Player: ...

    def actions(self, state: S) -> Sequence[M]: ...

    def result(self, state: S, move: M) -> S: ...

    def is_terminal(self, state: S) -> bool: ...

    def utility(self, state: S, player: Player) -> Number: ...


@runtime_checkable
class Expands(Protocol[S, M]):
    """A game that can give a whole expansion at once."""

    def expand(self, state: S) -> Expansion[S, M]: ...


def offers(game: object, feature: str) -> bool:
    """Tell whether a game has one of the optional features.

    A game whose class has a method for all of them says in `offers` which ones its rules define.
    """
    named = getattr(game, "offers", None)
    return feature in named if named is not None else hasattr(game, feature)


def estimates(game: object) -> bool:
    """Tell whether a game can value positions that are not final, by a static value, weighted features or classes."""
    named = getattr(game, "offers", ())
    return offers(game, "staticval") or (hasattr(game, "staticval") and ("features" in named or "expected" in named))


def is_number(value: object) -> bool:
    """Tell whether a value can be compared with every other number."""
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        return False
    return not (isinstance(value, float) and math.isnan(value))


def require_game(game: object) -> None:
    """Refuse what is no game: what lacks one of the names that every game has; `expand` stands for all questions."""
    methods = () if isinstance(game, Expands) else _METHODS
    lacking = [name for name in ("players", "initial") if not hasattr(game, name)]
    lacking += [name for name in methods if not callable(getattr(game, name, None))]
    if lacking or isinstance(game, type):
        hint = "; load(name) gives the game of a rule file" if isinstance(game, str) else ""
        lacks = f" (it has no {', '.join(lacking)})" if lacking and not hint else ""
        raise ParameterError(f"a game is wanted, not {show_value(game)}{lacks}{hint}")


_METHODS: Final = ("to_move", "actions", "result", "is_terminal", "utility")


def expand(game: Game[S, M], state: S) -> Expansion[S, M]:
    """Expand a position of any game, by its own `expand` where it has one."""
    if isinstance(game, Expands):
        return game.expand(state)
    if not hasattr(game, "is_terminal"):
        require_game(game)
    if game.is_terminal(state):
        return Expansion(0, (), (), tuple(game.utility(state, player) for player in game.players))
    moves = tuple(game.actions(state))
    mover = list(game.players).index(game.to_move(state))
    return Expansion(mover, tuple(game.result(state, move) for move in moves), moves)
