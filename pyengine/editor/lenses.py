"""Code lenses: what can be asked of a game, over the clauses that it is about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lsprotocol import types

from pyengine.editor.commands import BENCH, PERFT, PLAY, SHOW, SOLVE, TREE, VALUE
from pyengine.editor.server import RuleServer
from pyengine.editor.view import View
from pyengine.language.vocabulary import Indicator

_MOVES: Final = ((PERFT, "perft"), (BENCH, "moves per second"))
LENSES: Final[Mapping[Indicator, tuple[tuple[str, str], ...]]] = {
    ("initial", 1): ((PLAY, "play"), (SHOW, "show"), (SOLVE, "solve"), (TREE, "tree")),
    ("move", 3): _MOVES,
    ("legal", 2): _MOVES,
    ("moves", 2): _MOVES,
    ("mutari", 2): _MOVES,
    ("staticval", 2): ((VALUE, "value at the start"),),
}
"""The commands, each with its title, over the first clause of a predicate."""


def lenses(view: View) -> list[types.CodeLens]:
    """Give the lenses of a text."""
    found = []
    for indicator, offered in LENSES.items():
        first = next(iter(view.outline.definitions.get(indicator, ())), None)
        if first is None or not view.is_here(first.clause.source):
            continue
        place = view.lines.range(first.head.layout.name_start, first.head.layout.name_end)
        asked = {"uri": view.uri}
        found += [types.CodeLens(place, types.Command(title, name, arguments=[asked])) for name, title in offered]
    return found


def register(server: RuleServer) -> None:
    """Answer for the lenses of a text."""

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=False))
    def code_lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        return lenses(server.view(params.text_document.uri))
