"""Even Wins, a game with memory: who has taken an even number of marbles in the end wins."""

from __future__ import annotations

from typing import NamedTuple

from pyengine.errors import InvalidStateError, ParameterError
from pyengine.native.base import WIN_OR_LOSS, ZeroSumGame, read_form, require_heap
from pyengine.quoting import quote_line


class Position(NamedTuple):
    """Whose turn it is, the marbles that are left, and the memory: has each an odd number, mover first?

    Nothing is remembered at the start: there the memory is empty.
    """

    player: str
    marbles: int
    odd: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"pile({self.player},{self.marbles})-[{','.join(map(str, self.odd))}]"


class EvenWins(ZeroSumGame[Position, int]):
    """Take at least one marble and at most `most`, from an odd number of them."""

    players = ("max", "min")
    layout = "piles"
    values = WIN_OR_LOSS
    has_memory = True

    def __init__(self, marbles: int = 27, most: int = 4) -> None:
        require_heap(marbles=marbles, most=most)
        if marbles % 2 == 0:
            raise ParameterError(f"marbles is an odd number, not {marbles}")
        self.most = most
        self.initial = Position("max", marbles)

    def without_memory(self, position: Position) -> tuple[str, int]:
        """Give the state of a position."""
        return position.player, position.marbles

    def actions(self, state: Position) -> range:
        """List the moves: how many marbles may be taken."""
        return range(1, min(self.most, state.marbles) + 1)

    def result(self, state: Position, move: int) -> Position:
        """Give the position after a move."""
        mover, other = state.odd or (0, 0)
        return Position("min" if state.player == "max" else "max", state.marbles - move, (other, (mover + move) % 2))

    def is_terminal(self, state: Position) -> bool:
        """Tell whether all marbles are taken."""
        return not state.marbles

    def value(self, state: Position) -> int:
        """Give 1 where MAX has an even number, -1 where MIN has."""
        mover_wins = not state.odd[0]
        return 1 if mover_wins == (state.player == "max") else -1

    def parse_state(self, text: str) -> Position:
        """Read a position as it is written, with its memory, such as pile(min,26)-[0,1]."""
        found = read_form(r"pile\((max|min),(0|[1-9][0-9]{0,4})\)-\[(?:([01]),([01]))?\]", text, self.initial)
        odd = () if found[3] is None else (int(found[3]), int(found[4]))
        if not odd and found[2] == "0":
            raise InvalidStateError(f"{quote_line(text)}: nothing is taken without being remembered")
        return Position(found[1], int(found[2]), odd)

    def board(self, state: Position) -> tuple[tuple[int, ...], ...]:
        """Give the pile as the only cell."""
        return ((state.marbles,),)

    def show(self, state: Position) -> str:
        """Tell a position to people."""
        return f"{state.player} to take from {state.marbles} marbles"
