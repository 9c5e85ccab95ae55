"""A published experiment done again, its figures next to ours: `python examples/dots_and_boxes --help`.

R. Angius, Algoritmo Minimax, varianti ed euristiche: applicazione al gioco Dots and Boxes (Padova, 2014).
docs/dots-and-boxes.md has what it prints, and what follows from that.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import click
from concluding import conclusions, remarks
from holding import Held, hold_trial
from node_counts import explanations, reported_counts, savings
from tables import count_as_json, count_table, effort_table, saving_table, trial_as_json, trial_table
from trials import PARTS, QUICK, Scale, Trial, trials

from pyengine.arena.crew import Crew, HereCrew, LocalCrew
from pyengine.arena.report import Rows, faults
from pyengine.cli import arena_output, main, progress
from pyengine.cli.formats import json_option, print_json, print_table
from pyengine.cli.search_options import Seconds
from pyengine.cli.terminal import report, tell
from pyengine.errors import NotWrittenError
from pyengine.quoting import quote_line
from pyengine.reasoners.names import ReasonerOrTwin
from pyengine.search.watch import NO_LIMIT

INTERRUPTED: Final = 130
FOLDER: Final = click.Path(path_type=Path, file_okay=False)


@click.command("dots_and_boxes", context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--part", "parts", type=click.Choice(tuple(PARTS)), multiple=True, help="Only this; can be repeated.")
@click.option("--games", "-g", type=click.IntRange(min=2), metavar="N", help="Games of each pairing; 100, if not said.")
@click.option("--seconds", "-s", type=Seconds(min=0, min_open=True), metavar="SECONDS",
              help="How long a move may take in Table 1; 1, if not said.")  # fmt: skip
@click.option("--nodes", "-n", type=click.IntRange(min=1), metavar="N",
              help="How many nodes a move may take elsewhere; by default, those of the report's second.")  # fmt: skip
@click.option("--jobs", "-j", type=click.IntRange(min=1), metavar="N", help="Games at once; by default one a core.")
@click.option("--store", "folder", type=FOLDER, metavar="FOLDER",
              help="Keep every game here as soon as it ends, and go on with what is here.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="What openings are drawn from.")
@click.option("--reasoner", "-r", type=click.Choice(("c", "python", "swi", "native")), default="c", show_default=True,
              help="Who answers for the rules; without a C compiler, c is python.")  # fmt: skip
@click.option("--quick", is_flag=True, help="Two short games of each pairing: whether it works, not who is better.")
@json_option
def command(
    parts: tuple[str, ...],
    games: int | None,
    seconds: float | None,
    nodes: int | None,
    jobs: int | None,
    folder: Path | None,
    seed: int,
    reasoner: ReasonerOrTwin,
    quick: bool,
    as_json: bool,
) -> int:
    """Do an experiment of R. Angius, Algoritmo Minimax, varianti ed euristiche (Padova, 2014), again.

    Its node counts, its Table 1 and what it leaves as future work, its figures next to ours. Exit status 1 where games
    went wrong, 130 after Ctrl-C.
    """
    if games is not None and games % 2:
        raise click.UsageError("--games must be even, so that both move first as often", click.get_current_context())
    given = {"games": games, "seconds": seconds, "nodes": nodes}
    told: dict[str, Any] = {word: value for word, value in given.items() if value is not None}
    scale = replace(QUICK if quick else Scale(), **told)
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise NotWrittenError(f"{quote_line(str(folder))} cannot be made: {error.strerror or error}") from None
    chosen = parts or tuple(PARTS)
    run = _Run(scale, seed, reasoner, folder, as_json)
    if "nodes" in chosen:
        run.count()
    with HereCrew() if quick else LocalCrew(jobs) as crew:
        for trial in trials(scale):
            if trial.name in chosen:
                if trial.name == "symmetry":
                    run.save()
                if run.hold(trial, crew):
                    break
    return run.finish()


class _Run:
    """The experiment in progress: prints as it goes, or keeps all for JSON."""

    def __init__(self, scale: Scale, seed: int, reasoner: ReasonerOrTwin, folder: Path | None, as_json: bool) -> None:
        self.scale, self.seed, self.reasoner, self.folder, self.as_json = scale, seed, reasoner, folder, as_json
        self.held: list[Held] = []
        self.json: dict[str, Any] = {}

    def count(self) -> None:
        """Do the node counts."""
        with progress.watched(None, NO_LIMIT) as activity:
            activity.tell("counting nodes")
            counts = list(reported_counts(self.reasoner, walk=self.scale.walk))
        self.json["counts"] = [count_as_json(count) for count in counts]
        self._print(f"{PARTS['nodes']}, on 3x3 dots", count_table(counts), tuple(explanations(counts)))

    def save(self) -> None:
        """Count what symmetries save."""
        with progress.watched(None, NO_LIMIT) as activity:
            activity.tell("counting nodes, with symmetry and without")
            found = list(savings(self.reasoner, self.scale.plies))
        self.json["savings"] = [
            {"search": saving.search}
            | {name: count_as_json(getattr(saving, name)) for name in ("apart", "alike", "graphs")}
            for saving in found
        ]
        self._print("boards that are alike taken for one: nodes", saving_table(found))

    def hold(self, trial: Trial, crew: Crew) -> bool:
        """Hold a trial; tell whether it was interrupted."""
        games = self.scale.games
        with arena_output.watched() as told:
            held = hold_trial(trial, games, self.seed, self.reasoner, crew, self.folder, told)
        self.held.append(held)
        self._print(f"{PARTS[trial.name]}: {trial.title}, {games} games a pairing", trial_table(held))
        self._print(None, effort_table(held), tuple(remarks(held)))
        return held.standing.interrupted

    def _print(self, title: str | None, table: Rows, remarks: tuple[str, ...] = ()) -> None:
        if self.as_json:
            return
        if title is not None:
            tell(f"{title[0].upper()}{title[1:]}\n")
        print_table(table.heads, table.rows)
        tell()
        for remark in remarks:
            tell(f"- {remark}")
        tell(end="\n" if remarks else "", flush=True)

    def finish(self) -> int:
        """Print the conclusions, what went wrong, and give the exit status."""
        interrupted = any(held.standing.interrupted for held in self.held)
        sentences = conclusions(self.held) if self.held and not interrupted else ()
        if self.as_json:
            self.json["trials"] = [trial_as_json(held) for held in self.held]
            print_json({**self.json, "conclusions": list(sentences)})
        else:
            for sentence in sentences:
                tell(sentence)
        wrong = list(self._faults())
        for fault in wrong:
            report(fault)
        if interrupted:
            kept = f"the same command with --store {self.folder} goes on" if self.folder else "nothing is kept"
            last = self.held[-1].standing
            told = f"interrupted after {last.played:,} of {last.total:,} games of {self.held[-1].trial.name}"
            report(f"{told}; {kept}")
            return INTERRUPTED
        return int(bool(wrong))

    def _faults(self) -> Iterator[str]:
        for held in self.held:
            yield from faults(held.standing)


if __name__ == "__main__":
    sys.exit(main(program="python examples/dots_and_boxes", command=command))
