"""A game as learners want it: moves are numbers, positions are arrays, and no game is longer than is said.

What is inferred of the rules numbers the moves; whatever play meets that was not inferred is an error that names it.
"""

from __future__ import annotations

import pickle
from functools import cached_property
from pathlib import Path
from typing import Any, Final
from weakref import WeakValueDictionary

from pyengine.api import load
from pyengine.domains.encoding import Encoding
from pyengine.domains.game_domains import GameDomains, domains, value_of
from pyengine.errors import DomainError, IllegalMoveError, ParameterError
from pyengine.game import Expansion
from pyengine.move import plain_player
from pyengine.quoting import quote_line, show_value
from pyengine.search.expansion import expander
from pyengine.terms import Number
from pyengine.texts import drawing, move_text, name_of, state_text

LONGEST: Final = 1000
"""Plies after which a game ends where no bound is known of its length."""


class NumberedGame:
    """A game of rules with its moves numbered from 0, in the standard order of terms.

    `longest` is the number of plies after which a game ends. Where it is proved that none is longer, no game is cut
    off; elsewhere a game that gets there is worth what endless play is worth, for more than two players nothing.
    """

    def __init__(self, game: Any, longest: int | None = None) -> None:
        if longest is not None and (type(longest) is not int or longest < 1):
            raise ParameterError(f"longest is a number of plies from 1, not {show_value(longest)}")
        self.game = game
        self.known: GameDomains = domains(game)
        if self.known.moves is None:
            raise DomainError(f"no bound is known of the moves of {name_of(game)}: they cannot be numbered")
        self.moves = self.known.moves
        self.players = tuple(str(plain_player(player)) for player in game.players)
        proved = self.known.longest
        self.longest: int = longest if longest is not None else LONGEST if proved is None else proved
        self.is_cut_off = proved is None or self.longest < proved
        self.expand = expander(game)

    @cached_property
    def endless(self) -> tuple[Number, ...]:
        """What a game that is cut off is worth to each player."""
        if self.game is None or "utilities" in self.game.offers or len(self.players) != 2:
            return (0,) * len(self.players)
        worth = self.game.infinite
        return worth, -worth

    @cached_property
    def utilities(self) -> tuple[tuple[float, float], ...]:
        """The least and the greatest worth for each player; DomainError where no bound is known."""
        known = self.known.utilities
        if known is None:
            raise DomainError(f"no bound is known of what {name_of(self.game)} can be worth")
        extra = self.endless if self.is_cut_off else (None,) * len(known)
        rows = [[*bounds] if more is None else [*bounds, more] for bounds, more in zip(known, extra, strict=True)]
        return tuple((float(min(row)), float(max(row))) for row in rows)

    @property
    def total(self) -> Number | None:
        """What worths always sum to, None where that is not known."""
        total = self.known.total
        return None if self.is_cut_off and total != sum(self.endless) else total

    @cached_property
    def encoding(self) -> Encoding | None:
        """How positions are written as numbers; None where no bound is known of what they hold."""
        try:
            return Encoding(self.known.positions)
        except DomainError:
            return None

    @property
    def observation_size(self) -> int:
        """How many numbers an observation has: those of the position, and one a player, for whose turn it is."""
        return len(self.players) + (self.encoding.size if self.encoding is not None else 0)

    @cached_property
    def start(self) -> NumberedPosition:
        """The first position."""
        return NumberedPosition(self, self.game.initial, 0)

    def move_name(self, number: int) -> str:
        """Write a move as a term."""
        return move_text(self.game, self.moves[number], None)

    def __deepcopy__(self, memo: object) -> NumberedGame:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        _OPENED[self._packed] = self
        return _unpacked, (self._packed,)

    @cached_property
    def _packed(self) -> bytes:
        return pickle.dumps((self.game, self.longest if self.is_cut_off else None))


