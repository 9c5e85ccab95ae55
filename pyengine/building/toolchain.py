"""Which C compiler there is on this machine."""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pyengine.errors import NoCompilerError

_USUAL: Final = ("cc", "gcc", "clang")


@dataclass(frozen=True, slots=True)
class Toolchain:
    """A C compiler: how it is called, and what tells it from another one.

    The identity is made of the program's path, size and time, so that no process is started to find it.
    """

    command: tuple[str, ...]
    identity: str

    def __str__(self) -> str:
        return shlex.join(self.command)


def find_toolchain(environment: Mapping[str, str] = os.environ) -> Toolchain:
    """Find a compiler: `$CC`, cc, gcc, clang, or the package ziglang; NoCompilerError where there is none."""
    path = environment.get("PATH", os.defpath)
    try:
        chosen = shlex.split(environment.get("CC", ""))
    except ValueError as error:
        raise NoCompilerError(f"no C compiler: $CC is {environment['CC']!r}, which is no command: {error}") from None
    if chosen:
        found = shutil.which(chosen[0], path=path)
        if found is None:
            raise NoCompilerError(f"no C compiler: $CC is {chosen[0]!r}, which is not a program here")
        return _toolchain(found, *chosen[1:])
    for name in _USUAL:
        found = shutil.which(name, path=path)
        if found is not None:
            return _toolchain(found)
    zig = importlib.util.find_spec("ziglang")
    if zig is not None and zig.origin is not None:
        return Toolchain((sys.executable, "-m", "ziglang", "cc"), f"ziglang {_stamp(Path(zig.origin))}")
    raise NoCompilerError(
        f"no C compiler: none of $CC, {', '.join(_USUAL)} is a program here; "
        "install gcc or clang, or the package ziglang (pip install pyengine-logic[c])"
    )


def _toolchain(program: str, *words: str) -> Toolchain:
    return Toolchain((program, *words), shlex.join([_stamp(Path(program)), *words]))


def _stamp(program: Path) -> str:
    real = program.resolve()
    status = real.stat()
    return f"{real} {status.st_size} {status.st_mtime_ns}"
