"""`pyengine arena GAME PLAYER PLAYER …`: a tournament, on this machine or a cluster."""

from __future__ import annotations

import logging
import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from pyengine.cli.formats import json_option, write_file
from pyengine.cli.game_options import GameName, budget_option, gathered, parameter_option, trust_option
from pyengine.cli.results import INTERRUPTED
from pyengine.cli.search_options import Seconds
from pyengine.cli.terminal import report
from pyengine.errors import NotWrittenError, PlayerError, StoreError
from pyengine.quoting import quote_line
from pyengine.reasoners.names import REASONERS_AND_TWIN

if TYPE_CHECKING:
    from pyengine.arena.crew import Crew
    from pyengine.arena.game_store import GameStore
    from pyengine.arena.rulebook import Rulebook
    from pyengine.arena.schedule import Plan
    from pyengine.arena.standings import Standing
    from pyengine.arena.statistics import SequentialTest

LOGGERS: Final = ("distributed", "distributed.client", "tornado.application", "asyncio")
"""Who tells of a connection that breaks, with tracebacks."""

PLAYED: Final = click.Path(path_type=Path, dir_okay=False)


@dataclass(frozen=True, slots=True)
class ChosenCrew:
    """Who plays, as the options say."""

    jobs: int | None
    cluster: str | None

    def gather(self) -> Crew:
        """Make the crew, which is to be closed."""
        from pyengine.arena.crew import ClusterCrew, LocalCrew

        if self.cluster is None:
            return LocalCrew(self.jobs)
        crew = ClusterCrew(self.cluster)  # which sets the levels of its loggers as it is imported
        for name in LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is told once, by us
        return crew


def _chosen_crew(jobs: int | None, cluster: str | None) -> ChosenCrew:
    if cluster is not None and jobs is not None:
        raise click.UsageError("--jobs is for this machine: a cluster has its workers")
    return ChosenCrew(jobs, cluster)


crew_options = gathered(
    "crew",
    _chosen_crew,
    click.option("--jobs", "-j", type=click.IntRange(min=1), metavar="N", help="Games at once; by default one a core."),
    click.option("--cluster", metavar="ADDRESS", help="Play on the workers of a Dask cluster, as in tcp://host:8786."),
)
"""The options that say who plays, as one `crew`."""


