"""What is told of the predicates that come with SWI-Prolog: one line, and where its manual has the rest.

`builtins.txt` has those that rules often call; of the others, the vocabulary tells what is needed to call them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final
from urllib.parse import quote

from pyengine.editor.mode_lines import arguments_in
from pyengine.language.vocabulary import PREDICATES, Indicator

_LINE: Final = re.compile(r"(?P<name>'[^']*'|[^\s(]+)(?:\((?P<arguments>.*?)\))?  (?P<meaning>\S.*)")
_MANUAL: Final = "https://www.swi-prolog.org/pldoc/man?predicate="


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """How a predicate is called, and what it does."""

    name: str
    arguments: tuple[str, ...]
    meaning: str


@cache
def built_ins() -> Mapping[Indicator, BuiltIn]:
    """Give the predicates that there is a line about.

    >>> built_ins()["between", 3].meaning
    'Value is an integer from Low to High, both included; High may be inf'
    """
    found = {}
    text = Path(__file__).with_name("builtins.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("# "):
            continue
        entry = _LINE.fullmatch(line)
        assert entry, line
        arguments = () if entry["arguments"] is None else tuple(arguments_in(entry["arguments"]))
        made = BuiltIn(entry["name"].strip("'"), arguments, entry["meaning"])
        found[made.name, len(arguments)] = made
    return MappingProxyType(found)


def manual_page(found: Indicator) -> str:
    """Give the address of the page of SWI-Prolog's manual about a predicate.

    >>> manual_page(("=..", 2))
    'https://www.swi-prolog.org/pldoc/man?predicate=%3D../2'
    """
    return f"{_MANUAL}{quote(found[0], safe='')}/{found[1]}"


def about(found: Indicator) -> str | None:
    """Say in one line what a predicate does, or at least where it comes from; None for one that is not known."""
    known = PREDICATES.get(found)
    if known is None:
        return None
    origin = "built in" if known.library == "system" else f"of library({known.library})"
    if known.library != "system" and not known.autoload:
        origin = f"{origin}, which has to be imported"
    if not known.safe:
        origin = f"{origin}; rules may not call it: it {known.reason}"
    made = built_ins().get(found)
    return f"{origin[0].upper()}{origin[1:]}" if made is None else f"{made.meaning} ({origin})"
