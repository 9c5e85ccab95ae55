"""The texts that are open in an editor, and the newest view of each.

A text that is no game by itself, and that one includes which is, is viewed as the part of that game that it is.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Final

from lsprotocol.types import (
    PositionEncodingKind,
    TextDocumentContentChangeEvent,
    TextDocumentContentChangePartial,
)
from pygls.workspace import Workspace

from pyengine.editor.lines import Lines
from pyengine.editor.view import View, file_of, read_view
from pyengine.errors import Severity
from pyengine.language.parts import MOST_BYTES, MOST_FILES, may_include
from pyengine.language.reading.files import open_source

_MOST_FOLDERS: Final = 2000


@dataclass(frozen=True, slots=True)
class OpenText:
    """A text as an editor has it."""

    text: str
    version: int | None


class Desk:
    """The texts that are open in one workspace, and their views: one is made anew when what it rests on has changed."""

    def __init__(self, workspace: Workspace, *, uses_files: bool = True) -> None:
        self._workspace = workspace
        self._uses_files = uses_files
        self._texts: dict[str, OpenText] = {}
        self._views: dict[str, tuple[tuple[object, ...], View]] = {}
        self._mains: dict[str, str | None] = {}
        self._parts: dict[str, tuple[View, View]] = {}

    @property
    def uris(self) -> list[str]:
        """The texts that are open, by the URIs that the editor has for them."""
        return list(self._texts)

    def version(self, uri: str) -> int | None:
        """Give the version of a text that is open; None for another."""
        return self._texts[uri].version if uri in self._texts else None

    def open(self, uri: str, text: str, version: int | None) -> None:
        """Take a text that was opened."""
        self._texts[uri] = OpenText(text, version)
        self._mains.clear()

    def edit(self, uri: str, changes: Sequence[TextDocumentContentChangeEvent], version: int | None) -> None:
        """Change an open text, one change after the other.

        It is done here and not by pygls, which takes characters for ends of lines that the protocol does not.
        """
        text = self._texts[uri].text
        for change in changes:
            if isinstance(change, TextDocumentContentChangePartial):
                start, end = Lines(text, self._encoding).span(change.range)
                text = text[:start] + change.text + text[end:]
            else:
                text = change.text
        self._texts[uri] = OpenText(text, version)

    def close(self, uri: str) -> None:
        """Let go of a text that is closed."""
        self._texts.pop(uri, None)
        self._views.pop(uri, None)
        self._parts.pop(uri, None)
        self._mains.clear()

    def view(self, uri: str) -> View:
        """Give the newest view of a text: as a part of the game that includes it, where it is none by itself."""
        own = self._own_view(uri)
        main = self._main_of(own)
        if main is None:
            return own
        whole = self._own_view(main)
        known = self._parts.get(uri)
        if known is not None and known[0] is whole and known[1].version == own.version:
            return known[1]
        path = os.path.realpath(own.source.path or "")
        for source in whole.program.sources:
            if source.path is not None and os.path.realpath(source.path) == path:
                part = replace(whole, uri=uri, version=own.version, source=source)
                self._parts[uri] = whole, part
                return part
        return own

    def closed_files(self) -> Iterator[str]:
        """Go through the rule files of the workspace that are not open, not very many, nor very large ones."""
        seen = {self._path_of(uri) for uri in self.uris}
        for file in islice(self._rule_files(), MOST_FILES):
            path = os.path.realpath(file)
            if path not in seen and _is_text(file):
                seen.add(path)
                yield file.as_uri()

    def _rule_files(self) -> Iterator[Path]:
        """Go through the folders of the workspace, not into what is hidden or linked, nor into very many."""
        for top in self._tops():
            for count, (folder, inner, files) in enumerate(os.walk(top)):
                if count >= _MOST_FOLDERS:
                    break
                inner[:] = sorted(name for name in inner if not name.startswith(".") and name != "node_modules")
                yield from (Path(folder, name) for name in sorted(files) if name.endswith(".pl"))

    def _tops(self) -> list[str]:
        """Give the folders of the workspace."""
        if not self._uses_files:
            return []
        folders = [folder.uri for folder in self._workspace.folders.values()]
        root = [self._workspace.root_uri] if self._workspace.root_uri and not folders else []  # as older editors say it
        return [top for uri in (*folders, *root) if (top := file_of(uri))]

    def _path_of(self, uri: str) -> str | None:
        """Give the file of a URI, with all links resolved; None where it is of no file."""
        path = file_of(uri) if self._uses_files else None
        return None if path is None else os.path.realpath(path)

    def including(self, paths: Collection[str]) -> Iterator[View]:
        """Go through the games of the workspace that are not open and include some of these files."""
        stems = {Path(path).stem for path in paths}
        for uri in self.closed_files():
            file = Path(file_of(uri) or "")
            if any(may_include(file, stem) for stem in stems) and not self._own_view(uri).paths.isdisjoint(paths):
                yield self._own_view(uri)

    def alone(self, uri: str) -> View:
        """Give the view of a text by itself, whatever includes it."""
        return self._own_view(uri)

    def main_uri(self, uri: str) -> str:
        """Say whose findings tell what is wrong with a text: its own, or those of the game that it is a part of."""
        return self._main_of(self._own_view(uri)) or uri

    def resting_on(self, uri: str) -> Iterator[str]:
        """Go through the open texts whose views rest on one: itself, and those that include it."""
        path = self._path_of(uri)
        for other in self.uris:
            if other == uri or (path is not None and other in self._views and path in self._views[other][1].paths):
                yield other

    def _own_view(self, uri: str) -> View:
        opened = self._texts.get(uri) or _text_of_file(self._path_of(uri))
        known = self._views.get(uri)
        if known is not None and known[0] == self._stamp(known[1], opened):
            return known[1]
        view = read_view(
            *(uri, opened.text, opened.version, self.open_text, self._encoding),
            uses_files=self._uses_files,
            open_uris={path: uri for uri in self._texts if (path := self._path_of(uri)) is not None},
        )
        self._views[uri] = self._stamp(view, opened), view
        return view

    @property
    def _encoding(self) -> str:
        return str(PositionEncodingKind(self._workspace.position_encoding or PositionEncodingKind.Utf16).value)

    def _stamp(self, view: View, opened: OpenText) -> tuple[object, ...]:
        """Tell what a view rests on: the texts of the editor, and when files were written.

        A version does not tell a text: one that is opened anew begins with the first again.
        """
        by_path = {path: text for uri, text in self._texts.items() if (path := self._path_of(uri)) is not None}
        others = (by_path[path] if path in by_path else _written(path) for path in sorted(view.paths))
        return (opened, *others)

    def open_text(self, path: str) -> str | None:
        """Give the text of a file as the editor has it, by its path; None where it is not open."""
        return next((opened.text for uri, opened in self._texts.items() if self._path_of(uri) == path), None)

    # Texts that are parts of others

    def _main_of(self, own: View) -> str | None:
        """Find the game that a text is a part of; None for one that is a game, or that no game includes."""
        if own.source.path is None or not any(f.severity is Severity.ERROR for f in own.examined.findings):
            return None
        path = os.path.realpath(own.source.path)
        for uri in self.uris:
            if uri != own.uri and path in self._own_view(uri).paths:
                return uri
        if path not in self._mains:
            self._mains[path] = self._look_for_main(Path(path))
        return self._mains[path]

    def _look_for_main(self, part: Path) -> str | None:
        """Look in the folder of a file, and in those above it up to the workspace's, for a game that includes it."""
        tops = {Path(top) for top in self._tops()}
        looked_at = 0
        for folder in (part.parent, *part.parent.parents):
            if tops and not any(folder.is_relative_to(top) for top in tops):
                break
            for file in sorted(folder.glob("*.pl")):
                looked_at += 1
                if file != part and looked_at <= MOST_FILES and may_include(file, part.stem):
                    uri = file.as_uri()
                    if str(part) in self._own_view(uri).paths:
                        return uri
            if not tops or looked_at > MOST_FILES:
                break
        return None


def _is_text(file: Path) -> bool:
    """Tell whether a file can be opened as text, and is not too large to be looked at unasked."""
    try:
        if not file.is_file() or file.stat().st_size > MOST_BYTES:
            return False
        file.read_bytes().decode()
    except (OSError, UnicodeDecodeError):
        return False
    return True


def _text_of_file(path: str | None) -> OpenText:
    """Read a text that is not open; one that cannot be read is empty."""
    if path is None or not os.path.isfile(path):  # a pipe has a path, too, and may never end
        return OpenText("", None)
    return OpenText(open_source(Path(path))[0].text, None)


def _written(path: str) -> int | None:
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return None
