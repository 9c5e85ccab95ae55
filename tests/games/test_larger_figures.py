"""Figures that take SWI-Prolog too long for the files beside the rules: measured on the native side alone."""

from __future__ import annotations

from typing import Any

import pytest

from pyengine.native import twin
from pyengine.truth import Figure, measure

OWN = "computed by independent programs, no published table known"
WIKIPEDIA = "Wikipedia, m,n,k-game"
TROMP = "J. Tromp, John's Connect Four Playground"
BIK = "A. J. C. Bik, Perft for Reversi, 2009"

FIGURES: list[tuple[str, str, dict[str, Any], Any, str]] = [
    ("tictactoe", "value", {"columns": 4, "rows": 4}, 1, WIKIPEDIA),
    ("tictactoe", "value", {"columns": 5}, 1, WIKIPEDIA),
    ("connect_four", "value", {"width": 4, "height": 5}, 0, TROMP),
    ("connect_four", "value", {"width": 6, "height": 3}, 0, OWN),
    ("dots_and_boxes", "value", {"rows": 2, "columns": 3}, -2, OWN),
    ("hexapawn", "value", {"width": 5, "height": 5}, 1, OWN),
    ("hexapawn", "value", {"width": 6, "height": 4}, -1, OWN),
    ("othello", "perft", {}, [4, 12, 56, 244, 1396, 8200, 55092, 390216], BIK),
]


@pytest.mark.hunt
@pytest.mark.parametrize(("name", "kind", "given", "expected", "source"), FIGURES)
def test_figure(name: str, kind: str, given: dict[str, Any], expected: Any, source: str) -> None:
    figure = Figure(name, kind, given, None, expected, source, line=0)
    assert measure(twin(name, **given), figure) == expected
