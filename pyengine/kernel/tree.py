"""A tree of Monte-Carlo tree search in C, as Python holds it."""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Mapping, Sequence
from ctypes import byref
from typing import TYPE_CHECKING, Any

from pyengine.kernel.structures import (
    MOST_PLAYERS,
    CGrowth,
    CNumber,
    CSampling,
    CTreeNode,
    Task,
    bytes_pointer,
)

if TYPE_CHECKING:
    from pyengine.kernel.kernel import Kernel, Look


class TreeHandle:
    """A tree over one position, which grows from call to call."""

    def __init__(
        self, kernel: Kernel, root: bytes, settings: Mapping[str, Any], low: Sequence[float], high: Sequence[float]
    ) -> None:
        """Make a tree with settings named as in `CSampling`; OverflowError where a number is none of the kernel's."""
        self._kernel = kernel
        numbers = {name: CNumber.of(settings[name]) for name in ("unknown", "least", "most")}
        shares = ctypes.c_double * MOST_PLAYERS
        given = CSampling(**{**settings, **numbers}, low=shares(*low), high=shares(*high))
        self._tree = kernel.library.kernel_make_tree(kernel.rules, byref(given), bytes_pointer(root), len(root))
        if not self._tree:
            raise MemoryError("there is no memory for a tree in C")
        weakref.finalize(self, kernel.library.kernel_free_tree, self._tree)
        self._growth = CGrowth()

    def grow(self, most: int, look: Look | None) -> int:
        """Go on until there are so many iterations, or the root is solved; give how it ended."""
        self._growth.most_nodes = most
        with self._kernel.context() as context:
            self._kernel.run([(Task.GROW_TASK, context, self._tree, self._growth)], look)
        return int(self._growth.ending)

    @property
    def iterations(self) -> int:
        """How many iterations there were."""
        return int(self._growth.nodes)

    @property
    def leaves(self) -> int:
        """How many of them needed no playout."""
        return int(self._growth.leaves)

    def node(self, number: int) -> dict[str, Any]:
        """Read a node, field by field of the `TreeNode` that Python has."""
        node, sums = CTreeNode(), (ctypes.c_double * MOST_PLAYERS)()
        self._kernel.library.kernel_tree_node(self._tree, number, byref(node), sums)
        values = list(sums)[: self._kernel.players]
        fields = {name: getattr(node, name) for name in ("visits", "mover", "first", "count", "unsolved", "best")}
        floats = [bool(node.floats >> player & 1) for player in range(self._kernel.players)]
        exact = tuple(value if real else int(value) for value, real in zip(values, floats, strict=True) if node.solved)
        return {**fields, "sums": values, "exact": exact or None}
