"""The functions of a library in C that a program needs, by the names that it uses; and several sources as one file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from pyengine.building.library_build import TranslationUnit

_NOISE: Final = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_ATTRIBUTE: Final = re.compile(r"__attribute__\(\(.*?\)\)\s*")
_DEFINED: Final = re.compile(r"^(?!static\b|typedef\b)[A-Za-z_][^\n;={(\[]*?\b(\w+)\s*[(\[=;]", re.MULTILINE)
_FUNCTION: Final = re.compile(r"^(\w[^\n;={}]*\([^;{}]*\)\n)\{\n(?:.*\n)*?\}\n\n?", re.MULTILINE)
_INLINE: Final = re.compile(
    r"^static [^\n;={(]*?\b(\w+)\([^;{]*\)\s*\{(.*\}$|[^\0]*?^\})"
    r"|^#[ \t]*define[ \t]+(\w+)((?:.*\\\n)*.*)",
    re.MULTILINE,
)


def needed(
    program: Iterable[str],
    sources: Sequence[TranslationUnit],
    headers: Iterable[str],
    given: Collection[str] = (),
) -> tuple[TranslationUnit, ...]:
    """Choose the sources that define what a program uses, directly or by way of headers and other sources.

    Functions of theirs that nothing uses are left out; what is `given` is defined elsewhere. The texts are not parsed:
    a name that is used for something else takes in a function that is not needed, which costs time and nothing else.

    >>> text = "int one(void)\\n{\\n    return 1;\\n}\\n\\nint two(void)\\n{\\n    return 2;\\n}\\n"
    >>> [source.text for source in needed(["two()"], [TranslationUnit("numbers.c", text)], [])]
    ['int two(void)\\n{\\n    return 2;\\n}\\n']
    """
    defining: dict[str, list[tuple[TranslationUnit, str]]] = {}
    for source in sources:
        for name, text in functions_of(source.text).items():
            if name in given:
                continue
            defining.setdefault(name, []).append((source, text))
    outside = {source: _FUNCTION.sub("", source.text) for source in sources}
    for source, text in outside.items():
        for name in defined_names(text):  # a variable, or a function by way of a macro
            defining.setdefault(name, []).append((source, text))
    meaning = {name: words for text in headers for name, words in inline_names(text).items()}
    found = set(given)
    chosen: set[TranslationUnit] = set()
    waiting = set().union(*(_words(text) for text in program))
    while waiting:
        name = waiting.pop()
        found.add(name)
        new = set(meaning.get(name, ()))
        for source, text in defining.get(name, ()):
            new |= words_of(text)
            if source not in chosen:
                chosen.add(source)
                new |= words_of(outside[source])
        waiting |= new - found
    kept = found.difference(given)
    return tuple(replace(source, text=_with_functions(source.text, kept)) for source in sources if source in chosen)


def functions_of(text: str) -> dict[str, str]:
    """Give the functions that a source defines, by name."""
    return {_name_of(match[1]): match[0] for match in _FUNCTION.finditer(text)}


def _with_functions(text: str, names: Collection[str]) -> str:
    return _FUNCTION.sub(lambda match: match[0] if _name_of(match[1]) in names else "", text)


def _name_of(head: str) -> str:
    """Give the name of a function by all that stands before its body."""
    found = re.search(r"\b(\w+)\(", _ATTRIBUTE.sub("", head))
    assert found is not None, head
    return found[1]


@cache
def words_of(text: str) -> frozenset[str]:
    """Give the names in a text of a library, those in comments and strings left out."""
    return _words(text)


def _words(text: str) -> frozenset[str]:
    """Give the same of any text, which is not kept: there are always new programs."""
    return frozenset(_WORD.findall(_NOISE.sub(" ", text)))


def defined_names(text: str) -> frozenset[str]:
    """Give the names that a source defines for others."""
    return frozenset(_DEFINED.findall(_ATTRIBUTE.sub("", _NOISE.sub(" ", text))))


@cache
def inline_names(text: str) -> dict[str, frozenset[str]]:
    """Give the functions and macros that a header defines, and the names in each."""
    plain = _ATTRIBUTE.sub("", _NOISE.sub(" ", text))
    return {
        function or macro: frozenset(_WORD.findall(body or meaning))
        for function, body, macro, meaning in _INLINE.findall(plain)
    }


_INCLUDE: Final = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"[^\n]*\n', re.MULTILINE)
_OWN: Final = re.compile(
    r"^(?:static\s[^;={(]*?\b(\w+)\s*(?:\(|\[|=|;)|typedef\s+[^;{]*\b(\w+);|\}\s*(\w+);|#define\s+(\w+))", re.MULTILINE
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
