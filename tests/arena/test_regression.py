"""Logistic regression against closed forms, and against the conditions that a minimum meets."""

from __future__ import annotations

import math
import random

import pytest

from pyengine.arena.regression import fit, log_loss


def test_one_feature_has_a_closed_form() -> None:
    """The likeliest chance of a win is the share of the wins."""
    for wins in (1, 20, 50, 93):
        samples = {(2.0,): (float(wins), 100.0)}
        [weight] = fit(samples, [0.0], strength=0.0001)
        assert weight == pytest.approx(math.log(wins / (100 - wins)) / 2, abs=1e-4)


def test_what_was_never_seen_stays_at_its_prior() -> None:
    samples = {(1.0, 0.0): (70.0, 100.0), (-1.0, 0.0): (30.0, 100.0)}
    assert fit(samples, [0.3, -4.0])[1] == -4.0
    assert fit({}, [1.0, 2.0]) == [1.0, 2.0]


def test_results_that_are_all_alike_do_not_lead_astray() -> None:
    """Without a prior the weight would be infinite."""
    [weight] = fit({(1.0,): (100.0, 100.0)}, [0.0], strength=10)
    assert 1 < weight < 10


def test_the_weights_of_random_games_are_found_again() -> None:
    truth, chance = (0.8, -0.3, 0.1), random.Random(4)
    samples: dict[tuple[float, ...], tuple[float, float]] = {}
    for _ in range(20_000):
        row = tuple(float(chance.randint(-3, 3)) for _ in truth)
        likely = 1 / (1 + math.exp(-sum(w * x for w, x in zip(truth, row, strict=True))))
        points, count = samples.get(row, (0.0, 0.0))
        samples[row] = points + (chance.random() < likely), count + 1
    found = fit(samples, [0.0, 0.0, 0.0])
    assert found == pytest.approx(truth, abs=0.03)
    for place in range(3):  # and no other weights nearby are likelier
        for step in (-0.02, 0.02):
            near = [weight + (step if number == place else 0) for number, weight in enumerate(found)]
            assert log_loss(samples, near) > log_loss(samples, found)
