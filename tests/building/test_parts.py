"""The C that every game has: all of the run time and of the kernel, compiled once for all games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pyengine
from pyengine.reasoners.c_parts import FOLDERS, c_sources, common_parts

HEADERS = sorted(path for folder in FOLDERS for path in folder.glob("*.h"))


def functions_of(text: str) -> set[str]:
    """The functions that a C text defines for others."""
    plain = re.sub(r"__attribute__\(\(.*?\)\)\s*", "", text)
    return set(re.findall(r"^(?!static\b)\w[\w \*]*?\b(\w+)\([^;{]*\)\n\{", plain, re.M))


def test_every_function_that_a_header_declares_is_in_a_part() -> None:
    defined = {name for part in common_parts() for name in functions_of(part.text)}
    assert {name for source in c_sources() for name in functions_of(source.text)} <= defined
    for header in HEADERS:
        declared = re.findall(r"^(?!static|typedef|extern)\w[\w \*]*?\b(\w+)\([^{]*?\);", header.read_text(), re.M)
        assert set(declared) <= defined, header.name


def test_a_second_game_compiles_its_rules_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o700)
    monkeypatch.setenv("PYENGINE_CACHE", str(tmp_path))
    for games, name in enumerate(("nim", "tictactoe"), 1):
        pyengine.load(name, reasoner="c").close()
        assert len(list(tmp_path.glob("*.o"))) == len(common_parts()) + games
