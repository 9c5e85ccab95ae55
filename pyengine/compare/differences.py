"""The first thing in which two games differ, and how it is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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
        width = max(len(name) for name in self.names)
        lines = [f"difference: {self.message}"]
        if self.positions is not None:
            lines += ["", f"  {way(self.path)}"]
            lines += _columns(self.names, self.positions, width)
        if self.board:
            lines += ["", *(f"    {row}" for row in self.board.splitlines())]
        lines += ["", "  answers", *_columns(self.names, self.answers, width)]
        if self.hint:
            lines += [f"  {self.hint}"]
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """Give the same as JSON."""
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
class Note:
    """Something worth knowing that makes neither game wrong."""

    kind: str
    text: str

    def __str__(self) -> str:
        return self.text


def way(path: tuple[str, ...]) -> str:
    """Tell how to get to a position.

    >>> way(()), way(("e2", "e4"))
    ('at the start', 'after e2, e4')
    """
    if not path:
        return "at the start"
    left_out = f"{len(path) - SHOWN_PLIES} moves, then " if len(path) > SHOWN_PLIES else ""
    return f"after {left_out}{', '.join(path[-SHOWN_PLIES:])}"


def _columns(names: tuple[str, str], texts: tuple[str, str], width: int) -> list[str]:
    lines = []
    for name, text in zip(names, texts, strict=True):
        first, *rest = text.splitlines() or [""]
        lines.append(f"    {name.ljust(width)}  {first}".rstrip())
        lines += [f"    {' ' * width}  {line}" for line in rest]
    return lines
