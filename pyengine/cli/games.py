"""`pyengine games`: what comes with pyengine, and what a rule file says of itself; nothing is run for that."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from pyengine.api import find_rules, games
from pyengine.cli.formats import json_option, print_json, print_table
from pyengine.language.contract import declared_parameters, defined, vocabulary_of
from pyengine.language.gate import read_rules
from pyengine.language.program import Program
from pyengine.language.reading.files import open_source
from pyengine.language.source import Source
from pyengine.terms import Compound, Term, write_term
from pyengine.texts import is_class_name


@dataclass(frozen=True, slots=True)
class Listing:
    """One line about a game. `players` is None where the rules work them out; `has_start` tells of `initial/1`."""

    name: str
    title: str
    parameters: dict[str, Term]
    players: tuple[str, ...] | None
    has_start: bool


def describe(path: Path) -> Listing:
    """Read what a rule file says about itself."""
    program = read_rules(open_source(path)[0])[0]
    return Listing(
        name=path.stem,
        title=title_of(program.source),
        parameters=declared_parameters(program),
        players=_players(program),
        has_start=("initial", 1) in defined(program),
    )


def title_of(source: Source) -> str:
    """Give what a rule file is called by its first comment; nothing is read for it but that."""
    return source.title


def parameters_of(game: str) -> dict[str, Term]:
    """Give the parameters that a game declares, with their defaults; a class in Python declares none."""
    if is_class_name(game):
        return {}
    return describe(find_rules(game)).parameters


def _players(program: Program) -> tuple[str, ...] | None:
    if vocabulary_of(program) != "contract":
        return ("max", "min")
    facts = [clause.term for clause in defined(program).get(("player", 1), ())]
    if not all(isinstance(fact, Compound) and fact.name == "player" for fact in facts):
        return None
    return tuple(write_term(fact.args[0], program.operators) for fact in facts if isinstance(fact, Compound))


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
