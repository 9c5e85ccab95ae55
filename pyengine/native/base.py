"""What the native games share: moves, positions and boards as text, and what a margin is worth to each player."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from itertools import groupby
from math import prod
from typing import ClassVar, Final, Generic

from pyengine.errors import IllegalMoveError, InvalidStateError, ParameterError
from pyengine.game import Expansion, M, Player, S
from pyengine.position import Positions
from pyengine.quoting import quote_line
from pyengine.terms import Number

LARGEST_HEAP: Final = 10_000
"""Every number of things that can be taken is a move."""

SIZES: Final = "((?:[0-9]{1,5}(?:,[0-9]{1,5})*)?)"
"""Sizes of heaps in a form of `read_form`; `read_sizes` reads them."""

WIN_OR_LOSS: Final = frozenset({1, -1})
WIN_LOSS_OR_DRAW: Final = frozenset({1, 0, -1})


class NativeGame(ABC, Positions, Generic[S, M]):
    """A game written in Python, with the methods of `pyengine.Game`, text for people, and the positions they hold.

    A move's text is what `str` gives, and is what a comparison with a rule file goes by: there it must be the text of
    the rule file's move. A game with a notation of its own overrides `text`, `parse_state`, `move_text`.
    """

    players: ClassVar[Sequence[str]]
    initial: S

    def to_move(self, state: S) -> Player:
        """Give the player whose turn it is: unless a game says otherwise, the position's `player`."""
        player: Player = state.player  # type: ignore[attr-defined]
        return player

    @abstractmethod
    def actions(self, state: S) -> Sequence[M]:
        """List the legal moves; none in a final position."""

    @abstractmethod
    def result(self, state: S, move: M) -> S:
        """Give the position after a legal move."""

    def is_terminal(self, state: S) -> bool:
        """Tell whether the game is over: unless a game says otherwise, nobody can move."""
        return not self.actions(state)

    @abstractmethod
    def utility(self, state: S, player: Player) -> Number:
        """Give the worth of a final position for a player."""

    def text(self, state: S) -> str:
        """Write a position."""
        return str(state)

    def move_text(self, move: M, state: S | None = None) -> str:
        """Write a move of a position."""
        return str(move)

    def parse_move(self, text: str, state: S | None = None) -> M:
        """Read a legal move of a position (by default the first)."""
        here = self.initial if state is None else state
        legal = {self.move_text(move, here): move for move in self.actions(here)}
        if text.strip() not in legal:
            raise self._illegal(text, here, legal)
        return legal[text.strip()]

    def _illegal(self, move: object, state: S, legal: Iterable[str]) -> IllegalMoveError:
        listed = ", ".join(legal) or "none, the game is over"
        return IllegalMoveError(f"{move} is not a legal move\n  in the position {self.text(state)}\nlegal: {listed}")


class ZeroSumGame(NativeGame[S, M]):
    """A game of two in which one wins what the other loses.

    `draw_value` is what a draw is worth to the first, which may lie between a win and a loss where there is none; None
    where the values do not stand for wins and losses. `values` are all that a final position can be worth to the first,
    where they are few; a search stops at the best of them.
    """

    draw_value: ClassVar[Number | None] = 0
    values: ClassVar[frozenset[int] | None] = None

    @abstractmethod
    def value(self, state: S) -> Number:
        """Give the worth of a final position for MAX, the first player."""

    def final(self, state: S) -> Expansion[S, M]:
        """Give all that a search asks of a final position."""
        value = self.value(state)
        return Expansion(0, (), (), (value, -value))

    def opponent(self, player: Player) -> str:
        """Give the other player."""
        return self.players[player == self.players[0]]

    def utility(self, state: S, player: Player) -> Number:
        """Give the worth of a final position for a player."""
        value = self.value(state)
        return value if player == self.players[0] else -value


