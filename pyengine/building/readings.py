"""Rule files that were read and found without a mistake, kept beside what they were compiled to.

To read and check a file takes longer than to load its library, and neither need be done twice for the same text.
"""

from __future__ import annotations

import contextlib
import os
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
            found = self._shelf.find(self._name(path, path.read_bytes()))
            if found is not None:
                source, sentences, operators, flags, sources = pickle.loads(found.read_bytes())
                if all(_is_as_read(included.path, included.text) for included in sources[1:]):
                    return Program(source, sentences, operators, MappingProxyType(flags), sources)
        return None

    def keep(self, program: Program) -> None:
        """Keep a program without mistakes that was read from a file, in place of what was kept for the same text.

        What cannot be kept is read again next time: terms that are nested deeper than a pickle may be (some hundred
        goals of one body are), or a file that has changed since it was read.
        """
        path = program.source.path
        if path is None:
            return
        parts = (program.source, program.sentences, program.operators, dict(program.flags), program.sources)
        with contextlib.suppress(OSError, ValueError, RecursionError, pickle.PicklingError):
            content, pickled = path.read_bytes(), pickle.dumps(parts, pickle.HIGHEST_PROTOCOL)
            if _text(content) != program.source.text:
                return
            name = self._name(path, content)
            with self._shelf.workplace() as place:
                made = place / "reading"
                made.write_bytes(pickled)
                self._shelf.forget(name)  # an included file has another text now
                self._shelf.keep(made, name)
            self._shelf.tidy()

    def _name(self, path: Path, content: bytes) -> str:
        """Name a program by the text of its file, by where it is, and by all that decides what is read."""
        trusted = "trusted" if self._trust else "not trusted"
        places = (str(path), os.path.abspath(path))  # the first is what messages call it
        return f"{content_key(FORMAT, code_stamp(), sys.version, *places, trusted, content)}.read"


def open_readings(*, trust: bool) -> Readings | None:
    """Open what the user's own shelf has; None where there is no room for a shelf."""
    try:
        return Readings(open_shelf(), trust=trust)
    except OSError:
        return None


def _is_as_read(path: Path, text: str) -> bool:
    """Tell whether an included file still has its text, and no other file has come that would be taken for it."""
    return not Path(f"{path}.pl").exists() and _text(path.read_bytes()) == text


def _text(content: bytes) -> str:
    return content.decode("utf-8-sig")
