"""Trees of the textbooks: for two, an inner node is the tuple of its children, a leaf its worth; and a trap."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from string import ascii_lowercase
from typing import ClassVar, Final, NamedTuple, TypeAlias

from pyengine.errors import InvalidStateError, ParameterError
from pyengine.native.base import NativeGame, ZeroSumGame

Nested: TypeAlias = "int | tuple[Nested, ...]"


class TreeNode(NamedTuple):
    """The index of the player to move, the children by move, and the worth of a leaf."""

    mover: int
    children: Mapping[str, str]
    worth: int | None = None


class Tree(ZeroSumGame[str, str]):
    """A tree with MAX at the root and the players in turn; the nodes are a, b, c … level by level.

    A move is named like the node that it leads to. With `numbered` True, the moves of a are a1, a2 …, and leaves are
    named like the move to them.
    """

    players = ("max", "min")
    initial = "a"
    draw_value = None
    nested: ClassVar[Nested]
    numbered: ClassVar[bool] = False

    def __init__(self) -> None:
        self.nodes = dict(self._walk())

    def _walk(self) -> Iterator[tuple[str, TreeNode]]:
        """Name the nodes, breadth first."""
        letters = iter(ascii_lowercase)
        level = deque([(next(letters), 0, self.nested)])
        while level:
            name, mover, nested = level.popleft()
            if isinstance(nested, int):
                yield name, TreeNode(mover, {}, nested)
                continue
            children = {}
            for number, below in enumerate(nested, 1):
                move = f"{name}{number}" if self.numbered else next(letters)
                child = next(letters) if self.numbered and not isinstance(below, int) else move
                children[move] = child
                level.append((child, 1 - mover, below))
            yield name, TreeNode(mover, children)

    def to_move(self, state: str) -> str:
        """Give the player whose turn it is."""
        return self.players[self.nodes[state].mover]

    def actions(self, state: str) -> list[str]:
        """List the moves, from left to right."""
        return list(self.nodes[state].children)

    def result(self, state: str, move: str) -> str:
        """Give the node that a move leads to."""
        return self.nodes[state].children[move]

    def value(self, state: str) -> int:
        """Give the worth of a leaf for MAX."""
        worth = self.nodes[state].worth
        assert worth is not None, f"{state} is not a leaf"
        return worth

    def parse_state(self, text: str) -> str:
        """Read the name of a node."""
        if text.strip() not in self.nodes:
            raise InvalidStateError(f"{text} is not a node; there are: {', '.join(self.nodes)}")
        return text.strip()


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
        return self.nodes[state].worth or 0


class UclaTree(Tree):
    """The tree of Rosen's notes on alpha-beta pruning: twenty-six nodes, a to z."""

    nested = ((((3, 17), (2, 12)), ((15,), (25, 0))), (((2, 5), (3,)), ((2, 14),)))


LEAVES: Final = {
    2: ((1, 2, 3), (4, 2, 1), (6, 1, 2), (7, 4, -1), (5, -1, -1), (-1, 5, 2), (7, 7, -1), (5, 4, 5)),
    3: ((1, 2, 6), (4, 2, 3), (6, 1, 2), (7, 4, 1), (5, 1, 1), (1, 5, 2), (7, 7, 1), (5, 4, 5)),
}
"""What the leaves are worth to A, B and C, from left to right, by edition."""


class ThreePlayerTree(NativeGame[str, str]):
    """Russell and Norvig's tree for three: A, B and C go left or right; a position is their moves, as in "lr"."""

    players = ("a", "b", "c")
    initial = ""

    def __init__(self, edition: int = 3) -> None:
        if type(edition) is not int or edition not in LEAVES:
            raise ParameterError(f"edition is 2 or 3, not {edition!r}")
        self.leaves = LEAVES[edition]

    def to_move(self, state: str) -> str:
        """Give the player whose turn it is."""
        return self.players[len(state)]

    def actions(self, state: str) -> list[str]:
        """List the moves, left and right."""
        return [] if self.is_terminal(state) else ["l", "r"]

    def result(self, state: str, move: str) -> str:
        """Give the position after a move."""
        return state + move

    def is_terminal(self, state: str) -> bool:
        """Tell whether all three have moved."""
        return len(state) == len(self.players)

    def utility(self, state: str, player: object) -> int:
        """Give the worth of a leaf for a player."""
        leaf = int(state.replace("l", "0").replace("r", "1"), base=2)
        return self.leaves[leaf][self.players.index(str(player))]

    def text(self, state: str) -> str:
        """Write a position as the rule file does, as in [l,r]."""
        return f"[{','.join(state)}]"

    def parse_state(self, text: str) -> str:
        """Read a position that `text` wrote."""
        moves = "".join(text.split())[1:-1].replace(",", "")
        if self.text(moves) != "".join(text.split()) or len(moves) > len(self.players) or set(moves) - {"l", "r"}:
            raise InvalidStateError(f"a position is a list of up to three moves, l or r, not {text}")
        return moves


WAYS: Final = {
    "street": {"show(garden)": "garden", "show(cellar)": "cellar"},
    "garden": {"stairs": "cellar", "out": "freedom"},
    "cellar": {"stairs": "garden", "out": "prison"},
    "freedom": {},
    "prison": {},
}
"""Where one gets from each place."""


class VisitingTrap(ZeroSumGame[str, str]):
    """MIN shows MAX into the house; MAX goes up and down, or out to freedom or prison."""

    players = ("max", "min")
    initial = "street"
    infinite = 0

    def to_move(self, state: str) -> str:
        """Give the player whose turn it is."""
        return "min" if state == "street" else "max"

    def actions(self, state: str) -> list[str]:
        """List the ways out of a place."""
        return list(WAYS[state])

    def result(self, state: str, move: str) -> str:
        """Give the place where a way leads."""
        return WAYS[state][move]

    def value(self, state: str) -> int:
        """Give 1 for freedom, -1 for prison."""
        return 1 if state == "freedom" else -1

    def parse_state(self, text: str) -> str:
        """Read the name of a place."""
        if text.strip() not in WAYS:
            raise InvalidStateError(f"{text} is no place; there are: {', '.join(WAYS)}")
        return text.strip()
