"""The files of the page: built from their source, in every language, and complete by themselves."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import pyengine

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "studio"
BUILT = Path(pyengine.__file__).parent / "studio" / "page"
HOLE = re.compile(r"\{\w+\}")
LANGUAGES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (SOURCE / "i18n").glob("*.json")}


def test_there_are_four_languages() -> None:
    assert set(LANGUAGES) == {"en", "de", "it", "ro"}
    assert len({texts["language"] for texts in LANGUAGES.values()}) == 4


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_language_says_all_that_english_says(language: str) -> None:
    texts, english = LANGUAGES[language], LANGUAGES["en"]
    assert set(texts) == set(english)
    for key, text in texts.items():
        assert sorted(HOLE.findall(text)) == sorted(HOLE.findall(english[key])), key
        assert text.strip(), key


def test_every_text_is_used() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in (SOURCE / "src").rglob("*.ts*"))
    families = tuple(re.findall(r"`([\w.]+\.)\$\{", source))  # as in `theme.${theme}`
    unused = [key for key in LANGUAGES["en"] if f'"{key}"' not in source and not key.startswith(families)]
    assert unused == []


def test_the_page_fetches_nothing_and_runs_nothing_of_its_own_text() -> None:
    index = (BUILT / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'(?:src|href)="([^"]+)"', index)
    assert sorted(named) == ["/app.css", "/app.js", "/icon.svg"]
    assert all((BUILT / name.removeprefix("/")).is_file() for name in named)
    assert not re.search(r"<script(?![^>]*\ssrc=)|\son\w+=|style=", index)
    for sheet in BUILT.glob("*.css"):
        assert not re.search(r"@import|url\(", sheet.read_text(encoding="utf-8"))


def test_the_licences_of_all_that_is_bundled_are_beside_it() -> None:
    text = (BUILT / "licences.txt").read_text(encoding="utf-8")
    for package in ("preact", "@codemirror/view", "@codemirror/lsp-client", "@lezer/common", "marked", "style-mod"):
        assert re.search(rf"^{package} \d+\.", text, re.MULTILINE), package


def test_the_lock_file_names_no_host() -> None:
    lock = (SOURCE / "package-lock.json").read_text(encoding="utf-8")
    assert "resolved" not in lock
    versions = json.loads((SOURCE / "package.json").read_text(encoding="utf-8"))["devDependencies"].values()
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in versions)


@pytest.mark.hunt
def test_what_is_shipped_is_what_the_source_builds(tmp_path: Path) -> None:
    folder = tmp_path / "studio"
    shutil.copytree(SOURCE, folder, ignore=shutil.ignore_patterns("node_modules"))
    for command in (["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], ["npx", "tsc", "--noEmit"]):
        subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=600)
    subprocess.run(["node", "build.mjs", str(tmp_path / "built")], cwd=folder, check=True, timeout=600)
    built = {path.name: path.read_bytes() for path in (tmp_path / "built").iterdir()}
    shipped = {path.name: path.read_bytes() for path in BUILT.iterdir()}
    assert set(built) == set(shipped)
    assert [name for name in built if built[name] != shipped[name]] == [], (
        "run `make studio`, and commit what it builds"
    )
