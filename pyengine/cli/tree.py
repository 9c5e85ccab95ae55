"""`pyengine tree GAME`: a picture of what a search did."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Final, Literal, get_args

import click

from pyengine.boards.images import IMAGES, WIDEST, image, require_image_library
from pyengine.cli.formats import json_option, write_file
from pyengine.cli.game_options import ChosenGame, game_options
from pyengine.cli.progress import watched
from pyengine.cli.results import INTERRUPTED
from pyengine.cli.search_options import Seconds
from pyengine.cli.terminal import report, tell, tell_coloured
from pyengine.pictures import FORMATS, Algorithm, Format, grow, render
from pyengine.pictures.outline import outline
from pyengine.pictures.search_tree import SearchTree
from pyengine.pictures.svg import svg_element
from pyengine.pictures.traced_search import ACROSS, NODES, SEARCHED
from pyengine.quoting import quote_line
from pyengine.search import PLAIN, StopReason

Written = Format | Literal["png", "pdf"]
SUFFIXES: Final[dict[str, Written]] = {
    ".svg": "svg",
    ".png": "png",
    ".pdf": "pdf",
    ".html": "html",
    ".htm": "html",
    ".dot": "dot",
    ".gv": "dot",
    ".txt": "text",
    ".json": "json",
}
TABLE: Final = 100_000


@click.command()
@game_options
@click.option(
    "--depth", "-d", type=click.IntRange(min=0), help="Plies to search; without it, a small game to its end, others 3."
)
@click.option(
    "--algorithm",
    "-a",
    type=click.Choice(get_args(Algorithm)),
    help="What to draw: minimax (for two opponents, unless told otherwise), alphabeta, maxn (for others), paranoid.",
)
@click.option("--table", is_flag=True, help="Search with a transposition table; what it answered is linked.")
@click.option("--order", is_flag=True, help="Let alpha-beta try the moves in the order that the game gives.")
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to a file; its name says how: .svg, .png, .pdf, .html, .dot, .txt or .json.",
)
@click.option("--format", "format", type=click.Choice(FORMATS), help="What to write, whatever the file is called.")
@click.option("--width", type=click.IntRange(1, WIDEST), help="Fit a picture (.svg, .png, .pdf) to so many pixels.")
@click.option("--step", is_flag=True, help="Make a page that steps through the search, forward and back.")
@click.option("--windows", "-w", is_flag=True, help="Write alpha and beta at every node.")
@click.option("--boards/--no-boards", default=None, help="Draw the board in every node; small ones are drawn anyway.")
@click.option("--whole", is_flag=True, help="Also draw what lies behind the pruned branches.")
@click.option("--bare", is_flag=True, help="Leave out the title and the legend.")
@click.option(
    "--nodes", "-n", type=click.IntRange(min=1), default=NODES, show_default=True, help="Nodes drawn at most."
)
@click.option("--across", type=click.IntRange(min=1), help=f"Nodes side by side at most: {ACROSS}; in text any number.")
@click.option("--seconds", "-s", type=Seconds(min=0), help="Search no longer than this.")
@json_option
def command(
    chosen: ChosenGame,
    depth: int | None,
    algorithm: Algorithm | None,
    table: bool,
    order: bool,
    output: Path | None,
    format: Format | None,
    width: int | None,
    step: bool,
    windows: bool,
    boards: bool | None,
    whole: bool,
    bare: bool,
    nodes: int,
    across: int | None,
    seconds: float | None,
    as_json: bool,
) -> int:
    """Draw the tree of a search: squares for MAX, circles for MIN, values in the corner.

    It shows what the search really did: pruned branches are dashed and counted, the best line is heavy, positions that
    the table answered are linked. A large tree is drawn with gaps that say how much they stand for. In a terminal the
    tree is text; '--output nim.svg' makes a picture, '--step --output nim.html' a page to step through. Ctrl-C ends the
    search; what it did by then is drawn, and the exit status is 130.
    """
    wanted = _format(output, format, step=step, as_json=as_json)
    if wanted in ("png", "pdf"):
        require_image_library(wanted)
    if width is not None and wanted not in IMAGES:
        raise click.UsageError("--width is that of a picture: it goes with a file called .svg, .png or .pdf")
    position = chosen.load()
    with watched(position) as activity:
        activity.tell("searching")
        tree = grow(
            position.game,
            position.state,
            algorithm=algorithm,
            depth=depth,
            options=replace(PLAIN, table=TABLE if table else 0, order=order),
            nodes=nodes,
            across=across or (nodes if wanted in ("text", "json") else ACROSS),
            boards=boards,
            whole=whole,
            limit=SEARCHED if seconds is None else replace(SEARCHED, seconds=seconds),
            stop=activity.signal,
        )
    if output is not None:
        write_file(output, _made(tree, wanted, width, windows=windows, caption=not bare))
        tell(f"wrote {quote_line(str(output))}")
    elif wanted == "text":
        _print_outline(tree, windows=windows, caption=not bare)
    else:
        tell(_made(tree, wanted, width, windows=windows, caption=not bare).decode(), end="")
    if tree.stopped != StopReason.INTERRUPTED.value:
        return 0
    report("interrupted; this is what the search did by then")
    return INTERRUPTED


def _made(tree: SearchTree, wanted: Written, width: int | None, *, windows: bool, caption: bool) -> bytes:
    """Draw the tree as what a file is to hold."""
    match wanted:
        case "svg" | "png" | "pdf":
            return image(svg_element(tree, windows=windows, caption=caption), wanted, width=width)
    return render(tree, wanted, windows=windows, caption=caption).encode()


def _format(output: Path | None, format: Format | None, *, step: bool, as_json: bool) -> Written:
    """Find out what to write from the options and the name of the file."""
    by_name = None if output is None else SUFFIXES.get(output.suffix.lower())
    named = {asked for asked in (format, "step" if step else None, "json" if as_json else None) if asked is not None}
    if len(named) > 1:
        raise click.UsageError("--format, --step and --json ask for different things")
    if step and output is None:
        raise click.UsageError("--step makes a page: say where to, as in --output tree.html")
    if step and by_name not in ("html", None):
        raise click.UsageError(f"--step makes a page, and {output} is not called .html")
    if named:
        return format or ("step" if step else "json")
    if output is not None and by_name is None:
        raise click.UsageError(
            f"{output.name} does not say what to write; there are: {', '.join(SUFFIXES)} (or --format)"
        )
    return by_name or "text"


def _print_outline(tree: SearchTree, *, windows: bool, caption: bool) -> None:
    """Print the tree as text; in a terminal best play is bold and what was pruned is dim."""
    plain = sys.stdout.encoding.lower() not in ("utf-8", "utf8")
    text = outline(tree, windows=windows, caption=caption, ascii=plain)
    colours = {r"(?m)^.*[┝┕]━ .*$": "bold", r"(?m)[├└]┄ .*$": "dim", r"… .*$": "dim"}
    tell_coloured(text, colours, end="")
