"""The server: texts looked at anew when they have changed, and what is found told to the editor.

What takes long, a walk through the game above all, runs in processes of its own, and is given up when the text changes.
Each kind of question that editors ask has a module with a function `register` (`features.py`).
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, Final

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import json_rpc

from pyengine.editor.desk import Desk
from pyengine.editor.diagnostics import diagnostics_of
from pyengine.editor.inference import Inference
from pyengine.editor.positions import Boards
from pyengine.editor.protocol import Refusal, RuleProtocol
from pyengine.editor.view import View
from pyengine.editor.walk import walk
from pyengine.errors import Finding

TYPING_SECONDS: Final = 0.05
"""How long a text that is being changed must stay as it is before it is looked at."""
RESTING_SECONDS: Final = 0.5
"""How long before its game is walked."""


def _is_fault(record: logging.LogRecord) -> bool:
    """Tell whether what is logged is a fault of the server, and no answer that it means to give."""
    return record.exc_info is None or not isinstance(record.exc_info[1], Refusal)


@dataclass(slots=True)
class _Pace:
    """When a text was changed last, and how long it took to look at it."""

    changed_at: float = -math.inf
    seconds: float = 0.0


class RuleServer(LanguageServer):
    """A server for one editor."""

    protocol: RuleProtocol

    def __init__(self, *, uses_files: bool = True) -> None:
        super().__init__("pyengine", version("pyengine-logic"), protocol_cls=RuleProtocol)
        logging.getLogger(json_rpc.__name__).addFilter(_is_fault)
        self._uses_files = uses_files
        self._desk: Desk | None = None
        self._looks: dict[str, asyncio.Task[None]] = {}
        self._walks: dict[str, asyncio.Task[None]] = {}
        self._shown: dict[str, set[str]] = {}
        self._paces: dict[str, _Pace] = {}
        self._walked: dict[str, tuple[View, tuple[Finding, ...]]] = {}
        self.walks = True
        """Whether games are walked; an editor may ask that they are not (`initializationOptions: {"walk": false}`)."""
        self.hints_types = False
        """Whether types are shown between the words of rules (`{"inlayHints": true}`)."""
        self.inference = Inference()
        """What the compiler finds out about the games that are open."""
        self.boards = Boards()
        """The boards of positions that are written in rules."""
        self.shows_answers = False
        """Whether the editor shows what commands answer (`{"answers": true}`); to others they are told as messages."""
        self.runs: dict[str, asyncio.Task[Any]] = {}
        """The commands that run, by the text that they were given for."""

    def shutdown(self) -> None:
        """End what runs."""
        for tasks in (self._looks, self._walks, self.runs):
            for task in list(tasks.values()):
                task.cancel()
        self.inference.end()
        super().shutdown()  # type: ignore[no-untyped-call]  # pygls leaves it untyped

    @property
    def desk(self) -> Desk:
        """The texts that are open."""
        if self._desk is None:
            self._desk = Desk(self.workspace, uses_files=self._uses_files)
        return self._desk

    def view(self, uri: str) -> View:
        """Give what is known of a text as it is now."""
        return self.desk.view(uri)

    def walked(self, view: View) -> tuple[Finding, ...]:
        """Give what a walk through the game has found in a text as it is now, if one has ended."""
        known = self._walked.get(self.desk.main_uri(view.uri))
        return known[1] if known is not None and known[0].examined is view.examined else ()

    def changed(self, uri: str) -> None:
        """Look at a text anew, and at those that include it: at once, or while it is changed fast when that ends."""
        pace, now = self._paces.setdefault(uri, _Pace()), time.monotonic()
        is_fast, pace.changed_at = now - pace.changed_at < max(TYPING_SECONDS, 2 * pace.seconds), now
        _end(self._looks, uri)
        for main in list(self._walks):
            if main == uri or main in set(self.desk.resting_on(uri)):
                _end(self._walks, main)
        self._looks[uri] = asyncio.get_running_loop().create_task(
            self._look(uri, max(TYPING_SECONDS, pace.seconds) if is_fast else 0)
        )

    def closed(self, uri: str) -> None:
        """Show nothing more of a text, nor of a game that was shown for its parts when the last of them is closed."""
        others = [other for other in self.desk.resting_on(uri) if other != uri]
        self._let_go(uri)
        wanted = {self.desk.main_uri(other) for other in self.desk.uris}
        for main in self._shown.keys() - wanted - set(self.desk.uris):
            self._let_go(main)
        for other in others:
            self.changed(other)

    def _let_go(self, uri: str) -> None:
        _end(self._looks, uri)
        _end(self._walks, uri)
        self.stop(uri)
        self.desk.close(uri)
        self._paces.pop(uri, None)
        self._walked.pop(uri, None)
        for shown in self._shown.pop(uri, {uri}):
            self._publish(shown, None, [])
            if shown in self.desk.uris:
                self.changed(shown)

    def stop(self, uri: str) -> None:
        """Have the command end that runs for a text, if one does."""
        if uri in self.runs:
            self.runs[uri].cancel()

    async def _look(self, uri: str, after_seconds: float) -> None:
        await asyncio.sleep(after_seconds)
        desk, start = self.desk, time.monotonic()
        mains = {desk.main_uri(other) for other in desk.resting_on(uri)}
        self._paces.setdefault(uri, _Pace()).seconds = time.monotonic() - start
        for main in mains:
            view = desk.view(main)
            self._show(view, view.examined.findings)
            if self.walks:
                _end(self._walks, main)
                self._walks[main] = asyncio.get_running_loop().create_task(self._walk(view))

    async def _walk(self, view: View) -> None:
        await asyncio.sleep(RESTING_SECONDS)
        walked = await walk(view)
        self._walked[view.uri] = view, walked
        self._show(view, (*view.examined.findings, *walked))

    def _show(self, view: View, findings: Sequence[Finding]) -> None:
        shown = diagnostics_of(view, findings)
        for part in self.desk.uris:
            if part not in shown and self.desk.main_uri(part) == view.uri:
                shown[part] = []
        for uri in self._shown.get(view.uri, set()) - shown.keys():
            self._publish(uri, None, [])
            if uri in self.desk.uris:  # it was a part of this, and is none any more
                self.changed(uri)
        self._shown[view.uri] = set(shown)
        for uri, diagnostics in shown.items():
            self._publish(uri, self.desk.version(uri), diagnostics)

    def _publish(self, uri: str, version: int | None, diagnostics: list[types.Diagnostic]) -> None:
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, version))


def _end(tasks: dict[str, asyncio.Task[None]], uri: str) -> None:
    task = tasks.pop(uri, None)
    if task is not None:
        task.cancel()
