"""The example on uniform trees: what it measures is what the formulas say."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

FILE = Path(__file__).parents[2] / "examples" / "uniform_trees.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("uniform_trees", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_leaves_between_the_best_case_and_all(example: ModuleType) -> None:
    for branching in (2, 3, 5):
        for depth, every, best, formula, mean, _ in example.measure(branching, range(1, 6), trees=3):
            assert every == branching**depth
            assert best == formula == example.best_case(branching, depth)
            assert formula <= mean <= every


def test_the_picture_is_svg(example: ModuleType, tmp_path: Path) -> None:
    picture = example.draw(3, example.measure(3, range(1, 5), trees=1))
    assert picture.startswith("<svg ")
    assert picture.count("<polyline") == 5
