"""The scores of all matches with their intervals, as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pyengine.arena.reporting import CONFIDENCE
from pyengine.arena.standing import Standing
from pyengine.errors import LibraryMissingError, NotWrittenError


def require_format(path: Path) -> None:
    """Refuse a file whose name does not end in a format that there is."""
    formats = _figure((1, 1)).canvas.get_supported_filetypes()
    if path.suffix.lstrip(".").lower() not in formats:
        raise NotWrittenError(f"cannot write {path}: there is .{', .'.join(sorted(formats))}")


def _figure(inches: tuple[float, float]) -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise LibraryMissingError("a plot needs matplotlib: pip install 'pyengine-logic[plot]'") from None
    return Figure(figsize=inches, layout="constrained")


def plot(standing: Standing, path: Path) -> None:
    """Write a picture in the format of the file's name: .svg, .png, .pdf."""
    labels = [player.label for player in standing.plan.players]
    played = [pairing for pairing in standing.pairings if pairing.tally.games]
    figure = _figure((8, 1.5 + 0.45 * len(played)))
    axes = figure.subplots()
    for height, pairing in enumerate(reversed(played)):
        tally = pairing.tally
        within = tally.interval(CONFIDENCE)
        errors = [[100 * (tally.score - within.low)], [100 * (within.high - tally.score)]]
        axes.errorbar(100 * tally.score, height, xerr=errors, fmt="o", color="C0", capsize=4)
    axes.axvline(50, color="grey", linewidth=0.8)
    names = [f"{labels[a]} – {labels[b]}" for a, b in (pairing.players for pairing in reversed(played))]
    axes.set_yticks(range(len(played)), names)
    axes.set_ylim(-0.7, len(played) - 0.3)
    axes.set_xlim(0, 100)
    axes.set_xlabel(f"score of the first, per cent, with {CONFIDENCE:.0%} interval")
    axes.set_title(f"{standing.plan.rules.name}, {standing.played} games")
    try:
        figure.savefig(path)
    except OSError as error:
        raise NotWrittenError(f"cannot write {path}: {error.strerror or error}") from None
