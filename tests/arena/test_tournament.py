"""Whole tournaments, with real processes: the same result however they are played, and nothing lost."""

from __future__ import annotations

import os
import re
import signal
import tempfile
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine.arena.crew import HereCrew, LocalCrew
from pyengine.arena.game_record import Record
from pyengine.arena.game_store import GameStore
from pyengine.arena.players import Player
from pyengine.arena.report import as_json, cross_table, faults, match_table, notes
from pyengine.arena.rulebook import Rulebook
from pyengine.arena.schedule import Plan, schedule
from pyengine.arena.standings import GameSummary, Standing
from pyengine.arena.statistics import SequentialTest, Tally
from pyengine.arena.tournament import hold
from pyengine.errors import PlayerError
from pyengine.language.shipped import shipped
from pyengine.reasoners.names import ReasonerOrTwin

TICTACTOE = Rulebook.of("tictactoe", reasoner="native")
PLAYERS = tuple(Player.parse(text) for text in ("deep=alphabeta:depth=3", "few=pvs:nodes=30", "random", "first"))
PLAN = Plan(TICTACTOE, PLAYERS[:3], games=10)
OPEN = SequentialTest(0, 10, alpha=1e-9, beta=1e-9)
"""A test that does not end, so that the standing is told after each game."""


def results(standing: Standing) -> object:
    """Give what has to be the same wherever games are played: all but times."""
    return [(pairing.players, pairing.as_max, pairing.as_min, pairing.verdict) for pairing in standing.pairings], [
        (effort.moves, effort.nodes, effort.depths) for effort in standing.efforts
    ]


@pytest.fixture(scope="module")
def crew() -> Iterator[LocalCrew]:
    with LocalCrew(3) as found:
        yield found


def test_the_number_of_processes_makes_no_difference(crew: LocalCrew) -> None:
    here, three = hold(PLAN, HereCrew()), hold(PLAN, crew)
    assert results(here) == results(three)
    assert here.played == 3 * 10
    assert not here.faults


def test_a_sequential_test_ends_a_match_at_the_same_game_however_it_is_played(crew: LocalCrew) -> None:
    plan = Plan(TICTACTOE, (PLAYERS[0], PLAYERS[2]), games=100, opening_plies=1)
    test = SequentialTest(0, 200)
    few = hold(plan, HereCrew(), test=test)
    assert few.pairings[0].verdict == "better"
    assert 4 <= few.played < 60
    assert few.played % 2 == 0
    with GameStore() as store:
        many = hold(plan, crew, store, test=test)
        assert results(many) == results(few)
        assert many.played == many.total <= len(store.records()) < 60


def test_a_process_that_is_killed_loses_nothing(crew: LocalCrew) -> None:
    killed: list[int] = []

    def kill(standing: Standing) -> None:
        if standing.played >= 5 * (len(killed) + 1) and len(killed) < 2:
            assert crew._pool is not None
            victim = next(iter(crew._pool._processes))
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)

    standing = hold(PLAN, crew, test=OPEN, progress=kill)
    assert len(killed) == 2
    assert results(standing) == results(hold(PLAN, HereCrew(), test=OPEN))


class PoisonedCrew(LocalCrew):
    """Processes that die of one game."""

    poison = ""

    def submit(self, task: str) -> Future[str]:
        """Begin a game, or die."""
        if self.poison not in task:
            return super().submit(task)
        super().submit(task.replace('"longest": 500', '"longest": 501'))  # another game suffers with it
        assert self._pool is not None
        return self._pool.submit(os._exit, 9)


def test_a_game_that_kills_its_process_is_found_out() -> None:
    plan = replace(PLAN, players=PLAYERS[2:], pairings=(), games=8)
    crew = PoisonedCrew(2)
    crew.poison = schedule(plan, TICTACTOE.load()).games[3].identifier
    with crew:
        standing = hold(plan, crew)
    assert standing.pairings[0].tally.games == 7
    [fault] = standing.faults
    assert fault.identifier == crew.poison
    assert [text.split(": ", 1)[1] for text in faults(standing)] == ["the process that played it died, 3 times"]


