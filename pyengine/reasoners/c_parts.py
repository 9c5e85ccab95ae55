"""The C that a game's library has besides its rules: the run time and the kernel, as translation units."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from pyengine.building.library_build import TranslationUnit
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
def c_sources() -> tuple[TranslationUnit, ...]:
    """Give all C sources of the run time and the kernel."""
    return tuple(source for folder in FOLDERS for source in TranslationUnit.all_in(folder, *FOLDERS))


def common_parts() -> tuple[TranslationUnit, ...]:
    """Give the translation units that every game has, that which takes the longest to compile first.

    They are compiled once for all games: the cache keeps their objects. What a game does not need of them costs room in
    its library, and nothing else.
    """
    runtime = [source for source in c_sources() if source.folders[0] == RUNTIME]
    kernel = [source for source in c_sources() if source.folders[0] == KERNEL]
    return (
        _together("runtime.c", runtime[::2], _LESS),  # in halves, for two processors
        _together("more_runtime.c", runtime[1::2], _LESS),
        _together("searching.c", [source for source in kernel if source.name not in _BESIDE], _LESS),
        _together("beside.c", [source for source in kernel if source.name in _BESIDE], _LEAST),
    )


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


def _together(name: str, sources: Sequence[TranslationUnit], *flags: str) -> TranslationUnit:
    """Put sources into one: that compiles faster than each on its own."""
    return TranslationUnit(name, single_file(sources), (), flags)
