"""Rule files that were read and found without a mistake, kept beside what they were compiled to.

To read and check a file takes longer than to load its library, and neither need be done twice for the same text.
"""

from __future__ import annotations

import contextlib
import pickle
import sys
from pathlib import Path
from types import MappingProxyType
from typing import Final

from pyengine.building.shelf import Shelf, content_key, open_shelf
from pyengine.building.stamping import code_stamp
from pyengine.language.program import Program

FORMAT: Final = "1"
"""Changes with what is written."""


class Readings:
    """The programs that stand on a shelf, of files that are trusted or of files that are not.

    A program is a pickle. It is opened as a library is loaded: only from a folder that nobody else can write to.
    """

    def __init__(self, shelf: Shelf, *, trust: bool) -> None:
        self._shelf = shelf
        self._trust = trust

    def find(self, path: Path) -> Program | None:
        """Give the program of a rule file; None where there is none, or where this file or one it includes has changed.

        Whatever cannot be opened again is read again, so nothing that is wrong with a pickle is an error.
        """
        with contextlib.suppress(Exception):
            found = self._shelf.find(self._name(path))
            if found is not None:
                source, sentences, operators, flags, sources = pickle.loads(found.read_bytes())
                if all(_is_as_read(included.path, included.text) for included in sources[1:]):
                    return Program(source, sentences, operators, MappingProxyType(flags), sources)
        return None

    def keep(self, program: Program) -> None:
        """Keep a program without mistakes that was read from a file; what cannot be kept is read again next time."""
        path = program.source.path
        if path is None:
            return
        parts = (program.source, program.sentences, program.operators, dict(program.flags), program.sources)
        with contextlib.suppress(OSError, RecursionError, pickle.PicklingError), self._shelf.workplace() as place:
            made = place / "reading"
            made.write_bytes(pickle.dumps(parts, pickle.HIGHEST_PROTOCOL))
            name = self._name(path)
            if _text(path) == program.source.text:  # it has not changed since it was read
                self._shelf.keep(made, name)

    def _name(self, path: Path) -> str:
        """Name a program by the text of its file, by how messages call it, and by all that decides what is read."""
        trusted = "trusted" if self._trust else "not trusted"
        return f"{content_key(FORMAT, code_stamp(), sys.version, str(path), trusted, path.read_bytes())}.read"


def open_readings(*, trust: bool) -> Readings | None:
    """Open what the user's own shelf has; None where there is no room for a shelf."""
    try:
        return Readings(open_shelf(), trust=trust)
    except OSError:
        return None


def _is_as_read(path: Path, text: str) -> bool:
    """Tell whether an included file still has its text, and no other file has come that would be taken for it."""
    return not Path(f"{path}.pl").exists() and _text(path) == text


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8-sig")
