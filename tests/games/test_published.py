"""Every published figure, measured on the rule file by each reasoner, and on its native twin."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import pyengine
from pyengine.native import twin
from pyengine.truth import Figure, measure, published

FIGURES = [figure for name in pyengine.games() for figure in published(name)]


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: f"{figure.game}:{figure.kind}:{figure.line}")
@pytest.mark.parametrize("side", ["swi", "python", "native"])
def test_figure(figure: Figure, side: str) -> None:
    assert figure.source
    make: Any = twin if side == "native" else partial(pyengine.load, reasoner=side)
    assert measure(make(figure.game, **figure.parameters), figure) == figure.expected
