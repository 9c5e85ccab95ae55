"""The tables of the experiment, in rows and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from concluding import matches, remarks
from holding import Held
from node_counts import Count, Saving

from pyengine.arena.report import CONFIDENCE, Rows, elo_text, results_text, score_text
from pyengine.arena.report import as_json as standing_as_json
from pyengine.arena.statistics import Tally
from pyengine.search.result import number_as_json


def count_table(counts: Iterable[Count]) -> Rows:
    """Give the nodes of each search next to those of the report."""
    rows = [
        (
            count.search,
            "" if count.reported is None else f"{count.reported:,}",
            f"{count.visits:,}",
            f"{count.nodes:,}",
            "" if count.value is None else str(count.value),
            f"{count.seconds:.3f}",
        )
        for count in counts
    ]
    return Rows(("search", ">report", ">visits", ">nodes", ">margin", ">seconds"), tuple(rows))


def saving_table(savings: Iterable[Saving]) -> Rows:
    """Give what the symmetries of the board save, and what isomorphic graphs do."""
    rows = []
    for saving in savings:
        counts = (saving.apart, saving.alike, saving.graphs)
        nodes = [f"{count.nodes:,}" for count in counts]
        fewer = [f"{saving.apart.nodes / count.nodes:.1f}x" for count in counts]
        seconds = [f"{count.seconds:.3f}" for count in counts]
        rows.append((saving.search, nodes[0], nodes[1], fewer[1], nodes[2], fewer[2], *seconds))
    heads = ("search", ">nodes, all boards", ">alike as one", ">fewer", ">graphs as one", ">fewer")
    return Rows((*heads, ">seconds", ">alike as one", ">graphs as one"), tuple(rows))


def trial_table(held: Held) -> Rows:
    """Give each pairing with its score and Elo difference, next to what the report has."""
    rows = []
    reported: Sequence[Tally | None] = held.trial.reported or (None,) * len(held.trial.pairings)
    for match, old in zip(matches(held), reported, strict=True):
        row = [f"{match.first} – {match.second}"]
        if old is not None:
            row += [results_text(old), score_text(old), _interval(old)]
        tally = match.tally
        elo = tally.elo_interval(CONFIDENCE)
        row += [results_text(tally), score_text(tally), _interval(tally)]
        row += [elo_text(tally.elo) if tally.games else "–", f"{elo_text(elo.low)} to {elo_text(elo.high)}"]
        rows.append(tuple(row))
    report = ("report", ">score", ">95 %") if held.trial.reported else ()
    return Rows(("pairing", *report, "here", ">score", ">95 %", ">Elo", ">95 %"), tuple(rows))


def effort_table(held: Held) -> Rows:
    """Give what a move took."""
    rows = [
        (
            label,
            f"{effort.nodes_per_move:,.0f}",
            "–" if effort.depth is None else f"{effort.depth:.1f}",
            f"{1000 * effort.seconds_per_move:.2f}",
        )
        for label, effort in zip(held.trial.labels, held.standing.efforts, strict=True)
    ]
    return Rows(("player", ">nodes/move", ">depth", ">ms/move"), tuple(rows))


def _interval(tally: Tally) -> str:
    within = tally.interval(CONFIDENCE)
    return f"{100 * within.low:.0f} to {100 * within.high:.0f}"


def trial_as_json(held: Held) -> dict[str, Any]:
    """Give a trial as JSON."""
    trial = held.trial
    return {
        "name": trial.name,
        "title": trial.title,
        "reported": [asdict(tally) for tally in trial.reported] or None,
        **standing_as_json(held.standing),
        "openings_up_to_symmetry": held.classes,
        "perfect_games": held.perfect,
        "remarks": list(remarks(held)),
    }


def count_as_json(count: Count) -> dict[str, Any]:
    """Give a count as JSON."""
    return {**asdict(count), "value": number_as_json(count.value)}
