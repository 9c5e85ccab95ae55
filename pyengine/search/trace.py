"""What a search does, event by event, for pictures and for teaching."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from pyengine.quoting import quote_line
from pyengine.search.result import Bound
from pyengine.terms import Number


class EventKind(Enum):
    """What happened to a position.

    Every node gives either one LEAF, or one ENTER and, later, one LEAVE with what happened to its successors in
    between. A CUT comes right before the LEAVE of the position whose remaining successors are skipped. A HIT is a
    position answered by the table, which is not entered.
    """

    ENTER = "enter"
    LEAF = "leaf"
    HIT = "hit"
    CUT = "cut"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Event:
    """One step of a search: `ply` counts from 0 at the root, `alpha` and `beta` are the window at that moment.

    `value` is None where there is none yet; `skipped` are the successors that a CUT leaves out. `cut_off` tells of a
    LEAF that the game says the search is cut off there: its value is an estimate, whatever the depth limit.
    """

    kind: EventKind
    ply: int
    state: Hashable
    mover: int | None = None
    alpha: Number | None = None
    beta: Number | None = None
    value: Number | None = None
    bound: Bound | None = None
    skipped: tuple[Hashable, ...] = ()
    cut_off: bool = False

    @property
    def cut(self) -> str:
        """Which cut-off a CUT is: `beta` where MAX has no less than beta, `alpha` where MIN has no more than alpha."""
        if self.kind is not EventKind.CUT:
            return ""
        return "beta" if self.mover == 0 else "alpha"

    def __str__(self) -> str:
        return self.text()

    def text(self, write: Callable[[Any], str] = str) -> str:
        """Tell the event in a line, indented by ply; `write` tells the position, as `game.text` does of rules."""
        kind = f"{self.cut} {self.kind.value}".lstrip()
        text = f"{'  ' * self.ply}{kind} {quote_line(write(self.state))}"
        if self.alpha is not None and self.beta is not None:
            text += f" [{self.alpha}, {self.beta}]"
        if self.value is not None:
            text += f" = {self.value}"
        if self.bound not in (None, Bound.EXACT):
            text += f" ({self.bound.value})"
        if self.cut_off:
            text += " (cut off)"
        if self.skipped:
            text += f", skips {len(self.skipped)}"
        return text


Sink = Callable[[Event], None]
"""Takes the events; a list's `append` will do."""
