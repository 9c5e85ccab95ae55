"""Where the files that ship with pyengine are: the grammar, the rule files, and the libraries that these include."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal


@cache
def shipped(kind: Literal["rules", "grammar"]) -> Path:
    """Give the folder of the shipped rules or grammar: inside an installed wheel, or at the top of a checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "_data" / kind
    return installed if installed.is_dir() else package.parent / kind


def library_folder() -> Path:
    """Give the folder of the shipped libraries: `boards.pl` in it is what rules include as `library(boards)`."""
    return shipped("rules") / "lib"


@cache
def libraries() -> tuple[str, ...]:
    """Name the shipped libraries.

    >>> "boards" in libraries()
    True
    """
    return tuple(sorted(path.stem for path in library_folder().glob("*.pl")))