def test_what_was_played_is_not_played_again(tmp_path: Path) -> None:
    class Counting(HereCrew):
        def __init__(self) -> None:
            self.begun = 0

        def submit(self, task: str) -> Future[str]:
            """Count."""
            self.begun += 1
            return super().submit(task)

    crew = Counting()
    plan = replace(PLAN, players=PLAYERS[2:], pairings=())
    for games, begun in ((4, 4), (4, 4), (10, 10), (6, 10)):
        with GameStore(tmp_path / "games.db") as store:
            standing = hold(replace(plan, games=games), crew, store)
        assert (standing.played, crew.begun) == (games, begun)


def test_an_interrupt_leaves_what_there_is(crew: LocalCrew, tmp_path: Path) -> None:
    def interrupt(standing: Standing) -> None:
        if standing.played >= 3:
            raise KeyboardInterrupt

    with GameStore(tmp_path / "games.db") as store:
        standing = hold(PLAN, crew, store, test=OPEN, progress=interrupt)
        assert standing.interrupted
        assert 3 <= standing.played == len(store.records()) <= 6
        assert hold(PLAN, crew, store, test=OPEN).played == 30
    assert results(standing) != results(hold(PLAN, HereCrew()))


def summary(points: float) -> GameSummary:
    record = Record("x", ("a", "b"), 0, "s", (), "over", points, (2 * points - 1, 1 - 2 * points))
    return GameSummary.of(record)


def test_results_are_counted_from_each_side() -> None:
    plan = Plan(TICTACTOE, PLAYERS[:3], games=2)
    games = schedule(plan, TICTACTOE.load())
    points = {((0, 1), 0): 1.0, ((0, 1), 1): 1.0, ((0, 2), 0): 0.5, ((0, 2), 1): 0.0, ((1, 2), 0): 1.0}
    played = {
        g.identifier: summary(points[g.pairing, g.number]) for g in games.games if (g.pairing, g.number) in points
    }
    standing = Standing.of(games, played)
    first, second, third = standing.pairings
    assert (first.as_max, first.as_min) == (Tally(1, 0, 0), Tally(0, 0, 1))
    assert (second.as_max, second.as_min) == (Tally(0, 1, 0), Tally(1, 0, 0))
    assert (third.as_max, third.as_min, third.finished) == (Tally(1, 0, 0), Tally(), False)
    assert [standing.tally(place) for place in range(3)] == [Tally(2, 1, 1), Tally(2, 0, 1), Tally(0, 1, 2)]
    assert (standing.played, standing.total) == (5, 6)
    assert cross_table(standing).rows == (
        ("few", "", "+1 =0 -1", "+1 =0 -0", "3", "66.7 %"),
        ("deep", "+1 =0 -1", "", "+1 =1 -0", "4", "62.5 %"),
        ("random", "+0 =0 -1", "+0 =1 -1", "", "3", "16.7 %"),
    )
    assert match_table(standing).rows[0][:5] == ("deep – few", "2", "+1 =0 -0", "+0 =0 -1", "50.0 %")
    told = as_json(standing)["matches"][1]
    assert (told["wins"], told["draws"], told["losses"], told["as_min"]["wins"]) == (1, 1, 0, 1)


NIM = (shipped("rules") / "nim.pl").read_text(encoding="utf-8")


def test_what_readers_should_know_is_said(tmp_path: Path) -> None:
    few = hold(Plan(TICTACTOE, PLAYERS[2:], games=20, opening_plies=1), HereCrew())
    assert any("there are only 9 openings of 1 ply," in note for note in notes(few))
    one = hold(Plan(TICTACTOE, PLAYERS[2:], games=4, opening_plies=0), HereCrew())
    assert any("there is only 1 opening of 0 plies," in note for note in notes(one))
    (tmp_path / "computed.pl").write_text(NIM.replace("utility(nim(max, _), 0)", "utility(nim(max, _), V) :- V is 1-1"))
    nim = Rulebook.of(tmp_path / "computed.pl", parameters={"piles": "[1,2,2]"})
    lost = Plan(nim, (PLAYERS[0], PLAYERS[2]), games=10, opening_plies=0)
    assert any("--even 0.5" in note for note in notes(hold(lost, HereCrew())))
    assert not any("--even" in note for note in notes(hold(replace(lost, even=0.5), HereCrew())))


