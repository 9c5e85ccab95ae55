"""A tournament on the terminal: how it stands while it is played, then its tables and games, or JSON."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from pyengine.arena.game_record import Played, Record
from pyengine.arena.game_store import find_record, replay
from pyengine.arena.report import Rows, cross_table, match_table, notes, player_table, results_text, score_text
from pyengine.arena.report import as_json as standing_as_json
from pyengine.arena.schedule import Planned, Schedule
from pyengine.arena.standings import Standing
from pyengine.cli.formats import print_fields, print_json, print_table
from pyengine.cli.terminal import console, shown, tell
from pyengine.quoting import quote_line
from pyengine.texts import drawing

if TYPE_CHECKING:
    from rich.console import RenderableType


ENDED: Final = {"over": "the rules", "repetition": "repetition", "length": "length", "fault": "a fault"}
POINTS: Final = {1.0: "1-0", 0.5: "½-½", 0.0: "0-1", None: "fault"}


def print_standing(standing: Standing, *, as_json: bool) -> None:
    """Print the cross table where more than two play, then each match, then what each player spent."""
    if as_json:
        print_json(standing_as_json(standing))
        return
    if len(standing.plan.players) > 2:
        _print(cross_table(standing))
        tell()
    _print(match_table(standing))
    tell()
    _print(player_table(standing))
    for note in notes(standing):
        tell(f"note: {note}")


def _print(table: Rows) -> None:
    print_table(table.heads, table.rows)


def print_games(games: Schedule, records: dict[str, Record], *, as_json: bool) -> None:
    """List the games that were played, with the numbers by which they are shown."""
    played = [
        (number, game, records[game.identifier])
        for number, game in enumerate(games.games, start=1)
        if game.identifier in records
    ]
    if as_json:
        print_json([{"number": number, **_summary(games, game, record)} for number, game, record in played])
        return
    rows = []
    for number, game, record in played:
        first, second = _labels(games, game)
        result = POINTS[record.points]
        rows.append((str(number), game.identifier, first, second, result, ENDED[record.ending], str(len(record.moves))))
    first, second = games.sides
    print_table((">game", "identifier", f"<{first}", f"<{second}", "result", "ended by", ">plies"), rows)


def _labels(games: Schedule, game: Planned) -> list[str]:
    return [games.plan.players[place].label for place in game.players]


def _summary(games: Schedule, game: Planned, record: Record) -> dict[str, str | list[str] | int]:
    return {
        "identifier": game.identifier,
        "players": _labels(games, game),
        "result": POINTS[record.points],
        "ending": record.ending,
        "plies": len(record.moves),
    }


def print_game(games: Schedule, records: dict[str, Record], which: str, *, as_json: bool) -> None:
    """Show a game again, position by position."""
    game, record = find_record(games, records, which)
    if as_json:
        print_json(json.loads(record.to_text()))
        return
    rules = games.plan.rules
    loaded = rules.load()
    fields = {
        "game": f"{rules.name} {game.identifier}",
        **{side: str(games.plan.players[place]) for side, place in zip(games.sides, game.players, strict=True)},
        "result": f"{POINTS[record.points]}, ended by {ENDED[record.ending]}",
    }
    if record.fault is not None:
        fields["fault"] = record.fault.message
    if record.setting is not None:
        fields["played"] = ", ".join(f"{name} {told}" for name, told in record.setting.items() if told)
    print_fields(fields)
    for number, step in enumerate(replay(rules, record)):
        tell()
        if step.move is not None:
            chosen = number > record.opening
            mover, move = quote_line(games.sides[step.move.mover]), quote_line(step.move.move)
            tell(f"{number}. {mover} {move}  {_thought(step.move, chosen)}")
        tell(drawing(loaded, step.state))


def _thought(move: Played, chosen: bool) -> str:
    if not chosen:
        return "(opening)"
    parts = [f"{move.seconds:.3f} s"]
    if move.nodes:
        parts.append(f"{move.nodes:,} nodes")
    if move.depth is not None:
        parts.append(f"depth {move.depth}")
    if move.value is not None:
        parts.append(f"value {move.value}")
    return f"({', '.join(parts)}{', overrun' if move.overran else ''})"


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
