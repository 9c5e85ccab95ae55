"""How commands print: coloured in a terminal, plain in a pipe, or as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for tools.")

WIDE: Final = 100_000
"""Columns of a pipe: no line is broken in one."""


def print_json(value: object) -> None:
    """Print a value as JSON that any terminal can show."""
    plain = sys.stdout.encoding.lower() not in ("utf-8", "utf8")  # the escapes of JSON are not those of Python
    print(json.dumps(value, indent=2, ensure_ascii=plain))


def console(*, stderr: bool = False) -> Console:
    """Give a console on standard output: no markup, no guessed colours, and no line is broken in a pipe."""
    from rich.console import Console

    found = Console(markup=False, highlight=False, emoji=False, stderr=stderr)
    if not found.is_terminal:
        found.width = WIDE
    return found


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows under their heads; a column whose name starts with `>` is set to the right."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(column.removeprefix(">"), justify="right" if column[0] == ">" else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    _print(table)


def print_fields(fields: Mapping[str, str]) -> None:
    """Print names and what they stand for, line by line."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(style="cyan")
    table.add_column(overflow="fold")
    for name, text in fields.items():
        table.add_row(name, Text(text))
    _print(table)


def _print(what: RenderableType) -> None:
    """Print without the blanks at the ends of lines that fill up columns, where that can be told."""
    here = console()
    if here.is_terminal:
        here.print(what)
        return
    with here.capture() as captured:
        here.print(what)
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))


def count_of(number: int, thing: str, things: str | None = None) -> str:
    """Write a number of things.

    >>> count_of(1, "move"), count_of(1200, "node"), count_of(2, "leaf", "leaves")
    ('1 move', '1,200 nodes', '2 leaves')
    """
    return f"{number:,} {thing if number == 1 else things or f'{thing}s'}"


def per_second(count: int, seconds: float) -> str:
    """Write how many there are in a second, to three digits.

    >>> per_second(123456, 0.5), per_second(5, 0.0)
    ('247,000', '-')
    """
    return f"{float(f'{count / seconds:.3g}'):,.0f}" if seconds > 0 else "-"
