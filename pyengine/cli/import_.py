"""`pyengine import GAME.kif`: a game in GDL as a rule file."""

from __future__ import annotations

import os
from pathlib import Path

import click

from pyengine.api import find_rules
from pyengine.cli.formats import write_file
from pyengine.cli.terminal import tell
from pyengine.errors import FileExistsAlreadyError, GameNotFoundError
from pyengine.language.formatting.formatter import format_text
from pyengine.language.gate import examine_file
from pyengine.quoting import quote_line


@click.command()
@click.argument("game", type=click.Path(path_type=Path), metavar="GAME.kif")
@click.option("--output", "-o", type=click.Path(path_type=Path), metavar="FILE", help="Write to a file.")
def command(game: Path, output: Path | None) -> None:
    """Write a game in GDL as a rule file, with its comments: what all commands take in its place."""
    program = examine_file(find_rules(game), trust=False).program
    if not program.source.is_gdl:
        raise GameNotFoundError(f"{quote_line(str(game))} is no game in GDL: the name of such a file ends in .kif")
    text = format_text(program.source.rules)
    if output is None:
        tell(text, end="")
    elif output.exists() and os.path.samefile(output, game):
        raise FileExistsAlreadyError(f"{quote_line(str(output))} is the game itself, and is left as it is")
    else:
        write_file(output, text)
