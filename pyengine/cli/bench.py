"""`pyengine bench GAME`: how fast each reasoner is on a game, and the native twin."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

from pyengine.cli.formats import json_option, per_second, print_json, print_table
from pyengine.cli.game_options import ChosenGame, ChosenPosition, game_options
from pyengine.cli.progress import watched
from pyengine.cli.search_options import Seconds
from pyengine.cli.terminal import report, tell
from pyengine.compare.effort import Effort
from pyengine.compare.search_results import Speed, measure_speeds
from pyengine.compare.sides import ComparedSide, by_reasoner
from pyengine.errors import PyengineError
from pyengine.native import TWINS
from pyengine.plots import require_library, written_figure
from pyengine.quoting import quote_line
from pyengine.search import Limit, perft, playout, search
from pyengine.texts import line_texts

GAMES: Final = 20
"""Random games whose positions are expanded."""

PLIES: Final = 300
ROUNDS: Final = 3
MEASURES: Final = ("expansions", "perft", "alpha-beta")
_COMPILED: Final = ("python", "c")
PICTURES: Final = (".svg", ".png", ".pdf")


@click.command()
@game_options
@click.option(
    "--seconds",
    "-s",
    type=Seconds(min=0, min_open=True),
    default=3,
    show_default=True,
    help="Of all measurements together; each has its share of them, in three rounds of which the best counts.",
)
@click.option("--plot", type=click.Path(path_type=Path), help="Draw the speeds into this file, .svg, .png or .pdf.")
@json_option
def command(chosen: ChosenGame, seconds: float, plot: Path | None, as_json: bool) -> None:
    """Measure how fast a game is with each reasoner, and as its native twin.

    Positions expanded, positions of perft counted and nodes of plain alpha-beta searched in a second, and in brackets
    how many times as fast that is as the first. With --reasoner, only that one. What it takes to load the rules, and to
    build them in C for the first time, comes before the measurements.
    """
    if plot is not None and plot.suffix not in PICTURES:
        raise click.UsageError(f"--plot makes {', '.join(PICTURES)}; not {quote_line(str(plot))}")
    if plot is not None:
        require_library()
    began = time.perf_counter()
    with watched() as activity:
        activity.tell("loading the rules, and building them in C where that was not done before")
        refused: dict[str, str] = {}
        positions = _contestants(chosen, refused)
    loaded = time.perf_counter()
    effort = Effort(rounds=ROUNDS, round_seconds=seconds / (len(MEASURES) * len(positions) * ROUNDS))
    with watched(next(iter(positions.values())), Limit(seconds=seconds)) as activity:
        activity.tell("measuring " + ", ".join(positions))
        sides = [ComparedSide(name, _from_here(position)) for name, position in positions.items()]
        speeds = measure_speeds(sides, _games(sides[0]), effort, time.perf_counter)
    took = {"loading": loaded - began, "measuring": time.perf_counter() - loaded}
    names = list(positions)
    if as_json:
        print_json(
            {"game": chosen.game, "reasoners": names, "speeds": [speed.as_json() for speed in speeds], "seconds": took}
        )
    else:
        print_table(("per second", *(f">{name}" for name in names)), [_row(speed) for speed in speeds])
        tell(f"measured in {took['measuring']:.1f} s; loading, and building C, took {took['loading']:.1f} s")
    for why in dict.fromkeys(refused[name] for name in _COMPILED if name in refused):
        unmeasured = " and ".join(name for name in _COMPILED if refused.get(name) == why)
        report(f"not measured with {unmeasured}: {why}")
    for name, position in positions.items():
        if getattr(position.game, "is_escaping", False):
            report(f"{name}: {position.game.why}")  # type: ignore[attr-defined]
    done = " ".join(speed.measure for speed in speeds)
    for measure in MEASURES:
        if measure not in done:
            report(f"{measure} was not measured: {_obstacle(sides)}")
    if plot is not None:
        with written_figure(plot, (8, 4)) as figure:
            _draw(figure, chosen.game, names, speeds)


def _contestants(chosen: ChosenGame, refused: dict[str, str]) -> dict[str, ChosenPosition]:
    """Load the game once for each reasoner that can serve it, and its twin; `refused` gets why others cannot."""
    if chosen.is_class:
        return {"native": chosen.load()}
    if chosen.reasoner != "auto":
        return {chosen.reasoner: chosen.load()}
    found = by_reasoner(chosen.load, refused)
    if chosen.game in TWINS and chosen.start is None:  # a twin need not read positions
        found["native"] = chosen.load("native")
    return found


def _obstacle(sides: Sequence[ComparedSide]) -> str:
    """Say what keeps a game from being measured, by trying it."""
    for side in sides:
        try:
            if side.game.is_terminal(side.game.initial):
                return "the game is over"
            search(side.game, limit=Limit(depth=1))
            perft(side.game, 1)
        except PyengineError as error:
            return str(error)
    return "nothing was done in that time"


def _from_here(position: ChosenPosition) -> Any:
    return position.game if position.state == position.game.initial else _Begun(position)


class _Begun:
    """A game that starts at a position of another."""

    def __init__(self, position: ChosenPosition) -> None:
        self._game: Any = position.game
        self.initial = position.state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


def _games(side: ComparedSide) -> list[tuple[str, ...]]:
    """Play games at random and give their moves as text."""
    played = [playout(side.game, seed, plies=PLIES) for seed in range(GAMES)]
    return [line_texts(side.game, side.game.initial, game.moves) for game in played]


def _row(speed: Speed) -> tuple[str, ...]:
    pairs = zip(speed.per_second, speed.ratios, strict=True)
    return (speed.measure, *(f"{per_second(round(rate), 1)} ({ratio:.1f}x)" for rate, ratio in pairs))


def _draw(figure: Any, game: str, names: Sequence[str], speeds: Sequence[Speed]) -> None:
    """Draw a group of bars for each measure: how many times as fast as the first each is."""
    axes = figure.subplots()
    height = 0.8 / len(names)
    for place, name in enumerate(names):
        rows = [row + place * height for row in range(len(speeds))]
        bars = axes.barh(rows, [speed.ratios[place] for speed in speeds], height * 0.9, label=name)
        axes.bar_label(bars, [f"{per_second(round(speed.per_second[place]), 1)}/s" for speed in speeds], padding=3)
    axes.set_yticks([row + 0.4 - height / 2 for row in range(len(speeds))], [speed.measure for speed in speeds])
    axes.invert_yaxis()
    axes.margins(x=0.15)
    axes.set_xlabel(f"times as fast as {names[0]}")
    axes.set_title(quote_line(game))
    figure.legend(loc="outside right upper")
    axes.spines[["top", "right"]].set_visible(False)
