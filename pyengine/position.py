"""A position that people hold: a game, where it stands in it, and how it got there.

Searches go by states, which are whatever is quickest for a game; a `Position` has one of them inside.

>>> import pyengine
>>> position = pyengine.load("tictactoe").start.play("5")
>>> print(position)
. . .
. x .
. . .
>>> position.mover, position.last, "5" in position.moves
('o', '5', False)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final, Self, overload

import pyengine
from pyengine.display import Displayed
from pyengine.errors import IllegalMoveError, InvalidStateError, PyengineError, SearchError, TermSyntaxError
from pyengine.game import Expansion, require_game
from pyengine.game import expand as expand_state
from pyengine.game_identity import described, is_same, is_same_game
from pyengine.move import Move, PlainPlayer, plain_player
from pyengine.quoting import quote_line, show_value
from pyengine.terms import Compound, List, Number, Term
from pyengine.texts import (
    AnyGame,
    board_cells,
    drawing,
    line_texts,
    move_text,
    name_of,
    parse_move,
    position_of,
    state_text,
)
from pyengine.winners import winners

MOST_NUMBER: Final = 10**18
"""No move of which a number is the text is as large."""


class Position(Displayed):
    """A position of a game: an immutable value.

    Two are equal where the same rules, with the same parameters, have the same position, whoever answers for them and
    whatever led there. A game written in Python is another game than the rules of which it is the twin: their positions
    are never equal, and `text` tells what they have in common.

    `last` is the move that led here and `before` the position it was made in, None where a line of play begins.
    """

    __slots__ = ("__weakref__", "_kept", "before", "game", "last", "state")
    game: Any
    state: Any
    last: Move | None
    before: Position | None
    _kept: dict[str, Any]

    def __init__(self, game: AnyGame, state: Any, last: Move | None = None, before: Position | None = None) -> None:
        for name, value in (("game", game), ("state", state), ("last", last), ("before", before), ("_kept", {})):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("positions do not change: play() gives the next one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("positions do not change")

    # What the rules say of it

    @property
    def _expansion(self) -> Expansion[Any, Any]:
        return self._once("expansion", lambda: expand_state(self.game, self.state))  # type: ignore[no-any-return]

    def _once(self, name: str, ask: Callable[[], Any]) -> Any:
        """Ask a game something, once."""
        if name not in self._kept:
            self._kept[name] = ask()
        return self._kept[name]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, in the author's order; none where the game is over."""
        return self._once("moves", self._named_moves)  # type: ignore[no-any-return]

    def _named_moves(self) -> tuple[Move, ...]:
        actions = tuple(self._expansion.moves)
        texts = [move_text(self.game, action, self.state) for action in actions]
        told: dict[str, Any] = {}
        shared = {text for text, action in zip(texts, actions, strict=True) if told.setdefault(text, action) != action}
        named = []
        for text, action in zip(texts, actions, strict=True):
            # A notation that stands for several moves tells nobody which: these are written as they are.
            plain = _written(self.game, action) if text in shared else text
            named.append(Move(plain, action))
        return tuple(named)

    @property
    def mover(self) -> PlainPlayer | None:
        """Whose turn it is; None where the game is over."""
        return None if self.is_over else plain_player(self.game.players[self._expansion.mover])

    @property
    def players(self) -> tuple[PlainPlayer, ...]:
        """Who plays, in order; of two, the first is MAX."""
        return tuple(plain_player(player) for player in self.game.players)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._expansion.utilities is not None

    @property
    def utilities(self) -> tuple[Number, ...] | None:
        """What the game has come to for each player; None while it goes on."""
        found = self._expansion.utilities
        return None if found is None else tuple(found)

    @property
    def utility(self) -> Number | None:
        """What the game has come to for MAX, the first player; None while it goes on."""
        found = self._expansion.utilities
        return None if found is None else found[0]

    @property
    def winners(self) -> tuple[PlainPlayer, ...] | None:
        """Who has won: nobody in a draw; None while the game goes on, and where nobody says what a win is."""
        found = self._expansion.utilities
        won = None if found is None else winners(self.game, found)
        return None if won is None else tuple(self.players[place] for place in won)

    @property
    def winner(self) -> PlainPlayer | None:
        """Who alone has won; None where nobody has, or several have."""
        won = self.winners
        return won[0] if won is not None and len(won) == 1 else None

    # What people read

    @property
    def text(self) -> str:
        """The position on a line, as `game.position` reads it: in the game's notation, else as Prolog or Python."""
        return state_text(self.game, self.state)

    @property
    def board(self) -> tuple[tuple[str, ...], ...] | None:
        """The rows of the board; None where the game has none."""
        rows = board_cells(self.game, self.state)
        return None if rows is None else tuple(tuple(row) for row in rows)

    @property
    def term(self) -> Term | None:
        """The position as a Prolog term; None where the game is not one of rules."""
        decode = getattr(self.game, "term", None)
        return None if decode is None else self._once("term", lambda: decode(self.state))

    def __str__(self) -> str:
        return drawing(self.game, self.state)

    def __repr__(self) -> str:
        try:
            told = quote_line(self.text)
        except PyengineError as error:  # of a game that was closed, of rules that do not end
            told = f"(cannot be written: {type(error).__name__})"
        return f"<Position of {name_of(self.game)}: {told}>"

    # How it got there, and goes on

    def _back(self) -> Iterator[Position]:
        here: Position | None = self
        while here is not None:
            yield here
            here = here.before

    @property
    def history(self) -> tuple[Position, ...]:
        """The positions from where this line of play began to this one, which is the last."""
        return tuple(self._back())[::-1]

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves from where this line of play began to this position."""
        return tuple(position.last for position in self.history if position.last is not None)

    @property
    def plies(self) -> int:
        """How many moves led here from where this line of play began."""
        return sum(position.last is not None for position in self._back())

    def play(self, *moves: object) -> Position:
        """Give the position after a move, or after several one after the other.

        A move is given as text in the game's notation or as a term, as one of `moves`, or as the game has it; a number
        may stand for its text. Raises `IllegalMoveError`, with the legal moves, for anything else.
        """
        here = self
        for move in moves:
            here = here._after(move)
        return here

    def _after(self, given: object) -> Position:
        action = self._action(given)
        expansion = self._expansion
        for place, (legal, child) in enumerate(zip(expansion.moves, expansion.children, strict=True)):
            if is_same(legal, action):
                return Position(self.game, child, self.moves[place], self)
        raise self._illegal(given)

    def _action(self, given: object) -> Any:
        """Find the move of the game that is meant."""
        own = given.action if isinstance(given, Move) else given
        if any(is_same(legal, own) for legal in self._expansion.moves):
            return own
        if isinstance(given, str):
            fitting = [move.action for move in self.moves if str(move) == given.strip()]
            return fitting[0] if fitting else self._read(given)
        if isinstance(given, int | float) and not isinstance(given, bool) and abs(given) < MOST_NUMBER:
            return self._read(str(given))
        raise self._illegal(given)

    def _read(self, text: str) -> Any:
        try:
            return parse_move(self.game, text, self.state)
        except TermSyntaxError:
            raise self._illegal(text) from None

    def _illegal(self, given: object) -> IllegalMoveError:
        listed = ", ".join(map(quote_line, self.moves)) or "none, the game is over"
        shown = quote_line(_written(self.game, given)) if isinstance(given, Compound | List) else show_value(given)
        here = quote_line(self.text)
        return IllegalMoveError(f"{shown} is not a legal move\n  in the position {here}\nlegal moves: {listed}")

    # What it is worth, by the functions of the package: it gives each of them by name, when it is asked for, and none
    # of them need be known here.

    def solve(self, **options: Any) -> pyengine.Result[Move]:
        """Give the exact value; the options are those of `pyengine.solve`."""
        return self._noted(pyengine.solve(self.game, self.state, **options))

    def search(
        self, seconds: float | None = None, depth: int | None = None, nodes: int | None = None, **options: Any
    ) -> pyengine.Result[Move]:
        """Search deeper and deeper, for a second unless told otherwise; the options are those of `pyengine.search`."""
        if any(limit is not None for limit in (seconds, depth, nodes)):
            if "limit" in options:
                raise SearchError("limit says all that seconds, depth and nodes could say: give one or the other")
            options["limit"] = pyengine.Limit(seconds=seconds, depth=depth, nodes=nodes)
        return self._noted(pyengine.search(self.game, self.state, **options))

    def best(
        self, seconds: float | None = None, depth: int | None = None, nodes: int | None = None, **options: Any
    ) -> Move | None:
        """Give a good move, as `search` finds it; None where the game is over."""
        return self.search(seconds, depth, nodes, **options).best

    def minimax(self, depth: int | None = None, **options: Any) -> pyengine.Result[Move]:
        """Give the value by plain minimax; the options are those of `pyengine.minimax`."""
        return self._noted(pyengine.minimax(self.game, self.state, depth, **options))

    def tree(self, depth: int | None = None, **options: Any) -> pyengine.SearchTree:
        """Give the tree of a search; the options are those of `pyengine.grow`."""
        return pyengine.grow(self.game, self.state, depth=depth, **options)

    def perft(self, depth: int) -> int:
        """Count the lines of play of so many plies."""
        return pyengine.perft(self.game, depth, self.state)

    def playout(self, seed: int | str | None = None, **options: Any) -> Position:
        """Play on at random, and give the end of it; the options are those of `pyengine.playout`."""
        played = pyengine.playout(self.game, seed, self.state, **options)
        here = self
        for action, state in zip(played.moves, played.states[1:], strict=True):
            here = Position(self.game, state, Move(move_text(self.game, action, here.state), action), here)
        return here

    def _noted(self, result: pyengine.Result[Any]) -> pyengine.Result[Move]:
        """Give a result with its moves as they are written in the position that each is made in."""

        def named(action: Any) -> Move:
            found = next((move for move in self.moves if is_same(move.action, action)), None)
            return Move(move_text(self.game, action, self.state), action) if found is None else found

        line = tuple(map(Move, line_texts(self.game, self.state, result.line), result.line))
        return replace(
            result,
            best=None if result.best is None else named(result.best),
            line=line,
            moves=tuple((named(action), value) for action, value in result.moves),
        )

    # As a value

    def state_in(self, game: AnyGame) -> Any:
        """Give the state of this position in a game, which may answer by another reasoner.

        Raises `InvalidStateError` where it is a position of another game.
        """
        if game is self.game:
            return self.state
        if not is_same_game(self.game, game):
            mine, theirs = described(self.game), described(game)
            other = f"other rules called {mine}" if mine == theirs else mine
            raise InvalidStateError(f"{quote_line(self.text)} is a position of {other}, and not of {theirs}")
        term = self.term
        return self.state if term is None else game.state(term)  # type: ignore[attr-defined]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        if self.game is other.game:
            return bool(self.state == other.state)
        if not is_same_game(self.game, other.game):
            return False
        return self.state == other.state if self.term is None else is_same(self.term, other.term)

    def __hash__(self) -> int:
        return hash(self.state if self.term is None else self.term)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        steps = [
            (position.state if position.term is None else position.term, position.last) for position in self.history
        ]
        return _restore, (self.game, steps)


def _restore(game: Any, steps: list[tuple[Any, Move | None]]) -> Position:
    """Make a position again where it is unpickled, and those that led to it; states may be others there."""
    encode = game.state if hasattr(game, "term") else lambda state: state
    here = None
    for told, last in steps:
        here = Position(game, encode(told), last, here)
    assert here is not None
    return here


def position(game: AnyGame, given: object = None) -> Position:
    """Give a position of any game: its first, or that of a text, a term, a state or another `Position`.

    >>> from pyengine.native import twin
    >>> position(twin("nim", piles=[1, 2]))
    <Position of Nim: nim(max,[1,2])>
    """
    require_game(game)
    if isinstance(given, Position) and given.game is game:
        return given
    return Position(game, position_of(game, given))


def expand(game: AnyGame, state: Any) -> Expansion[Any, Any]:
    """Expand a position of any game, by its own `expand` where it has one; it is given as a state, as text or held."""
    return expand_state(game, position_of(game, state) if isinstance(state, Position | str) else state)


class StartPosition:
    """The attribute `start` of games; one that a game has of its own comes before it."""

    @overload
    def __get__(self, game: None, owner: Any) -> Self: ...

    @overload
    def __get__(self, game: object, owner: Any) -> Position: ...

    def __get__(self, game: Any, owner: Any) -> Self | Position:
        return self if game is None else Position(game, game.initial)


class Positions:
    """What games have that give positions to people: `start`, and `position`, which reads any other."""

    start = StartPosition()
    """The position that the game starts from."""

    def position(self, given: object = None) -> Position:
        """Give a position: the first, or that of a text, a term, a state or a `Position` of the same game."""
        return position(self, given)  # type: ignore[arg-type]


def _written(game: AnyGame, action: Any) -> str:
    """Write a move without the notation of a position."""
    return str(game.move_text(action)) if hasattr(game, "identity") else str(action)  # type: ignore[attr-defined]
