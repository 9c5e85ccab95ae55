"""Trees of the textbooks: for two, an inner node is the tuple of its children, a leaf its worth; and a trap."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from itertools import product
from string import ascii_lowercase
from typing import ClassVar, Final, NamedTuple, TypeAlias

from pyengine.errors import InvalidStateError, ParameterError
from pyengine.game import Player
from pyengine.native.base import WIN_OR_LOSS, NativeGame
from pyengine.quoting import quote_line

Nested: TypeAlias = "int | tuple[Nested, ...]"


class Node(NamedTuple):
    """The index of the player to move, the children by move, and what a leaf is worth to each player."""

    mover: int
    children: Mapping[str, str] = {}
    worths: tuple[int, ...] = ()


class Graph(NativeGame[str, str]):
    """A game that is the table of its positions, by name; `unknown` says that a name is none of them."""

    players: ClassVar[tuple[str, ...]] = ("max", "min")
    nodes: Mapping[str, Node]
    unknown: ClassVar[str] = "{text} is not a node; there are: {nodes}"

    def to_move(self, state: str) -> str:
        """Give the player whose turn it is."""
        return self.players[self._node(state).mover]

    def actions(self, state: str) -> list[str]:
        """List the moves, from left to right."""
        return list(self._node(state).children)

    def result(self, state: str, move: str) -> str:
        """Give the node that a move leads to."""
        return self._node(state).children[move]

    def utility(self, state: str, player: Player) -> int:
        """Give the worth of a leaf for a player."""
        return self._node(state).worths[self.players.index(str(player))]

    def parse_state(self, text: str) -> str:
        """Read the name of a node."""
        self._node(text.strip())
        return text.strip()

    def _node(self, name: str) -> Node:
        if name not in self.nodes:
            raise InvalidStateError(self.unknown.format(text=quote_line(name), nodes=", ".join(self.nodes)))
        return self.nodes[name]


class Tree(Graph):
    """A tree with MAX at the root and the players in turn; the nodes are a, b, c … level by level.

    A move is named like the node that it leads to. With `numbered` True, the moves of a are a1, a2 …, and leaves are
    named like the move to them.
    """

    initial = "a"
    draw_value = None
    nested: ClassVar[Nested]
    numbered: ClassVar[bool] = False

    def __init__(self) -> None:
        self.nodes = dict(self._walk())
        self.values = frozenset(node.worths[0] for node in self.nodes.values() if node.worths)

    def _walk(self) -> Iterator[tuple[str, Node]]:
        """Name the nodes, breadth first."""
        letters = iter(ascii_lowercase)
        level = deque([(next(letters), 0, self.nested)])
        while level:
            name, mover, nested = level.popleft()
            if isinstance(nested, int):
                yield name, Node(mover, worths=(nested, -nested))
                continue
            children = {}
            for number, below in enumerate(nested, 1):
                move = f"{name}{number}" if self.numbered else next(letters)
                child = next(letters) if self.numbered and not isinstance(below, int) else move
                children[move] = child
                level.append((child, 1 - mover, below))
            yield name, Node(mover, children)


class AimaTree(Tree):
    """The two-ply tree of Russell and Norvig: figure 5.2 of the third edition, with the names of its moves."""

    nested = ((3, 12, 8), (2, 4, 6), (14, 5, 2))
    numbered = True


class BoldiTree(Tree):
    """The tree of Boldi's notes on minimax: the second child is cut off after its first leaf, a 6, as is the third."""

    nested = ((9, 7, 8), (6, 10, 6), (5, 3, 11))


class BratkoTree(Tree):
    """The tree of Bratko's chapter on minimax: from the leaves 1, 4, 5, 6, 2, 1, 1, 1 up to a, which is worth 4."""

    nested = (((1, 4), (5, 6)), ((2, 1), (1, 1)))

    def staticval(self, state: str) -> int:
        """Give the worth of a leaf; the book estimates no other node, and 0 stands for what is not known."""
        return sum(self._node(state).worths[:1])


class UclaTree(Tree):
    """The tree of Rosen's notes on alpha-beta pruning: twenty-six nodes, a to z."""

    nested = ((((3, 17), (2, 12)), ((15,), (25, 0))), (((2, 5), (3,)), ((2, 14),)))


LEAVES: Final = {
    2: ((1, 2, 3), (4, 2, 1), (6, 1, 2), (7, 4, -1), (5, -1, -1), (-1, 5, 2), (7, 7, -1), (5, 4, 5)),
    3: ((1, 2, 6), (4, 2, 3), (6, 1, 2), (7, 4, 1), (5, 1, 1), (1, 5, 2), (7, 7, 1), (5, 4, 5)),
}
"""What the leaves are worth to A, B and C, from left to right, by edition."""


class ThreePlayerTree(Graph):
    """Russell and Norvig's tree for three: A, B and C go left or right; a position is their moves, as in [l,r]."""

    players = ("a", "b", "c")
    initial = "[]"
    unknown = "a position is a list of up to three moves, l or r, not {text}"

    def __init__(self, edition: int = 3) -> None:
        if type(edition) is not int or edition not in LEAVES:
            raise ParameterError(f"edition is 2 or 3, not {edition!r}")
        inner = [path for length in range(3) for path in product("lr", repeat=length)]
        leaves = zip(product("lr", repeat=3), LEAVES[edition], strict=True)
        self.nodes = {
            **{_listed(path): Node(len(path), {move: _listed((*path, move)) for move in "lr"}) for path in inner},
            **{_listed(path): Node(0, worths=worths) for path, worths in leaves},
        }

    def parse_state(self, text: str) -> str:
        """Read a position, with or without spaces."""
        return super().parse_state("".join(text.split()))


def _listed(moves: tuple[str, ...]) -> str:
    return f"[{','.join(moves)}]"


WAYS: Final = {
    "street": Node(1, {"show(garden)": "garden", "show(cellar)": "cellar"}),
    "garden": Node(0, {"stairs": "cellar", "out": "freedom"}),
    "cellar": Node(0, {"stairs": "garden", "out": "prison"}),
    "freedom": Node(0, worths=(1, -1)),
    "prison": Node(0, worths=(-1, 1)),
}


class VisitingTrap(Graph):
    """MIN shows MAX into the house; MAX goes up and down, or out to freedom or prison."""

    initial = "street"
    infinite = draw_value = 0
    values = WIN_OR_LOSS
    unknown = "{text} is no place; there are: {nodes}"
    nodes = WAYS
