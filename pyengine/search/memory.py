"""Games with memory: a position is a state together with what is remembered of the way to it.

Where play can come back to a state, it does so with another memory, so no position need ever come back although the
game is cyclic. A search that plays lines to their end therefore keeps an eye on the states of a line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any, Final

RETURNS: Final = 100
"""Times that one line may come back to a state where the memory decides when the game is over."""


def has_memory(game: object) -> bool:
    """Tell whether the worth of an end depends on the way there."""
    return bool(getattr(game, "has_memory", False)) or "outcome" in getattr(game, "offers", ())


def path_of(game: object) -> set[Any] | RememberedPath:
    """Give an empty path for a game: the positions from the root on, which must not be entered again."""
    state_of = _state_of(game)
    if state_of is None:
        return set()
    return RememberedPath(state_of, most_returns(game))


def most_returns(game: object) -> int:
    """Say how often a line may come by one state of a game with memory."""
    return RETURNS if "terminal_memory" in getattr(game, "offers", ()) else 1


class RememberedPath:
    """A path of a game with memory; it contains a position whose state is on it already.

    A rule that ends the game by what is remembered, such as after a threefold repetition, lets states come back for
    good reason: then it takes `most` returns.

    >>> path = RememberedPath(lambda position: position[0])
    >>> path.add(("a", ()))
    >>> ("a", ("on", "back")) in path, ("b", ("on",)) in path
    (True, False)
    """

    __slots__ = ("_most", "_positions", "_state_of", "_states")

    def __init__(self, state_of: Callable[[Any], Hashable], most: int = 1) -> None:
        self._state_of = state_of
        self._most = most
        self._states: Counter[Hashable] = Counter()
        self._positions: set[Any] = set()

    def __contains__(self, position: Any) -> bool:
        return position in self._positions or self._states[self._state_of(position)] >= self._most

    def add(self, position: Any) -> None:
        """Enter a position."""
        self._positions.add(position)
        self._states[self._state_of(position)] += 1

    def discard(self, position: Any) -> None:
        """Leave a position."""
        self._positions.discard(position)
        state = self._state_of(position)
        self._states[state] -= 1
        if not self._states[state]:
            del self._states[state]


def _state_of(game: Any) -> Callable[[Any], Hashable] | None:
    """Find how to tell the state of a position from its memory, where there is a memory and a way to tell.

    A native game has a method `without_memory` for it; where positions are terms, they are `State-Memory`.
    """
    if not has_memory(game):
        return None
    if hasattr(game, "without_memory"):
        own: Callable[[Any], Hashable] = game.without_memory
        return own
    if hasattr(game, "term") and hasattr(game, "state"):
        return lambda position: game.state(game.term(position).args[0])
    return None
