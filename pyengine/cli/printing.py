"""How commands print: coloured in a terminal, plain in a pipe, or as JSON."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for tools.")


def print_json(value: object) -> None:
    """Print a value as JSON that any terminal can show."""
    plain = sys.stdout.encoding.lower() not in ("utf-8", "utf8")  # the escapes of JSON are not those of Python
    print(json.dumps(value, indent=2, ensure_ascii=plain))


def console() -> Console:
    """Give a console on standard output: no markup, no guessed colours, and no line is broken in a pipe."""
    from rich.console import Console

    found = Console(markup=False, highlight=False, emoji=False)
    return found if found.is_terminal else Console(markup=False, highlight=False, emoji=False, width=10_000)
