"""Texts as they are while somebody writes: cut off, or with something between that does not belong there."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from pyengine.editor.call_hierarchy import prepared
from pyengine.editor.completion import items
from pyengine.editor.folding import folds
from pyengine.editor.hover import told_at
from pyengine.editor.navigation import declarations, definitions, highlights, references
from pyengine.editor.positions import position_at
from pyengine.editor.protocol import Refusal
from pyengine.editor.renaming import edits_for, renamable
from pyengine.editor.selection import selection
from pyengine.editor.semantic_tokens import coloured, encoded
from pyengine.editor.signatures import signature_help
from pyengine.editor.symbols import document_symbols
from pyengine.editor.view import View
from tests.editor.views import BROKEN, RULES, SMALL, text_of, view_of

BETWEEN = (
    *("'", '"', "`", "/*", "*/", "(", ")", "[", "]", "{", "}", "|", ",", ".", ":-", "-->", "%", "!", ";", "->", "\\"),
    *("🙂", "\x00", "\r", "\t", "0'", "_", "X", "foo", "\ud800", "٠", "library(", "param(", "%! a(", "% position: "),
)
TEXTS = [text for path in (*RULES, *BROKEN) if (text := text_of(path)) is not None and len(text) < 10_000]


def _ask_all(view: View, offset: int, name: str) -> None:
    definitions(view, offset)
    declarations(view, offset)
    references(view, offset, with_definition=True)
    highlights(view, offset)
    prepared(view, offset)
    selection(view, view.lines.position(offset))
    told_at(view, offset, {})
    items(view, offset, snippets=True)
    signature_help(view, offset)
    position_at(view, offset)
    with suppress(Refusal):
        edits_for(view, renamable(view, offset), name)


@pytest.mark.parametrize("seed", range(60))
def test_all_can_be_asked_of_a_text_that_is_being_written(seed: int) -> None:
    chance = random.Random(seed)
    text = chance.choice(TEXTS)
    start = chance.randrange(len(text) + 1)
    end = chance.choice((start, min(len(text), start + chance.randrange(40)), len(text)))
    text = f"{text[:start]}{chance.choice(BETWEEN) * chance.randrange(3)}{text[end:]}"
    view = view_of(text, encoding=chance.choice(("utf-8", "utf-16", "utf-32")))
    document_symbols(view)
    folds(view)
    encoded(view, coloured(view, 0, len(text)))
    for offset in (start, max(0, start - 1), *(chance.randrange(len(text) + 1) for _ in range(3))):
        _ask_all(view, min(offset, len(text)), chance.choice(("abc", "Abc", "two words", "'x y'", "_", "1", "")))


def test_texts_that_are_much_too_long_are_looked_at_in_time() -> None:
    """Each of these takes minutes where something is done letter by letter, or for all pairs of variables."""
    (found,) = view_of(f"{SMALL}% {'a' * 60_000_000}\n").examined.findings
    assert found.code == "too-large"
    names = ", ".join(f"Name{number}" for number in range(8_000))
    assert len(view_of(f"{SMALL}many({names}).\n").examined.findings) >= 1
