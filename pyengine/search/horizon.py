"""Where a line of play is cut off: the depth limit, quiescence beyond it, and plies that are free of charge.

What is left of the depth at a position is one number, its draft as chess programs call it, so that it can be compared
and stored fast. Without extensions it is the number of plies left. With up to E free plies it is
`plies * (E + 1) + free plies left`: an ordinary ply costs E + 1, a free one costs 1. It goes below zero in quiescence.
Without a depth limit it is infinite.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from pyengine.errors import SearchError
from pyengine.game import Game, M, S, estimates, offers
from pyengine.search.expansion import ask
from pyengine.search.options import Options
from pyengine.terms import Number

Draft = int | float


@dataclass(frozen=True, slots=True)
class Horizon:
    """The rules of cutting off, for one game.

    A position whose draft is below `unit` is cut off, unless it is final, or is noisy with a draft not below
    `floor`; one that goes on is cut off where the game's `cutoff` says so. The ply out of a position is free where
    there is no other and `frees_single`, or where the position is noisy and `frees_noisy`.
    """

    unit: int
    floor: int
    is_terminal: Callable[[Any], bool]
    utility: Callable[[Any, Any], Number]
    estimate: Callable[[Any], Number]
    noisy: Callable[[Any], bool]
    cutoff: Callable[[Any, int], bool] | None
    frees_single: bool
    frees_noisy: bool

    @classmethod
    def of(cls, game: Game[S, M], options: Options) -> Horizon:
        """Take the rules from the options and from what the game offers."""
        unit = options.extensions + 1
        noisy: Callable[[Any], bool] = ask(game, "noisy") if offers(game, "noisy") else never
        quiescence = options.quiescence if noisy is not never else 0
        unknown = options.unknown
        return cls(
            unit=unit,
            floor=(1 - quiescence) * unit,
            is_terminal=game.is_terminal,
            utility=game.utility,
            estimate=ask(game, "staticval") if estimates(game) else lambda state: unknown,
            noisy=noisy,
            cutoff=ask(game, "cutoff") if options.cutoff and offers(game, "cutoff") else None,
            frees_single=options.extensions > 0 and "single" in options.extend,
            frees_noisy=options.extensions > 0 and "noisy" in options.extend and noisy is not never,
        )

    @property
    def frees(self) -> bool:
        """Whether any ply is ever free."""
        return self.frees_single or self.frees_noisy

    def draft(self, depth: int | None) -> Draft:
        """Give the draft of a search to a depth."""
        return math.inf if depth is None else depth * self.unit + self.unit - 1

    def after(self, state: Any, expansion: Any, draft: Draft) -> Draft:
        """Give what is left for the successors of a position."""
        if self.frees and draft % self.unit > 0 and draft >= self.unit:
            only = self.frees_single and len(expansion.moves) == 1
            if only or (self.frees_noisy and self.noisy(state)):
                return draft - 1
        return draft - self.unit

    def covers(self, draft: Draft, less: Draft) -> bool:
        """Tell whether a search with a draft goes on wherever one with `less` does, and so finds what that one solved.

        It has as many plies, and as many free ones where they can still be spent: 2 plies do not cover 1 and 1 free.
        """
        if self.unit == 1 or less == -math.inf or draft == math.inf:
            return less <= draft
        if less == math.inf:
            return False
        plies, free = divmod(less, self.unit)
        return plies <= draft // self.unit and (plies <= 0 or free <= draft % self.unit)

    def cuts(self, state: Any, draft: Draft, ply: int) -> bool:
        """Tell whether a position that is not final is cut off here, so many plies from the root."""
        return self.limits(state, draft) or (self.cutoff is not None and bool(self.cutoff(state, ply)))

    def limits(self, state: Any, draft: Draft) -> bool:
        """Tell whether the depth limit cuts off a position that is not final."""
        return draft < self.unit and (draft < self.floor or not self.noisy(state))


def never(state: object) -> bool:
    """Nothing is noisy."""
    return False


def estimator(game: Game[Any, Any]) -> Callable[[Any], tuple[Number, ...]]:
    """Give the estimates for all players of a position where the search is cut off."""
    players = len(game.players)
    if not estimates(game):
        nothing: tuple[Number, ...] = (0,) * players
        return lambda state: nothing
    staticval = ask(game, "staticval")

    def estimate(state: Hashable) -> tuple[Number, ...]:
        value = staticval(state)
        if isinstance(value, Sequence) and len(value) == players:
            return tuple(value)
        if players <= 2 and not isinstance(value, Sequence):
            return (value, -value)[:players]
        raise SearchError(
            f"staticval gives {value!r}, and a search with a depth needs a value for each of the {players} players: "
            "without any staticval, positions that are cut off are worth 0 to all; solve(game) needs none"
        )

    return estimate
