"""Selections that grow."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from lsprotocol.types import SelectionRange

from pyengine.editor.selection import selection
from tests.editor.views import BROKEN, cursor, view_file, view_of


def _levels(found: SelectionRange | None) -> list[SelectionRange]:
    levels = []
    while found is not None:
        levels.append(found)
        found = found.parent
    return levels


def test_terms_around_a_place() -> None:
    text, offset = cursor("z.\na(X) :- b(c(‸X), Y).\n")
    view = view_of(text)
    spans = (view.lines.span(level.range) for level in _levels(selection(view, view.lines.position(offset))))
    assert [text[start:end] for start, end in spans] == [
        "X",
        "c(X)",
        "b(c(X), Y)",
        "a(X) :- b(c(X), Y)",
        "a(X) :- b(c(X), Y).",
        text,
    ]


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_each_level_is_inside_the_next(path: Path) -> None:
    view = view_file(path)
    for offset in range(0, len(view.text) + 1, max(1, len(view.text) // 40)):
        levels = _levels(selection(view, view.lines.position(offset)))
        assert len(levels) < 100
        for inner, outer in itertools.pairwise(levels):
            assert outer.range.start <= inner.range.start
            assert inner.range.end <= outer.range.end
            assert inner.range != outer.range