def test_what_went_wrong_is_told_in_few_words() -> None:
    cheat = Player.parse("cheat=alphabeta:length=2,depth=1")
    standing = hold(Plan(TICTACTOE, (cheat, PLAYERS[2]), games=30), HereCrew())
    told = list(faults(standing))
    assert len(told) == 6
    assert all(": cheat: length=2 changes the rules" in text for text in told[:5])
    assert re.fullmatch(r"\d+ more not counted, for other reasons", told[5])
    assert sum(int(text.split()[0]) for text in told) == len(standing.faults)


@pytest.mark.parametrize("reasoner", ["python", "native"])
def test_a_player_with_a_parameter_that_the_game_does_not_declare_is_refused(reasoner: ReasonerOrTwin) -> None:
    plan = Plan(Rulebook.of("tictactoe", reasoner=reasoner), (Player.parse("alphabeta:wide=4"), PLAYERS[2]), games=2)
    with pytest.raises(PlayerError, match="wide is neither an option of a search nor a parameter of tictactoe"):
        hold(plan, HereCrew())


def test_processes_that_are_ended_leave_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    nim = Rulebook.of("nim", parameters={"piles": "[3,4]"})
    assert hold(Plan(nim, PLAYERS[2:], games=2), HereCrew()).played == 2
    assert list(tmp_path.iterdir()) == []  # rules go from text to a reasoner without becoming files
    with LocalCrew(1) as crew:
        assert hold(Plan(nim, PLAYERS[2:], games=2), crew).played == 2
        assert [path.name[:15] for path in tmp_path.iterdir()] == ["pyengine-arena-"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("reasoner", ["c", "swi"])
def test_games_of_a_store_are_played_again_alike(crew: LocalCrew, reasoner: str) -> None:
    """The same task gives the same game, in whatever process, and whoever answers for the rules."""
    store = GameStore()
    hold(replace(PLAN, games=2), HereCrew(), store)
    other = replace(PLAN, games=2, rules=Rulebook.of("tictactoe", reasoner=reasoner))  # type: ignore[arg-type]
    again = GameStore()
    hold(other, crew, again)
    assert _moves(store) == _moves(again)


def _moves(store: GameStore) -> dict[str, list[str]]:
    return {record.seed: [move.move for move in record.moves] for record in store.records().values()}


def test_one_call_holds_a_tournament(tmp_path: Path) -> None:
    """With players as text, and goes on with what its store has."""
    players = ["deep=alphabeta:depth=3", "first"]
    store = tmp_path / "games.db"
    standing = pyengine.tournament("nim", players, games=4, store=store, piles=[1, 2, 2])
    plan = Plan(Rulebook.of("nim", parameters={"piles": "[1,2,2]"}), tuple(map(Player.parse, players)), games=4)
    assert isinstance(standing, Standing)
    assert standing.pairings[0].tally == hold(plan, HereCrew()).pairings[0].tally
    again = pyengine.tournament("nim", map(Player.parse, players), games=6, store=store, piles=[1, 2, 2])
    assert again.played == 6


@pytest.mark.parametrize(
    ("players", "settings", "told"),
    [
        ("first", {}, "players is a list"),
        (["first"], {}, "two players"),
        (["first", "frist"], {}, "did you mean 'first'"),
        (["first", "random"], {"games": 3}, "even number"),
        (["first", "random"], {"jobs": 0}, "at least one process"),
        (["first", "random"], {"pils": [1]}, "piles"),
    ],
)
def test_what_cannot_be_held_is_refused(players: Any, settings: dict[str, Any], told: str) -> None:
    with pytest.raises(pyengine.PyengineError, match=told):
        pyengine.tournament("nim", players, **settings)
