"""One call from a game to its picture, in the format that is asked for."""

from __future__ import annotations

from typing import Final, Literal, get_args

from pyengine.errors import SearchError
from pyengine.game import Game, M, S
from pyengine.pictures.dot import dot
from pyengine.pictures.outline import outline
from pyengine.pictures.page import html, step_html
from pyengine.pictures.search_tree import SearchTree
from pyengine.pictures.svg import svg
from pyengine.pictures.traced_search import ACROSS, NODES, SEARCHED, Algorithm, grow
from pyengine.pictures.tree_json import as_json
from pyengine.quoting import json_text
from pyengine.search import PLAIN, Limit, Options

Format = Literal["text", "svg", "html", "step", "dot", "json"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)


def draw(
    game: Game[S, M],
    state: S | None = None,
    *,
    format: Format = "text",
    algorithm: Algorithm | None = None,
    depth: int | None = None,
    options: Options = PLAIN,
    nodes: int = NODES,
    across: int = ACROSS,
    boards: bool | None = None,
    whole: bool = False,
    limit: Limit = SEARCHED,
    windows: bool = False,
    caption: bool = True,
) -> str:
    """Search a position and draw what the search did; `grow` says what the options of the search mean.

    The formats: `text` for a terminal, `svg`, `html` with the SVG on a page, `step` for a page that steps through the
    search, `dot` for Graphviz, `json` for tools. `windows` writes alpha and beta at the nodes, `caption` the result
    and a legend.
    """
    _check(format)
    tree = grow(
        game,
        state,
        algorithm=algorithm,
        depth=depth,
        options=options,
        nodes=nodes,
        across=across,
        boards=boards,
        whole=whole,
        limit=limit,
    )
    return render(tree, format, windows=windows, caption=caption)


def render(tree: SearchTree, format: Format, *, windows: bool = False, caption: bool = True) -> str:
    """Draw a tree that has been grown."""
    _check(format)
    match format:
        case "step":
            return step_html(tree)
        case "dot":
            return dot(tree, caption=caption)
        case "json":
            return json_text(as_json(tree), indent=2, ascii=True) + "\n"
    drawn = {"svg": svg, "html": html, "text": outline}[format]
    return drawn(tree, windows=windows, caption=caption)


def _check(format: str) -> None:
    if format not in FORMATS:
        raise SearchError(f"no format {format!r}; there are: {', '.join(FORMATS)}")
