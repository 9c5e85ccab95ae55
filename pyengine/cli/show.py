"""`pyengine show GAME`: a position, who moves in it, and what it is worth at sight."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pyengine.boards import draw
from pyengine.boards.images import IMAGES, WIDEST, Image, image, require_image_library
from pyengine.boards.palette import ROLES, THEMES, Theme
from pyengine.cli.formats import json_option, print_fields, print_json, write_file
from pyengine.cli.game_options import ChosenGame, ChosenPosition, game_options
from pyengine.cli.results import number_text, sight_value, worth
from pyengine.cli.terminal import tell
from pyengine.game import expand
from pyengine.quoting import quote_line
from pyengine.search.result import number_as_json
from pyengine.texts import drawing, state_text
from pyengine.winners import tell_winners, winners


@click.command()
@game_options
@click.argument("state", required=False)
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a picture of the board to a file: .svg, .png or .pdf.",
)
@click.option("--width", type=click.IntRange(1, WIDEST), help="Fit the picture to so many pixels.")
@click.option("--theme", type=click.Choice(THEMES), help="The picture's colours; in SVG those of who looks at it.")
@click.option("--coordinates", is_flag=True, help="Write the coordinates beside the picture's board.")
@json_option
def command(
    chosen: ChosenGame,
    state: str | None,
    output: Path | None,
    width: int | None,
    theme: Theme | None,
    coordinates: bool,
    as_json: bool,
) -> None:
    """Show a position: the first, or STATE, after --moves.

    As people see it, as text that --from reads, who is to move, how many moves there are, and what it is worth: to
    all players where the game is over, else what the rules estimate for the first player. With --output, a picture of
    the board is written, in which the last of --moves is marked.
    """
    if output is not None:
        kind = _kind(output)
        require_image_library(kind)
        position = chosen.starting(state).load()
        colours: Theme = theme or ("auto" if kind == "svg" else "light")
        if kind != "svg" and colours == "auto":
            raise click.UsageError("a file called .png or .pdf has one theme: light or dark")
        game, last = position.game, position.previous
        board = draw(game, position.state, previous=last, coordinates=coordinates, theme=colours)
        write_file(output, image(board, kind, width=width, ground=ROLES["paper"][colours == "dark"]))
        tell(f"wrote {quote_line(str(output))}")
        return
    if width is not None or theme is not None or coordinates:
        raise click.UsageError("--width, --theme and --coordinates are those of a picture: say where to, by --output")
    position = chosen.starting(state).load()
    if as_json:
        print_json(_as_json(position))
        return
    expansion = expand(position.game, position.state)
    picture, text = drawing(position.game, position.state), state_text(position.game, position.state)
    if picture != text:
        tell(f"{picture}\n")
    fields = {"position": text}
    if (term := _term_text(position)) not in (text, None):
        fields["term"] = str(term)
    if expansion.utilities is not None:
        players = [str(player) for player in position.game.players]
        won = tell_winners(winners(position.game, expansion.utilities), players)
        fields["game over"] = f"{won}, {worth(position.game, expansion.utilities)}"
    else:
        fields["to move"] = str(position.game.players[expansion.mover])
        fields["moves"] = str(len(expansion.moves))
        if (estimate := sight_value(position.game, position.state)) is not None:
            fields["estimate"] = number_text(estimate)
    print_fields(fields)


def _kind(output: Path) -> Image:
    for kind in IMAGES:
        if output.suffix.lower() == f".{kind}":
            return kind
    raise click.UsageError(f"{output.name} does not say what to write; there are: .svg, .png, .pdf")


def _term_text(position: ChosenPosition) -> str | None:
    write = getattr(position.game, "term_text", None)
    return write(position.state) if write is not None else None


def _as_json(position: ChosenPosition) -> dict[str, Any]:
    game, state = position.game, position.state
    expansion = expand(game, state)
    values = expansion.utilities
    won = None if values is None else winners(game, values)
    return {
        "game": position.name,
        "players": [str(player) for player in game.players],
        "position": state_text(game, state),
        "term": _term_text(position),
        "picture": drawing(game, state),
        "final": expansion.is_terminal,
        "to_move": None if expansion.is_terminal else str(game.players[expansion.mover]),
        "moves": len(expansion.moves),
        "estimate": number_as_json(sight_value(game, state)) if values is None else None,
        "values": None if values is None else [number_as_json(value) for value in values],
        "winners": None if won is None else [str(game.players[place]) for place in won],
    }
