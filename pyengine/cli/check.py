"""`pyengine check FILE`: everything that is wrong with a rule file."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from pyengine.errors import Finding, GameNotFoundError, Severity, TermSyntaxError
from pyengine.language.reading.reader import read_term
from pyengine.rulecheck import WALK_POSITIONS, check_file
from pyengine.terms import Term

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_to(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "check",
        help="report everything that is wrong with a rule file",
        description="Report everything that is wrong with rule files: their syntax, the contract, undefined and unsafe "
        "calls, and what shows when the game is walked from its start. Exit status 1 where there is an error.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a rule file, or the name of a game")
    parser.add_argument("--trust", action="store_true", help="allow files, processes, loading code and the like")
    parser.add_argument("--json", action="store_true", help="print the findings as JSON, for tools")
    parser.add_argument(
        "--positions",
        type=_count,
        default=WALK_POSITIONS,
        metavar="N",
        help="walk at most N positions before random games (default %(default)s)",
    )
    parser.add_argument("--start", metavar="STATE", help="walk from this position, a Prolog term, instead of initial/1")
    parser.add_argument(
        "--param",
        type=_parameter,
        action="append",
        default=[],
        dest="parameters",
        metavar="NAME=VALUE",
        help="set a parameter that the file declares to a Prolog term; may be repeated",
    )
    parser.set_defaults(run=run)


def _count(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"a whole number of at least 1 is needed, not {text!r}")
    return number


def _parameter(text: str) -> tuple[str, Term]:
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise argparse.ArgumentTypeError(f"NAME=VALUE is needed, as in size=3, not {text!r}")
    try:
        return name, read_term(value)
    except TermSyntaxError as error:
        raise argparse.ArgumentTypeError(f"the value of {name} is not a Prolog term\n{error}") from None


def run(options: argparse.Namespace) -> int:
    """Check every file, then say what was found."""
    findings = [finding for file in options.files for finding in _check(file, options)]
    if options.json:
        plain = sys.stdout.encoding.lower() not in ("utf-8", "utf8")  # the escapes of JSON are not those of Python
        print(json.dumps([finding.as_json() for finding in findings], indent=2, ensure_ascii=plain))
    else:
        _print(findings)
    return int(any(finding.severity is Severity.ERROR for finding in findings))


def _check(file: str, options: argparse.Namespace) -> tuple[Finding, ...]:
    """One file that is not there does not keep the others from being checked."""
    try:
        return check_file(
            file,
            trust=options.trust,
            positions=options.positions,
            parameters=dict(options.parameters),
            start=options.start,
        )
    except GameNotFoundError as error:
        return (Finding(Severity.ERROR, "not-found", str(error)),)
    except OSError as error:  # a path that is too long, or in a folder that may not be looked into
        return (Finding(Severity.ERROR, "unreadable-file", f"{file} cannot be read: {error.strerror or error}"),)


def _print(findings: list[Finding]) -> None:
    if sys.stdout.isatty():
        _print_coloured(findings)
    else:
        for finding in findings:
            print(f"{finding}\n")
    print(_summary(findings))


def _print_coloured(findings: list[Finding]) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    colours = {"error": "bold red", "warning": "bold yellow"}
    for finding in findings:
        text = Text(str(finding))
        text.highlight_words([f"{finding.severity.value}:"], colours[finding.severity.value])
        text.highlight_regex(r"(?m)^ +\^+$", "bold green")
        text.highlight_regex(r"(?m)^hint:", "bold cyan")
        console.print(text, end="\n\n")


def _summary(findings: list[Finding]) -> str:
    errors = sum(finding.severity is Severity.ERROR for finding in findings)
    warnings = len(findings) - errors
    if not findings:
        return "nothing found"
    return f"{errors} error{'s' * (errors != 1)}, {warnings} warning{'s' * (warnings != 1)}"
