"""The installation of SWI-Prolog: what to tell a user where none can be loaded."""

from __future__ import annotations

import os
import shutil
import sys
from ctypes.util import find_library

from pyengine.errors import PrologMissingError


def missing(reason: str) -> PrologMissingError:
    """Say what was looked for, what was found of it, why it failed, and the command that installs SWI-Prolog here."""
    program = shutil.which("swipl")
    shared = find_library("swipl")
    lines = [
        "SWI-Prolog is not installed, or cannot be loaded into Python",
        f"  program swipl on PATH: {program or 'not found'}",
        f"  shared library libswipl: {shared or 'not found'}",
        *(f"  {name}: {os.environ.get(name) or 'not set'}" for name in ("LIBSWIPL_PATH", "SWI_HOME_DIR")),
        f"  reason: {reason}",
        f"hint: {installation()}",
    ]
    return PrologMissingError("\n".join(lines))


def installation() -> str:
    """Name the command that installs SWI-Prolog on this system."""
    if sys.platform == "darwin":
        return "install it with: brew install swi-prolog"
    if sys.platform == "win32":
        return "install it with: winget install SWI-Prolog.SWI-Prolog"
    for program, command in (
        ("apt-get", "sudo apt-get install swi-prolog-nox"),
        ("dnf", "sudo dnf install pl"),
        ("pacman", "sudo pacman -S swi-prolog"),
        ("zypper", "sudo zypper install swipl"),
        ("apk", "sudo apk add swi-prolog"),
        ("brew", "brew install swi-prolog"),
    ):
        # An emptied PATH is one of the ways to come here, so the usual places count as well.
        if shutil.which(program) or shutil.which(program, path="/usr/bin:/sbin:/usr/local/bin:/opt/homebrew/bin"):
            return f"install it with: {command}"
    return "install SWI-Prolog 9 from https://www.swi-prolog.org/Download.html"
