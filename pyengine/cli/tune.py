"""`pyengine tune GAME`: weights of a rule file adjusted by self-play, and the gain proved by a match."""

from __future__ import annotations

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
from pyengine.terms import write_term

if TYPE_CHECKING:
    from pyengine.arena.tuning import Tuned, Tuning, TuningStep

REASONERS: Final = ("auto", "python", "c", "swi")


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
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="What is drawn at random.")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER",
              help="Keep all games here, and go on with those it has; GAME-tuning, if not said.")  # fmt: skip
@click.option("--output", "-o", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write the weights here, as facts; GAME_weights.pl, if not said.")  # fmt: skip
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
    **settings: Any,
) -> int:
    """Adjust the weights of a rule file (weight/2) by self-play, and prove that they are better.

    Each generation plays a match against the best so far, and the next one learns from all games: by logistic
    regression of how they ended on the features of their positions. The best weights are written after every match, as
    facts that the rule file can include. Then they play the untuned ones. Ctrl-C keeps the best so far, and the same
    command goes on from there. Exit status 1 where no gain is proved, 130 after Ctrl-C.
    """
    from pyengine.arena.tuning import tune
    from pyengine.arena.weights import require_place, weights_text, write_weights
    from pyengine.cli.arena_progress import watched

    tuning = _tuning(game, settings)
    name = tuning.weighted.rules.name
    path = output or Path(f"{file_stem(name)}_weights.pl")
    require_place(path)  # before a long tuning, not after it
    tuned = None
    with crew.gather() as gathered, watched() as progress:
        for tuned in tune(tuning, folder or Path(f"{file_stem(name)}-tuning"), gathered, progress):
            write_weights(path, weights_text(name, tuned.weights, _about(tuned)))
            if not as_json and tuned.steps and not tuned.interrupted:
                tell(_step_text(tuned.steps[-1], tuned), flush=True)
                if len(tuned.steps) == 1 and tuned.proof_games < tuning.proof:  # in time for another beginning
                    tell(f"note: {_few_text(tuning, tuned)}", flush=True)
    assert tuned is not None
    _tell(name, tuning, tuned, path, as_json)
    if tuned.interrupted:
        report(f"interrupted; {quote_line(str(path))} has the best so far, the same command goes on")
        return INTERRUPTED
    return int(not tuned.is_proved)


def _tuning(game: str, settings: dict[str, Any]) -> Tuning:
    from pyengine.arena.players import Player
    from pyengine.arena.tuning import Tuning
    from pyengine.arena.weights import WeightedRules

    rules = read_rulebook(game, settings)
    named = {name: settings[name] for name in ("games", "generations", "proof", "seed", "flat")}
    try:
        player = Player.parse(settings["player"])
        return Tuning(WeightedRules.of(rules), player, opening_plies=settings["openings"], **named)
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


def _step_text(step: TuningStep, tuned: Tuned) -> str:
    from pyengine.arena.report import results_text, score_text

    if step.is_proof:
        verdict = "the tuned weights are better" if tuned.is_proved else "no gain is proved"
        return f"tuned against untuned: {_result(step.tally)}: {verdict}"
    learned = f"learned from {step.positions:,} positions" if step.positions else "changed at random"
    kept = "takes the place of the best" if step.tally.score > 0.5 else "is not better"
    match = f"{results_text(step.tally)}, {score_text(step.tally)}"
    return f"generation {step.generation}, {learned}: {match} against the best, {kept}"


def _tell(game: str, tuning: Tuning, tuned: Tuned, path: Path, as_json: bool) -> None:
    """Print the weights, or all of it as JSON."""
    from pyengine.arena.weights import include_text

    tuned_to = dict(tuned.weights)
    if as_json:
        from pyengine.search.result import number_as_json

        print_json(
            {
                "game": game,
                "untuned": {name: number_as_json(weight) for name, weight in tuned.untuned},
                "tuned": {name: number_as_json(weight) for name, weight in tuned.weights},
                "matches": [_step_json(step) for step in tuned.steps],
                "proof_games": tuned.proof_games,
                "proved": tuned.is_proved,
                "interrupted": tuned.interrupted,
                "file": str(path),
            }
        )
        return
    if tuned.weights == tuned.untuned:
        tell("no weights were found better than the untuned ones")
    tell()
    rows = [(name, write_term(weight), write_term(tuned_to[name])) for name, weight in tuned.untuned]
    print_table(("feature", ">untuned", ">tuned"), rows)
    place = " and of ".join(("the weights", *tuning.weighted.libraries))
    tell(f"\n{quote_line(str(path))}: to use them, write {include_text(path)} in place of {place}")


def _step_json(step: TuningStep) -> dict[str, Any]:
    from pyengine.search.result import number_as_json

    tally, score = step.tally, step.tally.interval()
    return {
        "generation": None if step.is_proof else step.generation,
        "candidate": {name: number_as_json(weight) for name, weight in step.candidate},
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": tally.score,
        "interval": [score.low, score.high],
        "positions": step.positions,
    }