@click.command()
@click.argument("game", required=False, type=GameName())
@click.argument("players", metavar="[PLAYER]...", nargs=-1)
@click.option("--games", "-g", type=click.IntRange(min=2), metavar="N", help="Games of each match; 100, if not said.")
@click.option("--openings", type=click.IntRange(min=0), default=2, show_default=True, metavar="PLIES",
              help="Begin with so many random plies, the same for both colours.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="What openings are drawn from.")
@click.option("--gauntlet", is_flag=True, help="Let the first play all others, not each play each.")
@click.option(
    "--sprt", metavar="ELO0:ELO1", help="End a match when this sequential test ends, as in 0:50; none for all games."
)
@crew_options
@click.option("--store", "path", type=PLAYED, metavar="FILE", help="Keep every game in this file as soon as it ends.")
@click.option("--resume", is_flag=True, help="Go on with what the store has; GAME and PLAYERs may be left out then.")
@click.option("--replay", metavar="GAME", help="Show a game of the store again, by number or identifier; 'list' them.")
@click.option("--csv", "csv_path", type=PLAYED, metavar="FILE", help="Write a line for each match.")
@click.option("--plot", "plot_path", type=PLAYED, metavar="FILE", help="Write a picture, as .svg, .png, .pdf ….")
@json_option
@click.option("--even", metavar="WORTH", help="What a draw is worth to the first player, if not what the rules say.")
@click.option("--longest", type=click.IntRange(min=1), default=500, show_default=True, metavar="PLIES",
              help="Break a game off after so many plies.")  # fmt: skip
@click.option("--patience", type=Seconds(min=0, min_open=True), default=600, show_default=True, metavar="SECONDS",
              help="How long any move may take; with seconds=S of its own, at most 60+10·S.")  # fmt: skip
@parameter_option
@click.option(
    "--reasoner", "-r", type=click.Choice(REASONERS_AND_TWIN), default="auto", show_default=True, help="Who answers."
)
@click.option("--from", "start", metavar="STATE", help="Begin at this position.")
@trust_option
@budget_option
def command(
    game: str | None,
    players: tuple[str, ...],
    path: Path | None,
    resume: bool,
    replay: str | None,
    sprt: str | None,
    crew: ChosenCrew,
    csv_path: Path | None,
    plot_path: Path | None,
    as_json: bool,
    **settings: Any,
) -> int:
    """Let players play each other, and count wins, draws and losses from each side.

    A PLAYER is KIND:SETTING,SETTING…, as in alphabeta:eval=4,order=T1,seconds=1. Kinds are alphabeta, pvs, mtdf,
    minimax, random and first. Settings are limits (seconds, depth, nodes), options of the search, and parameters of
    the game that change its evaluation. NAME=PLAYER gives it a name. Each has both colours equally often, from the
    same openings. Exit status 1 where games went wrong, 130 after Ctrl-C.
    """
    from pyengine.arena.game_store import GameStore
    from pyengine.arena.tournament import hold, require_playable
    from pyengine.cli.arena_output import watched

    if (resume or replay is not None) and path is None:
        raise click.UsageError(f"{'--resume' if resume else '--replay'} needs --store")
    if game is None and path is None:
        raise click.UsageError("a GAME and two PLAYERs are needed")
    if path is not None and (game is None or replay is not None) and not path.exists():
        raise StoreError(f"no file {quote_line(str(path))}")
    test = None if sprt in (None, "none") else _test(sprt)
    plan = None if game is None else _plan(game, players, settings)
    _require_writable(csv_path, plot_path)
    if plan is not None:
        require_playable(plan)
    with GameStore(path, trust=settings["trust"], budget=settings["budget"]) as store:
        if replay is not None:
            return _replay(store, replay, as_json)
        if store.count and not resume:
            raise StoreError(f"{quote_line(str(path))} has games: --resume goes on with them")
        plan = plan or _resumed(store, settings)
        if resume and sprt is None:
            test = store.test
        store.hold(plan)
        with crew.gather() as gathered, watched() as progress:
            standing = hold(plan, gathered, store, test=test, progress=progress)
    again = [] if crew.cluster is None else ["--cluster", crew.cluster]
    again += ["--trust"] if plan.rules.trust else []
    again += ["--budget", str(plan.rules.budget)] if plan.rules.budget > 1 else []
    return _tell(standing, path, again, csv_path, plot_path, as_json)


def read_rulebook(game: str, settings: dict[str, Any]) -> Rulebook:
    """Read the rules that are played, as the options say."""
    from pyengine.arena.rulebook import Rulebook, settings_of

    named = {name: settings[name] for name in ("reasoner", "start", "trust", "budget") if name in settings}
    return Rulebook.of(game, parameters=settings_of(settings["parameters"]), **named)


def _plan(game: str, players: tuple[str, ...], settings: dict[str, Any]) -> Plan:
    from pyengine.arena.players import Player
    from pyengine.arena.schedule import Plan, gauntlet

    try:
        found = tuple(Player.parse(text) for text in players)
    except PlayerError as error:
        raise click.UsageError(str(error)) from None
    if len(found) < 2:
        raise click.UsageError("a tournament needs two players")
    games = 100 if settings["games"] is None else settings["games"]
    if games % 2:
        raise click.UsageError("--games must be even, so that both have each colour")
    return Plan(
        read_rulebook(game, settings),
        found,
        games=games,
        pairings=gauntlet(len(found)) if settings["gauntlet"] else (),
        opening_plies=settings["openings"],
        seed=settings["seed"],
        longest=settings["longest"],
        even=None if settings["even"] is None else _even(settings["even"]),
        patience=settings["patience"],
    )


def _resumed(store: GameStore, settings: dict[str, Any]) -> Plan:
    """Give the tournament of a store, with more games or other patience; any other change is refused."""
    from pyengine.arena.rulebook import settings_of
    from pyengine.arena.schedule import gauntlet

    plan = store.plan
    if plan is None:
        raise click.UsageError("a GAME and two PLAYERs are needed")
    context = click.get_current_context()
    said = {name for name in settings if context.get_parameter_source(name) is not ParameterSource.DEFAULT}
    if "start" in said:
        raise click.UsageError("--from goes with a GAME: the store knows where its games begin")
    rules: dict[str, Any] = {name: settings[name] for name in ("reasoner", "budget") if name in said}
    if "parameters" in said:
        given = settings_of(settings["parameters"])
        rules["parameters"] = tuple(sorted({**dict(plan.rules.parameters), **given}.items()))
    changed: dict[str, Any] = {
        name: settings[name] for name in ("games", "seed", "longest", "patience") if name in said
    }
    if "openings" in said:
        changed["opening_plies"] = settings["openings"]
    if "even" in said:
        changed["even"] = _even(settings["even"])
    if "gauntlet" in said:
        changed["pairings"] = gauntlet(len(plan.players))
    asked = replace(plan, rules=replace(plan.rules, **rules), **changed)
    store.require_same(plan, asked)
    return asked


def _even(text: str) -> Any:
    from pyengine.search.options import read_number

    try:
        return read_number(text)
    except (ValueError, ZeroDivisionError):
        raise click.UsageError(f"--even cannot be {text!r}: it is a number") from None


def _test(text: str) -> SequentialTest:
    from pyengine.arena.statistics import SequentialTest

    low, colon, high = text.partition(":")
    try:
        if not colon:
            raise ValueError("two Elo differences are needed, as in 0:50")
        return SequentialTest(float(low), float(high))
    except ValueError as error:
        raise click.UsageError(f"--sprt {text}: {error}") from None


def _require_writable(csv_path: Path | None, plot_path: Path | None) -> None:
    """Fail before a long tournament, not after it."""
    for path in (csv_path, plot_path):
        if path is not None and not path.absolute().parent.is_dir():
            raise NotWrittenError(f"cannot write {quote_line(str(path))}: there is no such folder")
    if plot_path is not None:
        from pyengine.arena.report import require_format

        require_format(plot_path)


def _tell(
    standing: Standing,
    path: Path | None,
    again: list[str],
    csv_path: Path | None,
    plot_path: Path | None,
    as_json: bool,
) -> int:
    """Print what was found, and give the exit status."""
    from pyengine.arena.report import faults, match_lines, plot
    from pyengine.cli.arena_output import print_standing

    print_standing(standing, as_json=as_json)
    if csv_path is not None:
        write_file(csv_path, match_lines(standing))
    if plot_path is not None:
        plot(standing, plot_path)
    wrong = list(faults(standing))
    for fault in wrong:
        report(fault)
    if standing.interrupted:
        words = ["pyengine", "arena", "--resume", "--store", str(path), *again]
        kept = "nothing is kept; --store FILE would" if path is None else f"to go on: {quote_line(shlex.join(words))}"
        told = f"interrupted after {standing.played} of {standing.total} games; {kept}"
        report(told)
        return INTERRUPTED
    return int(bool(wrong))


def _replay(store: GameStore, which: str, as_json: bool) -> int:
    from pyengine.arena.schedule import schedule
    from pyengine.cli.arena_output import print_game, print_games

    plan = store.plan
    if plan is None:
        raise StoreError(f"{quote_line(str(store.path))} has no games")
    games = schedule(plan, plan.rules.load())
    records = store.records()
    if which == "list":
        print_games(games, records, as_json=as_json)
    else:
        print_game(games, records, which, as_json=as_json)
    return 0
