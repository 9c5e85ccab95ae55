"""Everything that the README shows is run: its rule files, its Python, its commands."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyengine

from .pages import run_page

README = Path(__file__).parent.parent / "README.md"


def test_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_page(README, tmp_path) > 8
    assert pyengine.check_file("race.pl") == ()
    assert pyengine.check_file("tree.pl", start="a") == ()
