"""The folder that the studio was started in: what is read and written there, and nothing anywhere else.

Names come from a page, so each part of one is looked at, links are resolved, and the file is then opened step by step
without following any, since one may have been put there meanwhile. A file is written whole or not at all.
"""

from __future__ import annotations

import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from pyengine.errors import FileExistsAlreadyError, NotWrittenError, OutsideFolderError
from pyengine.language.reading.files import decode, open_below
from pyengine.language.sizes import MOST_RULE_BYTES
from pyengine.quoting import show_value

KINDS: Final = (".pl", ".game.json", ".txt")
"""The files that the studio reads and writes: rules, and games that were played."""
MOST_FILES: Final = 500
DEEPEST: Final = 4
MOST_LOOKED: Final = 20_000
"""How many are listed, how deep in the folder, and among how many files and folders they are looked for."""
LONGEST_NAME: Final = 200
_PARTS: Final = re.compile(r'[^\x00-\x1f\x7f<>:"/\\|?*]+')
_DEVICES: Final = re.compile(r"(?i:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\..*)?")
_FOLDER: Final = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)


@dataclass(frozen=True, slots=True)
class StudioFolder:
    """The files below one folder, by their names as seen from it."""

    root: Path

    @classmethod
    def at(cls, path: Path) -> StudioFolder:
        """Take a folder, wherever links lead to it."""
        return cls(Path(os.path.realpath(path)))

    @property
    def name(self) -> str:
        """What people call it."""
        return self.root.name or str(self.root)

    def files(self) -> list[str]:
        """List the files that can be opened, hidden ones and links left out."""
        found: list[str] = []
        looked, level = 0, [self.root]
        for _ in range(DEEPEST + 1):  # what is nearest comes first, however much there is further down
            deeper: list[Path] = []
            for folder in level:
                with suppress(OSError), os.scandir(folder) as entries:
                    for entry in islice(entries, MOST_LOOKED - looked):
                        looked += 1
                        if entry.name.startswith(".") or entry.is_symlink() or not _is_plain(entry.name):
                            continue
                        if entry.is_dir():
                            deeper.append(Path(entry.path))
                        elif entry.name.endswith(KINDS) and entry.is_file():
                            found.append(Path(entry.path).relative_to(self.root).as_posix())
            level = deeper
        return sorted(found, key=lambda name: (name.count("/"), name))[:MOST_FILES]

    def path(self, name: str) -> Path:
        """Give where a file stands, with all links resolved; OutsideFolderError where that is no business of ours.

        The file need not be there.
        """
        parts = name.split("/")
        if not all(_is_plain(part) for part in parts) or len(name) > 4 * LONGEST_NAME:
            raise OutsideFolderError(f"{show_value(name)} is not the name of a file in the folder")
        if not name.endswith(KINDS) or parts[-1] in KINDS:
            raise OutsideFolderError(f"{show_value(name)} is none of the files of a studio: {', '.join(KINDS)}")
        try:
            real = Path(os.path.realpath(self.root.joinpath(*parts)))
        except (OSError, ValueError):
            raise OutsideFolderError(f"{show_value(name)} leads nowhere") from None
        if not real.is_relative_to(self.root) or not real.name.endswith(KINDS):
            raise OutsideFolderError(f"{show_value(name)} leads out of the folder")
        return real

    def read(self, name: str) -> str:
        """Read a file; OutsideFolderError where it is none of ours, or cannot be read."""
        path = self.path(name)
        try:
            with open_below(str(self.root), str(path)) as file:
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    raise OutsideFolderError(f"{show_value(name)} is no file")
                raw = file.read(MOST_RULE_BYTES + 1)
        except FileNotFoundError:
            raise OutsideFolderError(f"there is no file {show_value(name)}") from None
        except OSError as error:
            raise OutsideFolderError(f"{show_value(name)} cannot be read: {error.strerror or error}") from None
        if len(raw) > MOST_RULE_BYTES:
            raise OutsideFolderError(f"{show_value(name)} has more than {MOST_RULE_BYTES >> 20} MiB")
        return decode(raw, name, path)[0].text

    def write(self, name: str, text: str, *, replace: bool) -> None:
        """Write a file, whole or not at all; FileExistsAlreadyError where it is there and is not to be replaced."""
        path, raw = self.path(name), text.encode("utf-8")
        if len(raw) > MOST_RULE_BYTES:
            raise NotWrittenError(f"a text of more than {MOST_RULE_BYTES >> 20} MiB is not written")
        try:
            with self._opened(path.parent) as folder:
                _write(folder, path, raw, replace=replace)
        except FileExistsError:
            raise FileExistsAlreadyError(f"{show_value(name)} is there already") from None
        except OSError as error:
            raise NotWrittenError(f"{show_value(name)} cannot be written: {error.strerror or error}") from None

    @contextmanager
    def _opened(self, folder: Path) -> Iterator[int | None]:
        """Open a folder below the root without following a link; None where the system opens none."""
        if os.open not in os.supports_dir_fd:
            yield None
            return
        held = os.open(self.root, _FOLDER)
        try:
            for part in folder.relative_to(self.root).parts:
                inner = os.open(part, _FOLDER | getattr(os, "O_NOFOLLOW", 0), dir_fd=held)
                os.close(held)
                held = inner
            yield held
        finally:
            os.close(held)


def _write(folder: int | None, path: Path, raw: bytes, *, replace: bool) -> None:
    """Write beside, then put in place: by a second name where nothing may be there, else by renaming."""
    target = str(path) if folder is None else path.name
    beside = f".{path.name[:LONGEST_NAME]}.{secrets.token_hex(8)}"
    beside = str(path.parent / beside) if folder is None else beside
    mode = 0o666
    with suppress(OSError):
        there = os.stat(target, dir_fd=folder, follow_symlinks=False)
        if not stat.S_ISREG(there.st_mode):
            raise NotWrittenError(f"{show_value(path.name)} is there, and is no file")
        mode = stat.S_IMODE(there.st_mode)
    with open(os.open(beside, _NEW, mode, dir_fd=folder), "wb") as file:
        try:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
            if replace:
                os.replace(beside, target, src_dir_fd=folder, dst_dir_fd=folder)
            else:
                _put_new(folder, beside, target)
        finally:
            with suppress(FileNotFoundError):
                os.unlink(beside, dir_fd=folder)


def _put_new(folder: int | None, beside: str, target: str) -> None:
    """Put a file in a place where there is none, also where files cannot have two names."""
    try:
        os.link(beside, target, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):
        os.close(os.open(target, _NEW, dir_fd=folder))  # it is ours from now on
        os.replace(beside, target, src_dir_fd=folder, dst_dir_fd=folder)


def _is_plain(part: str) -> bool:
    """Tell whether a part of a name means the same on every system, and nothing but itself on any."""
    return (
        _PARTS.fullmatch(part) is not None
        and len(part) <= LONGEST_NAME
        and not part.startswith(".")
        and part == part.strip()
        and not part.endswith(".")
        and _DEVICES.fullmatch(part) is None
        and part.isprintable()
    )
