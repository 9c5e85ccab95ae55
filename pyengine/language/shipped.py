"""Where the files that ship with pyengine are: the grammar, the rule files, and the libraries that these include.

What the libraries have to offer is told by the mode lines in their comments.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from pyengine.language.vocabulary import Indicator


@cache
def shipped(kind: Literal["rules", "grammar", "docs"]) -> Path:
    """Give the folder of the shipped rules, grammar or pages: in an installed wheel, or at the top of a checkout."""
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


_MODES: Final = re.compile(r"^%!\s+(\w+)\(([^()]*)\) is ", re.MULTILINE)


@cache
def offered() -> Mapping[Indicator, str]:
    """Give the predicates that libraries offer to rules, each with the name of its library; of two, the first.

    >>> offered()["replace_arg", 5]
    'boards'
    """
    found: dict[Indicator, str] = {}
    for library in libraries():
        text = (library_folder() / f"{library}.pl").read_text(encoding="utf-8")
        for modes in _MODES.finditer(text):
            found.setdefault((modes[1], modes[2].count(",") + 1), library)
    return found
