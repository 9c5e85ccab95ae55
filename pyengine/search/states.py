"""The distinct positions that can be reached, one by one or counted."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from pyengine.errors import SearchError
from pyengine.game import Game, M, S, offers
from pyengine.search.arguments import require_flags
from pyengine.search.expansion import ask, expander
from pyengine.search.kernel import count_states_by_kernel, states_by_kernel
from pyengine.search.options import require_threads
from pyengine.texts import position_of


def states(game: Game[S, M], state: S | None = None, *, symmetric: bool = False) -> Iterator[S]:
    """Give every position that can be reached, each once, nearest first.

    With `symmetric`, only the first met of all positions that the game's `canonical` says are alike.
    """
    require_flags(symmetric=symmetric)
    root = position_of(game, state)
    opener = expander(game)
    key_of = canonical_key(game) if symmetric else None
    seen: set[Any] = {root if key_of is None else key_of(root)}
    waiting = deque((root,))
    given = False
    if hasattr(game, "kernel"):
        rest = yield from states_by_kernel(game, root, symmetric=symmetric)
        if rest is None:
            return
        seen, waiting, given = rest
    while waiting:
        here = waiting.popleft()
        if not given:
            yield here
        given = False
        for child in opener(here).children:
            key = child if key_of is None else key_of(child)
            if key not in seen:
                seen.add(key)
                waiting.append(child)


def count_states(game: Game[S, M], state: S | None = None, *, symmetric: bool = False, threads: int = 1) -> int:
    """Count the distinct positions that can be reached, the first one included.

    `threads` count where the game has a kernel in C.
    """
    require_threads(threads)
    require_flags(symmetric=symmetric)
    root = position_of(game, state)
    if symmetric:
        canonical_key(game)
    found = count_states_by_kernel(game, root, symmetric=symmetric, threads=threads)
    return sum(1 for _ in states(game, state, symmetric=symmetric)) if found is None else found


def canonical_key(game: Game[S, M]) -> Callable[[S], Any]:
    """Give the key under which a game's symmetric positions are one; SearchError where it knows no symmetries."""
    if not offers(game, "canonical"):
        raise SearchError("symmetric: the game does not say which positions are alike (canonical)")
    return ask(game, "canonical")
