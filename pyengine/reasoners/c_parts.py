"""The C that stands beside the rules of a game: the run time and the kernel, in parts that are compiled apart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from pyengine.building.building import Source
from pyengine.building.needed import defined_names, needed
from pyengine.building.single_file import single_file

_PYENGINE: Final = Path(__file__).parents[1]
RUNTIME: Final = _PYENGINE / "compiler" / "c" / "runtime"
KERNEL: Final = _PYENGINE / "kernel"
FOLDERS: Final = (RUNTIME, KERNEL)
"""Where the C run time and the kernel are."""

BORDER: Final = "border.c"
"""What Python asks by way of."""

_BESIDE: Final = frozenset({"positions.c", "reach.c", "retrograde.c", "tasks.c", "shared_table.c", "team.c"})
"""Sources of the kernel that are no part of the search of a position."""

_LESS: Final = "-O1"  # compiled in half the time, and as fast: what is hot is in the rules, with the headers they take
_LEAST: Final = "-Og"  # in a third of it


@cache
def c_sources() -> tuple[Source, ...]:
    """Give all C sources that stand beside the rules of a game."""
    return tuple(source for folder in FOLDERS for source in Source.all_in(folder, *FOLDERS))


def standing_parts() -> tuple[Source, ...]:
    """Give the parts that every game has, that which takes the longest to compile first."""
    kernel = [source for source in c_sources() if source.folders[0] == KERNEL]
    searching = [source for source in kernel if source.name not in _BESIDE]
    beside = [source for source in kernel if source.name in _BESIDE]
    return (
        _together("searching.c", searching, _LESS),
        _together("core.c", _core(), _LESS),
        _together("beside.c", beside, _LEAST),
    )


def further_parts(rules: str) -> tuple[Source, ...]:
    """Give the parts that only some games have, such as sorting, for the rules of one as C."""
    given = frozenset[str]().union(*(defined_names(source.text) for source in _core()))
    sources = [source for source in _runtime() if source.name != BORDER]
    further = needed([rules], sources, _headers(), given)
    return (_together("further.c", further, _LESS),) if further else ()


def standalone_source(source: str, start: bytes) -> str:
    """Give a game as one C file with a small `main` that counts lines of play and plays games by chance."""
    main = (_PYENGINE / "building" / "standalone.c").read_text(encoding="utf-8")
    initial = f"static const unsigned char INITIAL[] = {{{', '.join(map(str, start))}}};"
    others = [other for other in c_sources() if other.name != BORDER]
    parts = [Source("rules.c", source, FOLDERS), *others, Source("main.c", f"{initial}\n\n{main}", FOLDERS)]
    return f"/*  Build it with: cc -O2 game.c -o game -lm -lpthread */\n\n{single_file(parts)}"


@cache
def _core() -> tuple[Source, ...]:
    """Give the border, and what it and the kernel need of the run time."""
    border = next(source for source in _runtime() if source.name == BORDER)
    users = [border, *(source for source in c_sources() if source.folders[0] == KERNEL)]
    others = [source for source in _runtime() if source is not border]
    return (border, *needed([source.text for source in users], others, _headers()))


def _runtime() -> tuple[Source, ...]:
    return tuple(source for source in c_sources() if source.folders[0] == RUNTIME)


@cache
def _headers() -> tuple[str, ...]:
    return tuple(c_sources()[0].headers())


def _together(name: str, sources: Sequence[Source], *flags: str) -> Source:
    """Put sources into one: that compiles faster than each on its own."""
    return Source(name, single_file(sources), (), flags)
