"""Random games for the kernel: the graphs of the tests of the search, as arrays that a game in C reads."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Hashable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

import pyengine.compiler.c
import pyengine.kernel
from pyengine.building.build_cache import open_build_cache
from pyengine.building.library_build import FLAGS, TranslationUnit, build_library
from pyengine.building.toolchain import find_toolchain
from pyengine.game import Expansion
from pyengine.kernel.kernel import Kernel
from pyengine.kernel.structures import CNumber
from pyengine.terms import Number

from .. import layers
from ..search.positions import Graph
from ..search.random_games import NUMBERS

HERE = Path(__file__).parent
SANITIZERS = os.environ.get("PYENGINE_SANITIZERS", "")
KERNEL = Path(pyengine.kernel.__file__).parent
RUNTIME = Path(pyengine.compiler.c.__file__).parent / "runtime"


def examples(number: int) -> settings:
    """How many games to try; under the sanitizers, which are slow, some of them."""
    return layers.examples(number // 10 if SANITIZERS else number)


class CGraph(ctypes.Structure):
    """The arrays, as `graph.c` has them."""

    _fields_ = (
        ("size", ctypes.c_uint32),
        ("movers", ctypes.c_void_p),
        ("starts", ctypes.c_void_p),
        ("targets", ctypes.c_void_p),
        ("finals", ctypes.c_void_p),
        ("louds", ctypes.c_void_p),
        ("beyonds", ctypes.c_void_p),
        ("worths", ctypes.c_void_p),
        ("others", ctypes.c_void_p),
        ("estimates", ctypes.c_void_p),
        ("keys", ctypes.c_void_p),
        ("cuts", ctypes.c_void_p),
        ("is_scored", ctypes.c_void_p),
        ("scores", ctypes.c_void_p),
    )


@cache
def graph_library() -> ctypes.CDLL:
    """Build the run time, the kernel and the game that reads arrays; `test_sanitized` has it built with more flags."""
    sources = (
        *TranslationUnit.all_in(RUNTIME),
        *TranslationUnit.all_in(KERNEL, RUNTIME),
        TranslationUnit("graph.c", (HERE / "graph.c").read_text(encoding="utf-8"), (RUNTIME,)),
    )
    flags = (*FLAGS, *SANITIZERS.split())
    library = ctypes.CDLL(str(build_library(sources, find_toolchain(), open_build_cache(), flags)))
    library.graph_context.restype = ctypes.c_void_p
    return library


@cache
def graph_kernel() -> Kernel:
    """The kernel of that game."""
    library = graph_library()
    return Kernel(library, library.graph_context())


def packed(number: int) -> bytes:
    """Pack the list [number]."""
    for limit, tag, size in ((48, None, 0), (1 << 7, 0xF3, 1), (1 << 15, 0xF4, 2), (1 << 31, 0xF5, 4)):
        if number < limit:
            code = bytes([0x60 + 16 + number]) if tag is None else bytes([tag]) + number.to_bytes(size, "little")
            return b"\xd0" + code
    raise OverflowError(number)


@st.composite
def cyclic_graphs(draw: st.DrawFn, kinds: Sequence[str], most: int = 20) -> Graph:
    """Draw a game with any moves between its positions; ends of any worth."""
    numbers = NUMBERS[draw(st.sampled_from(kinds))]
    size, ends = draw(st.integers(1, most)), draw(st.integers(0, 5))
    targets = st.lists(st.integers(0, size + ends - 1), min_size=1, max_size=3)
    movers: dict[Hashable, int] = {node: draw(st.integers(0, 1)) for node in range(size)}
    edges: dict[Hashable, tuple[Hashable, ...]] = {node: tuple(draw(targets)) for node in range(size)}
    worth: dict[Hashable, Number] = {node: draw(numbers) for node in range(size, size + ends)}
    return Graph(0, movers, edges, worth)


class PackedGraph:
    """A game given as data, whose states are bytes, as those of rules in C are; with `kernel`, C plays it too."""

    players = ("max", "min")

    def __init__(
        self,
        graph: Graph,
        *,
        kernel: bool,
        beyond: frozenset[Hashable] = frozenset(),
        others: dict[Hashable, Number] | None = None,
    ) -> None:
        self.graph = graph
        self.others = others or {}
        positions = [*dict.fromkeys([graph.start, *graph.movers, *graph.edges, *graph.worth])]
        self.numbers = {position: number for number, position in enumerate(positions)}
        self.states = {position: packed(number) for position, number in self.numbers.items()}
        self.positions = {state: position for position, state in self.states.items()}
        self.keys = {key: number for number, key in enumerate(dict.fromkeys(map(graph.canonical, positions)))}
        self.initial = self.states[graph.start]
        self.offers = graph.offers | {"cutoff"}
        if kernel:
            self.kernel = graph_kernel()
            self._load(positions, beyond)

    def _load(self, positions: Sequence[Hashable], beyond: frozenset[Hashable]) -> None:
        graph, numbers = self.graph, self.numbers
        starts, targets, is_scored, scores = [0], [], [], []
        for position in positions:
            for move, child in enumerate(graph.edges.get(position, ())):
                targets.append(numbers[child])
                score = graph.scores.get((position, move))
                is_scored.append(score is not None)
                scores.append(CNumber.of(score or 0))
            starts.append(len(targets))

        def array(kind: Any, items: Sequence[Any]) -> Any:
            return (kind * (len(items) + 1))(*items)

        self._arrays = [
            array(ctypes.c_uint32, [graph.movers.get(position, 0) for position in positions]),
            array(ctypes.c_uint32, starts),
            array(ctypes.c_uint32, targets),
            array(ctypes.c_uint8, [position in graph.worth for position in positions]),
            array(ctypes.c_uint8, [position in graph.loud for position in positions]),
            array(ctypes.c_uint8, [position in beyond for position in positions]),
            array(CNumber, [CNumber.of(graph.worth.get(position, 0)) for position in positions]),
            array(CNumber, [CNumber.of(self._other(position)) for position in positions]),
            array(CNumber, [CNumber.of(graph.staticval(position)) for position in positions]),
            array(
                ctypes.c_uint32,
                [self.keys[graph.canonical(position)] for position in positions],
            ),
            array(ctypes.c_uint64, [sum(1 << depth for depth in graph.cuts.get(p, ())) for p in positions]),
            array(ctypes.c_uint8, is_scored),
            array(CNumber, scores),
        ]
        graph_library().graph_load(
            ctypes.byref(CGraph(len(positions), *[ctypes.cast(each, ctypes.c_void_p) for each in self._arrays]))
        )

    def _other(self, position: Hashable) -> Number:
        return self.others.get(position, -self.graph.worth.get(position, 0))

    def expand(self, state: bytes) -> Expansion[bytes, int]:
        position = self.positions[state]
        if position in self.graph.worth:
            return Expansion(0, (), (), (self.graph.worth[position], self._other(position)))
        children = tuple(self.states[child] for child in self.graph.edges[position])
        return Expansion(self.graph.movers[position], children, range(len(children)))

    def structure(self, state: bytes) -> tuple[object, ...]:
        """The list as C has it."""
        return ".", self.numbers[self.positions[state]], "[]"

    def is_terminal(self, state: bytes) -> bool:
        return self.graph.is_terminal(self.positions[state])

    def utility(self, state: bytes, player: object) -> Number:
        position = self.positions[state]
        return self.graph.worth[position] if player == "max" else self._other(position)

    def to_move(self, state: bytes) -> str:
        return self.graph.to_move(self.positions[state])

    def actions(self, state: bytes) -> Sequence[int]:
        return self.expand(state).moves

    def result(self, state: bytes, move: int) -> bytes:
        return self.expand(state).children[move]

    def staticval(self, state: bytes) -> Number:
        return self.graph.staticval(self.positions[state])

    def noisy(self, state: bytes) -> bool:
        return self.graph.noisy(self.positions[state])

    def cutoff(self, state: bytes, depth: int) -> bool:
        return self.graph.cutoff(self.positions[state], depth)

    def canonical(self, state: bytes) -> Hashable:
        return packed(self.keys[self.graph.canonical(self.positions[state])])[1:]

    def order(self, state: bytes, move: int) -> Number | None:
        return self.graph.order(self.positions[state], move)
