"""`pyengine describe GAME`: what can be said of a game before it is played, and what random games are like."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import click

from pyengine.cli.formats import json_option, print_fields, print_json
from pyengine.cli.game_options import ChosenGame, game_options
from pyengine.cli.progress import watched
from pyengine.domains.game_domains import MOST_POSITIONS, GameDomains, Why, domains
from pyengine.domains.sample import Sample, sample
from pyengine.move import plain_player
from pyengine.search.result import number_as_json
from pyengine.texts import count_of, move_text

_SHOWN: Final = 12
_PLIES: Final = 1000


@click.command()
@game_options
@click.option("--games", type=click.IntRange(min=1), default=50, show_default=True, help="Games to play at random.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the random games.")
@click.option(
    "--positions",
    type=click.IntRange(min=0),
    default=MOST_POSITIONS,
    show_default=True,
    help="Visit all positions of a game that has no more.",
)
@json_option
def command(chosen: ChosenGame, games: int, seed: int, positions: int, as_json: bool) -> None:
    """Tell what can be said of every play of a game beforehand, and what random games are like.

    Which moves may occur, what a game can be worth, how long it can be: each with why it is so, by what the rules can
    give at all, or since all positions were visited. What random games have shown is told apart, and proves nothing.
    """
    position = chosen.load()
    with watched(position) as activity:
        activity.tell("working out what the rules can say")
        known = domains(position.game, most_positions=positions)
        activity.tell("playing at random")
        played = sample(known, games, seed, _PLIES)
    if as_json:
        print_json(_as_json(known, played))
    else:
        print_fields(_fields(known, played))


def _why(why: Why, known: GameDomains) -> str:
    if why == "positions":
        return f"proved by all {count_of(known.number_of_positions or 0, 'position')}"
    return "proved by the rules" if why else "not known"


def _fields(known: GameDomains, played: Sample) -> dict[str, str]:
    fields = {"players": ", ".join(str(plain_player(player)) for player in known.players)}
    if known.moves is None:
        fields["moves"] = "no bound is known of how many different ones there are"
    else:
        fields["moves"] = f"{len(known.moves):,} may occur ({_why(known.why_moves, known)}): {_listed(known)}"
    if known.number_of_positions is not None:
        fields["positions"] = f"{known.number_of_positions:,} (all were visited)"
    if known.utilities is None:
        fields["worth"] = "no bound is known"
    else:
        fields["worth"] = f"{_ranges(known.utilities)} ({_why(known.why_utilities, known)})"
    fields["sum of worths"] = "not known" if known.total is None else f"{known.total} ({_why(known.why_total, known)})"
    fields["longest game"] = (
        "no bound is known" if known.longest is None else f"{known.longest} plies ({_why(known.why_longest, known)})"
    )
    fields["random games"] = (
        f"{count_of(played.games, 'game')}: {played.branching:.3g} moves on average, at most {played.most_moves}; "
        f"{played.length:.4g} plies on average, {played.shortest} to {played.longest} (observed, not proved)"
    )
    if played.broken_off:
        fields["broken off"] = f"{played.broken_off} of them, after {_PLIES:,} plies"
    return fields


def _listed(known: GameDomains) -> str:
    moves = [move_text(known.game, move, None) for move in (known.moves or ())[:_SHOWN]]
    return ", ".join(moves) + (", …" if len(known.moves or ()) > _SHOWN else "")


def _ranges(ranges: Sequence[tuple[Any, Any]]) -> str:
    told = [f"{low} to {high}" for low, high in ranges]
    return told[0] if len(set(told)) == 1 else "; ".join(told)


def _as_json(known: GameDomains, played: Sample) -> dict[str, Any]:
    utilities = known.utilities
    return {
        "players": [str(plain_player(player)) for player in known.players],
        "moves": None if known.moves is None else [move_text(known.game, m, None) for m in known.moves],
        "why_moves": known.why_moves or None,
        "positions": known.number_of_positions,
        "utilities": None if utilities is None else [[number_as_json(n) for n in row] for row in utilities],
        "why_utilities": known.why_utilities or None,
        "total": None if known.total is None else number_as_json(known.total),
        "why_total": known.why_total or None,
        "longest": known.longest,
        "why_longest": known.why_longest or None,
        "observed": {
            "games": played.games,
            "branching": played.branching,
            "most_moves": played.most_moves,
            "length": played.length,
            "shortest": played.shortest,
            "longest": played.longest,
            "broken_off": played.broken_off,
        },
    }
