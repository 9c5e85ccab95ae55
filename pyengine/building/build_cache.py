"""The cache of built libraries: files named by the content that they were made from."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import stat
import tempfile
import weakref
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from shutil import rmtree
from typing import Final

MOST_FILES: Final = 2_000
"""How many files are kept; beyond that, those not used for the longest time are removed."""

VARIABLE: Final = "PYENGINE_CACHE"
"""The environment variable that names another folder."""

_DIGITS: Final = 16
_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH


def content_key(*parts: str | bytes) -> str:
    """Name a content: the same for the same parts, in every process.

    >>> content_key("a", "bc") == content_key("ab", "c")
    False
    """
    digest = hashlib.sha256()
    for part in parts:
        content = part.encode(errors="surrogateescape") if isinstance(part, str) else part
        digest.update(b"%d:" % len(content))
        digest.update(content)
    return digest.hexdigest()[:40]


class BuildCache:
    """A folder of files that several processes share. A file is there whole, or not at all.

    Each file is written under another name and then renamed, so a process that is killed leaves no half of one, and
    two that make the same one do not disturb each other. What a file holds is part of its name, so one that was damaged
    later (a disk that was full, a machine that went down) is seen, and removed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find(self, name: str) -> Path | None:
        """Give the file that was kept under a name, None where there is none, or none that is whole."""
        stem, suffix = os.path.splitext(name)
        try:
            names = os.listdir(self.folder)
        except OSError:
            return None
        for found in names:
            if found.startswith(f"{stem}-") and found.endswith(suffix):
                path = self.folder / found
                try:
                    content = _own_content(path)
                    if content is None:
                        continue
                    if found == _full_name(name, content):
                        os.utime(path)  # it is in use: those that are not, are removed first
                        return path
                    path.unlink()
                except OSError:  # somebody else has removed it
                    continue
        return None

    @contextlib.contextmanager
    def workplace(self) -> Iterator[Path]:
        """Give a folder to work in, on the same disk, that is gone afterwards."""
        made = self.folder / f"building-{secrets.token_hex(8)}"
        try:  # around the making too: an interrupt can come when the folder is there and nobody knows of it yet
            made.mkdir(mode=0o700)
            yield made
        finally:
            rmtree(made, ignore_errors=True)

    def keep(self, made: Path, name: str) -> Path:
        """Move a file that was made in a workplace to its place, which is found by a name."""
        path = self.folder / _full_name(name, made.read_bytes())
        made.chmod(made.stat().st_mode & ~_OTHERS_WRITE)  # whatever the umask is
        os.replace(made, path)
        return path

    def forget(self, name: str) -> None:
        """Remove what was kept under a name, whatever it holds."""
        stem, suffix = os.path.splitext(name)
        for path in self.folder.glob(f"{stem}-*{suffix}"):
            path.unlink(missing_ok=True)

    @staticmethod
    def name_of(path: Path) -> str:
        """Give the name that a file was kept under."""
        return f"{path.stem.rpartition('-')[0]}{path.suffix}"

    def tidy(self, most: int = MOST_FILES) -> None:
        """Remove what was not used for the longest time, and what killed processes left."""
        files: list[tuple[float, Path]] = []
        for entry in os.scandir(self.folder):
            with contextlib.suppress(OSError):
                if entry.is_dir(follow_symlinks=False):
                    _remove_if_left(Path(entry.path))
                else:
                    files.append((entry.stat().st_mtime, Path(entry.path)))
        files.sort()
        for _, path in files[: max(0, len(files) - most)]:
            path.unlink(missing_ok=True)


def open_build_cache() -> BuildCache:
    """Open the user's own cache; where it cannot be written, one that lasts as long as the process."""
    folder = _folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if _is_own(folder):
            return BuildCache(folder.resolve())
    except OSError:
        pass
    return _passing_cache(os.getpid())


def find_build_cache() -> BuildCache | None:
    """Open the user's own cache where there is one, to look into it alone; None where there is none."""
    folder = _folder()
    with contextlib.suppress(OSError):
        if folder.is_dir() and _is_own(folder):
            return BuildCache(folder.resolve())
    return None


def _folder() -> Path:
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).absolute()  # a compiler would take `-x` or `@x` for something else than a folder
    import platformdirs

    return platformdirs.user_cache_path("pyengine", appauthor=False)


_SECONDS_TO_BUILD: Final = 3600


def _full_name(name: str, content: bytes) -> str:
    stem, suffix = os.path.splitext(name)
    return f"{stem}-{hashlib.sha256(content).hexdigest()[:_DIGITS]}{suffix}"


def _remove_if_left(folder: Path) -> None:
    """Remove the workplace of a process that was killed: nobody builds for an hour."""
    newest = max((path.stat().st_mtime for path in folder.iterdir()), default=folder.stat().st_mtime)
    now = Path(folder.parent).stat().st_mtime
    if newest + _SECONDS_TO_BUILD < now:
        rmtree(folder, ignore_errors=True)


def _is_own(folder: Path) -> bool:
    """Tell whether nobody else could have put a library there for us to load, or another folder in its place.

    Who can write to a folder can rename what is in it, so all that the folder stands in counts too, with links
    resolved. In a sticky folder, such as /tmp, only the owner can.
    """
    if not os.access(folder, os.W_OK | os.X_OK):
        return False
    if not hasattr(os, "getuid"):
        return True
    real = folder.resolve()
    status, us = real.stat(), os.getuid()
    if status.st_uid != us or status.st_mode & _OTHERS_WRITE:
        return False
    for above in real.parents:
        status = above.stat()
        if status.st_uid not in (us, 0) or (status.st_mode & _OTHERS_WRITE and not status.st_mode & stat.S_ISVTX):
            return False
    return True


def _own_content(path: Path) -> bytes | None:
    """Read a file of the cache; None for a link, for what is no file, and for what another user has or can write."""
    opened = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with open(opened, "rb") as file:
        status = os.fstat(opened)
        if not stat.S_ISREG(status.st_mode):
            return None
        if hasattr(os, "getuid") and (status.st_uid != os.getuid() or status.st_mode & _OTHERS_WRITE):
            return None
        return file.read()


@cache
def _passing_cache(process: int) -> BuildCache:
    """Make a cache for one process; a process that is forked from it has another one, and leaves this one alone."""
    own = BuildCache(Path(tempfile.mkdtemp(prefix="pyengine-")))
    weakref.finalize(own, _remove_own, own.folder, process)
    return own


def _remove_own(folder: Path, process: int) -> None:
    if os.getpid() == process:
        rmtree(folder, ignore_errors=True)
