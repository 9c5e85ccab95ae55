"""Which sources of a library in C a program needs, by the names that it uses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from pyengine.building.building import Source

_NOISE: Final = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_ATTRIBUTE: Final = re.compile(r"__attribute__\(\(.*?\)\)\s*")
_DEFINED: Final = re.compile(r"^(?!static\b|typedef\b)[A-Za-z_][^\n;={(\[]*?\b(\w+)\s*[(\[=;]", re.MULTILINE)
_INLINE: Final = re.compile(
    r"^static [^\n;={(]*?\b(\w+)\([^;{]*\)\s*\{(.*\}$|[^\0]*?^\})"
    r"|^#[ \t]*define[ \t]+(\w+)((?:.*\\\n)*.*)",
    re.MULTILINE,
)


def needed(program: Iterable[str], sources: Sequence[Source], headers: Iterable[str]) -> tuple[Source, ...]:
    """Choose the sources that define what a program uses, directly or by way of headers and other sources.

    The texts are not parsed: a name that is used for something else takes in a source that is not needed, which costs
    time and nothing else.

    >>> one, two = Source("one.c", "int one(void)\\n{\\n    return 1;\\n}"), Source("two.c", "int two(void)\\n{\\n}")
    >>> [source.name for source in needed(["main: FIRST()"], [one, two], ["#define FIRST() one()"])]
    ['one.c']
    """
    defining = {name: source for source in sources for name in defined_names(source.text)}
    meaning = {name: words for text in headers for name, words in inline_names(text).items()}
    found: set[str] = set()
    chosen: set[str] = set()
    waiting = set().union(*(words_of(text) for text in program))
    while waiting:
        name = waiting.pop()
        found.add(name)
        new = set(meaning.get(name, ()))
        source = defining.get(name)
        if source is not None and source.name not in chosen:
            chosen.add(source.name)
            new |= words_of(source.text)
        waiting |= new - found
    return tuple(source for source in sources if source.name in chosen)


@cache
def words_of(text: str) -> frozenset[str]:
    """Give the names in a text, those in comments and strings left out."""
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
