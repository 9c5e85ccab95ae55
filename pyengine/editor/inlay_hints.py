"""Types of arguments between the words of the rules, where an editor asks for them."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from lsprotocol import types
from lsprotocol.types import InlayHint, InlayHintKind

from pyengine.editor.inference import Ways
from pyengine.editor.server import RuleServer
from pyengine.editor.view import View


def hints(view: View, ways: Ways, start: int, end: int) -> list[InlayHint]:
    """Give the types of the arguments in the heads of first clauses within a stretch, where the compiler knows one."""
    found = []
    for indicator, rules in view.outline.definitions.items():
        head = rules[0].head
        inside = head.layout.end >= start and head.layout.start <= end
        if not inside or not view.is_here(head.clause.source) or not ways.get(indicator):
            continue
        for place, part in enumerate(head.parts()):
            known = dict.fromkeys(way.types[place] for way in ways[indicator])
            if len(known) == 1 and (type_ := next(iter(known))) is not None:
                position = view.lines.position(part.layout.end)
                found.append(InlayHint(position, f": {type_}", InlayHintKind.Type, padding_right=False))
    return sorted(found, key=lambda hint: (hint.position.line, hint.position.character))


def register(server: RuleServer) -> None:
    """Answer editors."""

    def refresh() -> None:
        """Have the editor ask again."""
        capable = server.client_capabilities.workspace
        known = None if capable is None else capable.inlay_hint
        if known is not None and known.refresh_support:
            server.workspace_inlay_hint_refresh(None)

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def inlay_hints(params: types.InlayHintParams) -> list[InlayHint]:
        if not server.hints_types:
            return []
        view = server.view(params.text_document.uri)
        loop = asyncio.get_running_loop()

        def ready() -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(refresh)

        ways = server.inference.of(view, ready)
        return [] if ways is None else hints(view, ways, *view.lines.span(params.range))
