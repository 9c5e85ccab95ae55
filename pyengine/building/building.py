"""C sources to one shared library; what was built before, by whatever process, is not built again."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pyengine.building.shelf import Shelf, content_key
from pyengine.building.toolchain import Toolchain
from pyengine.errors import BuildError

FLAGS: Final = (
    "-std=gnu11",
    "-O2",
    "-fPIC",
    "-fvisibility=hidden",
    "-fno-plt",
    "-ffp-contract=off",
    "-w",
    "-Werror=implicit-function-declaration",
)
LINKING: Final = ("-shared", "-pthread", "-lm")
_LONGEST_SECONDS: Final = 300.0
_SHOWN_LINES: Final = 12


@dataclass(frozen=True, slots=True)
class Source:
    """One C source, the folders where its headers are, and flags for it alone."""

    name: str
    text: str
    folders: tuple[Path, ...] = ()
    flags: tuple[str, ...] = ()

    @classmethod
    def all_in(cls, folder: Path, *others: Path) -> tuple[Source, ...]:
        """Take all C sources of a folder, in the order of their names."""
        return tuple(
            cls(path.name, path.read_text(encoding="utf-8"), (folder, *others)) for path in sorted(folder.glob("*.c"))
        )

    def headers(self) -> Iterable[str]:
        """Give the text of every header that the source could see."""
        for folder in self.folders:
            for path in sorted(folder.glob("*.h")):
                yield path.read_text(encoding="utf-8")


def build_library(sources: Sequence[Source], toolchain: Toolchain, shelf: Shelf, flags: Sequence[str] = FLAGS) -> Path:
    """Compile sources and link them; BuildError, with what the compiler said, where it fails."""
    keys = [object_key(source, toolchain, flags) for source in sources]
    name = f"{content_key(*keys, *LINKING)}.so"
    found = shelf.find(name)
    if found is not None:
        return found
    with shelf.workplace() as place:
        objects = _objects(sources, keys, toolchain, shelf, flags, place)
        library = place / "library.so"
        linked = [*toolchain.command, *_sanitizers(flags), "-o", str(library), *map(str, objects), *LINKING]
        _run_all([("the library", linked)], place)
        made = shelf.keep(library, name)
    shelf.tidy()
    return made


def build_objects(sources: Sequence[Source], toolchain: Toolchain, shelf: Shelf, flags: Sequence[str] = FLAGS) -> None:
    """Compile sources that a library will need, so that they are there when it is built."""
    keys = [object_key(source, toolchain, flags) for source in sources]
    if not all(shelf.find(f"{key}.o") for key in keys):
        with shelf.workplace() as place:
            _objects(sources, keys, toolchain, shelf, flags, place)


def object_key(source: Source, toolchain: Toolchain, flags: Sequence[str]) -> str:
    """Name what a source is compiled to."""
    return content_key(toolchain.identity, *flags, *source.flags, source.text, *source.headers())


def _objects(
    sources: Sequence[Source],
    keys: Sequence[str],
    toolchain: Toolchain,
    shelf: Shelf,
    flags: Sequence[str],
    place: Path,
) -> list[Path]:
    """Compile what was not compiled before, side by side."""
    found = [shelf.find(f"{key}.o") for key in keys]
    commands = []
    for number, (source, known) in enumerate(zip(sources, found, strict=True)):
        if known is None:
            written = place / f"{number}-{source.name}"
            written.write_text(source.text, encoding="utf-8")
            folders = [f"-I{folder}" for folder in source.folders]
            made = place / f"{number}.o"
            command = [*toolchain.command, *flags, *source.flags, *folders, "-c", "-o", str(made), str(written)]
            commands.append((source.name, command))
    _run_all(commands, place)
    return [
        known if known is not None else shelf.keep(place / f"{number}.o", f"{key}.o")
        for number, (key, known) in enumerate(zip(keys, found, strict=True))
    ]


def _sanitizers(flags: Sequence[str]) -> list[str]:
    return [flag for flag in flags if flag.startswith("-fsanitize")]


def _run_all(commands: Sequence[tuple[str, Sequence[str]]], place: Path) -> None:
    """Run some commands, as many at once as there are processors; the first that fails ends them all."""
    waiting, running = list(commands), list[tuple[str, subprocess.Popen[bytes], Path]]()
    deadline = time.monotonic() + _LONGEST_SECONDS
    try:
        while waiting or running:
            while waiting and len(running) < (os.cpu_count() or 1):
                name, command = waiting.pop(0)
                said = place / f"said-{len(waiting)}"
                running.append((name, _start(command, said), said))
            name, process, said = running.pop(0)
            try:
                status = process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                running.append((name, process, said))
                raise BuildError(f"the C compiler did not finish {name} in {_LONGEST_SECONDS:.0f} s") from None
            except BaseException:
                running.append((name, process, said))
                raise
            if status:
                raise BuildError(f"the C compiler failed on {name} (status {status})\n{_shown(said)}".rstrip())
    finally:
        for _, process, _ in running:
            process.kill()
            process.wait()


def _start(command: Sequence[str], said: Path) -> subprocess.Popen[bytes]:
    try:
        with said.open("wb") as output:
            return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
    except OSError as error:
        raise BuildError(f"the C compiler cannot be started: {error.strerror}") from None


def _shown(said: Path) -> str:
    lines = said.read_text(encoding="utf-8", errors="replace").splitlines()
    return "\n".join(f"    {line}" for line in lines[:_SHOWN_LINES])
