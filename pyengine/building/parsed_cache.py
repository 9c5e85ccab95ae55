"""The cache of parsed rule files: those without a mistake, kept beside the libraries that they were compiled to.

To read and check a file takes longer than to load its library, and neither need be done twice for the same text.
"""

from __future__ import annotations

import contextlib
import io
import os
import pickle
import sys
from fractions import Fraction
from pathlib import Path, PosixPath, WindowsPath
from types import MappingProxyType
from typing import Any, Final

from pyengine.building.build_cache import BuildCache, content_key, find_build_cache, open_build_cache
from pyengine.building.code_stamp import code_stamp
from pyengine.language.gate import CheckedProgram
from pyengine.language.program import Clause, Layout, Program
from pyengine.language.reading.files import read_file
from pyengine.language.source import Source
from pyengine.terms import Atom, Compound, List, OperatorTable, String, Var
from pyengine.terms.operators import Operator
from pyengine.terms.values import unfold

FORMAT: Final = "2"
"""Changes with what is written."""


_TERMS: Final = (Atom, Compound, Fraction, List, String, Var, unfold)
_PARTS: Final = (Clause, Layout, Operator, OperatorTable, PosixPath, Source, WindowsPath)
_MAKERS: Final = {(made.__module__, made.__qualname__): made for made in (*_TERMS, *_PARTS)}
"""All that a program is made of, and what makes it."""


class _Terms(pickle.Unpickler):
    """Opens pickles that name nothing but what programs are made of: no other function can be called by one."""

    def find_class(self, module: str, name: str) -> Any:
        try:
            return _MAKERS[module, name]
        except KeyError:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a program") from None


class ParsedCache:
    """The programs that a build cache has, of files that are trusted or of files that are not.

    A program is a pickle. It is opened as a library is loaded, only from a folder that nobody else can write to; and
    whoever wrote it, it makes terms and places and nothing else.
    """

    def __init__(self, cache: BuildCache, *, trust: bool) -> None:
        self._cache = cache
        self._trust = trust

    def find(self, source: Source) -> CheckedProgram | None:
        """Give the program of a rule file; None where there is none, or where a file that it includes has changed.

        Whatever cannot be opened again is read again, so nothing that is wrong with a pickle is an error.
        """
        with contextlib.suppress(Exception):
            found = self._cache.find(self._name(source))
            if found is not None:
                kept, sentences, operators, flags, sources = _Terms(io.BytesIO(found.read_bytes())).load()
                if kept == source and all(_is_as_read(included.path, included.text) for included in sources[1:]):
                    return CheckedProgram(Program(kept, sentences, operators, MappingProxyType(flags), sources))
        return None

    def keep(self, program: CheckedProgram) -> None:
        """Keep a program that was read from a file, in place of what was kept for the same text.

        What cannot be kept is read again next time: terms that are nested deeper than a pickle may be (some hundred
        goals of one body are).
        """
        parts = (program.source, program.sentences, program.operators, dict(program.flags), program.sources)
        with contextlib.suppress(OSError, ValueError, RecursionError, pickle.PicklingError):
            pickled, name = pickle.dumps(parts, pickle.HIGHEST_PROTOCOL), self._name(program.source)
            with self._cache.workplace() as place:
                made = place / "reading"
                made.write_bytes(pickled)
                self._cache.forget(name)  # an included file has another text now
                self._cache.keep(made, name)
            self._cache.tidy()

    def _name(self, source: Source) -> str:
        """Name a program by the text of its file, by where it is, and by all that decides what is read."""
        trusted = "trusted" if self._trust else "not trusted"
        places = (source.name, os.path.abspath(source.path or ""))  # the first is what messages call it
        return f"{content_key(FORMAT, code_stamp(), sys.version, *places, trusted, source.text)}.read"


def open_parsed_cache(*, trust: bool) -> ParsedCache | None:
    """Open what the user's own cache has; None where there is no room for a cache."""
    try:
        return ParsedCache(open_build_cache(), trust=trust)
    except OSError:
        return None


def find_parsed_cache(*, trust: bool) -> ParsedCache | None:
    """Open what the user's own cache has, where there is one."""
    cache = find_build_cache()
    return None if cache is None else ParsedCache(cache, trust=trust)


def _is_as_read(path: Path, text: str) -> bool:
    """Tell whether an included file still has its text, and no other file has come that would be taken for it."""
    return not os.path.exists(f"{path}.pl") and read_file(path).decode("utf-8-sig") == text