class NumberedPosition:
    """A position and how many plies led to it: immutable, so that copies are the thing itself."""

    __slots__ = ("_children", "_expansion", "game", "plies", "state")

    def __init__(self, game: NumberedGame, state: Any, plies: int) -> None:
        self.game = game
        self.state = state
        self.plies = plies
        self._expansion: Expansion[Any, Any] | None = None
        self._children: dict[int, Any] | None = None

    def __copy__(self) -> NumberedPosition:
        return self

    def __deepcopy__(self, memo: object) -> NumberedPosition:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _position, (self.game, self.game.game.term(self.state), self.plies)

    def __str__(self) -> str:
        return drawing(self.game.game, self.state)

    @property
    def expansion(self) -> Expansion[Any, Any]:
        """What the rules say of the position."""
        if self._expansion is None:
            self._expansion = self.game.expand(self.state)
        return self._expansion

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, or was cut off."""
        return self.plies >= self.game.longest or self.expansion.utilities is not None

    @property
    def is_cut_off(self) -> bool:
        """Whether the game has ended for its length alone."""
        if self.plies < self.game.longest or self.expansion.utilities is not None:
            return False
        if not self.game.is_cut_off:
            here = quote_line(state_text(self.game.game, self.state))
            raise DomainError(f"a game of more than the {self.plies} plies that were proved\n  in the position {here}")
        return True

    @property
    def mover(self) -> int:
        """The number of who is to move."""
        return self.expansion.mover

    @property
    def utilities(self) -> tuple[Number, ...]:
        """What the game has come to for each player; nothing while it goes on."""
        found = self.expansion.utilities
        if found is not None:
            self.game.known.check(self.state, self.expansion)
            return found
        return self.game.endless if self.plies >= self.game.longest else (0,) * len(self.game.players)

    @property
    def children(self) -> dict[int, Any]:
        """Where the legal moves lead, by their numbers, the least first; a move that is there twice counts once."""
        if self._children is None:
            if self.is_over:
                self._children = {}
            else:
                known, expansion = self.game.known, self.expansion
                rows = [
                    (known.number_of(move, self.state), child)
                    for move, child in zip(expansion.moves, expansion.children, strict=True)
                ]
                self._children = dict(sorted(rows, key=lambda row: row[0]))
        return self._children

    def after(self, number: int) -> NumberedPosition:
        """Give the position after a move; IllegalMoveError where it is not legal, or the game is over."""
        children = self.children
        if number not in children:
            raise self.refused(number)
        return NumberedPosition(self.game, children[number], self.plies + 1)

    def refused(self, number: object) -> IllegalMoveError:
        """Say that a number is not that of a legal move, and which are."""
        here = quote_line(state_text(self.game.game, self.state))
        if self.is_over:
            told = f"the game is over: there is no move {show_value(number)}"
            return IllegalMoveError(f"{told}\n  in the position {here}")
        listed = ", ".join(f"{legal} ({quote_line(self.game.move_name(legal))})" for legal in self.children)
        return IllegalMoveError(f"{show_value(number)} is not a legal move\n  in the position {here}\nlegal: {listed}")

    def observation(self) -> list[float]:
        """Write the position as numbers, after one a player for whose turn it is."""
        turn = [0.0] * len(self.game.players)
        if not self.is_over:
            turn[self.mover] = 1.0
        encoding = self.game.encoding
        return turn if encoding is None else turn + encoding.numbers(value_of(self.game.game, self.state))


_OPENED: Final[WeakValueDictionary[bytes, NumberedGame]] = WeakValueDictionary()
"""Games that were pickled in this process, or unpickled: a copy in the same process is the game itself."""


def _unpacked(packed: bytes) -> NumberedGame:
    found = _OPENED.get(packed)
    if found is None:
        game, longest = pickle.loads(packed)
        found = _OPENED[packed] = NumberedGame(game, longest)
    return found


def _position(game: NumberedGame, term: Any, plies: int) -> NumberedPosition:
    return NumberedPosition(game, game.game.state(term), plies)


def open_numbered(
    game: str | Path | NumberedGame, longest: int | None = None, parameters: dict[str, object] | None = None
) -> NumberedGame:
    """Load a game by its name or path, and number its moves."""
    if isinstance(game, NumberedGame):
        return game
    loaded = load(game, **(parameters or {})) if isinstance(game, str | Path) else game  # type: ignore[arg-type]
    if not hasattr(loaded, "program"):
        raise ParameterError(f"a rule file is wanted, not {name_of(loaded)}: only rules say which moves may occur")
    return NumberedGame(loaded, longest)
