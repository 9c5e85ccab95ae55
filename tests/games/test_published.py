"""Every published figure, measured on the rule file by each reasoner, and on its native twin."""

from __future__ import annotations

from typing import Any

import pytest

import pyengine
from pyengine.truth import Figure, measure, published

from .sides import SIDES

FIGURES = [figure for name in pyengine.games() for figure in published(name)]


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: f"{figure.game}:{figure.kind}:{figure.line}")
@SIDES
def test_figure(figure: Figure, make: Any) -> None:
    assert figure.source
    assert measure(make(figure.game, **figure.parameters), figure) == figure.expected
