"""The output formats of commands: tables and fields, coloured in a terminal, plain in a pipe; and JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import click

from pyengine.cli.terminal import console, shown, tell
from pyengine.errors import NotWrittenError
from pyengine.quoting import json_text, quote_line

if TYPE_CHECKING:
    from rich.console import RenderableType

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for tools.")

GAP: Final = 2
"""Blanks between columns."""

LEAST: Final = 12
"""Columns to which a cell may be cut short."""


def print_json(value: object) -> None:
    """Print a value as JSON that any terminal can show."""
    plain = sys.stdout.encoding.lower() not in ("utf-8", "utf8")  # the escapes of JSON are not those of Python
    tell(json_text(value, indent=2, ascii=plain))


def write_file(path: Path, made: str | bytes) -> None:
    """Write what a command made to a file; NotWrittenError where that cannot be done."""
    try:
        path.write_bytes(made.encode("utf-8") if isinstance(made, str) else made)
    except OSError as error:
        raise NotWrittenError(f"{quote_line(str(path))} cannot be written: {error.strerror or error}") from None


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows under their heads.

    A column whose name starts with `>` is set to the right; those with `~` are cut short where a terminal is narrow,
    so that each row stays on its line. Where that would leave too little of them, they go below the others. A name that
    comes from outside is given behind a `<`, so that its first character means nothing.
    """
    from rich.cells import cell_len
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
    cells = [[quote_line(cell) for cell in row] for row in rows]
    names = [_name(column) for column in columns]
    short = {place for place, column in enumerate(columns) if column.startswith("~")}
    natural = [max(map(cell_len, column)) for column in zip(names, *cells, strict=True)]
    widths = _fit(natural, short, console().width)
    if any(widths[place] < min(natural[place], LEAST) for place in short):
        _print_stacked(columns, cells, short)
        return
    for place, (column, name) in enumerate(zip(columns, names, strict=True)):
        justify: Literal["left", "right"] = "right" if column.startswith(">") else "left"
        if short:
            width = widths[place]
            table.add_column(
                shown(name), justify=justify, overflow="ellipsis", no_wrap=True, min_width=width, max_width=width
            )
        else:
            table.add_column(shown(name), justify=justify, overflow="fold")
    for row in cells:
        table.add_row(*map(shown, row))
    _print(table)


def _name(column: str) -> str:
    return quote_line(column[1:] if column[:1] in (">", "~", "<") else column)


def _print_stacked(columns: Sequence[str], rows: Sequence[Sequence[str]], below: set[int]) -> None:
    """Print the cells of some columns below the others, each on lines of its own."""
    from textwrap import wrap

    above = [place for place in range(len(columns)) if place not in below]
    cells = [[_name(columns[place]) for place in above], *([row[place] for place in above] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    room = max(1, console().width - GAP)
    for number, words in enumerate(cells):
        padded = [
            word.rjust(width) if columns[place].startswith(">") else word.ljust(width)
            for word, width, place in zip(words, widths, above, strict=True)
        ]
        tell((" " * GAP).join(padded).rstrip())
        for place in sorted(below) if number else ():
            for line in wrap(rows[number - 1][place], room):
                tell(f"{' ' * GAP}{line}")


def _fit(widths: list[int], short: set[int], width: int) -> list[int]:
    """Give the columns that may be cut short, narrow ones first, an even share of the room that the others leave.

    >>> _fit([10, 30, 8], {1, 2}, 40)
    [10, 18, 8]
    """
    found = list(widths)
    room = width - GAP * (len(widths) - 1) - sum(width for place, width in enumerate(widths) if place not in short)
    for left, place in enumerate(sorted(short, key=lambda place: widths[place])):
        found[place] = max(1, min(widths[place], room // (len(short) - left)))
        room -= found[place]
    return found


def print_fields(fields: Mapping[str, str]) -> None:
    """Print names and what they stand for, line by line."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), show_header=False)
    table.add_column(style="cyan")
    table.add_column(overflow="fold")
    for name, text in fields.items():
        table.add_row(shown(quote_line(name)), shown(text))
    _print(table)


def _print(what: RenderableType) -> None:
    """Print without the blanks at the ends of lines that fill up columns, where that can be told."""
    here = console()
    if here.is_terminal:
        here.print(what)
        return
    with here.capture() as captured:
        here.print(what)
    tell("\n".join(line.rstrip() for line in captured.get().splitlines()))


def per_second(count: int, seconds: float) -> str:
    """Write a rate per second, to three digits.

    >>> per_second(123456, 0.5), per_second(5, 0.0)
    ('247,000', '-')
    """
    return f"{float(f'{count / seconds:.3g}'):,.0f}" if seconds > 0 else "-"
