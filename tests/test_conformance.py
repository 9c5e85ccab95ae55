"""check_game on native games: a good one, and one for every way to get it wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

from pyengine import Expansion, Severity, check_game, expand
from pyengine.native import twin


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
        (UnknownMover(), "unknown-player", Severity.ERROR),
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


NEEDED = ["players", "initial", "to_move", "actions", "result", "is_terminal", "utility"]


@pytest.mark.parametrize("game", [None, 3, object()])
def test_what_is_no_game_lacks_every_name(game: Any) -> None:
    findings = check_game(game)
    assert [finding.code for finding in findings] == ["missing-method"] * len(NEEDED)
    assert all(name in finding.message for name, finding in zip(NEEDED, findings, strict=True))


def test_a_missing_method_is_said_with_what_it_gives() -> None:
    class Unfinished:
        players = ("max",)
        initial = 0
        to_move = actions = result = is_terminal = lambda self, *given: 0
        utility = 3

    (finding,) = check_game(Unfinished())  # type: ignore[arg-type]
    assert (
        finding.message
        == "utility of Unfinished is not a method; utility gives the worth of a final state for a player"
    )


def test_a_wrapper_may_hand_its_methods_on() -> None:
    class Wrapper:
        def __getattr__(self, name: str) -> Any:
            return getattr(Subtraction(), name)

    assert codes(Wrapper()) == []


def variant(**attributes: object) -> Any:
    """The good game with some names replaced."""
    return type("Variant", (Subtraction,), attributes)()


def raising(error: Exception) -> property:
    def get(self: object) -> None:
        raise error

    return property(get)


@pytest.mark.parametrize(
    ("attributes", "code", "message"),
    [
        ({"initial": raising(KeyError("no start"))}, "raises", "KeyError: 'no start'"),
        ({"initial": raising(AttributeError("no heap"))}, "raises", "AttributeError: no heap"),
        ({"initial": ["max", 5]}, "unhashable-state", "the start ['max', 5] cannot be hashed: unhashable type: 'list'"),
        ({"result": lambda self, state, move: ["min", 0]}, "unhashable-state", "the state ['min', 0] cannot be hashed"),
        ({"actions": lambda self, state: [[1]], "result": lambda *_: ("min", 0)}, "unhashable-move", "the move [1]"),
        ({"players": ()}, "no-players", "players is empty"),
        ({"players": {"max": 1}}, "players-not-a-sequence", "not a sequence"),
        ({"players": 2}, "players-not-a-sequence", "players is 2, not a sequence"),
        ({"players": (["max"], ["min"])}, "unhashable-player", "the player ['max']"),
        ({"players": raising(OSError("gone"))}, "raises", "OSError: gone"),
        ({"players": ("max", "min", "max")}, "same-player-twice", "'max' is listed more than once in players"),
        ({"to_move": lambda self, state: "z"}, "unknown-player", "to_move gives 'z', who is not one of the players"),
        ({"actions": lambda self, state: None}, "raises", "TypeError in ('max', 5)"),
        ({"expand": lambda self, state: None}, "not-an-expansion", "expand gives None in ('max', 5)"),
        ({"expand": lambda self, state: Expansion("max", (1,), (1,))}, "raises", "TypeError in"),
        ({"expand": lambda self, state: Expansion(0, (), (), 7)}, "raises", "TypeError in"),
        ({"text": raising(OSError("gone")), "to_move": lambda self, state: "z"}, "unknown-player", "type tuple"),
    ],
)
def test_a_broken_game_is_reported_not_raised(attributes: dict[str, object], code: str, message: str) -> None:
    finding = check_game(variant(**attributes))[0]
    assert finding.code == code
    assert message in finding.message


def test_states_that_cannot_be_compared_are_reported() -> None:
    class Odd:
        def __hash__(self) -> int:
            return 1

        def __eq__(self, other: object) -> bool:
            raise OSError("no comparing")

    game = variant(initial=Odd(), is_terminal=lambda *_: False, actions=lambda *_: [1], result=lambda *_: Odd())
    assert codes(game) == ["raises"]


def test_a_walk_out_of_time_says_how_far_it_came() -> None:
    ticks = count()
    (finding,) = check_game(Subtraction(400), seconds=50, clock=lambda: next(ticks))
    assert (finding.severity, finding.code) == (Severity.WARNING, "walk-cut-short")
    assert finding.message.startswith("walked ")
    assert finding.message.endswith(" positions in 50 s; the rest was not looked at")
    assert codes(Subtraction(), seconds=0) == ["walk-cut-short"]


def test_progress_is_told_position_by_position() -> None:
    walked: list[int] = []
    assert check_game(twin("nim"), progress=walked.append) == ()
    assert walked == list(range(1, len(walked) + 1))
    assert walked


def test_representatives_are_asked_for_once() -> None:
    """However many positions lead to one."""
    asked: Counter[Any] = Counter()

    class Counting:
        def __init__(self) -> None:
            self._game: Any = twin("connect_four", width=4, height=3)

        def canonical(self, state: Any) -> Any:
            asked[state] += 1
            return self._game.canonical(state)

        def __getattr__(self, name: str) -> Any:
            return getattr(self._game, name)

    assert check_game(Counting(), positions=50) == ()
    assert set(asked.values()) == {1}
