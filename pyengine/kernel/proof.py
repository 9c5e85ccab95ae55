"""Proof-number searches and their tables in C, as Python holds them."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from ctypes import byref
from typing import TYPE_CHECKING, Any

from pyengine.kernel.search import SearchHandle
from pyengine.kernel.structures import ENDLESS, CNumber, CProving, CRun, Task, bytes_pointer
from pyengine.terms import Number

if TYPE_CHECKING:
    from pyengine.kernel.kernel import Kernel, Look


class ProofTableHandle:
    """The proof and disproof numbers of one question, in C."""

    __slots__ = ("__weakref__", "_library", "pointer")

    def __init__(self, library: Any, entries: int) -> None:
        self._library = library
        self.pointer = library.kernel_make_proof_table(entries)
        if not self.pointer:
            raise MemoryError("there is no memory for the table of a search")
        weakref.finalize(self, library.kernel_free_proof_table, self.pointer)

    def __len__(self) -> int:
        return int(self._library.kernel_proof_table_count(self.pointer))


class ProofHandle(SearchHandle):
    """Proof-number searches of one game."""

    def __init__(self, kernel: Kernel, settings: Mapping[str, Any]) -> None:
        super().__init__(kernel, settings, None)

    def table(self, entries: int) -> ProofTableHandle:
        """Make a table for the numbers of one question."""
        return ProofTableHandle(self._kernel.library, entries)

    def prove(
        self,
        root: bytes,
        goal: Number,
        strict: bool,
        table: ProofTableHandle | None,
        most_nodes: int,
        counted: tuple[int, int, int, int],
        total: Number | None,
        look: Look | None,
    ) -> CProving:
        """Answer one question about a position. OverflowError where a number is none of the kernel's."""
        nodes, leaves, cutoffs, hits = counted
        run = CRun(
            root=bytes_pointer(root),
            root_size=len(root),
            draft=ENDLESS,
            most_nodes=most_nodes,
            nodes=nodes,
            leaves=leaves,
            cutoffs=cutoffs,
            hits=hits,
            has_total=total is not None,
            total=CNumber.of(total or 0),
        )
        pointer = None if table is None else table.pointer
        proving = CProving(run=run, goal=CNumber.of(goal), is_strict=strict, table=pointer)
        self._kernel.run([(Task.PROOF_TASK, self._contexts[0], self._searches[0], proving)], look)
        proving.returned = proving.run.place.content
        self._kernel.library.kernel_free_packed(byref(proving.run.place))
        return proving
