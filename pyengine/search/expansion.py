"""What a search asks of a game, looked up once before it starts."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction
from itertools import repeat
from typing import Any, Final, Generic

from pyengine.errors import RuleRuntimeError, SearchError
from pyengine.game import Expands, Expansion, Game, M, S, is_number
from pyengine.terms import Number

END: Final = object()
"""What an iterator gives when there are no more successors; also: no successor in particular."""


class Unfolding(Generic[S, M]):
    """An expansion of a position that is not final, whose successors are made only when they are looked at.

    A cut-off leaves most successors out, and for a game that answers one question at a time making them would be
    most of the work.
    """

    __slots__ = ("_children", "_result", "_state", "mover", "moves", "utilities")

    def __init__(self, state: S, mover: int, moves: Sequence[M], result: Callable[[S, M], S]) -> None:
        self._state = state
        self.mover = mover
        self.moves = moves
        self.utilities = None
        self._result = result
        self._children: tuple[S, ...] | None = None

    @property
    def children(self) -> tuple[S, ...]:
        """All successors, made now."""
        if self._children is None:
            self._children = tuple(map(self._result, repeat(self._state), self.moves))
        return self._children


class Opener(Generic[S, M]):
    """Opens positions of one game in the cheapest way that it offers.

    `open` is for positions known not to be final. Where the game has an `expand` of its own, that is how; otherwise
    (`lazy`) successors are made one by one. `alike` says that a hint may be of another position that is alike.
    """

    __slots__ = ("actions", "alike", "expand", "index", "lazy", "open", "result", "to_move")

    def __init__(self, game: Game[S, M], *, alike: bool = False) -> None:
        self.alike = alike
        self.expand = expander(game)
        self.lazy = not isinstance(game, Expands)
        self.index = {player: number for number, player in enumerate(game.players)}
        self.to_move, self.actions, self.result = game.to_move, game.actions, game.result
        self.open: Callable[[S], Any] = self._unfold if self.lazy else self.expand

    def _unfold(self, state: S) -> Unfolding[S, M]:
        return Unfolding(state, self.index[self.to_move(state)], self.actions(state), self.result)

    def whole(self, state: S, expansion: Any) -> Any:
        """Give the expansion of a position of which a search may have kept the moves alone."""
        if self.lazy and not isinstance(expansion, Unfolding | Expansion):
            return Unfolding(state, self.index[self.to_move(state)], expansion, self.result)
        return expansion

    def iterate(
        self, state: S, expansion: Any, order: Sequence[int] | None, hint: Any
    ) -> tuple[Iterator[S], Iterator[Any]]:
        """Give the successors of a position one by one, `hint` first where it is one of them, then by `order`.

        The second iterator is the source of the first: it knows how many are left.
        """
        if not self.lazy:
            children = expansion.children
            if order is not None:
                children = [children[i] for i in order]
            if hint is not END and children[0] != hint and hint in children:
                children = list(children)
                children.remove(hint)
                children.insert(0, hint)
            it = iter(children)
            return it, it
        if hint is not END and self.alike and hint not in self.whole(state, expansion).children:
            hint = END
        moves = expansion.moves if isinstance(expansion, Unfolding | Expansion) else expansion
        rest = iter(moves if order is None else [moves[i] for i in order])
        made = map(self.result, repeat(state), rest)
        return (made if hint is END else _hinted(hint, made)), rest


def _hinted(hint: S, made: Iterator[S]) -> Iterator[S]:
    """Give the hint first and leave it out later on."""
    yield hint
    for child in made:
        if child == hint:
            break
        yield child
    yield from made


def expander(game: Game[S, M]) -> Callable[[S], Expansion[S, M]]:
    """Give the fastest way to whole expansions: `pyengine.game.expand` with its questions settled."""
    if isinstance(game, Expands):
        return game.expand
    players = tuple(game.players)
    index = {player: number for number, player in enumerate(players)}
    is_terminal, utility, actions, result, to_move = (
        game.is_terminal,
        game.utility,
        game.actions,
        game.result,
        game.to_move,
    )

    def expand(state: S) -> Expansion[S, M]:
        if is_terminal(state):
            return Expansion(0, (), (), tuple([utility(state, player) for player in players]))
        moves = actions(state)
        return Expansion(index[to_move(state)], tuple([result(state, move) for move in moves]), moves)

    return expand


def move_to(expansion: Any, child: Any) -> Any:
    """Name the move that leads to a successor."""
    return expansion.moves[expansion.children.index(child)]


def opposed(game: Game[S, M]) -> bool:
    """Tell whether a game is one of two opponents, as far as can be told before it is played.

    Rules that give each player a utility of its own (`utility/3`) promise nothing, and no more does a native game
    with `opposed = False`: alpha-beta might cut off the very end that shows that the two have an interest in common.
    """
    separate = "utilities" in getattr(game, "offers", ())
    return len(game.players) == 2 and not separate and bool(getattr(game, "opposed", True))


def values_of(game: Game[S, M]) -> tuple[Number, ...] | None:
    """Give all that a final position can be worth to MAX, from the least on; None where the game does not say."""
    values = getattr(game, "values", None)
    if not isinstance(values, Collection) or not values or not all(map(is_number, values)):
        return None
    return tuple(sorted(set(values)))


def range_of(game: Game[S, M]) -> tuple[Number, Number] | None:
    """Give the least and the most that a final position can be worth to MAX, None where the game does not say."""
    values = values_of(game)
    return None if values is None else (values[0], values[-1])


class NotOpposedError(SearchError):
    """Two players who do not want the opposite of each other: minimax is not for them, max^n is."""


def same_sum(total: Number | None, value: Number, other: Number) -> Number | None:
    """Check that a final position is worth to both players together what all others are; give that sum.

    Sums of floats that differ by no more than rounding are the same.

    >>> same_sum(None, 1, 0), same_sum(1, 0, 1), same_sum(0, math.inf, -math.inf)
    (Fraction(1, 1), 1, 0)
    >>> same_sum(1, 0.1, 0.9) == same_sum(1, 0.3, 0.7) == 1
    True
    """
    if value in INFINITIES or other in INFINITIES:
        return total
    if value != value or other != other:
        raise RuleRuntimeError("a final position is worth nan, which cannot be compared with other values")
    together: Number = 0 if other == -value else Fraction(value) + Fraction(other)
    if total is None:
        return together
    if total != together:
        difference = abs(Fraction(total) - Fraction(together))
        rounded = isinstance(value, float) or isinstance(other, float)
        if not rounded or difference > ROUNDING * (1 + abs(Fraction(value))):
            raise NotOpposedError(
                f"what one player wins the other does not lose: final positions are worth {total} and {together} "
                "to both together; solve and search then let each player maximise their own worth (max^n)"
            )
    return total


INFINITIES: Final = (math.inf, -math.inf)
ROUNDING: Final = Fraction(1, 10**9)


CHECKED: Final = 256
"""Final positions of a lazy game whose worth for the second player is asked too; for all it would cost too much."""


def remembered(method: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Ask a question once for each position, as long as there is room for the answers."""
    answers: dict[Any, Any] = {}

    def answer(state: Any) -> Any:
        try:
            return answers[state]
        except KeyError:
            if len(answers) >= REMEMBERED:
                answers.clear()
            found = answers[state] = method(state)
            return found

    return answer


REMEMBERED: Final = 200_000
"""Answers that are kept before all are forgotten."""


def valuation(game: Game[S, M]) -> Callable[[Any], Number]:
    """Give what a position of a game with estimates is worth to MAX at sight: its utility if final, else its estimate.

    Rules need not define a static value of final positions.
    """
    estimate = ask(game, "staticval")
    first = game.players[0]

    def value(state: S) -> Number:
        found: Number = game.utility(state, first) if game.is_terminal(state) else estimate(state)
        return found

    return value


def ask(game: object, feature: str) -> Callable[..., Any]:
    """Give the method for an optional feature that the game is known to offer."""
    method: Callable[..., Any] = getattr(game, feature)
    return method


def require_two_players(game: Game[S, M]) -> None:
    """Refuse a game that MAX and MIN do not play."""
    if len(game.players) != 2:
        raise SearchError(
            f"minimax is for two players, and this game has {len(game.players)}: solve and search are for any number"
        )
