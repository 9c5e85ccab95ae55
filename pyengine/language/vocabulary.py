"""The predicates that SWI-Prolog offers to a rule file, and which of them rules may call.

The table is `vocabulary.txt`, written by hand where it judges; a test compares it with the installed SWI-Prolog.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

Indicator = tuple[str, int]

_HEADER: Final = re.compile(r"\[(?P<library>\S+)(?P<autoload> autoload)?\] (?P<verdict>safe|unsafe)(?P<rest>.*)\Z")
_ENTRY: Final = re.compile(r"(?P<name>\S+)/(?P<arity>\d+)(?P<core>!)?(?:=(?P<meta>\S+))?\Z")
_IMPORTS: Final = "[libraries that a rule file may import]"


@dataclass(frozen=True, slots=True)
class KnownPredicate:
    """One predicate that comes with SWI-Prolog.

    `library` is `system` for a built-in. `meta` has one character an argument as in `meta_predicate/1` (`0` to `9`,
    `^`, `/` for `//`, `:`, `?`, `+`, `-`), or is None. `safe` means that an untrusted rule file may call it; where not,
    `reason` completes "it ...". `autoload` means that no import is needed; `core`, that a definition by a file does not
    count; `newer`, that SWI-Prolog 9.0 does not have it yet.
    """

    library: str
    meta: str | None
    safe: bool
    reason: str = ""
    autoload: bool = True
    core: bool = False
    newer: bool = False


def _entries(text: str) -> Iterator[tuple[Indicator, KnownPredicate]]:
    header: re.Match[str] | None = None  # what stands before the first header is not an entry
    for line in text.splitlines():
        if found := _HEADER.match(line):
            header = found
        elif header:
            safe, rest = header["verdict"] == "safe", header["rest"]
            for word in line.split():
                entry = _ENTRY.match(word)
                assert entry, word
                yield (
                    (entry["name"], int(entry["arity"])),
                    KnownPredicate(
                        library=header["library"],
                        meta=entry["meta"],
                        safe=safe,
                        reason="" if safe else rest.removeprefix(": "),
                        autoload=bool(header["autoload"]) or header["library"] == "system",
                        core=bool(entry["core"]),
                        newer=rest == " newer",
                    ),
                )


def _imports(text: str) -> frozenset[str]:
    return frozenset(text.partition(_IMPORTS)[2].partition("[")[0].split())


_TEXT: Final = Path(__file__).with_name("vocabulary.txt").read_text(encoding="utf-8")

PREDICATES: Final[Mapping[Indicator, KnownPredicate]] = MappingProxyType(dict(_entries(_TEXT)))
"""Every built-in and library predicate by name and arity; one that is not here is not known to be safe."""

LIBRARIES: Final = _imports(_TEXT)
"""The libraries that an untrusted file may import, as they stand in `library(...)`."""
