"""The moves of a position, as they came over the border, decoded when first looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from pyengine.reasoners import swi
from pyengine.reasoners.crossing import get_term
from pyengine.terms import List, Term


class LazyMoves(Sequence[Term]):
    """A sequence of moves that is one record until something in it is asked for; its length is known at once."""

    __slots__ = ("_count", "_record", "_terms")

    def __init__(self, record: bytes, count: int) -> None:
        self._record = record
        self._count = count
        self._terms: tuple[Term, ...] | None = None

    def _decoded(self) -> tuple[Term, ...]:
        if self._terms is None:
            engine = swi.engine()
            frame = engine.library.open_frame()
            try:
                ref = engine.library.new_refs(1)
                engine.library.recorded_external(self._record, ref)
                moves = get_term(engine, ref)
            finally:
                engine.library.discard_frame(frame)
            assert isinstance(moves, List)
            self._terms = moves.items
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
