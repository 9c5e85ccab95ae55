"""`pyengine compare A B`: do two games agree, and how fast is each?"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from pyengine.cli.formats import json_option, print_json, print_table
from pyengine.cli.game_options import GameName, parameter_option, trust_option
from pyengine.cli.search_options import Seconds
from pyengine.cli.terminal import console, shown, tell
from pyengine.compare.effort import Effort
from pyengine.quoting import quote_line
from pyengine.terms import Term

if TYPE_CHECKING:
    from pyengine.compare.comparison import Comparison

USUAL = Effort()


@click.command()
@click.argument("first", metavar="GAME", type=GameName())
@click.argument("second", metavar="[OTHER]", required=False, type=GameName())
@parameter_option
@json_option
@trust_option
@click.option("--speed/--no-speed", default=True, help="Measure how fast each is, or do not.")
@click.option(
    "--positions",
    type=click.IntRange(min=1),
    default=USUAL.positions,
    show_default=True,
    metavar="N",
    help="Walk at most N positions before random games.",
)
@click.option(
    "--games",
    type=click.IntRange(min=0),
    default=USUAL.games,
    show_default=True,
    metavar="N",
    help="Then play N games at random.",
)
@click.option(
    "--values",
    type=click.IntRange(min=0),
    default=USUAL.values,
    show_default=True,
    metavar="N",
    help="Compare the exact values of N positions.",
)
@click.option(
    "--nodes",
    type=click.IntRange(min=1),
    default=USUAL.nodes,
    show_default=True,
    metavar="N",
    help="Give up a search after N nodes.",
)
@click.option(
    "--seconds",
    type=Seconds(min=0, min_open=True),
    default=USUAL.seconds,
    show_default=True,
    metavar="S",
    help="Walk for S seconds at most, and solve for as long.",
)
@click.option("--seed", type=int, default=USUAL.seed, show_default=True, metavar="N", help="Of the random games.")
def command(
    first: str,
    second: str | None,
    parameters: tuple[tuple[str, Term], ...],
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
    with _telling() as tell:
        found = compare(
            first,
            second,
            effort=Effort(**effort),
            speed=speed,
            trust=trust,
            progress=tell,
            **dict[str, Any](parameters),
        )
    if as_json:
        print_json(found.as_json())
    else:
        _print(found)
    return 130 if found.interrupted else int(not found.agree)


@contextmanager
def _telling() -> Iterator[Callable[[str], None] | None]:
    """Show the progress in a terminal; give the callback that takes it."""
    if not sys.stderr.isatty():
        yield None
        return
    with console(stderr=True).status("loading", spinner="line", refresh_per_second=4) as status:
        yield lambda text: status.update(shown(quote_line(text)))  # plain text would be read as markup


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
