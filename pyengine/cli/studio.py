"""`pyengine studio`: a page in the browser on which games are written, played, analysed and compared."""

from __future__ import annotations

import os
import threading
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pyengine.api import find_rules, games
from pyengine.cli.game_options import GameName, parameter_option
from pyengine.cli.terminal import tell
from pyengine.errors import LibraryMissingError
from pyengine.quoting import quote_line
from pyengine.terms import Term, write_term

if TYPE_CHECKING:
    from pyengine.studio.folder import StudioFolder
    from pyengine.studio.shelf import Opened


@click.command()
@click.argument("game", type=GameName(), required=False)
@parameter_option
@click.option("--port", type=click.IntRange(0, 65535), help="Where on this machine; 0 for any port that is free.")
@click.option("--no-browser", is_flag=True, help="Open no browser: the link is printed in any case.")
def command(game: str | None, parameters: Mapping[str, Term], port: int | None, no_browser: bool) -> None:
    """Open a page in the browser: write rules, play, analyse, watch searches, compare.

    It is served on this machine for this machine alone, to whoever has the link. Files are read and written in this
    folder, or in that of the rule file where it stands elsewhere, and nowhere else. Ctrl-C ends it.
    """
    try:
        from pyengine.studio.server import serve
    except ImportError as error:
        raise LibraryMissingError(f"the studio needs {error.name}: pip install 'pyengine-logic[studio]'") from None
    folder, opened = _opened(game, {name: write_term(value) for name, value in parameters.items()})

    def ready(link: str) -> None:
        tell(f"The studio is open at {link}")
        tell(f"Files are those of {quote_line(str(folder.root))}. Ctrl-C ends it.", flush=True)
        if not no_browser:  # some browsers run in the terminal, and are not to be waited for
            threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()

    serve(folder, opened, port, ready)


def _opened(game: str | None, parameters: dict[str, str]) -> tuple[StudioFolder, Opened | None]:
    """Find the folder of the studio, and what is open in it from the start."""
    from pyengine.studio.folder import StudioFolder
    from pyengine.studio.protocol import Open
    from pyengine.studio.shelf import Opened, Shelf

    here = StudioFolder.at(Path())
    if game is None:
        if parameters:
            raise click.UsageError("parameters are those of a game: name it")
        return here, None
    if game in games():
        asked = Open(game=game)
    else:
        path = Path(os.path.realpath(find_rules(game)))
        if not path.is_relative_to(here.root):
            here = StudioFolder.at(path.parent)
        asked = Open(file=path.relative_to(here.root).as_posix())
    found = Shelf(here, None).open(asked)
    return here, Opened(found.name, found.file, found.text, parameters)
