"""The group of all commands: finds the one that is asked for, and tells what is wrong with how it was asked for."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import click

from pyengine.cli import COMMANDS, module_of
from pyengine.cli.terminal import report, tell

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMPLETE: Final = "_PYENGINE_COMPLETE"
"""The variable by which a shell asks for completions."""


def run(words: list[str], program: str, command: click.Command | None = None) -> int:
    """Run one command, of the group if none is given, and give its exit status.

    click's own `main` would end a command whose reader went away with status 1, and an interrupted one as well.
    """
    if request := os.environ.get(COMPLETE):
        from click.shell_completion import shell_complete

        return shell_complete(pyengine, {}, "pyengine", COMPLETE, request)
    given = command or pyengine
    try:
        with given.make_context(program, words) as context:
            return given.invoke(context) or 0
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return 2
    except click.UsageError as error:
        report(_usage_error(error))
        return 2
    except (click.ClickException, *_mistakes()) as error:
        report(error)
        return 1


def _mistakes() -> tuple[type[Exception]]:
    """Name what users get wrong, which help need not know."""
    from pyengine.errors import PyengineError

    return (PyengineError,)


def _usage_error(error: click.UsageError) -> str:
    message = error.format_message().rstrip(".")
    told = f"{message[:1].lower()}{message[1:]}"
    if error.ctx is None:
        return told
    if isinstance(error, click.NoSuchOption) and _may_be_parameter(error, error.ctx.command):
        told += f" (a parameter of the game is set by --param {error.option_name.lstrip('-')}=VALUE)"
    return f"{told}\n{error.ctx.get_usage()}\n('{error.ctx.command_path} --help' says more)"


def _may_be_parameter(error: click.NoSuchOption, command: click.Command) -> bool:
    """Tell whether an option that there is none of is like no other one, and the command takes parameters of a game."""
    from difflib import get_close_matches

    known = [name for option in command.params for name in option.opts]
    takes = any(option.name == "parameters" for option in command.params)
    return takes and not get_close_matches(error.option_name, known, 1, 0.8)


class _CommandGroup(click.Group):
    """The commands of `COMMANDS`: one that is not used costs nothing."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Give the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of a name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(module_of(cmd_name)).command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, Any]:
        """Find the command that was asked for, or say which one may have been meant."""
        name = args[0]
        if name not in COMMANDS and not ctx.resilient_parsing:
            from pyengine.texts import suggestion  # slower to import than all of this module

            raise click.UsageError(f"no command {name!r}; {suggestion(name, COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands in the help, without importing any."""
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
    tell(f"pyengine {number}")
    ctx.exit()


@click.group(cls=_CommandGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version."
)
def pyengine() -> None:
    """Games written as Prolog clauses: check them, look at them, solve them.

    A GAME is the name of one that comes with pyengine ('pyengine games' lists them) or the path of a rule file.
    """
