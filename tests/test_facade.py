"""What `import pyengine` gives: every name when it is asked for, and nothing paid for before."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import pyengine


def run(code: str, folder: Path) -> str:
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.stderr == ""
    return done.stdout


def test_importing_imports_nothing_else(tmp_path: Path) -> None:
    code = "import sys, pyengine; print([name for name in sys.modules if name.startswith('pyengine.')])"
    assert run(code, tmp_path) == "[]\n"


@pytest.mark.parametrize("name", ["search", "compare"])
@pytest.mark.parametrize(
    "before",
    [
        "import pyengine",
        "import pyengine.{name}",
        "import pyengine.search.trace, pyengine.compare.effort",
        "from pyengine.{name} import {name}",
        "from pyengine import solve, Effort",
        "from pyengine import {name}",
    ],
)
def test_a_function_is_not_hidden_by_the_package_of_its_name(before: str, name: str, tmp_path: Path) -> None:
    code = f"{before.format(name=name)}\nimport pyengine\nprint(type(pyengine.{name}).__name__)"
    assert run(code, tmp_path) == "function\n"


def test_a_search_after_its_package_was_imported(tmp_path: Path) -> None:
    code = "import pyengine.search.trace; print(pyengine.search(pyengine.twin('nim')).value)"
    assert run(code, tmp_path) == "1\n"


def test_every_name_is_there(tmp_path: Path) -> None:
    assert run("from pyengine import *; print(load.__name__, Atom('a'))", tmp_path) == "load a\n"
    assert set(pyengine.__all__) <= set(dir(pyengine))
    for name in pyengine.__all__:
        assert getattr(pyengine, name) is not None
    assert sorted(pyengine.__all__) == sorted({*pyengine.__all__}), "no name twice"


def test_modules_are_found_without_an_import_of_their_own(tmp_path: Path) -> None:
    assert run("import pyengine; print(pyengine.native.twin('nim').players)", tmp_path) == "('max', 'min')\n"


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'pyengine' has no attribute 'lod'"):
        _ = pyengine.lod  # type: ignore[attr-defined]
    with pytest.raises(ImportError, match="cannot import name 'lod'"):
        from pyengine import lod  # type: ignore[attr-defined]  # noqa: F401


@pytest.mark.hunt
def test_a_type_checker_sees_the_types(tmp_path: Path) -> None:
    """It reads the same list of names, as strictly as it can, and finds the one that is not there."""
    program = tmp_path / "program.py"
    program.write_text(
        "import pyengine\nfrom pyengine import Limit, load, search\n\n"
        "reveal_type(search(load('nim'), limit=Limit(depth=2)).value)\nreveal_type(pyengine.twin)\npyengine.lod\n"
    )
    words = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path}", str(program)]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.stderr == ""
    lines = [line.partition(": ")[2] for line in done.stdout.splitlines()]
    assert lines[0] == 'note: Revealed type is "int | float | fractions.Fraction | None"'
    assert lines[1].endswith('-> pyengine.game.Game[Any, Any]"')
    assert lines[2] == 'error: Module has no attribute "lod"; maybe "load"?  [attr-defined]'


def test_the_arena_is_one_import() -> None:
    """What its page and that of tuning use is there by name."""
    import pyengine.arena

    for name in pyengine.arena.__all__:
        assert getattr(pyengine.arena, name) is not None
    assert {"Plan", "Player", "Rulebook", "HereCrew", "LocalCrew", "GameStore", "hold", "tune"} <= set(
        pyengine.arena.__all__
    )
