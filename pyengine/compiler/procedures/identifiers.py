"""Identifiers of generated code, made of the names of predicates, functors and atoms."""

from __future__ import annotations

import re
from typing import Final

_SYMBOLS: Final = {
    "-": "minus", "+": "plus", "*": "times", "/": "slash", ":": "colon", "=": "equal", "<": "less", ">": "greater",
    "\\": "back", "^": "hat", "|": "bar", ",": "comma", ".": "dot", "@": "at", "~": "tilde", "!": "cut", "$": "dollar",
}  # fmt: skip


def identifier(name: str) -> str:
    """Make an identifier of any text, of ASCII letters, digits and underscores.

    >>> identifier("move"), identifier("->"), identifier("move/3-1")
    ('move', 'minus_greater', 'move_3_1')
    """
    if re.fullmatch(r"\W+", name, re.ASCII):
        return "_".join(_SYMBOLS.get(c, f"u{ord(c):x}") for c in name)
    plain = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_") or "x"
    return plain if not plain[0].isdigit() else f"x{plain}"


class UniqueNames:
    """Names of one file, each given once; with a prefix, several programs can share a file."""

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._taken: set[str] = set()
        self._counts: dict[str, int] = {}
        """How often each name was asked for, so that the next one is found at once."""

    def unique(self, name: str) -> str:
        """Give a name that was not given yet, after another."""
        count = self._counts.get(name, 0) + 1
        found = f"{self._prefix}{name}" if count == 1 else f"{self._prefix}{name}_{count}"
        while found in self._taken:
            count += 1
            found = f"{self._prefix}{name}_{count}"
        self._counts[name] = count
        self._taken.add(found)
        return found
