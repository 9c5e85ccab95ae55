"""`pyengine uci GAME`: an engine for chess interfaces, and for others that speak their protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pyengine.bridges.uci.engine import Engine
from pyengine.bridges.uci.settings import Settings
from pyengine.cli.game_options import ChosenGame, game_options
from pyengine.cli.search_options import opened_store, search_options, store_option
from pyengine.cli.terminal import tell
from pyengine.search import Options
from pyengine.texts import AnyGame

STANDARD_INPUT = 0


@click.command()
@game_options
@store_option
@search_options
def command(chosen: ChosenGame, stored: Path | None, options: Options) -> int:
    """Be an engine by the universal chess interface (UCI), over standard input and output.

    Interfaces start it themselves: docs/uci.md has what to tell them. Rules are compiled to C unless --reasoner says
    otherwise.
    """
    name = Path(chosen.game).stem if chosen.game.endswith(".pl") else chosen.game
    with opened_store(stored) as store:

        def load() -> tuple[AnyGame, Any]:
            position = chosen.load("c" if chosen.reasoner == "auto" and not chosen.is_class else None)
            if store is not None:
                store.of(position.game)  # one of another game is refused before anybody moves
            return position.game, position.state

        return Engine(name, load, _say, Settings(options), store).run(STANDARD_INPUT)


def _say(line: str) -> None:
    tell(line, flush=True)
