"""Small tournaments and tunings on the rules of a page, told game by game."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pyengine.arena.crew import HereCrew
from pyengine.arena.players import Player
from pyengine.arena.report import Rows, cross_table, match_table
from pyengine.arena.rulebook import Rulebook
from pyengine.arena.schedule import Plan
from pyengine.arena.standings import Standing
from pyengine.arena.tournament import hold
from pyengine.arena.tuning import Tuned, Tuning, TuningStep, tune
from pyengine.arena.weights import WeightedRules, Weights
from pyengine.language.reading.files import plain_name
from pyengine.search.result import number_as_json
from pyengine.search.watch import StopSignal
from pyengine.studio.loaded_game import LoadedGame
from pyengine.studio.protocol import Tournament, Tune

Tell = Callable[[Mapping[str, Any]], None]


def hold_tournament(loaded: LoadedGame, asked: Tournament, stop: StopSignal, tell: Tell) -> dict[str, Any]:
    """Let players play each other; what is known when it is cancelled is the result."""
    players = tuple(Player.parse(text) for text in asked.players)
    plan = Plan(_rulebook(loaded), players, asked.games, opening_plies=asked.openings, seed=asked.seed)

    def progress(standing: Standing) -> None:
        tell({**standing_as_json(standing), "done": False})
        if stop.stopped:
            raise KeyboardInterrupt

    return {**standing_as_json(hold(plan, HereCrew(), progress=progress)), "done": True}


def standing_as_json(standing: Standing) -> dict[str, Any]:
    """Say how a tournament stands: who has how many points, the cross table, and the matches with their intervals."""
    labels = [player.label for player in standing.plan.players]
    tallies = [standing.tally(place) for place in range(len(labels))]
    return {
        "played": standing.played,
        "total": standing.total,
        "players": [
            {"player": label, "wins": tally.wins, "draws": tally.draws, "losses": tally.losses, "score": tally.score}
            for label, tally in zip(labels, tallies, strict=True)
        ],
        "cross": _table_as_json(cross_table(standing)),
        "matches": _table_as_json(match_table(standing)),
        "faults": [fault.fault.message for fault in standing.faults if fault.fault is not None],
    }


def _table_as_json(table: Rows) -> dict[str, Any]:
    return {"heads": [head.lstrip("<>") for head in table.heads], "rows": [list(row) for row in table.rows]}


def tune_weights(loaded: LoadedGame, asked: Tune, stop: StopSignal, tell: Tell) -> dict[str, Any]:
    """Tune the weights of the rules by self-play, and tell them as they move."""
    tuning = Tuning(
        WeightedRules.of(_rulebook(loaded)),
        Player.parse(asked.player),
        games=asked.games,
        generations=asked.generations,
        proof=asked.proof,
        opening_plies=asked.openings,
        seed=asked.seed,
        flat=asked.flat,
    )
    latest: dict[str, Any] = {"weights": _weights_as_json(tuning.weighted.weights), "steps": []}

    def progress(standing: Standing) -> None:
        tell({**latest, "played": standing.played, "total": standing.total, "done": False})
        if stop.stopped:
            raise KeyboardInterrupt

    with tempfile.TemporaryDirectory(prefix="pyengine-studio-", ignore_cleanup_errors=True) as folder:
        for tuned in tune(tuning, Path(folder), HereCrew(), progress):
            latest = tuned_as_json(tuned)
            tell({**latest, "done": False})
    return {**latest, "done": True}


def tuned_as_json(tuned: Tuned) -> dict[str, Any]:
    """Say which weights are the best so far, and how it came to them."""
    return {
        "untuned": _weights_as_json(tuned.untuned),
        "weights": _weights_as_json(tuned.weights),
        "steps": [_step_as_json(step) for step in tuned.steps],
        "proved": tuned.is_proved,
        "interrupted": tuned.interrupted,
    }


def _step_as_json(step: TuningStep) -> dict[str, Any]:
    return {
        "generation": step.generation,
        "candidate": _weights_as_json(step.candidate),
        "best": _weights_as_json(step.best),
        "wins": step.tally.wins,
        "draws": step.tally.draws,
        "losses": step.tally.losses,
        "score": step.tally.score,
        "positions": step.positions,
        "isProof": step.is_proof,
    }


def _weights_as_json(weights: Weights) -> list[dict[str, Any]]:
    return [{"name": name, "weight": number_as_json(weight)} for name, weight in weights]


def _rulebook(loaded: LoadedGame) -> Rulebook:
    """Take the rules of a page, and what they include, as text."""
    texts = {plain_name(source.name): source.text for source in loaded.game.program.sources}
    settings = tuple(sorted(loaded.load.parameters.items()))
    return Rulebook(loaded.game.name, tuple(texts.items()), settings, "auto", loaded.load.start)
