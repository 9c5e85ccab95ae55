"""The statistics of matches, against closed forms, a search for the optimum, and simulated matches."""

from __future__ import annotations

import math
import random
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyengine.arena.statistics import SequentialTest, Tally, elo_of, log_likelihood, score_of

counts = st.integers(0, 200)
tallies = st.builds(Tally, counts, counts, counts)


def wilson(wins: int, games: int, confidence: float) -> tuple[float, float]:
    """Solve Wilson's equation (p - score)^2 = z^2 p (1 - p) / n for p."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    score = wins / games
    a, b, c = 1 + z * z / games, -(2 * score + z * z / games), score * score
    root = math.sqrt(b * b - 4 * a * c)
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


@given(counts, counts, st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_without_draws_the_interval_is_wilsons(wins: int, losses: int, confidence: float) -> None:
    if wins + losses:
        found = Tally(wins, 0, losses).interval(confidence)
        low, high = wilson(wins, wins + losses, confidence)
        assert found.low == pytest.approx(max(0, low), abs=1e-9)
        assert found.high == pytest.approx(min(1, high), abs=1e-9)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718), (81, 263, 0.2553, 0.3662)],
)
def test_published_wilson_intervals(wins: int, games: int, low: float, high: float) -> None:
    """R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998)."""
    found = Tally(wins, 0, games - wins).interval(0.95)
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


@given(tallies)
def test_the_interval_holds_the_score_and_turns_with_the_side(tally: Tally) -> None:
    found, other = tally.interval(), tally.reversed.interval()
    assert 0 <= found.low <= tally.score <= found.high <= 1
    assert found.low == pytest.approx(1 - other.high, abs=1e-9)
    assert tally.elo == pytest.approx(-tally.reversed.elo)
    assert tally.superiority == pytest.approx(1 - tally.reversed.superiority)


@given(tallies)
def test_half_a_point_less_does_not_make_a_side_look_better(tally: Tally) -> None:
    won, drawn = (tally + Tally(wins, 1 - wins, 0) for wins in (1, 0))
    assert drawn.interval().low <= won.interval().low + 1e-12


def test_a_draw_among_wins_does_not_raise_the_lower_end() -> None:
    assert Tally(3, 1, 0).interval().low == Tally(4, 0, 0).interval().low
    assert Tally(0, 1, 9).interval().high == Tally(0, 0, 10).interval().high


@pytest.mark.parametrize(("p_win", "p_draw"), [(0.5, 0.0), (0.3, 0.4), (0.6, 0.3), (0.1, 0.2), (0.05, 0.9)])
def test_the_interval_holds_the_true_score_as_often_as_it_says(p_win: float, p_draw: float) -> None:
    chance = random.Random(4)
    truth, held = p_win + p_draw / 2, 0
    for _ in range(1000):
        drawn = chance.choices("wdl", [p_win, p_draw, 1 - p_win - p_draw], k=100)
        held += truth in Tally(drawn.count("w"), drawn.count("d"), drawn.count("l")).interval()
    assert 0.93 <= held / 1000 <= 0.985


@given(st.floats(-800, 800))
def test_elo_and_score_are_inverse(elo: float) -> None:
    assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-6)


def best_by_search(tally: Tally, mean: float) -> float:
    """Find the likeliest distribution with a mean by looking at all of them: one number decides, the share of draws."""
    best = -math.inf
    for step in range(1, 10_000):
        draw = step / 10_000
        win = mean - draw / 2
        loss = 1 - win - draw
        if win > 0 and loss > 0:
            found = tally.wins * math.log(win) + tally.draws * math.log(draw) + tally.losses * math.log(loss)
            best = max(best, found)
    return best


@pytest.mark.parametrize("tally", [Tally(60, 20, 20), Tally(5, 90, 5), Tally(1, 1, 30), Tally(33, 33, 34)])
@pytest.mark.parametrize("mean", [0.3, 0.5, 0.55, 0.8])
def test_the_likelihood_is_the_largest_there_is(tally: Tally, mean: float) -> None:
    assert log_likelihood(tally, mean) == pytest.approx(best_by_search(tally, mean), abs=1e-2)


@given(tallies)
def test_the_ratio_is_against_the_other_side(tally: Tally) -> None:
    forward, backward = SequentialTest(-10, 30), SequentialTest(-30, 10)
    assert forward.log_ratio(tally) == pytest.approx(-backward.log_ratio(tally.reversed), abs=1e-6)


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, "better"), (60.0, "not better")])
def test_the_sequential_test_errs_as_seldom_as_it_says(elo: float, wrong: str) -> None:
    chance, test, errors, matches = random.Random(8), SequentialTest(0, 60), 0, 200
    score, draws = score_of(elo), 0.3
    for _ in range(matches):
        results = [0, 0, 0]
        while True:
            result = chance.choices(range(3), [score - draws / 2, draws, 1 - score - draws / 2])[0]
            results[result] += 1
            if sum(results) % 8 == 0 and (verdict := test.verdict(Tally(*results))) != "open":
                errors += verdict == wrong
                break
    assert errors / matches <= 0.08


def test_hypotheses_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="elo0 must be below elo1"):
        SequentialTest(10, 10)
    with pytest.raises(ValueError, match="between 0 and"):
        SequentialTest(0, 10, alpha=0.7)
