"""The limits of sizes that stand in the run time in C are those of all reasoners."""

from __future__ import annotations

import re
from pathlib import Path

import pyengine.compiler.c
from pyengine.language import sizes

RUNTIME = Path(pyengine.compiler.c.__file__).parent / "runtime"


def test_they_are_those_of_all_reasoners() -> None:
    for file, name, expected in (
        ("unify.c", "MOST_REPEATED", sizes.MOST_REPEATED),
        ("structure.c", "LARGEST_ARITY", sizes.MOST_ARITY),
    ):
        found = re.search(rf"\b{name} = (\d+)", (RUNTIME / file).read_text(encoding="utf-8"))
        assert found is not None, name
        assert int(found[1]) == expected, name
