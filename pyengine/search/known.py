"""Positions that were solved before: what a search takes from a store of them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from pyengine.errors import SearchError
from pyengine.game import Expansion, Game, M, S
from pyengine.search.expansion import expander, move_to, opposed
from pyengine.search.result import Result, StopReason
from pyengine.search.retrograde import endless_worth
from pyengine.search.solution import rank_of
from pyengine.search.watch import Clock
from pyengine.terms import Number

if TYPE_CHECKING:
    from pyengine.search.checkpoint import Checkpoint


class Worth(NamedTuple):
    """The value of a position for MAX, and the plies to the end under best play; None where nobody forces one."""

    value: Number
    distance: int | None


class Known(Protocol):
    """The solved positions of one game."""

    def value(self, state: Any) -> Number | None:
        """Give the value of a position; None where it is not known."""

    def worth(self, state: Any) -> Worth | None:
        """Give the value and the distance of a position; None where they are not known."""


class Store(Protocol):
    """Solved positions that last; `pyengine.stores` keeps them in a file."""

    def of(self, game: Game[Any, Any]) -> Known:
        """Give what is known of a game; an error where the positions are of another."""


def known_of(store: Store | None, game: Game[S, M], alliance: object = None) -> tuple[Known | None, Checkpoint | None]:
    """Give what a store knows of the game that is searched; where it has no solved positions, what it has of searches.

    That is a `Checkpoint`, and goes into the table of the search; None and None where there is no store.
    """
    if store is None:
        return None, None
    if alliance is not None or not opposed(game):
        raise SearchError("a store of solved positions is for two opponents, without alliances")
    found = store.of(game)
    searched: Checkpoint | None = getattr(found, "searched", None)
    return (found, None) if searched is None else (None, searched)


def answer(game: Game[S, M], root: S, known: Known | None, clock: Clock = time.perf_counter) -> Result[M] | None:
    """Give the result of a position whose successors are all known; None where some are not, or the game is over.

    The best move is that of retrograde analysis: the first of those that keep the value, and of these one that brings
    a win nearer or puts a loss off. The line goes on as far as positions are known, or until one comes back.
    """
    if known is None:
        return None
    began = clock()
    expansion = expander(game)(root)
    worths = _worths(expansion, known)
    if worths is None:
        return None
    steps = known_steps(game, root, known)
    value = worths[expansion.children.index(steps[0][1])].value
    last = steps[-1][1]
    values: tuple[Number, ...] = (value, -value)
    if game.is_terminal(last):
        values = tuple(game.utility(last, player) for player in game.players)
    return Result(
        value=value,
        values=values,
        best=move_to(*steps[0]),
        line=tuple(move_to(*step) for step in steps),
        depth=None,
        reason=StopReason.SOLVED,
        nodes=1,
        hits=len(worths),
        seconds=clock() - began,
        moves=tuple((move, worth.value) for move, worth in zip(expansion.moves, worths, strict=True)),
    )


def known_steps(game: Game[S, M], state: S, known: Known) -> list[tuple[Expansion[S, M], S]]:
    """Follow best play from a position, as far as it is known or until a position comes back."""
    opener, endless = expander(game), endless_worth(game)
    found: list[tuple[Expansion[S, M], S]] = []
    seen = {state}
    while True:
        opened = opener(state)
        worths = _worths(opened, known)
        if worths is None:
            return found
        state = opened.children[_best(worths, opened.mover, endless)]
        found.append((opened, state))
        if state in seen:
            return found
        seen.add(state)


def _worths(expansion: Expansion[S, M], known: Known) -> list[Worth] | None:
    """Give what all successors are worth; None where one is not known, or there is none."""
    worths: list[Worth] = []
    for child in expansion.children:
        worth = known.worth(child)
        if worth is None:
            return None
        worths.append(worth)
    return worths or None


def _best(worths: list[Worth], mover: int, endless: Number) -> int:
    ranks = [rank_of(value, -1 if distance is None else distance, mover, endless) for value, distance in worths]
    return ranks.index(max(ranks))
