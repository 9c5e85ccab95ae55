"""The rows of the contract as they are told in an editor."""

from __future__ import annotations

import re
from typing import Final

from pyengine.language.contract import ASKED, CONTRACT, Entry

ENTRIES: Final = {entry.indicator: entry for entry in reversed((*CONTRACT, *ASKED))}
"""The predicates that pyengine asks for, in whichever vocabulary; where two know one, the contract's own."""
_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def meaning(entry: Entry) -> str:
    """Say what a predicate of the contract means.

    >>> meaning(ENTRIES["weight", 2])
    'how much a feature counts; weights can be tuned'
    """
    return _plain(f"{entry.meaning}{entry.note}")


def without(entry: Entry) -> str:
    """Say what holds where rules do not define a predicate of the contract.

    >>> without(ENTRIES["canonical", 2]), without(ENTRIES["move", 3])
    ('without it: S itself', 'needed')
    """
    if entry.needed:
        return "needed"
    return f"without it: {_plain(entry.default)}" if entry.default else "a utility or an outcome is needed"


def _plain(text: str) -> str:
    """Leave the addresses of links out: they lead from a page to others beside it."""
    return _LINK.sub(r"\1", text)
