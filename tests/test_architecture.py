"""The modules and folders that docs/architecture.md names are there, and it names all of the folders that it draws."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "architecture.md"
COMPILER = ("normal_form", "analysis", "procedures", "python", "c", "builtins", "runtime")
DRAWN = (
    *(
        "language",
        "language/reading",
        "language/checking",
        "language/formatting",
        "language/gdl",
        "compiler",
        *(f"compiler/{name}" for name in COMPILER),
    ),
    *("reasoners", "reasoners/replay", "reasoners/swi", "building", "search", "kernel"),
    *(
        "stores",
        "compare",
        "boards",
        "domains",
        "pictures",
        "play",
        "arena",
        "bridges/openspiel",
        "bridges/pettingzoo",
        "bridges/uci",
        "editor",
        "studio",
        "cli",
    ),
)


def named() -> Iterator[tuple[Path, str]]:
    """Go through the files and folders that the page names, each with the folder of the heading above it."""
    folder = ROOT
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            heading = re.search(r"`(pyengine/[\w/]+/)`", line)
            folder = ROOT / heading[1] if heading else ROOT
        names = re.findall(r"`([a-z_/]+(?:\.py|\.pl|\.c|\.h|/))`", line)
        row = ROOT / names[0] if names and folder == ROOT else folder  # a row on a folder names what is in it
        for name in names:
            yield (row if row.is_dir() else folder), name


def is_there(folder: Path, name: str) -> bool:
    return any((place / name).exists() for place in (folder, ROOT, ROOT / "pyengine", ROOT / "pyengine" / "compiler"))


def test_what_the_page_names_is_there() -> None:
    assert [name for folder, name in named() if not is_there(folder, name)] == []


def test_every_module_of_a_drawn_folder_is_named() -> None:
    rows = {(folder / name).relative_to(ROOT) for folder, name in named()}
    for drawn in DRAWN:
        folder = ROOT / "pyengine" / drawn
        modules = {path.relative_to(ROOT) for path in (*folder.glob("*.py"), *folder.glob("*.c"))}
        assert {path for path in modules if path.name != "__init__.py"} - rows == set()


def test_every_module_beside_the_folders_is_named() -> None:
    page = PAGE.read_text(encoding="utf-8")
    modules = {path.name for path in (ROOT / "pyengine").glob("[!_]*.py")}
    assert {name for name in modules if not re.search(rf"[`/]{name}`", page)} == set()
