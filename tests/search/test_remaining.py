"""What is left of a search: told only where there is a basis for it, and then about right."""

from __future__ import annotations

import random

import pytest

from pyengine.search.remaining import Remaining, depth_left, roughly, share_of


def noted(samples: list[tuple[float, float]]) -> Remaining:
    guesses = Remaining()
    for seconds, share in samples:
        guesses.note(seconds, share)
    return guesses


def test_the_share_of_a_path() -> None:
    assert share_of([(0, 4)]) == 0
    assert share_of([(3, 4), (1, 2)]) == 0.875
    assert share_of([(4, 4), (2, 2)]) == 1
    assert share_of([(1, 4), (0, 0), (1, 2)]) == 0.25, "a position whose successors are not counted ends it"
    assert share_of([(9, 4)]) == 1


def test_nothing_is_said_too_soon() -> None:
    assert Remaining().seconds_left is None
    assert noted([(1, 0.1), (2, 0.5)]).seconds_left is None, "seconds"
    assert noted([(float(second), second / 10_000) for second in range(1, 60)]).seconds_left is None, "a small part"


def test_an_even_pace_is_told() -> None:
    for part in (0.2, 0.5, 0.9):
        left = noted([(second, second / 200) for second in range(1, int(200 * part) + 1)]).seconds_left
        assert left == pytest.approx(200 * (1 - part), rel=0.02)


def test_an_uneven_pace_is_not_told() -> None:
    """The first half of the tree goes by at once, and then there is little progress."""
    slow = [(second, 0.5 + 0.0001 * second) for second in range(1, 100)]
    assert noted(slow).seconds_left is None
    assert noted([(second, 0.0001 if second < 50 else 0.3) for second in range(1, 60)]).seconds_left is None


def test_a_search_that_begins_again_is_judged_anew() -> None:
    guesses = noted([(second, second / 50) for second in range(1, 41)])
    assert guesses.seconds_left is not None
    guesses.note(41, 0.01)
    assert guesses.seconds_left is None


def test_many_samples_take_little_room_and_change_nothing() -> None:
    chance = random.Random(1)
    guesses = noted([(n / 10, n / 10 / 1000 * chance.uniform(0.999999, 1)) for n in range(1, 5001)])
    assert guesses.seconds_left == pytest.approx(500, rel=0.05)
    assert len(guesses._samples) <= 128


def test_depths() -> None:
    assert depth_left([1, 4, 16, 64], 100, 10) == pytest.approx(15.6)
    assert depth_left([1, 4, 16, 64], 100, 10, further=1) == pytest.approx(15.6 + 102.4)
    assert depth_left([1, 4, 16, 64], 100, 10, further=3) is None, "too far ahead"
    assert depth_left([1, 4, 16, 64], 300, 10) is None, "longer than was guessed"
    assert depth_left([4, 16], 0, 10) is None
    assert depth_left([100, 90, 80], 0, 10) is None, "depths that grow less and less are nearly done"
    assert depth_left([1, 100, 110], 0, 10) is None, "no steady growth"
    assert depth_left([1, 4, 16], 0, 0) is None


def test_times_are_told_roughly() -> None:
    assert [roughly(seconds) for seconds in (0, 1.4, 89, 95, 3599, 7199, 86_400, 86_400 * 1.6)] == [
        "1 s",
        "1 s",
        "90 s",
        "2 min",
        "60 min",
        "2 h",
        "20 h",
        "2 days",
    ]
