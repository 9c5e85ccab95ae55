"""What long work is doing, on the terminal while it works; nothing where there is no terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from pyengine.cli.chosen import Position
from pyengine.cli.printing import console, per_second
from pyengine.cli.valuing import number_text
from pyengine.search import Limit, Result, StopSignal
from pyengine.search.expanding import expander
from pyengine.texts import line_texts

if TYPE_CHECKING:
    from rich.console import RenderableType

QUIET_SECONDS: Final = 0.3
"""Work that is done sooner is not shown."""

SHOWN_MOVES: Final = 6


class Activity:
    """One piece of work. `signal` is for the search that it watches, None where nobody looks."""

    def __init__(self, position: Position, limit: Limit, shown: bool) -> None:
        self.signal = StopSignal() if shown else None
        self.counting = "nodes"
        self._position = position
        self._limit = limit
        self._began = time.perf_counter()
        self._stage = ""
        self._counted: Callable[[], int] = lambda: self.signal.nodes if self.signal else 0

    def completed(self, result: Result[Any]) -> None:
        """Note the result of a completed depth. It is put into words here, since no other thread may ask the rules."""
        line = line_texts(self._position.game, self._position.state, result.line[:SHOWN_MOVES])
        told = "unknown" if result.value is None else number_text(result.value)
        self._stage = f"depth {result.depth} done  value {told}  {' '.join(line)}"

    def tell(self, stage: str) -> None:
        """Say what is being done."""
        self._stage = stage

    def count(self, game: Any) -> Any:
        """Give the same game, its expansions counted where somebody looks."""
        if self.signal is None:
            return game
        counted = _Counted(game)
        self.counting, self._counted = "positions", lambda: counted.expansions
        return counted

    def render(self) -> RenderableType:
        """Draw the present state; called from another thread."""
        from rich.progress_bar import ProgressBar
        from rich.spinner import Spinner
        from rich.table import Table
        from rich.text import Text

        seconds, number = time.perf_counter() - self._began, self._counted()
        if seconds < QUIET_SECONDS:
            return Text()
        row: list[RenderableType] = [Spinner("line", style="cyan")]
        tried = self.signal.tried if self.signal else None
        if self._limit.seconds:
            row.append(ProgressBar(total=self._limit.seconds, completed=min(seconds, self._limit.seconds), width=20))
        elif tried is not None:
            row.append(ProgressBar(total=tried[1], completed=tried[0], width=20))
        counted = f"  {number:,} {self.counting}  {per_second(number, seconds)}/s" if number else ""
        row.append(Text(f"{seconds:.1f} s{counted}"))
        moves = f"move {min(tried[0] + 1, tried[1])} of {tried[1]}  " if tried is not None else ""
        row.append(Text(moves + self._stage, style="cyan", no_wrap=True, overflow="ellipsis"))
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_row(*row)
        return grid


class _Counted:
    """A game that counts how many positions were expanded."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self._expand = expander(game)
        self.expansions = 0

    def expand(self, state: Any) -> Any:
        self.expansions += 1
        return self._expand(state)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


@contextmanager
def watched(position: Position, limit: Limit) -> Iterator[Activity]:
    """Show some work while it goes on, if both what is printed and what is reported go to a terminal."""
    activity = Activity(position, limit, shown=sys.stdout.isatty() and sys.stderr.isatty())
    if activity.signal is None:
        yield activity
        return
    from rich.live import Live

    screen = console(stderr=True)
    with Live(get_renderable=activity.render, console=screen, refresh_per_second=8, transient=True):
        yield activity
