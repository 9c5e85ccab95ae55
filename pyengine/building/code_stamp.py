"""The stamp of the code that reads, compiles and runs rules, by which caches tell versions apart."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path
from typing import Final

from pyengine.language.shipped import library_folder, shipped

_PACKAGES: Final = ("building", "compiler", "kernel", "language", "reasoners", "terms")
_MODULES: Final = ("api.py", "errors.py")
_KINDS: Final = (".py", ".pl", ".c", ".h", ".lark")


@cache
def code_stamp() -> bytes:
    """Give a digest of all that decides what rules mean and what they are compiled to, by the content of the files.

    Their times would tell less: those of an installed package need not change with what is in its files.
    """
    digest = hashlib.sha256()
    package = Path(__file__).parents[1]
    files = [os.path.join(package, name) for name in _MODULES]
    data = (shipped("grammar"), library_folder(), shipped("rules") / "search")
    for top in (*(package / name for name in _PACKAGES), *data):
        for folder, folders, names in os.walk(top):
            folders.sort()
            files += [os.path.join(folder, name) for name in sorted(names) if name.endswith(_KINDS)]
    for path in files:
        with open(path, "rb") as file:
            digest.update(os.path.basename(path).encode())
            digest.update(file.read())
    return digest.digest()
