"""A plot of the scores of all matches, with their confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pyengine.arena.report import CONFIDENCE
from pyengine.arena.standings import PairingStanding, Standing
from pyengine.errors import NotWrittenError
from pyengine.plots import formats, written_figure
from pyengine.quoting import quote_line


def require_format(path: Path) -> None:
    """Refuse a file whose name does not end in a format that there is."""
    known = formats()
    if path.suffix.lstrip(".").lower() not in known:
        raise NotWrittenError(f"cannot write {quote_line(str(path))}: there is .{', .'.join(sorted(known))}")


def plot(standing: Standing, path: Path) -> None:
    """Write a picture in the format of the file's name: .svg, .png, .pdf."""
    played = [pairing for pairing in standing.pairings if pairing.tally.games]
    with written_figure(path, (8, 1.5 + 0.45 * len(played))) as figure:
        _draw(figure.subplots(), standing, played)


def _draw(axes: Any, standing: Standing, played: Sequence[PairingStanding]) -> None:
    labels = [quote_line(player.label) for player in standing.plan.players]
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
    axes.set_title(f"{quote_line(standing.plan.rules.name)}, {standing.played} games")
