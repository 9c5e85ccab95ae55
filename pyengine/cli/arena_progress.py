"""A tournament on the terminal while it is played: how far it is, and how each match stands."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from pyengine.arena.report import results_text, score_text
from pyengine.arena.standings import Standing
from pyengine.cli.terminal import console, shown
from pyengine.quoting import quote_line

if TYPE_CHECKING:
    from rich.console import RenderableType

SHOWN_MATCHES: Final = 20


@contextmanager
def watched() -> Iterator[Callable[[Standing], None] | None]:
    """Show a tournament in a terminal; give the callback that takes its standing."""
    if not (sys.stdout.isatty() and sys.stderr.isatty()):
        yield None
        return
    from rich.live import Live

    board = _StandingDisplay()
    with Live(get_renderable=board.render, console=console(stderr=True), refresh_per_second=4, transient=True):
        yield board.update


class _StandingDisplay:
    def __init__(self) -> None:
        self._began = time.monotonic()
        self._standing: Standing | None = None
        self._before = 0

    def update(self, standing: Standing) -> None:
        if self._standing is None:
            self._before = standing.played
        self._standing = standing

    def render(self) -> RenderableType:
        """Draw the present state; called from another thread."""
        from rich.progress_bar import ProgressBar
        from rich.table import Table

        standing = self._standing
        if standing is None:
            return shown("loading")
        seconds = time.monotonic() - self._began
        head = Table.grid(padding=(0, 2, 0, 0))
        told = f"{standing.played} of {standing.total} games  {seconds:.0f} s{self._left(standing, seconds)}"
        head.add_row(ProgressBar(total=max(1, standing.total), completed=standing.played, width=30), shown(told))
        matches = Table.grid(padding=(0, 2, 0, 0))
        labels = [player.label for player in standing.plan.players]
        for pairing in standing.pairings[:SHOWN_MATCHES]:
            a, b = pairing.players
            faults = f"{len(pairing.faults)} not counted" if pairing.faults else ""
            texts = (f"{labels[a]} – {labels[b]}", results_text(pairing.tally), score_text(pairing.tally), faults)
            matches.add_row(*(shown(quote_line(text)) for text in texts))
        both = Table.grid()
        both.add_row(head)
        both.add_row(matches)
        return both

    def _left(self, standing: Standing, seconds: float) -> str:
        done = standing.played - self._before
        return f", about {(standing.total - standing.played) * seconds / done:.0f} s left" if done else ""
