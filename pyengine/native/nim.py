"""Nim, for two players and for three: take any number of disks from one pile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from pyengine.errors import ParameterError
from pyengine.native.base import SIZES, NativeGame, ZeroSumGame, read_form, read_sizes, require_heap

NEXT: Final = {"max": "min", "min": "max", "ann": "bob", "bob": "cid", "cid": "ann"}


class Take(NamedTuple):
    """Take `taken` disks from a pile of `size`."""

    size: int
    taken: int

    def __str__(self) -> str:
        return f"take({self.size},{self.taken})"


class Position(NamedTuple):
    """Whose turn it is, and the piles that are left, smallest first."""

    player: str
    piles: tuple[int, ...]

    def __str__(self) -> str:
        return f"nim({self.player},[{','.join(map(str, self.piles))}])"


class _Piles(NativeGame[Position, Take]):
    misere = False
    layout = "piles"

    def actions(self, state: Position) -> list[Take]:
        """List the moves; piles of the same size are alike, and each size is offered once."""
        last = sum(state.piles) if self.misere else 0
        return [
            Take(size, taken)
            for size in sorted(set(state.piles))
            for taken in range(1, size + 1)
            if taken != last  # in misère play, nobody takes the very last disk
        ]

    def is_terminal(self, state: Position) -> bool:
        """Tell whether no disk is there to take, or only the last, which nobody takes in misère play."""
        return state.piles == ((1,) if self.misere else ())

    def result(self, state: Position, move: Take) -> Position:
        """Give the position after a move."""
        left = list(state.piles)
        left.remove(move.size)
        if move.taken < move.size:
            left.append(move.size - move.taken)
        return Position(NEXT[state.player], tuple(sorted(left)))

    def parse_state(self, text: str) -> Position:
        """Read a position as it is written, such as nim(max,[1,2,2])."""
        found = read_form(rf"nim\(({'|'.join(self.players)}),\[{SIZES}\]\)", text, self.initial)
        return Position(found[1], read_sizes(found[2]))

    def board(self, state: Position) -> tuple[tuple[int, ...], ...]:
        """Give the piles as a row."""
        return (state.piles,)

    def show(self, state: Position) -> str:
        """Tell a position to people."""
        return f"{state.player} to take from {' '.join(map(str, state.piles))}"


class Nim(_Piles, ZeroSumGame[Position, Take]):
    """Who takes the last disk loses, and so nobody does while there are others; with `misere` False, wins."""

    players = ("max", "min")
    draw_value = 0.5  # there is none: a win is worth 1, a loss 0
    values = frozenset({0, 1})

    def __init__(self, piles: Sequence[int] = (1, 2, 2), misere: bool = True) -> None:
        if not isinstance(misere, bool):
            raise ParameterError(f"misere is True or False, not {misere!r}")
        self.misere = misere
        self.initial = Position("max", sorted_piles(piles))

    def value(self, state: Position) -> int:
        """Give 1 where MAX has won and 0 where it has lost: who is to move has lost."""
        return int(state.player == "min")


class ThreePlayerNim(_Piles):
    """For three: two points for who takes the last disk, one for the player after the next, none for the next."""

    players = ("ann", "bob", "cid")

    def __init__(self, piles: Sequence[int] = (1, 2, 3)) -> None:
        self.initial = Position("ann", sorted_piles(piles))

    def utility(self, state: Position, player: object) -> int:
        """Give the points of a player: how many turns it would still have to wait."""
        return (self.players.index(str(player)) - self.players.index(state.player)) % len(self.players)


def sorted_piles(piles: object) -> tuple[int, ...]:
    """Put the sizes of piles in order; ParameterError where they are none."""
    if not isinstance(piles, Sequence) or isinstance(piles, str) or not piles:
        raise ParameterError(f"piles lists the sizes of at least one pile, as in [1, 2, 2], not {piles!r}")
    for size in piles:
        require_heap(pile=size)
    return tuple(sorted(piles))
