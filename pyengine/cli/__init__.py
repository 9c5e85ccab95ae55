"""The `pyengine` command."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

from pyengine.cli import check
from pyengine.errors import PyengineError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 is well, 1 an error, 2 wrong usage, 130 an interrupt, 141 a reader that went away."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # what the terminal cannot show is no reason to fail
    elif sys.stdout is None:  # closed by whoever started the command
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    try:
        try:
            return _run(arguments)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()
        return 141
    except OSError as error:
        _discard_output()
        print(f"pyengine: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("pyengine: interrupted", file=sys.stderr)
        return 130


def _run(arguments: Sequence[str] | None) -> int:
    parser = argparse.ArgumentParser(prog="pyengine", description="Games written as Prolog clauses.")
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    check.add_to(commands)
    options = parser.parse_args(arguments)
    try:
        status: int = options.run(options)
    except PyengineError as error:
        print(f"pyengine: {error}", file=sys.stderr)
        return 1
    return status


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import PackageNotFoundError, version  # slow to import, and seldom asked for

        try:
            number = version("pyengine-logic")
        except PackageNotFoundError:
            number = "unknown"
        print(f"pyengine {number}")
        parser.exit()


def _discard_output() -> None:
    """Let what is still buffered go nowhere: Python writes it when it ends, and would fail once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
