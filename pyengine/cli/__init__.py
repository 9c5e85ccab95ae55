"""The `pyengine` command. A command is a module of this package, imported only when it is used.

To add one, write `pyengine/cli/NAME.py` with a click command called `command`, and a line in `COMMANDS`. A command
prints what it found, returns its exit status (None for 0), and raises a `PyengineError` for what the user got wrong.
`game_options` gives it a game and a position in it, `terminal` says what it has to say, and `formats` prints
tables and JSON.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import click

COMMANDS: Final = {
    "games": "list the games that come with pyengine",
    "new": "write a rule file to start from, or a copy of a game",
    "import": "write a game in GDL (.kif) as a rule file",
    "check": "report everything that is wrong with a rule file",
    "format": "lay out rule files as those that come with pyengine are",
    "show": "show a position of a game",
    "describe": "tell what can be said of a game before it is played",
    "moves": "list the legal moves of a position",
    "play": "play a game against the engine or another person",
    "uci": "be an engine for chess interfaces (UCI), with any game",
    "studio": "open a page in the browser: write, play, analyse, compare",
    "arena": "let players play each other, many games, and count",
    "tune": "adjust the weights of a rule file by self-play, and prove the gain",
    "solve": "give the exact value of a position",
    "best": "find a good move in a limited time",
    "tree": "draw what a search did: as text, SVG, a page, or DOT",
    "perft": "count lines of play, and compare with published counts",
    "compare": "walk two games side by side: do they agree, how fast is each?",
    "bench": "measure how fast each reasoner is on a game",
    "compile": "print the Python or C that rules become, or what the compiler found out",
    "query": "put any question to the rules of a game",
    "lsp": "serve editors: what is wrong with rules, and what they mean, while they are written",
    "library": "print the folder of the libraries that rule files include",
    "completion": "print the script by which a shell completes commands",
}
"""What each command is for, in the order in which they are listed."""


def module_of(command: str) -> str:
    """Name the module of a command; one that Python has as a word of its own gets an underscore."""
    return f"pyengine.cli.{command}_" if command == "import" else f"pyengine.cli.{command}"


def main(
    arguments: Sequence[str] | None = None, program: str = "pyengine", command: click.Command | None = None
) -> int:
    """Run one command; 0 is well, 1 an error, 2 wrong usage, 130 an interrupt, 141 a reader that went away.

    `program` is how the user has called it, for what is printed for the user to type. Without a `command` of its own,
    it is one of `COMMANDS`, named by the first argument.
    """
    try:
        from pyengine.cli.command_group import run  # here, since an interrupt may come while it is imported

        _prepare_streams()
        try:
            return run(sys.argv[1:] if arguments is None else list(arguments), program, command)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()
        return 141
    except OSError as error:
        _discard_output()
        _report(error)
        return 1
    except MemoryError as error:
        _report(error if error.args else "there is not enough memory")
        return 1
    except KeyboardInterrupt:
        _report("interrupted")
        return 130


def _report(what: object) -> None:
    from pyengine.cli.terminal import report

    report(what)


def _prepare_streams() -> None:
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # what the terminal cannot show is no reason to fail
        elif stream is None:  # closed by whoever started the command
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115


def _discard_output() -> None:
    """Let what is still buffered go nowhere: Python writes it when it ends, and would fail once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
