"""Games played at random: one to look at, or many for what they come to on average.

Each of many games has its own chance, so that the same seed gives the same games whoever plays them, in whatever order:
here, in the kernel of a game, or on several threads.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic

from pyengine.errors import RuleRuntimeError, SearchError
from pyengine.game import Expansion, Game, M, S
from pyengine.kernel.endings import Ending
from pyengine.quoting import show_value
from pyengine.search.expansion import expander
from pyengine.search.faults import stuck
from pyengine.search.kernel import kernel_of
from pyengine.search.options import require_threads
from pyengine.search.tiers import Carry, count_in_tiers, watched
from pyengine.search.watch import Watch
from pyengine.terms import Number
from pyengine.texts import position_of

LONGEST_PLAYOUT: Final = 10_000
"""Plies after which a random game is broken off: a game with cycles need not end."""

MASK: Final = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Playout(Generic[S, M]):
    """A game played at random: its moves and the positions from the first to the last.

    `utilities` has one value a player, and is None where the game was broken off.
    """

    moves: tuple[M, ...]
    states: tuple[S, ...]
    utilities: tuple[Number, ...] | None

    @property
    def plies(self) -> int:
        """How many moves were made."""
        return len(self.moves)

    @property
    def final(self) -> S:
        """The last position."""
        return self.states[-1]


def playout(
    game: Game[S, M], seed: int | str | None, state: S | None = None, *, plies: int = LONGEST_PLAYOUT
) -> Playout[S, M]:
    """Play a game to its end, or for a number of plies, each move with the same chance; a seed gives the same game.

    A seed of None gives another game each time.
    """
    here = position_of(game, state)
    opener = expander(game)
    if not isinstance(seed, int | str | None):
        raise SearchError(f"seed must be a whole number, a text or None, not {show_value(seed)}")
    if not isinstance(plies, int) or plies < 0:
        raise SearchError(f"plies must be a whole number from 0, not {show_value(plies)}")
    chance = random.Random(seed)
    moves: list[M] = []
    passed = [here]
    while True:
        expansion = opener(here)
        if expansion.utilities is not None or len(moves) >= plies:
            return Playout(tuple(moves), tuple(passed), expansion.utilities)
        if not expansion.children:
            raise RuleRuntimeError(stuck(game, here))
        chosen = chance.randrange(len(expansion.children))
        moves.append(expansion.moves[chosen])
        here = expansion.children[chosen]
        passed.append(here)


@dataclass(frozen=True, slots=True)
class Playouts:
    """What games played at random came to.

    `plies` is the number of moves made in all; `means` has what an end was worth to each player on average, and is
    empty where no game ended. Games that were broken off count for `plies`, not for `means`.

    >>> print(Playouts(games=4, broken_off=1, plies=30, means=(0.5, -0.5), seconds=2.0))
    4 games, 7.5 plies on average, 1 broken off, means 0.5 -0.5
    2 games/s
    """

    games: int
    broken_off: int
    plies: int
    means: tuple[float, ...]
    seconds: float

    def __str__(self) -> str:
        told = [f"{self.games:,} games", f"{self.plies / max(1, self.games):.4g} plies on average"]
        if self.broken_off:
            told.append(f"{self.broken_off:,} broken off")
        if self.means:
            told.append("means " + " ".join(f"{mean:.4g}" for mean in self.means))
        return f"{', '.join(told)}\n{self.games / self.seconds if self.seconds else 0:,.0f} games/s"


def playouts(
    game: Game[S, M],
    games: int = 1000,
    *,
    state: S | None = None,
    seed: int = 0,
    plies: int = LONGEST_PLAYOUT,
    threads: int = 1,
) -> Playouts:
    """Play games at random, each move with the same chance; a seed gives the same games.

    A game is broken off after a number of plies, since one with cycles need not end. `threads` count where the game has
    a kernel in C.
    """
    for name, value, least in (("games", games, 0), ("plies", plies, 0), ("seed", seed, 0)):
        if not isinstance(value, int) or not least <= value <= MASK:
            raise SearchError(f"{name} must be a whole number from {least} to {MASK}, not {show_value(value)}")
    require_threads(threads)
    root = position_of(game, state)
    started = time.perf_counter()

    def work(game: Game[Any, M], carry: Carry, watch: Watch) -> tuple[int, int, tuple[float, ...]]:
        here = carry(root)
        found = _by_kernel(game, here, games, seed, plies, threads)
        return found or _by_python(game, watched(expander(game), watch), here, games, seed, plies)

    broken_off, made, sums = count_in_tiers(game, work)
    ended = games - broken_off
    means = tuple(total / ended for total in sums) if ended else ()
    return Playouts(games, broken_off, made, means, time.perf_counter() - started)


def _by_kernel(
    game: Any, root: Any, games: int, seed: int, plies: int, threads: int
) -> tuple[int, int, tuple[float, ...]] | None:
    kernel = kernel_of(game, root)
    if kernel is None:
        return None
    found = kernel.playouts(root, games, seed, plies=plies, threads=threads)
    if found.ending == Ending.STOPPED_BY_USER:
        raise KeyboardInterrupt
    return (found.broken_off, found.plies, found.sums) if found.ending == Ending.DONE else None


def _by_python(
    game: Game[S, M], opener: Callable[[S], Expansion[S, M]], root: S, games: int, seed: int, plies: int
) -> tuple[int, int, tuple[float, ...]]:
    sums = [0.0] * len(game.players)
    broken_off = made = 0
    for number in range(games):
        done, utilities = _play(game, opener, root, chance(seed, number), plies)
        made += done
        if utilities is None:
            broken_off += 1
        else:
            sums = [total + float(worth) for total, worth in zip(sums, utilities, strict=True)]
    return broken_off, made, tuple(sums)


def _play(
    game: Game[S, M], opener: Callable[[S], Expansion[S, M]], root: S, choose: Callable[[int], int], plies: int
) -> tuple[int, Any]:
    """Play one game: how many moves were made, and what its end is worth, None where there is none."""
    here, made = root, 0
    while True:
        expansion = opener(here)
        if expansion.utilities is not None or made >= plies:
            return made, expansion.utilities
        if not expansion.children:
            raise RuleRuntimeError(stuck(game, here))
        here = expansion.children[choose(len(expansion.children))]
        made += 1


def chance(seed: int, number: int) -> Callable[[int], int]:
    """Give the chance of one game: a function to a number below a bound, each as likely as any other.

    The generators are SplitMix64, for the seeds, and xoshiro256**; numbers are drawn as Lemire does it.

    >>> choose = chance(1, 0)
    >>> [choose(6) for _ in range(8)]
    [4, 3, 3, 2, 4, 0, 0, 2]
    """
    words = [_seed_word(seed, 4 * number + i) for i in range(4)]

    def following() -> int:
        result = _rotated(words[1] * 5 & MASK, 7) * 9 & MASK
        shifted = words[1] << 17 & MASK
        words[2] ^= words[0]
        words[3] ^= words[1]
        words[1] ^= words[2]
        words[0] ^= words[3]
        words[2] ^= shifted
        words[3] = _rotated(words[3], 45)
        return result >> 32

    def choose(bound: int) -> int:
        product = following() * bound
        if product & 0xFFFFFFFF < bound:
            unfair = (1 << 32) % bound
            while product & 0xFFFFFFFF < unfair:
                product = following() * bound
        return product >> 32

    return choose


def _seed_word(seed: int, number: int) -> int:
    mixed = seed + (number + 1) * 0x9E3779B97F4A7C15 & MASK
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & MASK
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & MASK
    return mixed ^ mixed >> 31


def _rotated(word: int, by: int) -> int:
    return (word << by | word >> (64 - by)) & MASK
