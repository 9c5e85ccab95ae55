"""The finite domains of a game: what can be said of every play of it beforehand, and why that is so.

>>> import pyengine
>>> found = domains(pyengine.load("tictactoe"))
>>> len(found.moves), found.longest, found.utilities
(9, 9, ((-1, 1), (-1, 1)))
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal

from pyengine.compiler.runtime.terms import Value, to_term, to_value
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.domains import integer_sets, shapes
from pyengine.domains.exploration import Exploration, explore
from pyengine.domains.inference import RuleShapes, infer_shapes
from pyengine.domains.shapes import ANY, NOTHING, Shape
from pyengine.errors import DomainError, RuleLimitError
from pyengine.game import Expansion, Player
from pyengine.quoting import quote_line
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.call_limits import guard, processor_clock
from pyengine.terms import Number, is_term
from pyengine.texts import AnyGame, move_text, name_of, state_text

MOST_MOVES: Final = 20_000
"""A game in which more different moves may occur counts as one with unbounded moves."""
MOST_POSITIONS: Final = 10_000
_SECONDS: Final = 5.0
_BUDGET: Final = Budget().times(10)

Why = Literal["rules", "positions", ""]
"""Why something is so: the rules give nothing else, or all positions were visited; nothing where it is not known."""


@dataclass(frozen=True)
class GameDomains:
    """What can be said of every play of a game; each with why it is so, or None where nothing is known.

    A move that is told is one that may occur: others cannot. `utilities` are the least and the greatest worth for each
    player. `total` is what the worths of a final position always sum to.
    """

    game: AnyGame
    players: tuple[Player, ...]
    moves: tuple[Any, ...] | None
    why_moves: Why
    positions: Shape
    why_positions: Why
    utilities: tuple[tuple[Number, Number], ...] | None
    why_utilities: Why
    total: Number | None
    why_total: Why
    longest: int | None
    number_of_positions: int | None

    @property
    def why_longest(self) -> Why:
        """Why no game is longer."""
        return "" if self.longest is None else "positions"

    @cached_property
    def numbers(self) -> dict[Any, int]:
        """The number of each move, in the standard order of terms."""
        return {move: number for number, move in enumerate(self.moves or ())}

    def number_of(self, move: Any, state: Any) -> int:
        """Give the number of a move; DomainError where it should not have occurred."""
        found = self.numbers.get(move)
        if found is None:
            raise self._violation(f"the move {quote_line(move_text(self.game, move, state))}", state)
        return found

    def check(self, state: Any, expansion: Expansion[Any, Any]) -> None:
        """Hold a position that play has met against what was said of all; DomainError where that is wrong."""
        if self.moves is not None:
            for move in expansion.moves:
                self.number_of(move, state)
        if self.positions is not ANY and not shapes.contains(self.positions, value_of(self.game, state)):
            raise self._violation("the position", state)
        found = expansion.utilities
        if found is None:
            return
        for worth, bounds in zip(found, self.utilities or (), strict=False):
            if not bounds[0] <= worth <= bounds[1]:
                raise self._violation(f"the worth {worth}", state)
        if self.total is not None and sum(found) != self.total:
            raise self._violation(f"a sum of worths of {sum(found)}", state)

    def _violation(self, what: str, state: Any) -> DomainError:
        here = quote_line(state_text(self.game, state))
        return DomainError(
            f"{what} is not among what was inferred of {name_of(self.game)}\n  in the position {here}\n"
            "(that is a fault of pyengine, and not of the game: please report it with the rules)"
        )


def value_of(game: AnyGame, state: Any) -> Value:
    """Give a position as compiled rules have it."""
    return to_value(game.term(state))  # type: ignore[attr-defined]


def domains(game: AnyGame, *, most_positions: int = MOST_POSITIONS) -> GameDomains:
    """Work out what can be said of every play of a game beforehand.

    The rules are run on sets of terms; a game of at most `most_positions` is visited as a whole besides, which tells
    all of it exactly. Of a game that is no rule file, only that is told.
    """
    is_ruled = hasattr(game, "program")
    inferred = _infer(game) if is_ruled else None
    visited = explore(game, most_positions, _SECONDS) if most_positions else None
    moves, why_moves = _moves(inferred, visited)
    worths, why_worths = _utilities(game, inferred, visited)
    total, why_total = _total(game, visited)
    positions, why_positions = (ANY if inferred is None else inferred.positions), "rules"
    if visited is not None and is_ruled and shapes.size(positions) is None:
        positions, why_positions = NOTHING, "positions"
        for state in visited.states:
            positions = positions | shapes.of_value(value_of(game, state))
    return GameDomains(
        game,
        tuple(game.players),
        moves,
        why_moves,
        positions,
        "" if positions is ANY else why_positions,  # type: ignore[arg-type]
        worths,
        why_worths,
        total,
        why_total,
        None if visited is None else visited.longest,
        None if visited is None else len(visited.states),
    )


def _infer(game: Any) -> RuleShapes | None:
    start, players = value_of(game, game.initial), tuple(map(to_value, game.players))
    infer = guard(_BUDGET, processor_clock)
    try:
        found: RuleShapes = infer(infer_shapes, game.program, game.given_parameters, start, players)
    except (UnsupportedError, RuleLimitError):
        return None
    return found


def _moves(inferred: RuleShapes | None, visited: Exploration | None) -> tuple[tuple[Any, ...] | None, Why]:
    if visited is not None:
        return _in_order(visited.moves), "positions"
    sizes = [shapes.size(shape) for shape in inferred.moves] if inferred is not None else [None]
    if inferred is None or None in sizes or sum(size or 0 for size in sizes) > MOST_MOVES:
        return None, ""
    values = {value for shape in inferred.moves for value in shapes.elements(shape) or ()}
    return _in_order(frozenset(map(to_term, values))), "rules"


def _in_order(moves: frozenset[Any]) -> tuple[Any, ...]:
    """Give moves in the standard order of terms, by which they are numbered alike everywhere; others by their text."""
    if not all(map(is_term, moves)):
        return tuple(sorted(moves, key=str))
    from functools import cmp_to_key

    from pyengine.compiler.runtime.order import compare

    values = sorted(map(to_value, moves), key=cmp_to_key(compare))
    return tuple(map(to_term, values))


def _utilities(
    game: Any, inferred: RuleShapes | None, visited: Exploration | None
) -> tuple[tuple[tuple[Number, Number], ...] | None, Why]:
    if visited is not None and visited.utilities:
        return tuple((min(worths), max(worths)) for worths in zip(*visited.utilities, strict=True)), "positions"
    ranges: list[tuple[Number, Number] | None]
    ranges = [_range(shape) for shape in inferred.worths] if inferred is not None else [None]
    if None in ranges:
        known = getattr(game, "values", None)
        if not known:
            return None, ""
        ranges = [(min(known), max(known))]
    found = [row for row in ranges if row is not None]
    if len(found) == 1 and len(game.players) == 2:
        low, high = found[0]
        found.append((-high, -low))
    return tuple(found), "rules"


def _range(shape: Shape) -> tuple[Number, Number] | None:
    """Give the least and the greatest number of a set."""
    if shape.is_any or shape.compounds or shape.items is not None or shape.constants is None:
        return None
    numbers: list[Any] = [getattr(value, "value", value) for value in shape.constants]
    if not all(isinstance(number, int | float) or hasattr(number, "numerator") for number in numbers):
        return None
    if shape.integers is not None:
        numbers += integer_sets.interval(shape.integers)
    return None if None in numbers or not numbers else (min(numbers), max(numbers))


def _total(game: Any, visited: Exploration | None) -> tuple[Number | None, Why]:
    if hasattr(game, "program") and "utilities" not in game.offers:
        return 0, "rules"
    totals = {sum(worths) for worths in visited.utilities} if visited is not None else set()
    return (totals.pop(), "positions") if len(totals) == 1 else (None, "")
