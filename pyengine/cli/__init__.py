"""The `pyengine` command. A command is a module of this package, imported only when it is used.

To add one, write `pyengine/cli/NAME.py` with a click command called `command`, and a line in `COMMANDS`. A command
prints what it found, returns its exit status (None for 0), and raises a `PyengineError` for what the user got wrong.
`chosen.game_options` gives it a game and a position in it, `printing` a console, tables and JSON.
"""

from __future__ import annotations

import difflib
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS: Final = {
    "games": "list the games that come with pyengine",
    "new": "write a rule file to start from",
    "check": "report everything that is wrong with a rule file",
    "show": "show a position of a game",
    "moves": "list the legal moves of a position",
    "play": "play a game against the engine or another person",
    "solve": "give the exact value of a position",
    "best": "find a good move in a limited time",
    "tree": "draw what a search did: as text, SVG, a page, or DOT",
    "perft": "count lines of play, and compare with published counts",
    "compare": "walk two games side by side: do they agree, how fast is each?",
    "bench": "measure how fast each reasoner is on a game",
    "query": "put any question to the rules of a game",
    "completion": "print the script by which a shell completes commands",
}
"""What each command is for, in the order in which they are listed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 is well, 1 an error, 2 wrong usage, 130 an interrupt, 141 a reader that went away."""
    _prepare_streams()
    try:
        try:
            return _run(sys.argv[1:] if arguments is None else list(arguments))
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


def _run(words: list[str]) -> int:
    # click's own `main` would end a command whose reader went away with status 1, and an interrupted one as well.
    from pyengine.errors import PyengineError

    if request := os.environ.get(COMPLETE):
        from click.shell_completion import shell_complete

        return shell_complete(pyengine, {}, "pyengine", COMPLETE, request)
    try:
        with pyengine.make_context("pyengine", words) as context:
            return pyengine.invoke(context) or 0
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return 2
    except click.UsageError as error:
        print(_usage_error(error), file=sys.stderr)
        return 2
    except (PyengineError, click.ClickException) as error:
        print(f"pyengine: {error}", file=sys.stderr)
        return 1


COMPLETE: Final = "_PYENGINE_COMPLETE"
"""The variable by which a shell asks for completions."""


def _usage_error(error: click.UsageError) -> str:
    message = error.format_message().rstrip(".")
    told = f"pyengine: {message[:1].lower()}{message[1:]}"
    if error.ctx is None:
        return told
    return f"{told}\n{error.ctx.get_usage()}\n('{error.ctx.command_path} --help' says more)"


class _Commands(click.Group):
    """The commands of `COMMANDS`: one that is not used costs nothing."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"pyengine.cli.{cmd_name}").command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, Any]:
        """Find the command that was asked for, or say which one may have been meant."""
        name = args[0]
        if name not in COMMANDS and not ctx.resilient_parsing:
            near = difflib.get_close_matches(name, COMMANDS, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(COMMANDS)}"
            raise click.UsageError(f"no command {name!r}; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List them without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the name of a command, without importing any."""
        from click.shell_completion import CompletionItem

        named = [CompletionItem(name, help=COMMANDS[name]) for name in COMMANDS if name.startswith(incomplete)]
        return [*named, *click.Command.shell_complete(self, ctx, incomplete)]


def _print_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if not asked or ctx.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version  # slow to import, and seldom asked for

    try:
        number = version("pyengine-logic")
    except PackageNotFoundError:
        number = "unknown"
    print(f"pyengine {number}")
    ctx.exit()


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version."
)
def pyengine() -> None:
    """Games written as Prolog clauses: check them, look at them, solve them.

    A GAME is the name of one that comes with pyengine ('pyengine games' lists them) or the path of a rule file.
    """


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
