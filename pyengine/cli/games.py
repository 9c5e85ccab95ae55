"""`pyengine games`: what comes with pyengine."""

from __future__ import annotations

import click

from pyengine.api import find_rules, games
from pyengine.cli.formats import json_option, print_json, print_table
from pyengine.cli.listing import Listing, describe
from pyengine.terms import write_term


@click.command()
@json_option
def command(as_json: bool) -> None:
    """List the games that come with pyengine.

    One line each: the name, the number of players, what the rule file calls the game, and its parameters with what
    they are unless they are set by --param.
    """
    found = [describe(find_rules(name)) for name in games()]
    if as_json:
        print_json([_as_json(listing) for listing in found])
        return
    rows = [(listing.name, _players(listing), listing.title, _parameters(listing)) for listing in found]
    print_table(("game", ">players", "~title", "~parameters"), rows)


def _players(listing: Listing) -> str:
    return "?" if listing.players is None else str(len(listing.players))


def _parameters(listing: Listing) -> str:
    return " ".join(f"{name}={write_term(value)}" for name, value in listing.parameters.items())


def _as_json(listing: Listing) -> dict[str, object]:
    return {
        "name": listing.name,
        "title": listing.title,
        "players": listing.players,
        "parameters": {name: write_term(value) for name, value in listing.parameters.items()},
    }
