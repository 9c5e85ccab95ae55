"""A process that loads hostile rules into SWI-Prolog, as the gate's checks were not there, and runs them.

It reads a list of texts as JSON from its input, and writes a line for each: the class of the error, or `ran`. Texts are
taken apart at `%%%% name`: what follows is a file to include.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from pyengine import Budget
from pyengine.errors import PyengineError
from pyengine.language.reading.files import Bundle
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source
from pyengine.reasoners.swi.swi_game import SwiGame


def sources(text: str) -> list[Source]:
    """Take the main file and what it includes apart."""
    main, *others = text.split("%%%% ")
    found = [Source("evil.pl", main)]
    for other in others:
        name, _, content = other.partition("\n")
        found.append(Source(name, content))
    return found


def attempt(text: str) -> str:
    """Load rules and ask for the moves of their first position."""
    try:
        files = sources(text)
        program: Any = read_program(files[0], trust=False, texts=Bundle(files))[0]
        game = SwiGame(program, budget=Budget(seconds=5))
        game.expand(game.initial)
    except PyengineError as error:
        return type(error).__name__
    return "ran"


if __name__ == "__main__":
    for hostile in json.load(sys.stdin):
        print(attempt(hostile), flush=True)
