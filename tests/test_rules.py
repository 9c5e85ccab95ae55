"""The rule files that come with pyengine are clean: for the checker, and for SWI-Prolog by itself."""

from __future__ import annotations

import subprocess

import pytest

import pyengine
from pyengine.api import find_rules


@pytest.mark.parametrize("name", pyengine.games())
def test_every_game_passes_its_check(name: str) -> None:
    assert pyengine.check_file(name, seconds=300) == ()


@pytest.mark.parametrize("name", pyengine.games())
def test_every_game_loads_in_plain_prolog_without_a_warning(name: str) -> None:
    done = subprocess.run(
        ["swipl", "-g", "halt", str(find_rules(name))], capture_output=True, text=True, timeout=300, check=True
    )
    assert done.stdout + done.stderr == ""
