"""`pyengine check FILE`: everything that is wrong with a rule file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import click

from pyengine.cli.formats import json_option, print_json
from pyengine.cli.game_options import GameName, budget_option, parameter_option, trust_option
from pyengine.cli.progress import watched
from pyengine.cli.terminal import tell, tell_coloured
from pyengine.conformance import check_game
from pyengine.errors import Finding, GameNotFoundError, Severity
from pyengine.native.named_class import open_class
from pyengine.quoting import quote_line
from pyengine.reasoners.budget import Budget
from pyengine.rulecheck import WALK_POSITIONS, WALK_SECONDS, check_file
from pyengine.terms import Term
from pyengine.texts import count_of, is_class_name


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=GameName())
@json_option
@trust_option
@click.option(
    "--positions",
    type=click.IntRange(min=1),
    default=WALK_POSITIONS,
    show_default=True,
    metavar="N",
    help="Walk at most N positions before random games.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=WALK_SECONDS,
    show_default=True,
    metavar="S",
    help="Walk for at most about S seconds.",
)
@click.option("--from", "start", metavar="STATE", help="Walk from this position, not from initial/1.")
@click.option("--coverage", is_flag=True, help="Note also the clauses that never hold in random games.")
@parameter_option
@budget_option
def command(
    files: tuple[str, ...],
    as_json: bool,
    trust: bool,
    positions: int,
    seconds: float,
    start: str | None,
    coverage: bool,
    parameters: dict[str, Term],
    budget: int,
) -> int:
    """Report everything that is wrong with rule files.

    Their syntax, the contract, undefined and unsafe calls, and what shows when the game is walked from its start. A
    FILE is a path, or the name of a game; a class in Python, as in file.py:Class, is walked, too. Exit status 1 where
    there is an error.
    """

    def check(file: str, tell: Callable[[str], None]) -> tuple[Finding, ...]:
        """One file that is not there does not keep the others from being checked."""
        try:
            if is_class_name(file):
                if start is not None or coverage:
                    raise click.UsageError("--start and --coverage are for rules: a class is walked from its start")
                return check_game(open_class(file, parameters), positions=positions, seconds=seconds)
            return check_file(
                file,
                trust=trust,
                positions=positions,
                parameters=parameters,
                start=start,
                seconds=seconds,
                coverage=coverage,
                budget=Budget().times(budget),
                tell=tell,
            )
        except GameNotFoundError as error:
            return (Finding(Severity.ERROR, "not-found", str(error)),)
        except OSError as error:  # a path that is too long, or in a folder that may not be looked into
            told = f"{quote_line(file)} cannot be read: {error.strerror or error}"
            return (Finding(Severity.ERROR, "unreadable-file", told),)

    findings: list[Finding] = []
    with watched() as activity:
        for number, file in enumerate(files, start=1):
            which = f"checking {file}" if len(files) == 1 else f"checking {file} ({number} of {len(files)})"
            findings.extend(check(file, lambda stage, which=which: activity.tell(f"{which}: {stage}")))  # type: ignore[misc]
    if as_json:
        print_json([finding.as_json() for finding in findings])
    else:
        _print(findings)
    return int(any(finding.severity is Severity.ERROR for finding in findings))


COLOURS: Final = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.NOTE: "bold cyan"}
MARKS: Final = {r"(?m)^ +\^+$": "bold green", "(?m)^hint:": "bold cyan"}


def _print(findings: list[Finding]) -> None:
    for finding in findings:
        colours = {f"{finding.severity.value}:": COLOURS[finding.severity], **MARKS}
        tell_coloured(str(finding), colours, end="\n\n")
    tell(_summary(findings))


def _summary(findings: list[Finding]) -> str:
    errors = sum(finding.severity is Severity.ERROR for finding in findings)
    warnings = sum(finding.severity is Severity.WARNING for finding in findings)
    if not errors + warnings:
        return "nothing wrong" if findings else "nothing found"
    return f"{count_of(errors, 'error')}, {count_of(warnings, 'warning')}"
