"""`pyengine completion SHELL`: the script that lets a shell complete commands, games and parameters."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from pyengine.cli.command_group import COMPLETE, pyengine
from pyengine.cli.terminal import tell


@click.command()
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
def command(shell: str) -> None:
    """Print the completion script for a SHELL.

    bash: put eval "$(pyengine completion bash)" into ~/.bashrc. zsh: the same with zsh, into ~/.zshrc. fish: write
    it to ~/.config/fish/completions/pyengine.fish.
    """
    kind = get_completion_class(shell)
    assert kind is not None
    tell(kind(pyengine, {}, "pyengine", COMPLETE).source())
