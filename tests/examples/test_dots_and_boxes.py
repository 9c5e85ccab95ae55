"""The Dots and Boxes experiment: the report's players and pairings, what is concluded from figures, openings."""

from __future__ import annotations

import doctest
import importlib
import math
import random
import re
from collections import Counter
from itertools import product
from pathlib import Path
from statistics import NormalDist

import pytest
from concluding import REPORTED, Match, conclusions, decided, matches, remarks, sign_flip
from holding import Held, hold_trial
from node_counts import savings
from padova import NODES_IN_A_SECOND, SETTINGS, TABLE_1, VISITS_IN_A_SECOND, agent
from trials import QUICK, Scale, Trial, trials

from pyengine.arena.crew import HereCrew
from pyengine.arena.statistics import Tally
from pyengine.search import PLAIN, Limit

TABLE = """
C1 vs C1T1    30 40 30
C1 vs C1T2    27 32 41
C1T1 vs C1T2  40 27 33
C1 vs C1Q     26 45 29
C1 vs C4      38 24 38
C1Q vs C5     33 36 31
C1Q vs C6     28 33 39
C1Q vs C7     29 32 39
C5 vs C6      36 29 35
C5 vs C7      34 28 38
C6 vs C7      31 30 39
"""
"""Table 1 as it is printed in the report: won, lost, drawn."""


@pytest.mark.parametrize("name", ["concluding", "padova", "trials"])
def test_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_table_of_the_report() -> None:
    rows = re.findall(r"(\w+) vs (\w+) +(\d+) (\d+) (\d+)", TABLE)
    printed = [(a, b, Tally(int(won), int(drawn), int(lost))) for a, b, won, lost, drawn in rows]
    assert [tuple(row) for row in TABLE_1] == printed
    assert {tally.games for _, _, tally in printed} == {100}
    assert set(SETTINGS) == {name for a, b, _ in printed for name in (a, b)}


@pytest.mark.parametrize("name", SETTINGS)
def test_the_players_of_the_report(name: str) -> None:
    """CK goes by evaluation K; T1, T2 and Q are the only other things in which they differ."""
    player = agent(name, SETTINGS[name], "seconds=1")
    options = player.options
    assert (player.label, player.kind, dict(player.parameters)) == (name, "alphabeta", {"eval": name[1]})
    assert (options.static_order, options.previous_order) == (name.endswith("T1"), name.endswith("T2"))
    assert options.quiescence == (2 if name.endswith("Q") else 0)
    assert (options.table, options.canonical, options.table_move, options.order) == (1_000_000, False, False, False)
    assert (options.killers, options.history, options.algorithm) == (PLAIN.killers, PLAIN.history, "alphabeta")
    assert player.limit == Limit(seconds=1)


def test_a_second_of_the_report() -> None:
    """6,331 visits took it 8.97 s, and 14,300 took 20.17; our alpha-beta has 2.45 visits for a node."""
    assert VISITS_IN_A_SECOND == 706
    assert round(14_300 / 20.17) == 709
    assert round(VISITS_IN_A_SECOND * 2_667 / 6_525, -1) == NODES_IN_A_SECOND


def test_the_trials() -> None:
    held = {trial.name: trial for trial in trials(Scale())}
    for name in ("table-1", "report-speed", "4x4-dots", "5x5-dots", "more-time"):
        assert held[name].pairings == tuple((row.first, row.second) for row in TABLE_1)
    limits = {name: (trial.dots, trial.limit) for name, trial in held.items()}
    assert limits["table-1"] == (3, "seconds=1")
    assert limits["report-speed"] == (3, "nodes=290")
    assert limits["5x5-dots"] == (5, "nodes=290")
    assert limits["more-time"] == (4, "nodes=1450")
    plan = held["table-1"].plan(100, 0, "native")
    assert (plan.games, len(plan.pairings), plan.opening_plies) == (100, 11, 3)
    assert dict(plan.rules.parameters) == {"rows": "2", "columns": "2"}
    with_symmetry, without = (player.options for player in held["symmetry"].plan(2, 0, "native").players[:2])
    assert (with_symmetry.canonical, without.canonical) == (True, False)


