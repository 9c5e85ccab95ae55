"""Where the text of rules comes from: a file that the user named, its folder, our libraries, or texts that came along.

What a user names is opened whatever it is. What rules name is opened only if it is a file that stands, with all links
resolved, where they may look.
"""

from __future__ import annotations

import codecs
import errno
import os
import posixpath
import re
import stat
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, Final, Protocol

from pyengine.errors import Finding, Place, Severity
from pyengine.language.shipped import libraries, library_folder, shipped
from pyengine.language.sizes import MOST_RULE_BYTES
from pyengine.language.source import Source

TOO_LARGE: Final = f"more than {MOST_RULE_BYTES >> 20} MiB"
_ON_ITS_OWN: Final = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_UNFOLLOWED: Final = getattr(os, "O_NOFOLLOW", 0)
_AT_ONCE: Final = getattr(os, "O_NONBLOCK", 0)
_FOLDER: Final = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0)


class NoTextError(Exception):
    """There is no text to include under a name."""


class ElsewhereError(NoTextError):
    """There is a file, but rules that are not trusted may not look where it stands."""


class Texts(Protocol):
    """What a rule file can include."""

    def find(self, including: Source, name: str) -> tuple[Source, tuple[Finding, ...]]:
        """Give the text that a source includes under a name, `.pl` left out or not; NoTextError where there is none."""

    def find_library(self, name: str) -> Source:
        """Give the text of `library(name)`; NoTextError where there is none."""

    def identity(self, source: Source) -> str:
        """Tell a text from all others, whatever it is called."""


class Folder:
    """The files beside and below a rule file, and those that come with pyengine; with `trust`, those of the machine.

    Each file is read once, so what is included twice is the same twice.
    """

    def __init__(self, main: Source, *, trust: bool) -> None:
        self._trust = trust
        places = [] if main.path is None else [main.path.parent]
        self._roots = tuple(os.path.realpath(place) for place in (*places, shipped("rules")))
        self._read: dict[str, bytes] = {}

    def find(self, including: Source, name: str) -> tuple[Source, tuple[Finding, ...]]:
        """Give the text of a file; ElsewhereError for one outside the folder, by way of a link for example."""
        if including.path is None and not self._trust:
            raise NoTextError("text that is in no file has no folder to include from")
        folder = Path() if including.path is None else including.path.parent
        called = Path(including.name).parent
        for path in (f"{name}.pl", name):
            if os.path.isfile(folder / path):
                raw = self._content(os.path.realpath(folder / path))
                return decode(raw, str(called / path), folder / path)
        raise NoTextError(f"looked for {name}.pl beside {including.name}")

    def find_library(self, name: str) -> Source:
        """Give the text of a library that comes with pyengine, wherever the rules are."""
        found = _shipped_library(name)
        if found is None:
            raise NoTextError(f"the libraries to include are {', '.join(libraries())}")
        return found

    def identity(self, source: Source) -> str:
        """Tell a file by where it is, and other text by its name."""
        return source.name if source.path is None else os.path.realpath(source.path)

    def _content(self, real: str) -> bytes:
        if real not in self._read:
            root = next((root for root in self._roots if _is_below(root, real)), None)
            if root is None and not self._trust:
                raise ElsewhereError
            with _open_file(real) if root is None else open_below(root, real) as file:
                self._read[real] = _content_of_file(file)
        return self._read[real]


def _is_below(root: str, real: str) -> bool:
    try:
        return os.path.commonpath((root, real)) == root
    except ValueError:  # on different drives
        return False


