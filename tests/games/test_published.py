"""Every published figure, measured on the native twin of a game; on the rule file, by each reasoner, one of them.

All the others of the rule files are hunts.
"""

from __future__ import annotations

from typing import Any

import pytest

import pyengine
from pyengine.truth import Figure, measure, published

from ..layers import hunted_but
from .sides import ALL, c, twin

FIGURES = [figure for name in pyengine.games() for figure in published(name)]
FIRST = {figure.game: figure for figure in reversed(FIGURES)}
CASES = [(make, figure) for make in ALL for figure in FIGURES]


def named(case: tuple[Any, Figure]) -> str:
    make, figure = case
    side = "native" if make is twin else make.__name__
    return f"{side}-{figure.game}:{figure.kind}:{figure.line}"


def is_quick(case: tuple[Any, Figure]) -> bool:
    make, figure = case
    is_large = figure.game == "chess_ending" and make is not c
    return make is twin or (figure is FIRST[figure.game] and not is_large)


@pytest.mark.parametrize("case", hunted_but(is_quick, CASES), ids=named)
def test_figure(case: tuple[Any, Figure]) -> None:
    make, figure = case
    assert figure.source
    assert measure(make(figure.game, **figure.parameters), figure) == figure.expected