class TestConcluding:
    def test_the_report_tells_no_two_players_apart(self) -> None:
        """One of eleven intervals excludes an even score, none where eleven are allowed for."""
        assert [str(match) for match in REPORTED if match.is_decided(1)] == ["C1Q beats C1"]
        assert decided(REPORTED) == ()

    def test_the_allowance_is_that_of_bonferroni(self) -> None:
        """Of games without draws: Wilson's interval, at which 0.5 is left out where |score - 0.5| > z / (2 sqrt(n))."""
        for of in (1, 3, 11):
            z = NormalDist().inv_cdf(1 - 0.05 / of / 2)
            for wins in range(50, 80):
                match = Match("a", "b", Tally(wins, 0, 100 - wins))
                assert match.is_decided(of) == ((wins / 100 - 0.5) > z / (2 * math.sqrt(100)))

    def test_the_sign_flip_test(self) -> None:
        """By trying all signs."""
        chance = random.Random(5)
        for size in range(1, 9):
            balances = [chance.randrange(-4, 5) for _ in range(size)]
            sums = [
                abs(sum(sign * balance for sign, balance in zip(signs, balances, strict=True)))
                for signs in product((1, -1), repeat=size)
            ]
            assert sign_flip(balances) == sum(total >= abs(sum(balances)) for total in sums) / 2**size

    def test_many_games_from_one_opening_are_one(self) -> None:
        tally = Tally(80, 0, 20)
        assert Match("a", "b", tally, (20, 20, 20)).is_decided(1) is False
        assert Match("a", "b", tally, (6,) * 10).is_decided(1) is True

    def test_no_games_decide_nothing(self) -> None:
        assert not Match("a", "b", Tally()).is_decided(1)

    def test_players_who_are_far_apart(self) -> None:
        """Who is glad of boxes with three sides beats who is glad of those with two, and the sentences say so."""
        held = hold("nodes=15", (("C6", "C5"), ("C1", "C1T1")), games=20)
        assert [str(match) for match in decided(matches(held))] == ["C6 beats C5"]
        can, cannot = conclusions([held])
        assert "on 3x3 dots, C6 beats C5." in can
        assert "1 of 2 pairings stay open" in cannot
        assert "tells no two players apart" in cannot
        assert next(remarks(held)).startswith("1 of 2 intervals exclude an even score (C6 beats C5)")

    def test_players_who_play_perfectly(self) -> None:
        """With time enough each opening is worth what it is to everybody, so that every match is even."""
        held = hold("nodes=100000", (("C1T2", "C1Q"), ("C4", "C5")), games=4)
        assert held.perfect == held.standing.played == 8
        assert [pairing.tally.score for pairing in held.standing.pairings] == [0.5, 0.5]
        can, cannot = conclusions([held])
        assert "nothing" in can
        assert "3x3 dots, can tell nobody apart, since all games end as perfect play does" in cannot
        assert "stay open" not in cannot


def hold(limit: str, pairings: tuple[tuple[str, str], ...], games: int) -> Held:
    return hold_trial(Trial("trial", "3x3 dots", 3, limit, 3, pairings), games, 0, "native", HereCrew())


def test_openings_are_the_same_for_both_colours() -> None:
    held = hold("nodes=5", (("C1", "C4"),), games=40)
    games = held.standing.schedule.games
    assert Counter(game.opening for game in games) == {game.opening: 2 for game in games}
    assert {game.players for game in games} == {(0, 1), (1, 0)}
    assert (held.openings, held.classes < 20) == (20, True)
    tally = held.standing.pairings[0].tally
    assert sum(held.balances[0]) == tally.wins - tally.losses


def test_symmetry_saves_nodes_and_changes_no_value() -> None:
    found = list(savings("native", QUICK.plies))
    searches = ["3x3 dots, solved", "3x4 dots, solved", "4x4 dots, 3 plies", "5x5 dots, 3 plies"]
    assert [saving.search for saving in found] == searches
    for saving in found:
        assert saving.graphs.value == saving.alike.value == saving.apart.value
        assert saving.graphs.nodes <= saving.alike.nodes
        assert saving.alike.nodes * 3 < saving.apart.nodes


def test_the_figures_of_the_page_belong_together() -> None:
    """Scores, intervals and Elo differences are those of the results next to them; the report's are the report's."""
    page = (Path(__file__).parents[2] / "docs" / "dots-and-boxes.md").read_text(encoding="utf-8")
    block = page.split("```text\n")[1].split("```")[0]
    rows = re.findall(r"^(\w+) – (\w+) +(\+.*)$", block, re.MULTILINE)
    results = r"\+(\d+) =(\d+) -(\d+) +([\d.]+ %) +(\d+ to \d+)"
    reported = {(row.first, row.second): row.tally for row in TABLE_1}
    planned = [pairing for trial in trials(Scale()) for pairing in trial.pairings]
    assert [(a, b) for a, b, _ in rows] == planned
    for place, (a, b, rest) in enumerate(rows):
        *old, new = (
            (Tally(int(won), int(drawn), int(lost)), told) for won, drawn, lost, *told in re.findall(results, rest)
        )
        assert [tally for tally, _ in old] == ([reported[a, b]] if place < 22 else [])
        for tally, (score, within) in (*old, new):
            low, high = (f"{100 * end:.0f}" for end in (tally.interval().low, tally.interval().high))
            assert (tally.games, score, within) == (100, f"{100 * tally.score:.1f} %", f"{low} to {high}")
        elo = new[0].elo_interval()
        assert rest.split()[-4:] == [f"{new[0].elo:+.0f}", f"{elo.low:+.0f}", "to", f"{elo.high:+.0f}"]
