"""What the libraries that come with pyengine have to offer, by the mode lines in their comments."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from pyengine.language.shipped import libraries, library_folder
from pyengine.language.vocabulary import Indicator

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
