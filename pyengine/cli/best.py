"""`pyengine best GAME`: what to play, and there is only so much time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pyengine.cli.formats import json_option
from pyengine.cli.game_options import ChosenGame, game_options
from pyengine.cli.progress import watched
from pyengine.cli.results import tell_result
from pyengine.cli.search_options import limit_options, opened_store, search_options, store_option, window_option
from pyengine.cli.solve import alliance_option
from pyengine.search import Limit, Options, search
from pyengine.search.watch import NO_LIMIT
from pyengine.terms import Number

USUAL = Limit(seconds=2)
"""How long to search where nothing is said."""


@click.command()
@game_options
@limit_options
@alliance_option
@window_option
@store_option
@search_options
@json_option
def command(
    chosen: ChosenGame,
    limit: Limit,
    alliance: Any,
    window: tuple[Number, Number] | None,
    stored: Path | None,
    options: Options,
    as_json: bool,
) -> int:
    """Find a good move, by searching deeper and deeper; for two seconds unless a limit is given.

    Ctrl-C ends the search; the best move found by then is printed, and the exit status is 130.
    """
    position = chosen.load()
    limit = USUAL if limit == NO_LIMIT else limit
    with opened_store(stored) as store, watched(position, limit) as activity:
        result = search(
            position.game,
            position.state,
            limit=limit,
            options=options,
            alliance=alliance,
            window=window,
            store=store,
            progress=activity.completed if activity.signal else None,
            stop=activity.signal,
        )
    return tell_result(position, result, as_json=as_json)
