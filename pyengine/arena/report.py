"""The report of a tournament: rows for a table, comma-separated values, JSON, or a plot."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, NamedTuple

from pyengine.arena.standings import PairingStanding, PlayerEffort, Standing
from pyengine.arena.statistics import Interval, Tally
from pyengine.errors import NotWrittenError
from pyengine.plots import formats, written_figure
from pyengine.quoting import csv_text, quote_line
from pyengine.search.result import number_as_json
from pyengine.texts import count_of

CONFIDENCE: Final = 0.95
FEW: Final = 10
"""Games that are too few to say what the ends of a game are worth."""

TOLD_FAULTS: Final = 5
"""Different things that went wrong, of which a reader is told."""


class Rows(NamedTuple):
    """A table: a head that starts with `>` is that of a column set to the right, one with `<` a name from outside."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def cross_table(standing: Standing) -> Rows:
    """Give the results of each player against each, from the side of the row; the best score comes first."""
    labels = [player.label for player in standing.plan.players]
    met = {pairing.players: pairing.tally for pairing in standing.pairings}
    met |= {(b, a): tally.reversed for (a, b), tally in met.items()}
    ranking = sorted(range(len(labels)), key=lambda place: -standing.tally(place).score)
    rows = []
    for place in ranking:
        total = standing.tally(place)
        cells = [
            "" if place == other else results_text(met[place, other]) if (place, other) in met else "–"
            for other in ranking
        ]
        rows.append((labels[place], *cells, str(total.games), score_text(total)))
    return Rows(("player", *(f"<{labels[place]}" for place in ranking), ">games", ">score"), tuple(rows))


def match_table(standing: Standing) -> Rows:
    """Give each match from the side of its first player: with each colour, score and Elo difference with intervals."""
    labels = [player.label for player in standing.plan.players]
    first, second = standing.schedule.sides
    heads = ["match", ">games", f"as {first}", f"as {second}", ">score", "95 %", ">Elo", "95 %", ">better"]
    tested = any(pairing.verdict for pairing in standing.pairings)
    rows = []
    for pairing in standing.pairings:
        a, b = pairing.players
        tally = pairing.tally
        within, elo = tally.interval(CONFIDENCE), tally.elo_interval(CONFIDENCE)
        row = [
            f"{labels[a]} – {labels[b]}",
            str(tally.games),
            results_text(pairing.as_max),
            results_text(pairing.as_min),
            score_text(tally),
            f"{100 * within.low:.1f} to {100 * within.high:.1f}",
            elo_text(tally.elo) if tally.games else "–",
            f"{elo_text(elo.low)} to {elo_text(elo.high)}",
            f"{100 * tally.superiority:.1f} %",
        ]
        rows.append((*row, pairing.verdict or "") if tested else tuple(row))
    return Rows((*heads, "test") if tested else tuple(heads), tuple(rows))


def player_table(standing: Standing) -> Rows:
    """Give what each player spent on a move."""
    rows = []
    for player, effort in zip(standing.plan.players, standing.efforts, strict=True):
        depth = "–" if effort.depth is None else f"{effort.depth:.1f}"
        row = (
            player.label,
            f"{effort.moves:,}",
            f"{effort.nodes_per_move:,.0f}",
            depth,
            f"{effort.seconds_per_move:.4f}",
            f"{effort.slowest:.3f}",
            str(effort.overruns),
        )
        rows.append(row)
    heads = ("player", ">moves", ">nodes/move", ">depth", ">s/move", ">slowest", ">overruns")
    return Rows(heads, tuple(rows))


def notes(standing: Standing) -> Iterator[str]:
    """Give remarks on the tables, as sentences."""
    plan = standing.plan
    yield from standing.remarks
    if len(standing.reasoners) > 1:
        told = [f"{count} with {name}" for name, count in sorted(standing.reasoners.items())]
        yield f"not all games were played with the same reasoner: {', '.join(told)}"
    openings, plies = standing.schedule.distinct, plan.opening_plies
    if any(pairing.tally.games > 2 * openings for pairing in standing.pairings):
        yield (
            f"there {'is' if openings == 1 else 'are'} only {count_of(openings, 'opening')} "
            f"of {count_of(plies, 'ply', 'plies')}, which came again: "
            "players who always choose alike then play the same games, and the intervals are too narrow"
        )
    broken = [(ending, standing.endings.get(ending, 0)) for ending in ("repetition", "length")]
    if told := [f"{count} by {ending}" for ending, count in broken if count]:
        worth = "what the rules say that endless play is worth, a draw if nothing"
        yield f"broken off, and counted as {worth}: {', '.join(told)}"
    worths = sorted(worth for worth in standing.worths if isinstance(worth, int | float))
    unsaid = plan.even is None and not standing.schedule.draw
    if unsaid and worths in ([0, 1], [-1, 0]) and standing.played >= FEW:
        side = standing.schedule.sides[0]
        yield (
            f"all games were worth {worths[0]} or {worths[1]} to {side}: 0 counts as a draw; if it is not one, give "
            f"what a draw would be worth (--even {sum(worths) / 2:g})"
        )


