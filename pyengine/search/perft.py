"""Perft: how many lines of play there are of a length; and the distinct positions, one by one or counted."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Literal, overload

from pyengine.errors import SearchError
from pyengine.game import Expansion, Game, M, S, offers
from pyengine.quoting import show_value
from pyengine.search.arguments import require_flags
from pyengine.search.expansion import ask, expander
from pyengine.search.kernel import count_by_kernel, count_states_by_kernel, states_by_kernel
from pyengine.search.options import require_threads
from pyengine.search.tiers import Carry, count_in_tiers, watched
from pyengine.search.watch import Watch
from pyengine.texts import position_of


@overload
def perft(
    game: Game[S, M],
    depth: int,
    state: S | None = None,
    *,
    split: Literal[False] = False,
    merge: bool = True,
    threads: int = 1,
) -> int: ...


@overload
def perft(
    game: Game[S, M], depth: int, state: S | None = None, *, split: Literal[True], merge: bool = True, threads: int = 1
) -> dict[M, int]: ...


def perft(
    game: Game[S, M], depth: int, state: S | None = None, *, split: bool = False, merge: bool = True, threads: int = 1
) -> int | dict[M, int]:
    """Count the move sequences of exactly a length; with `split`, those that start with each of the root's moves.

    A move offered twice counts twice. Ply by ply, each distinct position is expanded once, however many ways lead to
    it. That needs memory for the positions of one ply; `merge=False` walks every line instead, in next to none.
    `threads` count where the game has a kernel in C.
    """
    require_threads(threads)
    require_flags(split=split, merge=merge)
    if not isinstance(depth, int) or depth < int(split):
        raise SearchError(f"depth must be a whole number from {int(split)}, not {show_value(depth)}")
    root = position_of(game, state)

    def work(game: Game[Any, M], carry: Carry, watch: Watch) -> int | dict[M, int]:
        return _perft(game, depth, carry(root), watch, split=split, merge=merge, threads=threads)

    return count_in_tiers(game, work)


def _perft(
    game: Game[S, M], depth: int, root: S, watch: Watch, *, split: bool, merge: bool, threads: int
) -> int | dict[M, int]:
    opener = watched(expander(game), watch)
    count = _count_merged if merge else _count_lines
    counts = count_by_kernel(game, root, depth, split=split, merge=merge, threads=threads)
    if not split:
        return count(opener, root, depth) if counts is None else counts[0]
    expansion = opener(root)
    found: dict[M, int] = {}
    for number, (move, child) in enumerate(zip(expansion.moves, expansion.children, strict=True)):
        ways = count(opener, child, depth - 1) if counts is None else counts[number]
        found[move] = found.get(move, 0) + ways
    return found


def _count_merged(opener: Callable[[S], Expansion[S, M]], root: S, depth: int) -> int:
    """Carry along, for each position of a ply, the number of ways to reach it."""
    if depth == 0:
        return 1
    ways = {root: 1}
    for _ in range(depth - 1):
        following: dict[S, int] = {}
        known = following.get
        for state, number in ways.items():
            for child in opener(state).children:
                following[child] = known(child, 0) + number
        if not following:
            return 0  # no line is as long as that
        ways = following
    return sum(number * len(opener(state).children) for state, number in ways.items())


def _count_lines(opener: Callable[[S], Expansion[S, M]], root: S, depth: int) -> int:
    """Walk the tree; the positions before the last ply are expanded and their moves counted, not made."""
    if depth == 0:
        return 1
    total, left = 0, depth
    stack: list[Iterator[S]] = []
    here: Iterator[S] = iter((root,))
    while True:
        for child in here:
            children = opener(child).children
            if left == 1:
                total += len(children)
                continue
            stack.append(here)
            here = iter(children)
            left -= 1
            break
        else:
            if not stack:
                return total
            here = stack.pop()
            left += 1


def states(game: Game[S, M], state: S | None = None, *, symmetric: bool = False) -> Iterator[S]:
    """Give every position that can be reached, each once, nearest first.

    With `symmetric`, only the first met of all positions that the game's `canonical` says are alike.
    """
    require_flags(symmetric=symmetric)
    root = position_of(game, state)
    key_of = canonical_key(game) if symmetric else None
    given = (yield from states_by_kernel(game, root, symmetric=symmetric)) if hasattr(game, "kernel") else 0
    if given is not None:
        yield from islice(_states(expander(game), root, key_of), given, None)  # the same ones come first here


def _states(opener: Callable[[S], Expansion[S, M]], root: S, key_of: Callable[[S], Any] | None) -> Iterator[S]:
    seen: set[Any] = {root if key_of is None else key_of(root)}
    waiting = deque((root,))
    while waiting:
        here = waiting.popleft()
        yield here
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

    def work(game: Game[Any, M], carry: Carry, watch: Watch) -> int:
        here = carry(root)
        found = count_states_by_kernel(game, here, symmetric=symmetric, threads=threads)
        if found is not None:
            return found
        key_of = canonical_key(game) if symmetric else None
        return sum(1 for _ in _states(watched(expander(game), watch), here, key_of))

    return count_in_tiers(game, work)


def canonical_key(game: Game[S, M]) -> Callable[[S], Any]:
    """Give the key under which a game's symmetric positions are one; SearchError where it knows no symmetries."""
    if not offers(game, "canonical"):
        raise SearchError("symmetric: the game does not say which positions are alike (canonical)")
    return ask(game, "canonical")
