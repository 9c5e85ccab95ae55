"""The options that say how a search goes: its limits, and the techniques of `pyengine.Options`."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import fields, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Literal, get_args, get_origin, get_type_hints

import click

from pyengine.errors import SearchError
from pyengine.search import PLAIN, Limit, Options
from pyengine.search.options import Algorithm
from pyengine.terms import Number

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

KINDS: Final = get_type_hints(Options)
YES_OR_NO: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class Seconds(click.FloatRange):
    """A number of seconds: neither endless nor `nan`, which is in every range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read the number."""
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a number of seconds.", param, ctx)
        return number


def limit_options(function: Callable[..., int | None]) -> Callable[..., int | None]:
    """Give a command the options that end a search, as one `limit`."""

    @click.option("--seconds", "-s", type=Seconds(min=0), help="Search no longer than this.")
    @click.option("--depth", "-d", type=click.IntRange(min=0), help="Search no deeper than this many plies.")
    @click.option("--nodes", "-n", type=click.IntRange(min=1), help="Enter no more positions than this.")
    @functools.wraps(function)
    def with_limit(*args: Any, seconds: float | None, depth: int | None, nodes: int | None, **others: Any) -> Any:
        return function(*args, limit=Limit(seconds=seconds, depth=depth, nodes=nodes), **others)

    return with_limit


class OptionSetting(click.ParamType):  # type: ignore[type-arg]
    """`NAME=VALUE` for one of the techniques."""

    name = "NAME=VALUE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, Any]:
        """Read the value as the option has it."""
        name, equals, text = value.partition("=")
        name = name.replace("-", "_")
        if name not in KINDS:
            self.fail(f"no option {name!r}; there are: {', '.join(KINDS)}", param, ctx)
        try:
            return name, _read(KINDS[name], text if equals else "true")
        except (ValueError, ZeroDivisionError):
            self.fail(f"{name} cannot be {text!r}; {_allowed(KINDS[name])} is needed", param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Offer the names of the techniques."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(f"{name}=") for name in KINDS if name.startswith(incomplete)]


def _read(kind: Any, text: str) -> Any:
    """Read a value of a field of `Options`; ValueError where the text is not one."""
    choices = get_args(kind)
    if kind is bool:
        if text.lower() not in YES_OR_NO:
            raise ValueError(text)
        return YES_OR_NO[text.lower()]
    if type(None) in choices and text.lower() == "none":
        return None
    if get_origin(kind) is frozenset:
        return frozenset(word for word in text.split(",") if word)
    if get_origin(kind) is Literal:
        return text
    return int(text) if kind in (int, int | None) else _number(text)


def _number(text: str) -> Number:
    if "/" in text:
        return Fraction(text)
    try:
        return int(text)
    except ValueError:
        return float(text)


def _allowed(kind: Any) -> str:
    if kind is bool:
        return "yes or no"
    return "a whole number" if kind in (int, int | None) else "a number"


def search_options(function: Callable[..., int | None]) -> Callable[..., int | None]:
    """Give a command the techniques of a search, as one `options`."""

    @click.option("--algorithm", type=click.Choice(get_args(Algorithm)), help="How windows are searched.")
    @click.option("--no-table", is_flag=True, help="Search without a transposition table.")
    @click.option("--plain", is_flag=True, help="Start from alpha-beta as in the textbook: no table, no ordering.")
    @click.option(
        "--option",
        "-o",
        "settings",
        type=OptionSetting(),
        multiple=True,
        metavar="NAME=VALUE",
        help=f"Set a technique; may be repeated. There are: {', '.join(field.name for field in fields(Options))}.",
    )
    @functools.wraps(function)
    def with_options(
        *args: Any,
        algorithm: Algorithm | None,
        no_table: bool,
        plain: bool,
        settings: tuple[tuple[str, Any], ...],
        **others: Any,
    ) -> Any:
        given: dict[str, Any] = dict(settings)
        if algorithm is not None:
            given["algorithm"] = algorithm
        if no_table:
            given |= {"table": 0, "table_bytes": None, "table_move": False}
        try:
            options = replace(PLAIN if plain else Options(), **given)
        except SearchError as error:
            raise click.UsageError(str(error), click.get_current_context()) from None
        return function(*args, options=options, **others)

    return with_options
