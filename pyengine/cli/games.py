"""`pyengine games`: what comes with pyengine."""

from __future__ import annotations

from typing import Any

import click

from pyengine.api import find_rules, games
from pyengine.cli.formats import json_option, print_json, print_table
from pyengine.cli.listing import describe
from pyengine.terms import write_term


@click.command()
@json_option
def command(as_json: bool) -> None:
    """List the games that come with pyengine.

    One line each: the name, the number of players, what the rule file calls the game, and its parameters with what
    they are unless they are set by --param.
    """
    found: list[dict[str, Any]] = []
    for listing in (describe(find_rules(name)) for name in games()):
        parameters = {name: write_term(value) for name, value in listing.parameters.items()}
        found.append(
            {"name": listing.name, "title": listing.title, "players": listing.players, "parameters": parameters}
        )
    if as_json:
        print_json(found)
        return
    rows = [
        (
            each["name"],
            "?" if each["players"] is None else str(len(each["players"])),
            each["title"],
            " ".join(f"{name}={value}" for name, value in each["parameters"].items()),
        )
        for each in found
    ]
    print_table(("game", ">players", "~title", "~parameters"), rows)
