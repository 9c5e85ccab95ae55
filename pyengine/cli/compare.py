"""`pyengine compare A B`: do two games agree, and how fast is each?"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pyengine.cli.formats import json_option, print_json, print_table
from pyengine.cli.game_options import GameName, parameter_option, trust_option
from pyengine.cli.progress import watched
from pyengine.cli.search_options import Seconds
from pyengine.cli.terminal import console, shown, tell
from pyengine.compare.effort import Effort
from pyengine.terms import Term

if TYPE_CHECKING:
    from pyengine.compare.comparison import Comparison

USUAL = Effort()
F = TypeVar("F", bound=Callable[..., Any])


def _effort_option(name: str, kind: click.ParamType[Any], metavar: str, help: str) -> Callable[[F], F]:
    return click.option(
        f"--{name}", type=kind, default=getattr(USUAL, name), show_default=True, metavar=metavar, help=help
    )


@click.command()
@click.argument("first", metavar="GAME", type=GameName())
@click.argument("second", metavar="[OTHER]", required=False, type=GameName())
@parameter_option
@json_option
@trust_option
@click.option("--speed/--no-speed", default=True, help="Measure how fast each is, or do not.")
@_effort_option("positions", click.IntRange(min=1), "N", "Walk at most N positions before random games.")
@_effort_option("games", click.IntRange(min=0), "N", "Then play N games at random.")
@_effort_option("values", click.IntRange(min=0), "N", "Compare the exact values of N positions.")
@_effort_option("nodes", click.IntRange(min=1), "N", "Give up a search after N nodes.")
@_effort_option("seconds", Seconds(min=0, min_open=True), "S", "Walk for S seconds at most, and solve for as long.")
@_effort_option("seed", click.INT, "N", "Of the random games.")
def command(
    first: str,
    second: str | None,
    parameters: dict[str, Term],
    as_json: bool,
    trust: bool,
    speed: bool,
    **effort: Any,
) -> int:
    """Walk two games in lockstep and show the first thing in which they differ.

    A game is the name of one that comes with pyengine, the path of a rule file, or a Python class, as module:Class or
    path/file.py:Class. Without OTHER, a game that comes with pyengine is compared with its twin in Python. Then the
    exact values of some positions are compared, and the speed of both is measured. Exit status 1 where they differ.
    """
    from pyengine.compare import compare

    sys.path.insert(0, "")  # as for `python -m`, a module may be in the folder where the command is given
    with watched() as activity:
        found = compare(
            first,
            second,
            effort=Effort(**effort),
            speed=speed,
            trust=trust,
            progress=activity.tell,
            **dict[str, Any](parameters),
        )
    if as_json:
        print_json(found.as_json())
    else:
        _print(found)
    return 130 if found.interrupted else int(not found.agree)


def _print(found: Comparison) -> None:
    if not sys.stdout.isatty():
        tell(found)
        return
    terminal = console()
    terminal.print(shown(found.headline, "bold green" if found.agree else "bold red"))
    details = shown("\n".join(found.details))
    details.highlight_regex(r"(?m)^note:", "bold yellow")
    details.highlight_regex(r"(?m)^difference:", "bold red")
    details.highlight_regex(r"(?m)^  (walked|moves|values|alpha-beta)\b", "cyan")
    terminal.print(details)
    if found.speeds:
        terminal.print()
        first, *others = found.table_head
        print_table([first, *(f">{name}" for name in others)], found.table_rows)
