"""Rule files to start from: small games that work, with a comment on every predicate."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import Final

from pyengine.quoting import quote_comment

DRAFTS: Final[Mapping[str, str]] = {
    "skeleton": "a heap of matches, with a comment on every predicate",
    "textbook": "the same with moves/2, staticval/2 and max_to_move/1",
}
"""What each of them is, by its name."""


def draft_text(draft: str, name: str) -> str:
    """Give the text of a draft, for a game of that name.

    >>> draft_text("skeleton", "my_game").splitlines()[0]
    '/*  My game'
    """
    text = (Path(__file__).parent / f"{draft}.pl").read_text(encoding="utf-8")
    return Template(text).substitute(title=draft_title(name))


def draft_title(name: str) -> str:
    """Give what the first comment of a new rule file calls its game."""
    return quote_comment(name.replace("_", " ").capitalize())
