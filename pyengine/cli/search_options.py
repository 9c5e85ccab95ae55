"""The options of a search: its limits, and the techniques of `pyengine.Options`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from pyengine.cli.game_options import Decorator, gathered
from pyengine.errors import SearchError
from pyengine.search import PLAIN, Limit, Options
from pyengine.search.arguments import window_of
from pyengine.search.options import KINDS, Algorithm, read_number, read_setting

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from pyengine.stores import SolvedStore


class Seconds(click.FloatRange):
    """A number of seconds: neither endless nor `nan`, which is in every range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read the number."""
        try:
            is_number = math.isfinite(float(value))
        except ValueError:
            is_number = False
        if not is_number:
            self.fail(f"{value} is not a number of seconds.", param, ctx)
        number: float = super().convert(value, param, ctx)
        return number


class Memory(click.ParamType):  # type: ignore[type-arg]
    """A number of bytes, with a letter for thousands of them: `500M`, `2G`."""

    name = "SIZE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number."""
        found = re.fullmatch(r"([0-9]{1,15})([KMGT]?)(?:i?B)?", str(value).strip(), re.IGNORECASE | re.ASCII)
        size = int(found[1]) << 10 * " KMGT".index(found[2].upper() or " ") if found else 0
        if not size:
            self.fail(f"{value!r} is no amount of memory; 500M or 2G is one.", param, ctx)
        return size


limit_options = gathered(
    "limit",
    Limit,
    click.option("--seconds", "-s", type=Seconds(min=0), help="Search no longer than this."),
    click.option("--depth", "-d", type=click.IntRange(min=0), help="Search no deeper than this many plies."),
    click.option("--nodes", "-n", type=click.IntRange(min=1), help="Enter no more positions than this."),
)
"""The options that end a search, as one `limit`."""


def stored_option(help: str) -> Decorator:
    """Make the option that names a store of solved positions."""
    path = click.Path(dir_okay=False, path_type=Path)
    return click.option("--store", "stored", type=path, metavar="FILE", help=help)


store_option = stored_option("Look positions up in this file, which 'pyengine solve GAME --store FILE' has filled.")


@contextmanager
def opened_store(path: Path | None) -> Iterator[SolvedStore | None]:
    """Open a store of solved positions if there is one; what it needs is imported only then."""
    if path is None:
        yield None
        return
    from pyengine.stores import SolvedStore

    with SolvedStore(path) as store:
        yield store


def _read_window(context: click.Context, parameter: click.Parameter, texts: tuple[str, str] | None) -> Any:
    """Read alpha and beta."""
    if texts is None:
        return None
    try:
        return window_of(tuple(map(read_number, texts)))
    except (ValueError, ZeroDivisionError, SearchError):
        raise click.BadParameter(
            f"{' '.join(texts)} are not two numbers, alpha below beta.", context, parameter
        ) from None


window_option = click.option(
    "--window",
    nargs=2,
    metavar="ALPHA BETA",
    callback=_read_window,
    help="Ask only for a value between these two; one outside is told as a bound. '-inf' and 'inf' are open sides.",
)


class OptionSetting(click.ParamType):  # type: ignore[type-arg]
    """`NAME=VALUE` for one of the techniques."""

    name = "NAME=VALUE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, Any]:
        """Read the value as the option has it."""
        name, equals, text = value.partition("=")
        name = name.replace("-", "_")
        try:
            return name, read_setting(name, text if equals else "true")
        except SearchError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Offer the names of the techniques."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(f"{name}=") for name in KINDS if name.startswith(incomplete)]


def _options(
    algorithm: Algorithm | None,
    no_table: bool,
    memory: int | None,
    plain: bool,
    settings: tuple[tuple[str, Any], ...],
) -> Options:
    given: dict[str, Any] = dict(settings)
    if memory is not None:
        if no_table:
            raise click.UsageError("--memory is for the table, and --no-table does without one.")
        given["table_bytes"] = memory
    if algorithm is not None:
        given["algorithm"] = algorithm
    if no_table:
        given |= {"table": 0, "table_bytes": None, "table_move": False}
    try:
        return replace(PLAIN if plain else Options(), **given)
    except SearchError as error:
        raise click.UsageError(str(error)) from None


search_options = gathered(
    "options",
    _options,
    click.option(
        "--algorithm", type=click.Choice(get_args(Algorithm)), help="How the game is searched; mcts is for best."
    ),
    click.option("--no-table", is_flag=True, help="Search without a transposition table."),
    click.option("--memory", type=Memory(), metavar="SIZE", help="How large the table may become, as in 500M or 2G."),
    click.option("--plain", is_flag=True, help="Start from alpha-beta as in the textbook: no table, no ordering."),
    click.option(
        "--option",
        "-o",
        "settings",
        type=OptionSetting(),
        multiple=True,
        metavar="NAME=VALUE",
        help=f"Set a technique; may be repeated. There are: {', '.join(field.name for field in fields(Options))}.",
    ),
)
"""The techniques of a search, as one `options`."""
