"""A search as a tree to step through, with the lines of the algorithm that each step runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, cast

from pyengine.errors import SearchError
from pyengine.markup import svg_text
from pyengine.pictures.labels import subtitle, title
from pyengine.pictures.narration import NarrationFrame, frames, with_end
from pyengine.pictures.pseudocode import code_text, lines_run
from pyengine.pictures.search_tree import SearchTree
from pyengine.pictures.svg import key_elements, svg_element
from pyengine.pictures.traced_search import Algorithm, grow
from pyengine.search import Limit, Options
from pyengine.search.options import PLAIN, read_setting
from pyengine.search.watch import StopSignal
from pyengine.studio.loaded_game import LoadedGame
from pyengine.studio.protocol import Trace

MOST_NODES: Final = 2_000
"""Nodes of a tree that a page is given."""
SEARCHED: Final = Limit(nodes=50_000, seconds=20)


def trace(loaded: LoadedGame, asked: Trace, stop: StopSignal) -> dict[str, Any]:
    """Search a position and tell step by step what the search did."""
    if not 1 <= asked.nodes <= MOST_NODES:
        raise SearchError(f"a tree has 1 to {MOST_NODES:,} nodes, not {asked.nodes:,}")
    tree = grow(
        loaded.game,
        loaded.state(asked.place),
        algorithm=cast(Algorithm, asked.algorithm),
        depth=asked.depth,
        options=_options(asked.options),
        nodes=asked.nodes,
        limit=SEARCHED,
        stop=stop,
    )
    return tree_as_json(tree)


def _options(given: Mapping[str, str]) -> Options:
    return replace(PLAIN, **{name: read_setting(name, text) for name, text in given.items()})


def tree_as_json(tree: SearchTree) -> dict[str, Any]:
    """Say what a page shows of a tree: its picture, its steps, and the code beside them."""
    told = with_end(frames(tree), tree)
    if not told:
        raise SearchError("the search was stopped before its first step: there is nothing to step through")
    steps = zip(told, lines_run(tree), strict=True)
    return {
        "svg": svg_text(svg_element(tree, windows=True, caption=False, alone=True)),
        "title": title(tree),
        "subtitle": subtitle(tree),
        "algorithm": tree.algorithm,
        "parents": tree.parents(),
        "best": [node.number for node in tree.nodes() if node.best],
        "steps": [_step_as_json(frame, lines) for frame, lines in steps],
        "code": list(code_text(tree.algorithm)),
        "legend": [svg_text(key) for key in key_elements(tree)],
    }


def _step_as_json(frame: NarrationFrame, lines: tuple[int, ...]) -> dict[str, Any]:
    return {
        "words": frame.words,
        "node": frame.node,
        "changes": [
            {"node": change.node, "stage": change.stage.value, "value": change.value, "window": change.window}
            for change in frame.changes
        ],
        "code": lines[-1] if lines else None,
        "lines": list(lines),
    }
