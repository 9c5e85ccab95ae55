"""Everything that the README shows is run: its rule files, its Python, its commands."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    race, broken = blocks("prolog")
    (tmp_path / "race.pl").write_text(race, encoding="utf-8")
    (tmp_path / "broken.pl").write_text(broken, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_python(folder: Path) -> None:
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks("python")), {}, "README", "README.md", 0)
    assert len(examples.examples) > 5
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_commands(folder: Path) -> None:
    for block in blocks("console"):
        command, _, expected = block.partition("\n")
        assert command.startswith("$ pyengine ")
        words = command.removeprefix("$ pyengine ").split()
        done = subprocess.run([sys.executable, "-m", "pyengine.cli", *words], capture_output=True, text=True)
        assert done.stderr == ""
        assert done.stdout == expected


def test_the_small_rule_file_is_faultless(folder: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "pyengine.cli", "check", "race.pl"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "nothing found\n")
