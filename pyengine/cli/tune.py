"""`pyengine tune GAME`: weights of a rule file adjusted by self-play, and the gain proved by a match."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pyengine.cli.arena import ChosenCrew, crew_options, read_rulebook
from pyengine.cli.formats import json_option, print_json, print_table
from pyengine.cli.game_options import GameName, budget_option, parameter_option, trust_option
from pyengine.cli.results import INTERRUPTED
from pyengine.cli.terminal import report, tell
from pyengine.errors import PlayerError, TournamentError
from pyengine.quoting import file_stem, quote_line
from pyengine.reasoners.names import REASONERS
from pyengine.terms import write_term

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyengine.arena.statistics import Tally
    from pyengine.arena.tuning import Tuned, Tuning, TuningStep


@click.command()
@click.argument("game", type=GameName())
@click.option("--player", default="alphabeta:depth=4", show_default=True, metavar="PLAYER",
              help="How both sides search, as in 'pyengine arena'.")  # fmt: skip
@click.option("--generations", type=click.IntRange(min=1), default=4, show_default=True, metavar="N",
              help="Matches to learn from.")  # fmt: skip
@click.option("--games", "-g", type=click.IntRange(min=2), default=200, show_default=True, metavar="N",
              help="Games of each of them.")  # fmt: skip
@click.option("--proof", type=click.IntRange(min=2), default=400, show_default=True, metavar="N",
              help="Games of the last match, tuned against untuned; fewer where openings run out.")  # fmt: skip
@click.option("--openings", type=click.IntRange(min=0), default=6, show_default=True, metavar="PLIES",
              help="Begin with so many random plies, the same for both colours.")  # fmt: skip
@click.option("--flat", is_flag=True, help="Begin with weights that are all 1, not with those of the rule file.")
@click.option("--categories", is_flag=True, help="Learn what the classes of category/2 are worth, not weights.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="What is drawn at random.")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER",
              help="Keep all games here, and go on with those it has; GAME-tuning, if not said.")  # fmt: skip
@click.option("--output", "-o", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write what is learned here; GAME_weights.pl or GAME_classes.pl, if not said.")  # fmt: skip
@crew_options
@json_option
@parameter_option
@click.option("--reasoner", "-r", type=click.Choice(REASONERS), default="auto", show_default=True,
              help="Who answers; 'c' plays most games in a time.")  # fmt: skip
@trust_option
@budget_option
def command(
    game: str,
    folder: Path | None,
    output: Path | None,
    crew: ChosenCrew,
    as_json: bool,
    categories: bool,
    **settings: Any,
) -> int:
    """Adjust the weights of a rule file (weight/2) by self-play, and prove that they are better.

    Each generation plays a match against the best so far, and the next one learns from all games: by logistic
    regression of how they ended on the features of their positions. The best weights are written after every match, as
    facts that the rule file can include. Then they play the untuned ones. Ctrl-C keeps the best so far, and the same
    command goes on from there. Exit status 1 where no gain is proved, 130 after Ctrl-C.

    With --categories, the share of wins, draws and losses of each class of positions (category/2) is learned instead.
    """
    from pyengine.arena.classes import MARK as CLASSES
    from pyengine.arena.classes import classes_text, learn_classes
    from pyengine.arena.tuning import tune
    from pyengine.arena.weights import MARK, require_place, weights_text, write_weights
    from pyengine.cli.arena_output import watched

    tuning = _tuning(game, settings, categories)
    name = tuning.weighted.rules.name
    kind, mark = ("classes", CLASSES) if categories else ("weights", MARK)
    path = output or Path(f"{file_stem(name)}_{kind}.pl")
    require_place(path, mark)  # before a long tuning, not after it
    folder = folder or Path(f"{file_stem(name)}-{'classes' if categories else 'tuning'}")
    tuned, counted = None, dict[str, Any]()
    with crew.gather() as gathered, watched() as progress:
        learning = learn_classes(tuning, folder, gathered, progress) if categories else None
        for tuned, counted in learning or ((found, {}) for found in tune(tuning, folder, gathered, progress)):
            about = _about(tuned)
            text = classes_text(name, tuned.weights, counted, about) if categories else None
            write_weights(path, text or weights_text(name, tuned.weights, about), mark)
            if not as_json and tuned.steps and not tuned.interrupted:
                tell(_step_text(tuned.steps[-1], tuned, kind), flush=True)
                if len(tuned.steps) == 1 and tuned.proof_games < tuning.proof:  # in time for another beginning
                    tell(f"note: {_few_text(tuning, tuned)}", flush=True)
    assert tuned is not None
    _tell(name, tuning, tuned, counted if categories else None, path, as_json)
    if tuned.interrupted:
        report(f"interrupted; {quote_line(str(path))} has the best so far, the same command goes on")
        return INTERRUPTED
    return int(not tuned.is_proved)


_FIRST: Final = {True: "changed at random", False: "learned from random games"}
"""What the first candidate is: of weights, and of classes."""


def _tuning(game: str, settings: dict[str, Any], categories: bool) -> Tuning:
    from pyengine.arena.classes import ClassifiedRules
    from pyengine.arena.players import Player
    from pyengine.arena.tuning import Tuning
    from pyengine.arena.weights import WeightedRules

    rules = read_rulebook(game, settings)
    named = {name: settings[name] for name in ("games", "generations", "proof", "seed", "flat")}
    try:
        player = Player.parse(settings["player"])
        weighted = ClassifiedRules.of(rules) if categories else WeightedRules.of(rules)
        return Tuning(weighted, player, opening_plies=settings["openings"], **named)
    except (PlayerError, TournamentError) as error:
        raise click.UsageError(str(error)) from None


def _about(tuned: Tuned) -> str:
    """Say in the file of weights what they are."""
    games = sum(step.tally.games for step in tuned.steps if not step.is_proof)
    if tuned.weights == tuned.untuned:
        return f"Not tuned: {games} games of self-play found none better."
    told = f"Tuned by {games} games of self-play"
    return f"{told}; against the untuned: {_result(tuned.proof)}." if tuned.proof.games else f"{told}."


def _result(tally: Any) -> str:
    from pyengine.arena.report import elo_text, results_text, score_text

    score, elo = tally.interval(), tally.elo_interval()
    return (
        f"{results_text(tally)}, {score_text(tally)} ({100 * score.low:.1f} to {100 * score.high:.1f}), "
        f"Elo {elo_text(tally.elo)} ({elo_text(elo.low)} to {elo_text(elo.high)})"
    )


def _few_text(tuning: Tuning, tuned: Tuned) -> str:
    return (
        f"the proof has only {tuned.proof_games} games, not {tuning.proof}: there are no more openings of "
        f"{tuning.opening_plies} plies that no generation has, and the same games again would prove nothing"
    )


def _step_text(step: TuningStep, tuned: Tuned, kind: str) -> str:
    from pyengine.arena.report import results_text, score_text

    if step.is_proof:
        verdict = f"the tuned {kind} are better" if tuned.is_proved else "no gain is proved"
        return f"tuned against untuned: {_result(step.tally)}: {verdict}"
    learned = f"learned from {step.positions:,} positions" if step.positions else _FIRST[bool(step.best)]
    kept = "takes the place of the best" if step.tally.score > 0.5 else "is not better"
    match = f"{results_text(step.tally)}, {score_text(step.tally)}"
    return f"generation {step.generation}, {learned}: {match} against the best, {kept}"


def _tell(
    game: str, tuning: Tuning, tuned: Tuned, counted: Mapping[str, Tally] | None, path: Path, as_json: bool
) -> None:
    """Print the weights, or the classes with what was counted of them, or all of it as JSON."""
    if as_json:
        from pyengine.search.result import number_as_json

        print_json(
            {
                "game": game,
                "untuned": {name: number_as_json(weight) for name, weight in tuned.untuned},
                "tuned": {name: number_as_json(weight) for name, weight in tuned.weights},
                "classes": {class_: asdict(of) for class_, of in (counted or {}).items()},
                "matches": [_step_json(step) for step in tuned.steps],
                "proof_games": tuned.proof_games,
                "proved": tuned.is_proved,
                "interrupted": tuned.interrupted,
                "file": str(path),
            }
        )
        return
    if tuned.weights == tuned.untuned:
        tell(f"no {'weights' if counted is None else 'classes'} were found better than the untuned ones")
    tell()
    if counted is None:
        _tell_weights(tuning, tuned, path)
    else:
        _tell_classes(tuned, counted, path)


def _tell_weights(tuning: Tuning, tuned: Tuned, path: Path) -> None:
    from pyengine.arena.weights import include_text

    tuned_to = dict(tuned.weights)
    rows = [(name, write_term(weight), write_term(tuned_to[name])) for name, weight in tuned.untuned]
    print_table(("feature", ">untuned", ">tuned"), rows)
    place = " and of ".join(("the weights", *tuning.weighted.libraries))
    tell(f"\n{quote_line(str(path))}: to use them, write {include_text(path)} in place of {place}")


def _tell_classes(tuned: Tuned, counted: Mapping[str, Tally], path: Path) -> None:
    from pyengine.arena.weights import include_text

    if not tuned.weights:
        tell(f"{quote_line(str(path))}: every class is worth 0")
        return
    tuned_to = dict(tuned.weights)
    intervals = ((class_, tally, tally.interval()) for class_, tally in counted.items())
    print_table(
        ("class", ">won", ">drawn", ">lost", ">share", "95 %", ">worth"),
        [
            (class_, f"{of.wins:,}", f"{of.draws:,}", f"{of.losses:,}", f"{100 * of.score:.1f} %",
             f"{100 * share.low:.1f} to {100 * share.high:.1f}", write_term(tuned_to[class_]))
            for class_, of, share in sorted(intervals, key=lambda row: row[0])
        ],
    )  # fmt: skip
    tell(f"\n{quote_line(str(path))}: to use them, write {include_text(path)} in place of expected/2")


def _step_json(step: TuningStep) -> dict[str, Any]:
    from pyengine.search.result import number_as_json

    tally, score = step.tally, step.tally.interval()
    return {
        "generation": None if step.is_proof else step.generation,
        "candidate": {name: number_as_json(weight) for name, weight in step.candidate},
        **asdict(tally),
        "score": tally.score,
        "interval": [score.low, score.high],
        "positions": step.positions,
    }
