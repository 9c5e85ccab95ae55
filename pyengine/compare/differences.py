"""The first thing in which two games differ, and how it is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pyengine.quoting import columns_of, quote_line, quote_lines

SHOWN_PLIES = 30
"""Moves of a long way to a position that are shown: its last ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Two games, a position of both, and what each answers there.

    `kind` is a stable short name such as `moves`; `path` holds the moves that lead to the position from the start;
    `positions` has its text on both sides, `board` how the first side shows it.
    """

    kind: str
    message: str
    names: tuple[str, str]
    answers: tuple[str, str]
    positions: tuple[str, str] | None = None
    path: tuple[str, ...] = ()
    board: str | None = None
    hint: str | None = None

    def __str__(self) -> str:
        names = quote_line(self.names[0]), quote_line(self.names[1])
        width = max(map(columns_of, names))
        lines = [f"difference: {self.message}"]
        if self.positions is not None:
            lines += ["", f"  {way(self.path)}"]
            lines += _columns(names, self.positions, width)
        if self.board:
            lines += ["", *(f"    {row}" for row in self.board.rstrip("\n").split("\n"))]
        lines += ["", "  answers", *_columns(names, self.answers, width)]
        if self.hint:
            lines += [f"  {self.hint}"]
        return quote_lines("\n".join(lines))

    def as_json(self) -> dict[str, Any]:
        """Give the difference as JSON."""
        return {
            "kind": self.kind,
            "message": self.message,
            "moves": list(self.path),
            "positions": None if self.positions is None else dict(zip(("a", "b"), self.positions, strict=True)),
            "board": self.board,
            "answers": dict(zip(("a", "b"), self.answers, strict=True)),
            "hint": self.hint,
        }


@dataclass(frozen=True, slots=True)
class ComparisonNote:
    """Something worth knowing that makes neither game wrong."""

    kind: str
    text: str

    def __str__(self) -> str:
        return quote_lines(self.text)


def way(path: tuple[str, ...]) -> str:
    """Tell how to get to a position.

    >>> way(()), way(("e2", "e4"))
    ('at the start', 'after e2, e4')
    """
    if not path:
        return "at the start"
    left_out = f"{len(path) - SHOWN_PLIES} moves, then " if len(path) > SHOWN_PLIES else ""
    return f"after {left_out}{', '.join(map(quote_line, path[-SHOWN_PLIES:]))}"


def _columns(names: tuple[str, str], texts: tuple[str, str], width: int) -> list[str]:
    lines = []
    for name, text in zip(names, texts, strict=True):
        first, *rest = quote_lines(text).split("\n")
        lines.append(f"    {name}{' ' * (width - columns_of(name))}  {first}".rstrip())
        lines += [f"    {' ' * width}  {line}" for line in rest]
    return lines
