"""The shared library of a game: built when its rules are first seen, found again by their content afterwards."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import threading
import weakref
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pyengine.building.build_cache import BuildCache, content_key, find_build_cache, open_build_cache
from pyengine.building.code_stamp import code_stamp
from pyengine.building.toolchain import Toolchain, find_toolchain
from pyengine.compiler.c.packing import Packing
from pyengine.errors import BuildError, NoCompilerError
from pyengine.language.contract import QUESTIONS
from pyengine.language.program import Program
from pyengine.terms import Term, write_term

if TYPE_CHECKING:
    from pyengine.building.library_build import LibraryBuild

FORMAT: Final = "2"
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
    beyond: tuple[str, ...] = ()
    """What C does not do, each with its place, for people."""

    def written(self) -> str:
        """Write the facts as JSON."""
        return json.dumps({**asdict(self), "offers": sorted(self.offers)}, default=bytes.hex)

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
            tuple(map(str, known["beyond"])),
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


OPTIONAL: Final = tuple(f"ask_{entry.name}" for entry in QUESTIONS)
"""The functions of `border.c` that ask the contract's questions; they take what is given besides the position."""
ASKED: Final = ("ask_expand", "ask_is_terminal", "ask_staticval", *OPTIONAL, "ask_canonical", "ask_scores")


@dataclass(frozen=True)
class Library:
    """A game in C that is loaded into this process."""

    facts: Facts
    packing: Packing
    handle: ctypes.CDLL


Compile = Callable[[], tuple[str, Facts]]
"""Gives the C source of a game, and its facts with no library yet."""


@contextlib.contextmanager
def head_start(nice: int = 0) -> Iterator[LibraryBuild]:
    """Begin to compile what every game has, while the rules of one are still being read.

    A `nice` compiler lets others go first. Raises NoCompilerError and BuildError.
    """
    from pyengine.building.library_build import LibraryBuild  # a library that was kept takes nothing of this
    from pyengine.reasoners.c_parts import common_parts

    with LibraryBuild(find_toolchain(), _build_cache(), nice=nice) as building:
        building.compile_aside(*common_parts())
        yield building


def open_library(
    program: Program,
    parameters: Mapping[str, Term],
    start: Term | None,
    compile_: Compile,
    building: LibraryBuild | None = None,
) -> Library:
    """Load the library of a game; it is compiled and built only where nobody has done so before.

    `building` is what a `head_start` has begun. Raises NoCompilerError and BuildError, and whatever `compile_` does.
    """
    toolchain, cache = find_toolchain(), _build_cache()
    name = f"{game_key(program, parameters, start, toolchain)}.json"
    kept = _kept(cache, name)
    if kept is not None:
        return kept
    with contextlib.nullcontext(building) if building is not None else head_start() as begun:
        facts, path = _built(compile_, begun, cache, name)
    try:
        return _loaded(facts, path)
    except OSError as error:
        raise BuildError(f"the library that was built cannot be loaded: {error}") from None


def find_library(program: Program, parameters: Mapping[str, Term], start: Term | None) -> Library | None:
    """Load the library of a game where it is kept; None where it is not, or where nothing could be built."""
    cache = find_build_cache()
    if cache is None:
        return None
    try:
        return _kept(cache, f"{game_key(program, parameters, start, find_toolchain())}.json")
    except NoCompilerError:
        return None


def _kept(cache: BuildCache, name: str) -> Library | None:
    facts = _known(cache, name)
    found = None if facts is None else cache.find(facts.library)
    if facts is None or found is None:
        return None
    try:
        return _loaded(facts, found)
    except OSError:  # of a machine that shares the folder, or of this one before it was another
        with contextlib.suppress(OSError):
            found.unlink()
        return None


def _built(compile_: Compile, building: LibraryBuild, cache: BuildCache, name: str) -> tuple[Facts, Path]:
    """Compile and build a game, and keep its facts under a name."""
    from pyengine.building.library_build import TranslationUnit
    from pyengine.reasoners.c_parts import FOLDERS

    source, fresh = compile_()  # the other parts are compiled meanwhile, on the processor that is left
    path = building.library(TranslationUnit("rules.c", source, FOLDERS))
    facts = replace(fresh, library=cache.name_of(path))
    building.keep(facts.written(), name)
    return facts, path


def _build_cache() -> BuildCache:
    try:
        return open_build_cache()
    except OSError as error:
        raise BuildError(f"there is no folder to build in: {error.strerror or error}") from None


def _known(cache: BuildCache, name: str) -> Facts | None:
    path = cache.find(name)
    if path is None:
        return None
    try:
        return Facts.read(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, KeyError, TypeError):  # removed meanwhile, or of another version
        return None


_OPEN: Final[Counter[str]] = Counter()
"""How often each library is open: by path, since two games of the same rules share one."""
_OPENING: Final = threading.RLock()
"""Held while a library is opened or closed; the collector may close one in the thread that opens another."""
if hasattr(os, "register_at_fork"):  # a thread that opens one is not in the forked process, where nobody would let go
    os.register_at_fork(before=_OPENING.acquire, after_in_parent=_OPENING.release, after_in_child=_OPENING.release)


def _opened(path: str) -> ctypes.CDLL:
    """Open a library, to be closed when nobody holds it any more, nor a function of it."""
    with _OPENING:
        handle = ctypes.CDLL(path)
        _OPEN[path] += 1
    weakref.finalize(handle, _close, path, handle._handle).atexit = False
    return handle


def _close(path: str, address: int) -> None:
    with _OPENING:
        _OPEN[path] -= 1
        if not _OPEN[path]:
            del _OPEN[path]
            known = ctypes.CDLL(path, handle=address)
            known.close_library()
        _dlclose(address)


def _dlclose(address: int) -> None:
    function = ctypes.pythonapi.dlclose
    function.argtypes, function.restype = (ctypes.c_void_p,), ctypes.c_int
    function(address)


def _loaded(facts: Facts, path: Path) -> Library:
    handle = _opened(str(path))
    handle.open_asker.argtypes, handle.open_asker.restype = (ctypes.c_size_t,), ctypes.POINTER(Asker)
    handle.close_asker.argtypes, handle.close_asker.restype = (ctypes.c_void_p,), None
    about = (ctypes.POINTER(Asker), ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int64)
    for name in ASKED:
        question = getattr(handle, name)
        question.argtypes = (*about, ctypes.c_char_p, ctypes.c_size_t) if name in OPTIONAL else about
        question.restype = ctypes.c_int64
    return Library(facts, Packing(facts.atoms, facts.functors), handle)


def game_key(program: Program, parameters: Mapping[str, Term], start: Term | None, toolchain: Toolchain) -> str:
    """Name all that the library of a game and its facts depend on."""
    return content_key(
        FORMAT,
        code_stamp(),
        toolchain.identity,
        os.uname().machine if hasattr(os, "uname") else "",
        program.source.name,
        *(write_term(sentence.term) for sentence in program.sentences),
        repr(sorted(program.flags.items())),
        repr(sorted((name, write_term(value)) for name, value in parameters.items())),
        "" if start is None else write_term(start),
    )