class ExpandingGame(ZeroSumGame[S, M]):
    """A game that has moves and successors of a position at once, and gives each of them from there."""

    @abstractmethod
    def expand(self, state: S) -> Expansion[S, M]:
        """Give all that a search asks of one position."""

    def actions(self, state: S) -> Sequence[M]:
        """List the legal moves; none in a final position."""
        return list(self.expand(state).moves)

    def result(self, state: S, move: M) -> S:
        """Give the position after a legal move."""
        expansion = self.expand(state)
        if move not in expansion.moves:
            raise self._illegal(move, state, [self.move_text(legal, state) for legal in expansion.moves])
        return expansion.children[expansion.moves.index(move)]

    def is_terminal(self, state: S) -> bool:
        """Tell whether the game is over."""
        return self.expand(state).is_terminal


def require_positive(**sizes: object) -> None:
    """Refuse a size that is not a whole number of at least 1."""
    for name, size in sizes.items():
        if type(size) is not int or size < 1:
            raise ParameterError(f"{name} is a whole number of at least 1, not {size!r}")


def require_heap(largest: int = LARGEST_HEAP, **sizes: object) -> None:
    """Refuse a number of things to take that is no whole number from 1 to so many."""
    require_positive(**sizes)
    for name, size in sizes.items():
        if isinstance(size, int) and size > largest:
            raise ParameterError(f"{name} is at most {largest:,}, not {size:,}")


def require_board(largest: int = 2_500, **sides: int) -> None:
    """Refuse sides of a board that are no whole numbers from 1, or a board of more cells than anybody plays on."""
    require_positive(**sides)
    if prod(sides.values()) > largest:
        raise ParameterError(f"{' times '.join(sides)} is at most {largest:,}, not {prod(sides.values()):,}")


def write_placement(rows: Iterable[Sequence[str]]) -> str:
    """Write the rows of a board; a number stands for so many empty squares.

    >>> write_placement([".pp", "...", "PPP"])
    '1pp/3/PPP'
    """
    return "/".join(
        "".join(
            str(len(list(run))) if empty else "".join(run) for empty, run in groupby(row, key=lambda cell: cell == ".")
        )
        for row in rows
    )


def read_placement(text: str) -> list[str]:
    """Read the rows of a board, whatever their lengths and whatever stands on them.

    >>> read_placement("1pp/3/PPP")
    ['.pp', '...', 'PPP']
    """
    # No board is a thousand squares wide: a longer number must not fill the memory.
    return [re.sub(r"(?<![0-9])[1-9][0-9]*", lambda run: "." * int(run[0][:4]), row) for row in text.split("/")]


def read_form(form: str, text: str, example: object) -> re.Match[str]:
    r"""Read a position that is written as a term of a certain form; there may be blanks around its parts.

    >>> read_form(r"nim\((max|min),\[([0-9,]*)\]\)", "nim(max, [1,2]) ", "nim(max,[1,2,2])").groups()
    ('max', '1,2')
    """
    found = re.fullmatch(form, re.sub(r" *([-(),\[\]]) *", r"\1", text.strip()))
    if not found:
        raise InvalidStateError(f"{quote_line(text)} is not a position such as {example}")
    return found


def read_sizes(text: str) -> tuple[int, ...]:
    """Read sizes of heaps that are written one after the other, with commas, the smallest first.

    >>> read_sizes("1,2,2"), read_sizes("")
    ((1, 2, 2), ())
    """
    sizes = tuple(int(size) for size in text.split(",") if size)
    if 0 in sizes or max(sizes, default=0) > LARGEST_HEAP or ",".join(map(str, sorted(sizes))) != text:
        raise InvalidStateError(f"[{quote_line(text)}]: sizes are from 1 to {LARGEST_HEAP:,}, the smallest first")
    return sizes


def square_name(square: int, width: int) -> str:
    """Name a square, numbered row by row from a1.

    >>> square_name(0, 3), square_name(5, 3)
    ('a1', 'c2')
    """
    return f"{chr(ord('a') + square % width)}{square // width + 1}"
