"""`pyengine moves GAME`: the legal moves of a position."""

from __future__ import annotations

from typing import Any

import click

from pyengine.cli.formats import json_option, print_json, print_table
from pyengine.cli.game_options import ChosenGame, ChosenPosition, game_options
from pyengine.cli.results import number_text, sight_value
from pyengine.cli.terminal import tell
from pyengine.game import expand
from pyengine.search.result import number_as_json
from pyengine.texts import move_text, state_text


@click.command()
@game_options
@click.argument("state", required=False)
@click.option("--evaluate", "-e", is_flag=True, help="Also tell what each move leads to is worth at sight.")
@json_option
def command(chosen: ChosenGame, state: str | None, evaluate: bool, as_json: bool) -> None:
    """List the legal moves: of the first position, or of STATE, after --moves.

    Numbered in the author's order, in the game's notation, as a term where that is another text, and with the position
    that each leads to. With --evaluate, also what that position is worth to the first player without a search.
    """
    position = chosen.starting(state).load()
    found = _describe(position, evaluate)
    if as_json:
        print_json([{**each, "value": number_as_json(each["value"])} if evaluate else each for each in found])
        return
    if not found:
        tell("none: the game is over")
        return
    noted = any(each["move"] != each["term"] for each in found)
    columns = [">", "move", *["term"] * noted, *[">value"] * evaluate, "leads to"]
    rows = []
    for each in found:
        value = each.get("value")
        worth = "-" if value is None else number_text(value)
        terms, worths = [each["term"]] * noted, [worth] * evaluate
        rows.append((str(each["number"]), each["move"], *terms, *worths, each["position"]))
    print_table(columns, rows)


def _describe(position: ChosenPosition, evaluate: bool) -> list[dict[str, Any]]:
    game, state = position.game, position.state
    expansion = expand(game, state)
    found = []
    for number, (move, child) in enumerate(zip(expansion.moves, expansion.children, strict=True), start=1):
        about: dict[str, Any] = {
            "number": number,
            "move": move_text(game, move, state),
            "term": _term_text(game, move),
            "position": state_text(game, child),
        }
        if evaluate:
            about["value"] = sight_value(game, child)
        found.append(about)
    return found


def _term_text(game: Any, move: Any) -> str:
    """Write a move without the notation of a position."""
    return str(game.move_text(move)) if hasattr(game, "program") else str(move)
