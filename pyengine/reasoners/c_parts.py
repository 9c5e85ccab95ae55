"""The C that a game's library has besides its rules: the run time and the kernel, as translation units."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from pyengine.building.library_build import TranslationUnit
from pyengine.building.needed import defined_names, needed, single_file

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
def c_sources() -> tuple[TranslationUnit, ...]:
    """Give all C sources of the run time and the kernel."""
    return tuple(source for folder in FOLDERS for source in TranslationUnit.all_in(folder, *FOLDERS))


def common_parts() -> tuple[TranslationUnit, ...]:
    """Give the translation units that every game has, that which takes the longest to compile first."""
    kernel = [source for source in c_sources() if source.folders[0] == KERNEL]
    searching = [source for source in kernel if source.name not in _BESIDE]
    beside = [source for source in kernel if source.name in _BESIDE]
    return (
        _together("searching.c", searching, _LESS),
        _together("core.c", _core(), _LESS),
        _together("beside.c", beside, _LEAST),
    )


def optional_parts(rules: str) -> tuple[TranslationUnit, ...]:
    """Take the rules of a game as C, give the translation units that only some games have, such as sorting."""
    given = frozenset[str]().union(*(defined_names(source.text) for source in _core()))
    sources = [source for source in _runtime() if source.name != BORDER]
    further = needed([rules], sources, _headers(), given)
    return (_together("further.c", further, _LESS),) if further else ()


def standalone_source(source: str, start: bytes) -> str:
    """Give a game as one C file with a small `main` for perft and playouts."""
    main = (_PYENGINE / "building" / "standalone.c").read_text(encoding="utf-8")
    initial = f"static const unsigned char INITIAL[] = {{{', '.join(map(str, start))}}};"
    others = [other for other in c_sources() if other.name != BORDER]
    parts = [
        TranslationUnit("rules.c", source, FOLDERS),
        *others,
        TranslationUnit("main.c", f"{initial}\n\n{main}", FOLDERS),
    ]
    return f"/*  Build it with: cc -O2 game.c -o game -lm -lpthread */\n\n{single_file(parts)}"


@cache
def _core() -> tuple[TranslationUnit, ...]:
    """Give the border, and what it and the kernel need of the run time."""
    border = next(source for source in _runtime() if source.name == BORDER)
    users = [border, *(source for source in c_sources() if source.folders[0] == KERNEL)]
    others = [source for source in _runtime() if source is not border]
    return (border, *needed([source.text for source in users], others, _headers()))


def _runtime() -> tuple[TranslationUnit, ...]:
    return tuple(source for source in c_sources() if source.folders[0] == RUNTIME)


@cache
def _headers() -> tuple[str, ...]:
    return tuple(c_sources()[0].headers())


def _together(name: str, sources: Sequence[TranslationUnit], *flags: str) -> TranslationUnit:
    """Put sources into one: that compiles faster than each on its own."""
    return TranslationUnit(name, single_file(sources), (), flags)
