"""The shared library of a game: built when its rules are first seen, found again by their content afterwards."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final

from pyengine.building.building import FLAGS, Source, build_library, build_objects
from pyengine.building.shelf import Shelf, content_key, open_shelf
from pyengine.building.single_file import single_file
from pyengine.building.toolchain import Toolchain, find_toolchain
from pyengine.compiler.c.packing import Packing
from pyengine.errors import BuildError
from pyengine.language.program import Program
from pyengine.terms import Term

FORMAT: Final = "1"
"""Changes with what is written beside a library."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a game besides its code; it is kept beside the library."""

    library: str
    atoms: tuple[str, ...]
    functors: tuple[tuple[str, int], ...]
    players: tuple[bytes, ...]
    offers: frozenset[str]
    initial: bytes
    has_memory: bool

    def written(self) -> str:
        """Write it as JSON."""
        return json.dumps(
            {
                "library": self.library,
                "atoms": self.atoms,
                "functors": self.functors,
                "players": [player.hex() for player in self.players],
                "offers": sorted(self.offers),
                "initial": self.initial.hex(),
                "has_memory": self.has_memory,
            }
        )

    @classmethod
    def read(cls, text: str) -> Facts:
        """Read what `written` wrote; raises ValueError, KeyError or TypeError for anything else."""
        known = json.loads(text)
        return cls(
            known["library"],
            tuple(known["atoms"]),
            tuple((name, arity) for name, arity in known["functors"]),
            tuple(bytes.fromhex(player) for player in known["players"]),
            frozenset(known["offers"]),
            bytes.fromhex(known["initial"]),
            known["has_memory"],
        )


class Asker(ctypes.Structure):
    """What one thread asks with; `border.c` says what its fields are."""

    _fields_ = (
        ("context", ctypes.c_void_p),
        ("bytes", ctypes.c_void_p),
        ("size", ctypes.c_size_t),
        ("room", ctypes.c_size_t),
        ("value", ctypes.c_double),
        ("is_float", ctypes.c_int64),
        ("reason", ctypes.c_int64),
    )


QUESTIONS: Final = ("ask_expand", "ask_staticval", "ask_noisy", "ask_canonical", "ask_scores")


@dataclass(frozen=True)
class Library:
    """A game in C that is loaded into this process."""

    facts: Facts
    packing: Packing
    handle: ctypes.CDLL


Compile = Callable[[], tuple[str, Facts]]
"""Gives the C source of a game, and its facts with no library yet."""


def open_library(program: Program, parameters: Mapping[str, Term], start: Term | None, compile_: Compile) -> Library:
    """Load the library of a game; it is compiled and built only where nobody has done so before.

    Raises NoCompilerError and BuildError, and whatever `compile_` does.
    """
    toolchain, shelf = find_toolchain(), open_shelf()
    name = f"{_game_key(program, parameters, start, toolchain)}.json"
    facts = _known(shelf, name)
    if facts is not None:
        found = shelf.find(facts.library)
        if found is not None:
            try:
                return _loaded(facts, found)
            except OSError:  # a disk that was full, another machine's file: build it again
                shelf.remove(facts.library)
    others = [_together(RUNTIME, "-O1"), _together(KERNEL)]  # what is hot of the run time is in its headers
    with ThreadPoolExecutor(1) as aside:
        building = aside.submit(build_objects, others, toolchain, shelf)
        source, fresh = compile_()
        building.result()
    path = build_library([Source("rules.c", source, FOLDERS), *others], toolchain, shelf)
    facts = Facts(path.name, *[getattr(fresh, field) for field in Facts.__slots__[1:]])
    with shelf.workplace() as place:
        written = place / "facts.json"
        written.write_text(facts.written(), encoding="utf-8")
        shelf.keep(written, name)
    try:
        return _loaded(facts, path)
    except OSError as error:
        raise BuildError(f"the library that was built cannot be loaded: {error}") from None


def _known(shelf: Shelf, name: str) -> Facts | None:
    path = shelf.find(name)
    if path is None:
        return None
    try:
        return Facts.read(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _loaded(facts: Facts, path: Path) -> Library:
    handle = ctypes.CDLL(str(path))
    handle.open_asker.argtypes, handle.open_asker.restype = (ctypes.c_size_t,), ctypes.POINTER(Asker)
    handle.close_asker.argtypes, handle.close_asker.restype = (ctypes.c_void_p,), None
    for name in QUESTIONS:
        question = getattr(handle, name)
        question.argtypes = (ctypes.POINTER(Asker), ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int64)
        question.restype = ctypes.c_int64
    return Library(facts, Packing(facts.atoms, facts.functors), handle)


def _folder(package: str) -> Path:
    with as_file(files("pyengine").joinpath(package)) as folder:
        return folder


RUNTIME: Final = _folder("compiler/c/runtime")
KERNEL: Final = _folder("kernel")
FOLDERS: Final = (RUNTIME, KERNEL)
"""Where the C run time and the kernel are."""


def _together(folder: Path, *flags: str) -> Source:
    """Put all C sources of a folder into one: that compiles faster than each on its own."""
    return Source(f"{folder.name}.c", single_file(Source.all_in(folder, *FOLDERS)), (), flags)


@cache
def c_sources() -> tuple[Source, ...]:
    """Give all C sources that stand beside the rules of a game."""
    return tuple(source for folder in FOLDERS for source in Source.all_in(folder, *FOLDERS))


def standalone_source(source: str, facts: Facts) -> str:
    """Give a game as one C file with a small `main` that counts lines of play and plays games by chance."""
    main = (_folder("building") / "standalone.c").read_text(encoding="utf-8")
    initial = f"static const unsigned char INITIAL[] = {{{', '.join(map(str, facts.initial))}}};"
    others = [other for other in c_sources() if other.name != "border.c"]
    parts = [Source("rules.c", source, FOLDERS), *others, Source("main.c", f"{initial}\n\n{main}", FOLDERS)]
    return f"/*  Build it with: cc -O2 game.c -o game -lm -lpthread */\n\n{single_file(parts)}"


def _game_key(program: Program, parameters: Mapping[str, Term], start: Term | None, toolchain: Toolchain) -> str:
    return content_key(
        FORMAT,
        _compiler_stamp(),
        toolchain.identity,
        *FLAGS,
        program.source.name,
        *(repr(sentence.term) for sentence in program.sentences),
        repr(sorted(program.flags.items())),
        repr(sorted((name, repr(value)) for name, value in parameters.items())),
        repr(start),
    )


@cache
def _compiler_stamp() -> str:
    """Tell this version of the compiler from any other, by its files."""
    found: list[Any] = []
    for folder in ("compiler", "kernel"):
        for path in sorted(_folder(folder).rglob("*")):
            if path.suffix in (".py", ".pl", ".c", ".h"):
                status = path.stat()
                found.append((path.name, status.st_size, status.st_mtime_ns))
    return repr(found)
