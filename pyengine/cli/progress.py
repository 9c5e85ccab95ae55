"""The progress of long work, shown on the terminal while it works; nothing where there is no terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from pyengine.cli.formats import per_second
from pyengine.cli.game_options import ChosenPosition
from pyengine.cli.results import number_text
from pyengine.cli.terminal import console
from pyengine.cli.terminal import shown as shown_text
from pyengine.quoting import quote_line
from pyengine.search import Bound, Limit, Result, StopSignal
from pyengine.search.expansion import expander
from pyengine.search.headway import Headway
from pyengine.search.remaining import roughly
from pyengine.search.watch import NO_LIMIT
from pyengine.texts import line_texts, move_text

if TYPE_CHECKING:
    from rich.console import RenderableType

QUIET_SECONDS: Final = 0.3
"""Work that is done sooner is not shown."""

SHOWN_MOVES: Final = 12
LEAST_LINE: Final = 20
"""Columns that the line of best play keeps, whatever else there is to tell."""

EXPENDABLE: Final = ("table", "move", "count", "seconds", "left", "value")
"""What is left out where there is no room, in this order."""

GAP: Final = "  "
SPINNER: Final = 3
BAR: Final = 22
"""Columns, with the gap after it."""


class Activity:
    """One piece of work. `signal` is for the search that it watches, None where nobody looks."""

    def __init__(self, position: ChosenPosition | None, limit: Limit, shown: bool) -> None:
        self.signal = StopSignal() if shown else None
        self.counting = "nodes"
        self._position = position
        self._limit = limit
        self._began = time.perf_counter()
        self._stage: tuple[str, ...] = ()
        self._line: tuple[str, ...] = ()
        self._names: dict[Any, str] = {}
        self._leading_line: tuple[tuple[Any, ...], tuple[str, ...]] = ((), ())
        self._counted: Callable[[], int] = lambda: self.signal.nodes if self.signal else 0

    def completed(self, result: Result[Any]) -> None:
        """Note the result of a depth, or of some playouts; in words, since no other thread may ask the rules."""
        assert self._position is not None, "only searches have depths"
        moves = line_texts(self._position.game, self._position.state, result.line[:SHOWN_MOVES])
        self._line = tuple(map(quote_line, moves))
        told = "unknown" if result.value is None else number_text(result.value)
        self._stage = ("by playouts" if result.depth is None else f"depth {result.depth}", f"value {told}")

    def name_moves(self) -> None:
        """Have moves named, to show the best line: by the search itself, since no other thread may ask the rules."""
        if self.signal is None or self._position is None:
            return
        game, state = self._position.game, self._position.state
        if not game.is_terminal(state):
            self._names = {move: quote_line(move_text(game, move, state)) for move in game.actions(state)}
            self.signal.led = self._lead

    def _lead(self, line: tuple[Any, ...]) -> None:
        assert self._position is not None
        self._leading_line = (
            line,
            tuple(map(quote_line, line_texts(self._position.game, self._position.state, line[:SHOWN_MOVES]))),
        )

    def tell(self, stage: str) -> None:
        """Show a description of the work."""
        self._stage = (quote_line(stage),)

    def count(self, game: Any) -> Any:
        """Give the same game, its expansions counted where the progress is shown."""
        if self.signal is None:
            return game
        counted = _Counted(game)
        self.counting, self._counted = "positions", lambda: counted.expansions
        return counted

    def render(self, width: int) -> RenderableType:
        """Draw the present state on one line; called from another thread."""
        from rich.progress_bar import ProgressBar
        from rich.spinner import Spinner
        from rich.table import Table

        seconds = time.perf_counter() - self._began
        if seconds < QUIET_SECONDS:
            return shown_text("")
        headway = self.signal.headway if self.signal else Headway()
        parts, line = self._facts(headway, seconds)
        total, done = self._share(headway, seconds)
        room = width - SPINNER
        barred = total > 0 and room - BAR >= len(GAP.join((*parts.values(), line)))
        row: list[RenderableType] = [Spinner("line", style="cyan")]
        if barred:
            row.append(ProgressBar(total=total, completed=done, width=BAR - len(GAP)))
        told = fitted(parts, line, room - (BAR if barred else 0))
        row.append(shown_text(told, no_wrap=True))
        grid = Table.grid(padding=(0, len(GAP), 0, 0))
        grid.add_row(*row)
        return grid

    def _facts(self, headway: Headway, seconds: float) -> tuple[dict[str, str], str]:
        """Give what is known, in the order in which it is shown, and the line of best play as far as it is."""
        number, tried = self._counted(), headway.tried
        facts = {"seconds": f"{seconds:.1f} s"}
        if number:
            facts["count"] = f"{number:,} {self.counting}"
            facts["rate"] = f"{per_second(number, seconds)} {self.counting}/s"
        if headway.table is not None:
            facts["table"] = f"table {headway.table:.0%}"
        if tried is not None:
            facts["move"] = f"move {min(tried[0] + 1, tried[1])} of {tried[1]}"
        stage, line = self._stage, " ".join(self._line)
        if not stage:
            stage, line = self._leading(headway)
        facts |= dict(zip(("stage", "value"), stage, strict=False))
        if self._limit.seconds:
            return facts, line  # the bar tells how much of them is left
        if headway.seconds_left is not None:
            facts["left"] = f"about {roughly(headway.seconds_left)} left"
        elif headway.depth_left is not None:
            facts["left"] = f"depth {headway.depth} in about {roughly(headway.depth_left)}"
        return facts, line

    def _leading(self, headway: Headway) -> tuple[tuple[str, ...], str]:
        """Tell of the best move so far, and its line, of a search that has no depths."""
        found = headway.result if headway.best is None and headway.result is not None else headway
        if found.best not in self._names or found.value is None:
            return (), ""
        bound = "" if found.bound is Bound.EXACT else f"{found.bound.value} "
        moves, texts = self._leading_line
        rest = " ".join(texts[1:]) if moves == found.line else ""
        return (f"best {self._names[found.best]}", f"value {bound}{number_text(found.value)}"), rest

    def _share(self, headway: Headway, seconds: float) -> tuple[float, float]:
        """Give what there is to do, and what is done of it; 0 where nobody knows."""
        if self._limit.seconds:
            return self._limit.seconds, min(seconds, self._limit.seconds)
        if headway.share is not None:
            return 1, headway.share
        return (0, 0) if headway.tried is None else (headway.tried[1], headway.tried[0])


def fitted(parts: Mapping[str, str], line: str, width: int) -> str:
    """Put what is known on one line: what matters least is left out where it is narrow, and the line is cut short.

    >>> parts = {"seconds": "2.1 s", "rate": "900 nodes/s", "move": "move 3 of 9", "stage": "depth 6"}
    >>> fitted(parts, "d3 c5 e6 f5", 70)
    '2.1 s  900 nodes/s  move 3 of 9  depth 6  d3 c5 e6 f5'
    >>> fitted(parts, "d3 c5 e6 f5", 40)
    '2.1 s  900 nodes/s  depth 6  d3 c5 e6 f5'
    >>> fitted(parts, "d3 c5 e6 f5", 30)
    '900 nodes/s  depth 6  d3 c5 e…'
    """
    kept = dict(parts)
    least = min(len(line), LEAST_LINE)
    for name in EXPENDABLE:
        if len(GAP.join(kept.values())) + (len(GAP) + least if line else 0) <= width:
            break
        kept.pop(name, None)
    told = GAP.join((*kept.values(), line) if line else kept.values())
    return told if len(told) <= width else f"{told[: max(0, width - 1)].rstrip()}…"


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
def watched(position: ChosenPosition | None = None, limit: Limit = NO_LIMIT) -> Iterator[Activity]:
    """Show some work while it goes on, if both what is printed and what is reported go to a terminal."""
    activity = Activity(position, limit, shown=sys.stdout.isatty() and sys.stderr.isatty())
    if activity.signal is None:
        yield activity
        return
    from rich.live import Live

    screen = console(stderr=True)
    with Live(
        get_renderable=lambda: activity.render(screen.width), console=screen, refresh_per_second=8, transient=True
    ):
        yield activity