def faults(standing: Standing) -> Iterator[str]:
    """Tell what went wrong, the most frequent first, each with one of the games in which it did."""
    names = [player.label for player in standing.plan.players]
    texts = [str(player) for player in standing.plan.players]
    counts: Counter[tuple[str, str]] = Counter()
    example: dict[tuple[str, str], str] = {}
    for game in standing.faults:
        assert game.fault is not None
        place = game.fault.player
        blamed = "" if place is None else f"{names[texts.index(game.players[place])]}: "
        key = (blamed, game.fault.message)
        counts[key] += 1
        example.setdefault(key, game.identifier)
    for (blamed, message), count in counts.most_common(TOLD_FAULTS):
        yield f"{count_of(count, 'game')} not counted ({example[blamed, message]}): {blamed}{message}"
    if rest := sum(counts.values()) - sum(count for _, count in counts.most_common(TOLD_FAULTS)):
        yield f"{rest} more not counted, for other reasons"


def results_text(tally: Tally) -> str:
    """Write results: won, drawn, lost.

    >>> results_text(Tally(5, 0, 2))
    '+5 =0 -2'
    """
    return f"+{tally.wins} ={tally.draws} -{tally.losses}"


def score_text(tally: Tally) -> str:
    """Write a score in per cent."""
    return f"{100 * tally.score:.1f} %" if tally.games else "–"


def elo_text(elo: float) -> str:
    """Write an Elo difference.

    >>> elo_text(12.4), elo_text(-math.inf)
    ('+12', '-∞')
    """
    return f"{elo:+.0f}" if math.isfinite(elo) else "+∞" if elo > 0 else "-∞"


def as_json(standing: Standing) -> dict[str, Any]:
    """Give the whole report as JSON."""
    plan = standing.plan
    labels = [player.label for player in plan.players]
    return {
        "game": plan.rules.name,
        "parameters": dict(plan.rules.parameters),
        "sides": list(standing.schedule.sides),
        "opening_plies": plan.opening_plies,
        "openings": standing.schedule.distinct,
        "seed": plan.seed,
        "played": standing.played,
        "total": standing.total,
        "interrupted": standing.interrupted,
        "endings": dict(standing.endings),
        "players": [
            {"name": label, "player": str(player), **_results(standing.tally(place)), **_effort(effort)}
            for place, (label, player, effort) in enumerate(zip(labels, plan.players, standing.efforts, strict=True))
        ],
        "matches": [_match(labels, pairing) for pairing in standing.pairings],
        "notes": list(notes(standing)),
        "faults": list(faults(standing)),
    }


def _match(labels: Sequence[str], pairing: PairingStanding) -> dict[str, Any]:
    a, b = pairing.players
    tally = pairing.tally
    return {
        "players": [labels[a], labels[b]],
        **_results(tally),
        "as_max": _results(pairing.as_max),
        "as_min": _results(pairing.as_min),
        "interval": _ends(tally.interval(CONFIDENCE)),
        "elo": number_as_json(tally.elo),
        "elo_interval": _ends(tally.elo_interval(CONFIDENCE)),
        "superiority": tally.superiority,
        "verdict": pairing.verdict,
        "not_counted": len(pairing.faults),
    }


def _results(tally: Tally) -> dict[str, Any]:
    return {"games": tally.games, **asdict(tally), "score": tally.score if tally.games else None}


def _effort(effort: PlayerEffort) -> dict[str, Any]:
    names = ("moves", "nodes", "seconds", "nodes_per_move", "seconds_per_move", "depth")
    told = {name: getattr(effort, name) for name in names}
    return {**told, "slowest_seconds": effort.slowest, "overruns": effort.overruns}


def _ends(interval: Interval) -> list[Any]:
    return [number_as_json(interval.low), number_as_json(interval.high)]


def match_lines(standing: Standing) -> str:
    """Give comma-separated values, one flat line a match."""
    lines = [_flat(match) for match in as_json(standing)["matches"]]
    return csv_text(list(lines[0]), [list(line.values()) for line in lines])


def _flat(match: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in match.items():
        if name == "players":
            found["first"], found["second"] = value
        elif name.endswith("interval"):
            found[f"{name}_low"], found[f"{name}_high"] = value
        elif isinstance(value, dict):
            found |= {f"{name}_{part}": inner for part, inner in value.items()}
        else:
            found[name] = value
    return found


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
