"""Several C sources as one file, which compiles faster than each on its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from functools import lru_cache
from pathlib import Path
from typing import Final

from pyengine.building.library_build import TranslationUnit

_ATTRIBUTE: Final = re.compile(r"__attribute__\(\(.*?\)\)\s*")
_INCLUDE: Final = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"[^\n]*\n', re.MULTILINE)
_OWN: Final = re.compile(
    r"^(?:(?:static|AT_ONCE)\s[^;={(]*?\b(\w+)\s*(?:\(|\[|=|;)|typedef\s+[^;{]*\b(\w+);|\}\s*(\w+);|#define\s+(\w+))",
    re.MULTILINE,
)
_NO_CODE: Final = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|/\*.*?\*/|//[^\n]*'
"""Strings, characters and comments."""
_CONSTANTS: Final = re.compile(r"^enum\b[^{;]*\{([^}]*)\}", re.MULTILINE)


def single_file(sources: Sequence[TranslationUnit]) -> str:
    """Put sources into one file: each header once, before it is first needed.

    Names that are a source's own (static, or local types, macros and constants) and stand in several are told apart by
    the source's name.
    """
    headers = {
        text
        for folders in {source.folders for source in sources}
        for text in TranslationUnit("", "", folders).headers()
    }
    names = Counter(name for text in [*headers, *(source.text for source in sources)] for name in own_names(text))
    shared = {name for name, count in names.items() if count > 1}
    written: set[str] = set()
    parts = []
    for source in sources:
        text, stem = source.text, re.sub(r"\W", "_", Path(source.name).stem)
        clashing = own_names(source.text) & shared
        if clashing:
            text = _renamed(text, clashing, stem)
        parts.append(f"/*  ---- {source.name} ---- */\n\n{_with_headers(text, source.folders, written)}")
    return "\n".join(parts)


def _renamed(text: str, names: Set[str], stem: str) -> str:
    """Tell names apart; what stands in strings and comments is no name, and may be text of a rule file."""
    pattern = re.compile(rf"{_NO_CODE}|\b(?P<name>{'|'.join(sorted(names))})\b", re.DOTALL)
    return pattern.sub(lambda found: f"{found[0]}_of_{stem}" if found["name"] else found[0], text)


@lru_cache(maxsize=200)
def own_names(text: str) -> frozenset[str]:
    """Give the names that a source defines for itself alone.

    >>> sorted(own_names("static int put(int x)\\n{\\n}\\ntypedef struct {\\n    int a;\\n} Sink;\\nint f(void);\\n"))
    ['Sink', 'put']
    """
    text = _ATTRIBUTE.sub("", text)
    found = {name for groups in _OWN.findall(text) for name in groups if name}
    for constants in _CONSTANTS.findall(text):
        found.update(re.findall(r"\b([A-Z][A-Z_0-9]*)\b\s*(?:=|,|$|/)", constants))
    return frozenset(found)


def _with_headers(text: str, folders: Sequence[Path], written: set[str]) -> str:
    def header(found: re.Match[str]) -> str:
        name = found[1]
        if name in written:
            return ""
        for folder in folders:
            path = folder / name
            if path.is_file():
                written.add(name)
                text = path.read_text(encoding="utf-8").replace("#pragma once\n", "")  # it is written once anyway
                return _with_headers(text, folders, written)
        raise FileNotFoundError(name)

    return _INCLUDE.sub(header, text)
