"""What can be compared, how the result reads, and how much is looked at."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine import Effort, GameNotFoundError, ParameterError, compare
from pyengine.compare import comparison_run
from pyengine.compare.search_results import Speed
from pyengine.native.mu_torere import MuTorere
from pyengine.native.mu_torere import Position as Place
from pyengine.native.nim import Nim, Position, Take

QUICK = Effort(positions=50, games=2, values=2, nodes=200, rounds=1, round_seconds=0.001)
RULES = """
parameter(goal, 6).
player(max).
player(min).
initial(said(0, max)).
to_move(said(_, Player), Player).
move(said(N, Player), add(K), said(Sum, Opponent)) :-
    param(goal, Goal), between(1, 2, K), Sum is N + K, Sum =< Goal, opponent(Player, Opponent).
opponent(max, min).
opponent(min, max).
terminal(said(Goal, _)) :- param(goal, Goal).
utility(said(_, min), 1).
utility(said(_, max), -1).
"""


@pytest.fixture
def race(tmp_path: Path) -> Path:
    path = tmp_path / "race.pl"
    path.write_text(RULES, encoding="utf-8")
    return path


def test_text_of_an_agreement() -> None:
    assert str(compare("nim", speed=False, piles=[1, 2, 3])) == (
        "nim.pl and Nim agree\n"
        "  walked      21 positions, all there are\n"
        "  moves       the same, in the same order\n"
        "  ends        2 positions: max wins 1x, min wins 1x\n"
        "  values      12 positions solved and equal\n"
        "  alpha-beta  to depth 5: 260 nodes on both sides"
    )


def test_text_of_a_part_of_a_large_game() -> None:
    found = compare("tictactoe", speed=False, effort=Effort(positions=20, games=1, values=3, nodes=50))
    assert not found.complete
    assert [line for line in str(found).splitlines()[1:] if not line.startswith("  ends")][:3] == [
        "  walked      27 positions, 1 random game (seed 0) included",
        "  moves       the same, in the same order",
        "  values      1 position solved and equal, 2 too large to solve",
    ]


def test_two_rule_files(race: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.pl"
    other.write_text(RULES.replace("between(1, 2, K)", "member(K, [1,2])"), encoding="utf-8")
    found = compare(race, str(other), effort=QUICK, speed=False, goal=5)
    assert found.agree
    assert found.names == ("race.pl", "other.pl")
    assert found.complete


def test_the_same_names_are_told_apart() -> None:
    assert compare(Nim(), Nim(), effort=QUICK, speed=False).names == ("Nim (1)", "Nim (2)")


def test_rules_that_do_not_end(race: Path, tmp_path: Path) -> None:
    endless = tmp_path / "endless.pl"
    endless.write_text(
        RULES.replace("Sum =< Goal,", "Sum =< Goal, ( N < 3 -> true ; repeat, fail ),"), encoding="utf-8"
    )
    budget = pyengine.Budget(seconds=1)
    found = compare(pyengine.load(race), pyengine.load(endless, budget=budget), effort=QUICK, speed=False)
    assert found.difference is not None
    assert (found.difference.kind, found.difference.path) == ("raises", ("add(1)", "add(2)"))
    assert found.difference.message == "endless.pl cannot answer"
    assert "move/3 used more than 1 s" in found.difference.answers[1]


def test_json() -> None:
    found = compare("nim", effort=QUICK, piles=[1, 2, 3])
    told = json.loads(json.dumps(found.as_json()))
    assert (told["a"], told["b"], told["agree"], told["difference"]) == ("nim.pl", "Nim", True, None)
    assert told["nodes"] == {"depth": 4, "a": 158, "b": 158}
    assert told["values"] == {"equal": 2, "too_large": 0}
    assert told["contestants"] == ["nim.pl (python)", "nim.pl (c)", "nim.pl (swi)", "Nim"]
    assert [speed["measure"] for speed in told["speeds"]] == [
        "expansions",
        "perft(5) positions",
        "alpha-beta(4) nodes",
    ]
    assert all(len(speed["per_second"]) == 4 and min(speed["per_second"]) > 0 for speed in told["speeds"])


def test_speeds_in_a_table() -> None:
    found = compare("nim", effort=QUICK)
    head, *rows = found.speed_table[1:]
    assert head.split() == ["per", "second", "nim.pl", "(python)", "nim.pl", "(c)", "nim.pl", "(swi)", "Nim"]
    assert [row.split()[0] for row in rows] == ["expansions", "perft(4)", "alpha-beta(4)"]
    assert {len(row) for row in (head, *rows)} == {len(head)}
    assert Speed("moves", (50.0, 200.0)).ratios == (1.0, 4.0)


def test_parameters_of_one_side_only(race: Path) -> None:
    with pytest.raises(ParameterError, match="no parameter goal is declared"):
        compare(race, "nim", goal=5)
    with pytest.raises(ParameterError, match="cannot be made with goal=5: TypeError"):
        compare(race, "pyengine.native.nim:Nim", goal=5)
    with pytest.raises(ParameterError, match="Nim is made already"):
        compare(race, Nim(), goal=5)


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ("nimm", GameNotFoundError, "did you mean 'nim'"),
        ("no/such.pl", GameNotFoundError, "no rule file"),
        ("pyengine.native.nim:Nimm", GameNotFoundError, "did you mean 'Nim'"),
        ("pyengine.native.nimm:Nim", GameNotFoundError, "cannot be imported: ModuleNotFoundError"),
        ("no/such.py:Nim", GameNotFoundError, "no file no/such.py"),
        (":Nim", GameNotFoundError, "cannot be imported"),
    ],
)
def test_what_cannot_be_found(given: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        compare("nim", given)


def test_own_files_need_a_second_game(race: Path) -> None:
    for given in (race, str(race), Nim()):
        with pytest.raises(ParameterError, match="needs a second game"):
            compare(given)


def test_something_that_is_no_game() -> None:
    found = compare("nim", 7)  # type: ignore[arg-type]
    assert found.difference is not None
    assert found.difference.kind == "shape"
    assert found.difference.answers[1].startswith("int has no players")


@pytest.mark.parametrize(
    "wrong", [{"positions": 0}, {"games": -1}, {"values": 1.5}, {"seconds": 0}, {"seed": "x"}, {"nodes": True}]
)
def test_wrong_effort(wrong: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(wrong))):
        Effort(**wrong)


class Interrupted(Nim):
    """Somebody presses Ctrl-C while the moves of a position are worked out."""

    at: tuple[int, ...] = ()

    def actions(self, state: Position) -> list[Take]:
        if state.piles == self.at:
            raise KeyboardInterrupt
        return super().actions(state)


@pytest.mark.parametrize(("piles", "walked"), [((1, 2, 2), 0), ((2, 2), 0), ((1, 1, 1), 6), ((2,), 5)])
def test_interrupt_gives_what_was_done(piles: tuple[int, ...], walked: int) -> None:
    other = Interrupted()
    other.at = piles
    found = compare(Nim(), other)
    assert (found.interrupted, found.agree, found.positions) == (True, True, walked)
    if walked:
        assert str(found).startswith("Nim and Interrupted agree, as far as they were walked\n")
    else:
        assert str(found) == "Nim and Interrupted were not compared: interrupted before the first position"
        assert (found.as_json()["agree"], found.as_json()["same_order"]) == (None, None)


def test_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks: Iterator[float] = iter(range(0, 10_000, 3))
    monkeypatch.setattr(comparison_run, "perf_counter", lambda: next(ticks))
    found = compare("tictactoe", effort=QUICK, speed=False)
    assert [note.text for note in found.notes][:2] == [
        "walked breadth-first for 10 s, and no further: the time was up",
        "walked at random for 10 s, and no further: the time was up",
    ]
    assert found.positions == 7


def test_a_game_with_cycles_is_labelled_as_a_whole() -> None:
    """With ten points no position of mu torere can be solved alone within the usual number of nodes."""
    effort = Effort(positions=100, games=1, plies=20, values=2, nodes=2000)
    found = compare("mu_torere", effort=effort, speed=False, points=10)
    assert found.agree
    assert (found.values.equal, found.values.too_large, found.notes) == (found.positions, 0, ())


class Reversed(MuTorere):
    """Who cannot move has won."""

    def value(self, state: Place) -> int:
        return -super().value(state)


def test_labels_tell_what_the_walk_has_not_met() -> None:
    effort = Effort(positions=10, games=1, plies=1, values=1, nodes=2000)
    found = compare(MuTorere(points=10), Reversed(points=10), effort=effort, speed=False).difference
    assert found is not None
    assert (found.kind, found.path) == ("value", ("1", "10", "0", "1"))
    assert found.answers == ("1, 5 plies from the end", "0, endless")


def test_values_that_were_not_compared_are_told() -> None:
    found = compare("chess_ending", effort=Effort(positions=50, games=1, plies=20, values=2, nodes=50), speed=False)
    assert found.agree
    assert [note.text for note in found.notes] == [
        "no exact values were compared: none of the 2 positions that were tried was solved within 50 nodes"
    ]
    assert "  values      none solved and equal, 2 too large to solve" in str(found).splitlines()


class Leaving(Nim):
    """A class that ends the program where it should answer."""

    def actions(self, state: Position) -> list[Take]:
        if state.piles == (2, 2):
            raise SystemExit("goodbye")
        return super().actions(state)


def test_a_game_cannot_end_the_comparison() -> None:
    found = compare(Nim(), Leaving(), effort=QUICK, speed=False)
    assert found.difference is not None
    assert (found.difference.kind, found.difference.answers[1]) == ("raises", "SystemExit: goodbye")


def test_progress() -> None:
    told: list[str] = []
    compare("nim", effort=QUICK, progress=told.append)
    assert told[0] == "walking: 1 positions, 0 games"
    assert told[-3:] == ["solving positions", "searching", "measuring speed"]
