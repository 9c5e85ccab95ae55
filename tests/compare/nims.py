"""Twins of Nim that are wrong, each in one way."""

from __future__ import annotations

from typing import Any, NamedTuple

from pyengine.native.nim import Nim, Position, Take


class WrongPlayer(Nim):
    def to_move(self, state: Position) -> str:
        return "max" if len(state.piles) == 2 else super().to_move(state)


class OtherPlayers(Nim):
    players = ("min", "max")


class MissingMove(Nim):
    def actions(self, state: Position) -> list[Take]:
        return [move for move in super().actions(state) if move != (3, 2) or len(state.piles) == 3]


class ExtraMove(Nim):
    def actions(self, state: Position) -> list[Take]:
        moves = super().actions(state)
        return [*moves, Take(3, 4)] if state.piles == (3,) else moves


class OtherOrder(Nim):
    def actions(self, state: Position) -> list[Take]:
        return super().actions(state)[::-1]


class EarlyEnd(Nim):
    def is_terminal(self, state: Position) -> bool:
        return super().is_terminal(state) or state.piles == (1, 1)


class LateEnd(Nim):
    def is_terminal(self, state: Position) -> bool:
        return super().is_terminal(state) and state.player == "min"


class WrongUtility(Nim):
    def value(self, state: Position) -> int:
        return 2 * super().value(state)


class WrongChild(Nim):
    """Taking the pile of two also takes one of the three, which shows in the moves after it."""

    def result(self, state: Position, move: Take) -> Position:
        after = super().result(state, move)
        return after._replace(piles=(1, 2)) if after.piles == (1, 3) else after


class Raising(Nim):
    def actions(self, state: Position) -> list[Take]:
        if state.piles == (2, 3):
            raise ZeroDivisionError("division by zero")
        return super().actions(state)


class Unhashable(Nim):
    def __init__(self, **parameters: Any) -> None:
        super().__init__(**parameters)
        self.initial = ["max", 1, 2, 3]  # type: ignore[assignment]


class NoStart(Nim):
    initial = property(lambda self: 1 // 0, lambda self, value: None)  # type: ignore[assignment]


class Lacking:
    """A game that cannot make a move."""

    players = ("max", "min")
    initial = 0

    def to_move(self, state: int) -> str:
        return "max"

    def actions(self, state: int) -> list[int]:
        return [1]

    def is_terminal(self, state: int) -> bool:
        return False

    def utility(self, state: int, player: str) -> int:
        return 0


class Piled(Nim):
    """Nim with a row of disks for each pile."""

    def board(self, state: Position) -> tuple[tuple[str, ...], ...]:
        return tuple(("o",) * size for size in state.piles)


class Estimating(Piled):
    """Nim with everything that a game may offer."""

    infinite: float = 0

    def staticval(self, state: Position) -> float:
        return sum(state.piles) / 10

    def noisy(self, state: Position) -> bool:
        return len(state.piles) == 1

    def canonical(self, state: Position) -> Any:
        """Two piles of one cancel each other while there is a larger one."""
        return (state.player, state.piles[2:]) if state.piles[:2] == (1, 1) and state.piles[-1] > 1 else tuple(state)

    def order(self, state: Position, move: Take) -> int | None:
        return move.taken if move.taken > 1 else None

    def parse_state(self, text: str) -> Position:
        player, piles = text.removeprefix("nim(").removesuffix("])").split(",[")
        return Position(player, tuple(map(int, piles.split(","))))


class Repeating(Estimating):
    """Says what comes back, by terms of its own."""

    def repetition(self, state: Position) -> Any:
        return tuple(state)


class OtherRepeating(Estimating):
    """Counts alone come back, whoever is to move."""

    def repetition(self, state: Position) -> Any:
        return state.piles


class WrongEvaluation(Estimating):
    def staticval(self, state: Position) -> float:
        return super().staticval(state) + (state.piles == (1, 2))


class RoundedEvaluation(Estimating):
    def staticval(self, state: Position) -> float:
        return sum(size / 10 for size in state.piles)


class RaisingEvaluation(Estimating):
    def staticval(self, state: Position) -> float:
        return super().staticval(state) if len(state.piles) > 1 else 1 // 0


class WrongNoise(Estimating):
    def noisy(self, state: Position) -> bool:
        return False


class WrongBoard(Estimating):
    def board(self, state: Position) -> tuple[tuple[str, ...], ...]:
        return super().board(state)[::-1]


class WrongText(Estimating):
    def text(self, state: Position) -> str:
        return f"nim({state.player}, {state.piles})"


class WrongReading(Estimating):
    def parse_state(self, text: str) -> Position:
        return super().parse_state(text)._replace(player="max")


class NoReading(Estimating):
    def parse_state(self, text: str) -> Position:
        raise ValueError(f"{text} is not a position")


class UnhashableSymmetries(Estimating):
    def canonical(self, state: Position) -> Any:
        return [*state]


class Incomparable(Estimating):
    def noisy(self, state: Position) -> Any:
        return _Incomparable()


class _Incomparable:
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise ValueError("the truth value is ambiguous")


class OtherTexts(Nim):
    def move_text(self, move: Take, state: Position | None = None) -> str:
        return f"{move.taken} of {move.size}"


class WrongFinalBoard(Estimating):
    def board(self, state: Position) -> tuple[tuple[str, ...], ...]:
        return () if self.is_terminal(state) else super().board(state)


class WrongInfinity(Estimating):
    infinite = 1


class FewerSymmetries(Estimating):
    def canonical(self, state: Position) -> Any:
        return tuple(state)


class RaisingSymmetries(Estimating):
    def canonical(self, state: Position) -> Any:
        raise LookupError("no symmetry")


class OtherScores(Estimating):
    def order(self, state: Position, move: Take) -> int | None:
        return -move.taken


class OtherShow(Nim):
    def show(self, state: Position) -> str:
        return "*" * sum(state.piles)


class Kept(NamedTuple):
    player: str
    piles: tuple[int, ...]
    pile: int


class Remembering(Nim):
    """Keeps positions apart by the last pile that was taken from, of which their texts say nothing."""

    parse_state = None  # type: ignore[assignment]

    def result(self, state: Position, move: Take) -> Any:
        return Kept(*super().result(state, move), pile=move.size)


class SameTexts(Nim):
    def move_text(self, move: Take, state: Position | None = None) -> str:
        return f"take {move.taken}"
