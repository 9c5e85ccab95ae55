"""The moves of a position, asked for when first looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

from pyengine.terms import Term


class LazyMoves(Sequence[Term]):
    """The moves of a position, which Prolog is asked for only when one is looked at; their number is known at once."""

    __slots__ = ("_ask", "_count", "_state", "_terms")

    def __init__(self, ask: Callable[[Any], tuple[Term, ...]], state: object, count: int) -> None:
        self._ask = ask
        self._state = state
        self._count = count

    def _decoded(self) -> tuple[Term, ...]:
        try:
            return self._terms
        except AttributeError:
            self._terms: tuple[Term, ...] = self._ask(self._state)
            return self._terms

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Term: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Term, ...]: ...
    def __getitem__(self, index: int | slice) -> Term | tuple[Term, ...]:
        return self._decoded()[index]

    def __iter__(self) -> Iterator[Term]:
        return iter(self._decoded())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._decoded() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._decoded())

    def __repr__(self) -> str:
        return repr(self._decoded())

    def __reduce__(self) -> tuple[type[tuple[Term, ...]], tuple[tuple[Term, ...]]]:
        return tuple, (self._decoded(),)
