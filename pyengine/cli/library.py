"""`pyengine library`: where the libraries are that rule files include."""

from __future__ import annotations

import click

from pyengine.cli.formats import json_option, print_json
from pyengine.cli.games import title_of
from pyengine.cli.terminal import tell
from pyengine.language.reading.files import open_source
from pyengine.language.shipped import libraries, library_folder


@click.command()
@json_option
def command(as_json: bool) -> None:
    """Print the folder of the libraries that come with pyengine.

    Rule files include them from anywhere: ':- include(library(boards)).' SWI-Prolog by itself finds them if it is told
    where they are:

        swipl -p library="$(pyengine library)" mine.pl
    """
    folder = library_folder()
    if as_json:
        titles = {name: title_of(open_source(folder / f"{name}.pl")[0]) for name in libraries()}
        print_json({"folder": str(folder), "libraries": titles})
    else:
        tell(str(folder))
