"""check_game on native games: a good one, and one for every way to get it wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from pyengine import Expansion, Severity, check_game, expand


@dataclass(frozen=True)
class Subtraction:
    """Take one or two from a heap; who cannot move loses."""

    heap: int = 5
    players = ("max", "min")

    @property
    def initial(self) -> tuple[str, int]:
        return ("max", self.heap)

    def to_move(self, state: tuple[str, int]) -> str:
        return state[0]

    def actions(self, state: tuple[str, int]) -> Sequence[int]:
        return [n for n in (1, 2) if n <= state[1]]

    def result(self, state: tuple[str, int], move: int) -> tuple[str, int]:
        return ("min" if state[0] == "max" else "max", state[1] - move)

    def is_terminal(self, state: tuple[str, int]) -> bool:
        return state[1] == 0

    def utility(self, state: tuple[str, int], player: object) -> int:
        return -1 if player == state[0] else 1


def codes(game: object, **options: int) -> list[str]:
    return [finding.code for finding in check_game(game, **options)]  # type: ignore[arg-type]


def test_a_good_game_has_no_findings() -> None:
    assert check_game(Subtraction()) == ()
    assert check_game(Subtraction(400), positions=10) == ()


def test_expand_builds_an_expansion_from_the_single_questions() -> None:
    game = Subtraction(2)
    assert expand(game, ("min", 2)) == Expansion(1, (("max", 1), ("max", 0)), (1, 2))
    assert expand(game, ("min", 0)) == Expansion(0, (), (), (1, -1))


class Stuck(Subtraction):
    def actions(self, state: tuple[str, int]) -> Sequence[int]:
        return [] if state[1] == 2 else super().actions(state)


class UnknownMover(Subtraction):
    def to_move(self, state: tuple[str, int]) -> str:
        return "nobody" if state[1] == 3 else state[0]


class WordyUtility(Subtraction):
    def utility(self, state: tuple[str, int], player: object) -> int:
        return "won"  # type: ignore[return-value]


class TrueUtility(Subtraction):
    def utility(self, state: tuple[str, int], player: object) -> int:
        return True


class Repeats(Subtraction):
    def actions(self, state: tuple[str, int]) -> Sequence[int]:
        return [1, 1]


class Raises(Subtraction):
    def result(self, state: tuple[str, int], move: int) -> tuple[str, int]:
        return super().result(state, [1][move - 1])


class WrongEstimate(Subtraction):
    def staticval(self, state: tuple[str, int]) -> int:
        return 0


class NotANumber(Subtraction):
    def staticval(self, state: tuple[str, int]) -> float:
        return float("nan")


class MergesAll(Subtraction):
    def canonical(self, state: tuple[str, int]) -> tuple[str, int]:
        return ("max", 5)


class Shifts(Subtraction):
    def canonical(self, state: tuple[str, int]) -> tuple[str, int]:
        return (state[0], state[1] + 1)


class SloppySymmetry(Subtraction):
    """Claims that heaps of 4 and 5 are the same."""

    def canonical(self, state: tuple[str, int]) -> tuple[str, int]:
        return (state[0], 4) if state[1] == 5 else state


class HastyExpand(Subtraction):
    def expand(self, state: tuple[str, int]) -> Expansion[tuple[str, int], int]:
        if self.is_terminal(state):
            return Expansion(0, (), (), (0, 0))
        return Expansion(0, (("min", 0),), (1,))


@pytest.mark.parametrize(
    ("game", "code", "severity"),
    [
        (Stuck(), "stuck", Severity.ERROR),
        (UnknownMover(), "raises", Severity.ERROR),
        (WordyUtility(), "utility-not-a-number", Severity.ERROR),
        (TrueUtility(), "utility-not-a-number", Severity.ERROR),
        (Repeats(4), "same-move-twice", Severity.WARNING),
        (Raises(), "raises", Severity.ERROR),
        (WrongEstimate(), "staticval-disagrees", Severity.WARNING),
        (NotANumber(), "staticval-not-a-number", Severity.ERROR),
        (MergesAll(), "canonical-merges", Severity.ERROR),
        (Shifts(), "canonical-not-idempotent", Severity.ERROR),
        (SloppySymmetry(), "canonical-not-symmetric", Severity.WARNING),
        (HastyExpand(), "expand-disagrees", Severity.ERROR),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Subtraction) else None,
)
def test_each_mistake_is_found(game: Subtraction, code: str, severity: Severity) -> None:
    found = {finding.code: finding.severity for finding in check_game(game)}
    assert found.get(code) is severity


def test_each_mistake_is_reported_once() -> None:
    assert codes(WordyUtility(30)) == ["utility-not-a-number"]
