"""What a search has proved of positions, kept in a store while it goes on, and given to the next one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from pyengine.errors import PyengineError, SolvedStoreError
from pyengine.search.proved import Proved
from pyengine.search.table import EXACT, LOWER, RANKS, UPPER
from pyengine.stores.identity import position_texts
from pyengine.stores.json_shapes import MISSHAPEN
from pyengine.stores.stored_numbers import packed, unpacked

if TYPE_CHECKING:
    from pyengine.stores.solved_store import SolvedStore

PART_SECONDS: Final = 60.0
"""How long a search goes on before what it knows is kept."""
MOST_SEARCHED: Final = 50_000
"""Positions that a store keeps of searches; those that took least work go."""


class SearchedPositions:
    """The checkpoint of a search: positions as text, whatever the reasoner, with what is proved of them."""

    def __init__(self, store: SolvedStore, seconds: float = PART_SECONDS) -> None:
        self._store, self.seconds = store, seconds
        self._written: tuple[Any, dict[Any, Proved]] = (None, {})

    def known(self, game: Any) -> Iterable[tuple[Any, Proved]]:
        """Give what was kept, as positions of a game; `SolvedStoreError` where that cannot be read."""
        if self._written[0] is not game:
            self._written = game, dict(self._read(game))
        return self._written[1].items()

    def _read(self, game: Any) -> Iterator[tuple[Any, Proved]]:
        _, read = position_texts(game)
        for state, *rest in self._store.searched_rows():
            try:
                yield read(state), proved_of(*rest)
            except (PyengineError, *MISSHAPEN) as error:
                raise SolvedStoreError(f"the store {self._store.path} is damaged: {error}") from None

    def keep(self, game: Any, found: Iterable[tuple[Any, Proved]]) -> None:
        """Keep what was found, as far as it is new."""
        write, _ = position_texts(game)
        written = self._written[1] if self._written[0] is game else {}
        new = {state: known for state, known in found if written.get(state) != known}
        rows = ((write(state), packed(known.value), *known[1:]) for state, known in new.items())
        self._store.keep_searched(rows)
        self._written = game, written | new


def proved_of(value: object, bound: object, best: object, rank: object) -> Proved:
    """Read a row; ValueError where it is none.

    >>> proved_of(1, 0, None, 9)
    Proved(value=1, bound=0, best=None, rank=9)
    """
    number = unpacked(value)
    if bound not in (EXACT, LOWER, UPPER) or not isinstance(bound, int):
        raise ValueError("a bound is a number from 0 to 2")
    if best is not None and not (isinstance(best, int) and best >= 0):
        raise ValueError("a move is a number from 0")
    if not isinstance(rank, int) or not 0 <= rank < RANKS:
        raise ValueError(f"a rank is a number below {RANKS}")
    return Proved(number, bound, best, rank)
