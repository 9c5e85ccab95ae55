"""The `pyengine` command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from pyengine.cli import check
from pyengine.errors import PyengineError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 is well, 1 an error, 2 wrong usage, 130 an interrupt."""
    parser = argparse.ArgumentParser(prog="pyengine", description="Games written as Prolog clauses.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    check.add_to(commands)
    options = parser.parse_args(arguments)
    try:
        status: int = options.run(options)
    except PyengineError as error:
        print(f"pyengine: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("pyengine: interrupted", file=sys.stderr)
        return 130
    return status