class Bundle:
    """Texts that came with the rules, out of a store or from another process; nothing is looked for on this machine."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self._sources = {plain_name(source.name): source for source in sources}

    def find(self, including: Source, name: str) -> tuple[Source, tuple[Finding, ...]]:
        """Give one of the texts, by its name as seen from the one that includes it."""
        called = Path(including.name).parent
        for path in (f"{name}.pl", name):
            found = self._sources.get(plain_name(str(called / path)))
            if found is not None:
                return replace(found, name=str(called / path), library=None), ()
        raise NoTextError(f"no text of that name came with {including.name}")

    def find_library(self, name: str) -> Source:
        """Give the library that came along: not the one of this machine, which may be of another version."""
        called = library_title(name)
        found = self._sources.get(called)
        if found is None:
            raise NoTextError(f"no text came along for {called}")
        ours = _shipped_library(name)
        is_ours = ours is not None and ours.text == found.text
        return replace(found, name=called, library=name if is_ours else None)

    def identity(self, source: Source) -> str:
        """Tell a text by its name."""
        return plain_name(source.name)


def library_title(name: str) -> str:
    """Say how messages and stores call a library: as rules include it."""
    return f"library({name})"


def _shipped_library(name: str) -> Source | None:
    if name not in libraries():
        return None
    path = library_folder() / f"{name}.pl"
    return Source(library_title(name), read_file(path).decode("utf-8-sig"), path, library=name)


def plain_name(name: str) -> str:
    """Give the name of a text without what makes no difference, such as `./`, and with slashes on every machine."""
    return posixpath.normpath(name.replace(os.sep, "/"))


def open_source(path: Path, name: str | None = None) -> tuple[Source, tuple[Finding, ...]]:
    """Read a file that the user named as UTF-8, with or without a byte order mark; a wrong encoding is a finding.

    The text is then what the bytes most probably mean, so that no other message follows from this mistake.
    A file that cannot be read is a finding, too, and an empty text. It may be a link, a pipe or a device.
    """
    name = os.fsencode(path).decode(errors="replace") if name is None else name
    try:
        with path.open("rb") as file:
            return decode(_content(file), name, path)
    except (OSError, ValueError) as error:  # ValueError for a name that no file can have
        message = f"the file cannot be read: {getattr(error, 'strerror', None) or error}"
        return Source(name, "", path), (Finding(Severity.ERROR, "unreadable-file", message, Place(name, 1, 1)),)


def read_file(path: str | Path) -> bytes:
    """Read a file that rules named; OSError for one that is too large, or for what is no file, at once."""
    with _open_file(os.fspath(path)) as file:
        return _content_of_file(file)


def decode(raw: bytes, name: str, path: Path | None) -> tuple[Source, tuple[Finding, ...]]:
    """Give the text of a file, with a finding where it is not UTF-8."""
    try:
        return Source(name, raw.decode("utf-8-sig"), path), ()
    except UnicodeDecodeError as error:
        if raw[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            text, at, hint = raw.decode("utf-16", errors="replace"), 0, "it looks like UTF-16: save it as UTF-8"
        else:
            escaped = raw.decode("utf-8-sig", errors="surrogateescape")
            text = _LONE_BYTE.sub(lambda found: chr(ord(found[0]) - 0xDC00), escaped)  # as Latin-1
            at = len(raw[: error.start].decode("utf-8-sig"))
            hint = "it may be Latin-1 or Windows-1252: save it as UTF-8"
        source = Source(name, text, path)
        message = f"the file is not UTF-8: byte 0x{raw[error.start]:02X} cannot stand here"
        return source, (Finding(Severity.ERROR, "wrong-encoding", message, source.place(at), hint),)


def _content(file: BinaryIO) -> bytes:
    """Read a file to its end, which a device need not have."""
    raw = file.read(MOST_RULE_BYTES + 1)
    if len(raw) > MOST_RULE_BYTES:
        raise OSError(errno.EFBIG, f"it has {TOO_LARGE}")
    return raw


def _content_of_file(file: BinaryIO) -> bytes:
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        raise OSError(errno.EINVAL, "it is no file")
    return _content(file)


def _open_file(real: str) -> BinaryIO:
    return open(os.open(real, os.O_RDONLY | _AT_ONCE | _ON_ITS_OWN), "rb")


def open_below(root: str, real: str) -> BinaryIO:
    """Open a file below a folder, step by step and without a link on the way: one may have been put there meanwhile."""
    if os.open not in os.supports_dir_fd:
        return _open_file(real)
    *folders, last = Path(real).relative_to(root).parts
    held = os.open(root, _FOLDER | _ON_ITS_OWN)
    try:
        for folder in folders:
            inner = os.open(folder, _FOLDER | _UNFOLLOWED | _ON_ITS_OWN, dir_fd=held)
            os.close(held)
            held = inner
        opened = os.open(last, os.O_RDONLY | _UNFOLLOWED | _AT_ONCE | _ON_ITS_OWN, dir_fd=held)
    finally:
        os.close(held)
    return open(opened, "rb")


_LONE_BYTE: Final = re.compile("[\udc80-\udcff]")
