"""The extension for Visual Studio Code: packed, its grammar, and in the editor itself, seen through a browser."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from pyengine.editor import commands
from pyengine.editor.semantic_tokens import MODIFIERS, coloured
from pyengine.editor.view import read_view
from pyengine.language.contract import ASKED
from tests.chromium import started_chromium
from tests.editor.editors import GAME, SECONDS

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "editors" / "vscode"
MANIFEST: dict[str, Any] = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
SLOW = 1000 * SECONDS


def run(words: list[str], folder: Path, **variables: str) -> str:
    done = subprocess.run(
        words, cwd=folder, env={**os.environ, **variables}, capture_output=True, text=True, timeout=900
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources in which the extension is packed, as `make vscode` does it."""
    top = tmp_path_factory.mktemp("extension")
    folder = top / "editors" / "vscode"
    shutil.copytree(EXTENSION, folder, ignore=shutil.ignore_patterns("node_modules", "out", "*.vsix"))
    shutil.copy(ROOT / "LICENSE", top)
    run(["npm", "run", "package", "--", "--out", "pyengine.vsix"], folder)
    return folder


def test_contract_predicates_are_those_of_the_table() -> None:
    grammar = json.loads((EXTENSION / "syntaxes" / "pyengine.tmLanguage.json").read_text(encoding="utf-8"))
    named = re.match(r"\^\((.*?)\)", grammar["repository"]["contract"]["match"])
    assert named is not None
    assert set(named[1].split("|")) == {entry.name for entry in ASKED}


def test_commands_of_the_palette_are_those_of_the_server() -> None:
    offered = {command["command"] for command in MANIFEST["contributes"]["commands"]}
    assert offered == {*commands.TITLES, "pyengine.restart", "pyengine.install"}


def test_kinds_of_tokens_are_those_of_the_server() -> None:
    own = [modifier["id"] for modifier in MANIFEST["contributes"]["semanticTokenModifiers"]]
    assert own == list(MODIFIERS[-2:])


def test_nothing_says_where_packages_come_from() -> None:
    assert '"resolved"' not in (EXTENSION / "package-lock.json").read_text(encoding="utf-8")
    assert all(re.fullmatch(r"[\d.]+", version) for version in MANIFEST["devDependencies"].values())


def test_the_page_of_the_extension_tells_its_settings() -> None:
    page = (EXTENSION / "README.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in page for name in MANIFEST["contributes"]["configuration"]["properties"])


@pytest.mark.hunt
def test_what_is_packed(built: Path) -> None:
    with zipfile.ZipFile(built / "pyengine.vsix") as packed:
        names = {name for name in packed.namelist() if name.startswith("extension/")}
        assert names == {
            "extension/LICENSE.txt",
            "extension/language-configuration.json",
            "extension/out/extension.js",
            "extension/package.json",
            "extension/readme.md",
            "extension/syntaxes/pyengine.tmLanguage.json",
        }
        manifest = json.loads(packed.read("extension/package.json"))
        assert manifest["contributes"] == MANIFEST["contributes"]
        assert b"createWebviewPanel" in packed.read("extension/out/extension.js")


@pytest.mark.hunt
def test_units_and_the_grammar(built: Path) -> None:
    run(["npm", "test"], built, PYENGINE_RULES=str(ROOT / "rules"))


@pytest.mark.hunt
def test_the_grammar_takes_texts_apart_as_the_server_does(built: Path) -> None:
    """Comments, texts, numbers and variables: what is coloured at once stays so when the server has answered."""
    files = [*sorted((ROOT / "rules").rglob("*.pl")), *sorted((ROOT / "tests" / "clean").glob("*.pl"))]
    told = json.loads(run(["node", "test/dump.js", *map(str, files)], built))
    kinds = {"comment": "c", "string": "s", "number": "n", "variable": "v"}
    assert len(files) > 20
    assert set("cqsnv-") == {kind for lines in told for line in lines for kind in line or ""}
    for file, lines in zip(files, told, strict=True):
        text = file.read_text(encoding="utf-8")
        view = read_view(file.as_uri(), text, 1, lambda path: None, "utf-16")
        expected = ["-"] * len(text)
        for token in coloured(view, 0, len(text)):
            expected[token.start : token.end] = kinds.get(token.type, "-") * (token.end - token.start)
        found = "\n".join(line or "" for line in lines)
        for number, (shown, wanted) in enumerate(zip(found.split("\n"), _lines(text, expected), strict=True)):
            assert shown.replace("q", "-") == wanted, f"{file.name}:{number + 1}"


def _lines(text: str, kinds: list[str]) -> list[str]:
    return "".join("\n" if character == "\n" else kind for character, kind in zip(text, kinds, strict=True)).split("\n")


# The editor itself


@contextmanager
def serving(folder: Path, *extensions: Path, command: list[str] | None = None) -> Iterator[str]:
    """Have Visual Studio Code serve a folder with some extensions; give the address of its page with the game open."""
    installed = Path(sys.prefix) / "code-server"
    run([str(ROOT / "setup" / "code-server.sh"), str(installed)], ROOT)
    (folder / "game.pl").write_text(GAME)
    data = folder.parent / "data"
    (data / "User").mkdir(parents=True)
    settings = {"security.workspace.trust.enabled": False, "workbench.startupEditor": "none"}
    said = {} if command is None else {"pyengine.command": command}
    (data / "User" / "settings.json").write_text(json.dumps({**settings, **said}))
    folders = ["--user-data-dir", str(data), "--extensions-dir", str(data / "extensions")]
    code = ["node", str(installed / "node_modules" / "code-server" / "out" / "node" / "entry.js"), *folders]
    code += ["--config", str(data / "config.yaml")]
    run([*code, *(word for vsix in extensions for word in ("--install-extension", str(vsix)))], folder)
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    words = [*code, "--auth", "none", "--bind-addr", address, "--disable-telemetry", "--disable-update-check"]
    path = os.pathsep.join(part for part in os.environ["PATH"].split(os.pathsep) if not Path(part, "pyengine").exists())
    surroundings = {**os.environ, "PATH": path, "SHELL": "/bin/sh"}
    with (data / "log").open("wb") as log:
        process = subprocess.Popen(
            [*words, str(folder)],
            env=surroundings,
            stdout=log,
            stderr=log,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
    try:
        _wait_for(f"http://{address}/healthz")
        opened = json.dumps([["openFile", f"vscode-remote://{address}{folder / 'game.pl'}"]])
        yield f"http://{address}/?folder={quote(str(folder))}&payload={quote(opened)}"
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _wait_for(address: str) -> None:
    deadline = time.monotonic() + SECONDS
    while True:
        try:
            with urllib.request.urlopen(address, timeout=10):
                return
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.2)


@contextmanager
def browsing(address: str) -> Iterator[Page]:
    with started_chromium() as browser:
        page = browser.new_page(viewport={"width": 1400, "height": 1000})
        page.set_default_timeout(SLOW)
        page.goto(address)
        yield page


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "games"
    made.mkdir()
    return made


@pytest.mark.hunt
def test_in_the_editor(built: Path, folder: Path) -> None:
    command = [sys.executable, "-P", "-m", "pyengine"]
    with serving(folder, built / "pyengine.vsix", command=command) as address, browsing(address) as page:
        lenses = page.locator(".codelens-decoration a")
        expect(lenses).to_have_text(["play", "show", "solve", "tree", "perft", "moves per second"], timeout=SLOW)
        expect(page.locator("[id='status.editor.mode']")).to_have_text("Prolog rules (pyengine)")
        expect(page.locator("[id='status.problems']")).to_contain_text("1", timeout=SLOW)
        assert page.locator(".squiggly-warning").count() >= 1

        page.locator(".codelens-decoration a", has_text="solve").click()
        expect(page.locator(".output-view-container, .output-view").first).to_contain_text(
            re.compile(r"value\s+1\s+to\s+a"), timeout=SLOW
        )

        page.locator(".codelens-decoration a", has_text="tree").click()
        frame = page.frame_locator("iframe.webview.ready").frame_locator("iframe")
        picture = frame.locator("img")
        expect(picture).to_have_attribute("alt", "game: the tree of a search", timeout=SLOW)
        policy = frame.locator("meta[http-equiv='Content-Security-Policy']").first
        assert (policy.get_attribute("content") or "").startswith("default-src 'none'; img-src data:")

        page.locator(".codelens-decoration a", has_text="play").click()
        expect(page.locator(".terminal-tabs-entry, .single-terminal-tab").first).to_contain_text(
            "game: play", timeout=SLOW
        )


@pytest.mark.hunt
def test_what_is_typed_is_indented(built: Path, folder: Path) -> None:
    typed = [
        "%! twice(+X, -Y)",
        "Y is two times X.",
        "",
        "twice(X, Y) :-",
        "number(X),",
        "X > 0,",
        "Y is X * 2.",
        "one(1).",
    ]
    command = [sys.executable, "-P", "-m", "pyengine"]
    with serving(folder, built / "pyengine.vsix", command=command) as address, browsing(address) as page:
        expect(page.locator("[id='status.editor.mode']")).to_have_text("Prolog rules (pyengine)", timeout=SLOW)
        page.locator(".view-lines").first.click()
        page.keyboard.press("Control+End")
        for line in typed:
            page.keyboard.type(line, delay=30)
            # Enter right after a key leaves some lines unindented, with suggestions and without.
            page.wait_for_timeout(300)
            page.keyboard.press("Enter")
            page.wait_for_timeout(300)
        page.keyboard.press("Control+S")
        deadline = time.monotonic() + SECONDS
        while "twice" not in (text := (folder / "game.pl").read_text()):
            assert time.monotonic() < deadline
            time.sleep(0.2)
        assert text.removeprefix(GAME).splitlines()[:8] == [
            *("%! twice(+X, -Y)", "%  Y is two times X.", "%  ", "twice(X, Y) :-"),
            *("    number(X),", "    X > 0,", "    Y is X * 2.", "one(1)."),
        ]


@pytest.mark.hunt
def test_the_environment_of_the_python_extension_is_taken(built: Path, folder: Path, tmp_path: Path) -> None:
    """By another extension that says, as that one does, which interpreter was chosen."""
    other = tmp_path / "python"
    other.mkdir()
    manifest = {"name": "python", "publisher": "ms-python", "version": "1.0.0", "engines": {"vscode": "^1.82.0"}}
    (other / "package.json").write_text(json.dumps({**manifest, "main": "main.js", "activationEvents": []}))
    (other / "README.md").write_text("An interpreter.\n")
    (other / "main.js").write_text(
        "const { Uri } = require('vscode');\n"
        f"const path = {json.dumps(sys.executable)};\n"
        "const resolveEnvironment = async (found) => ({ executable: { uri: Uri.file(found.path) } });\n"
        "const environments = { getActiveEnvironmentPath: () => ({ path }), resolveEnvironment };\n"
        "exports.activate = () => ({ environments });\n"
    )
    vsce = built / "node_modules" / ".bin" / "vsce"
    run([str(vsce), "package", "--allow-missing-repository", "--skip-license", "--out", "python.vsix"], other)
    extensions = built / "pyengine.vsix", other / "python.vsix"
    with serving(folder, *extensions) as address, browsing(address) as page:
        expect(page.locator(".codelens-decoration a").first).to_have_text("play", timeout=SLOW)


@pytest.mark.hunt
def test_nothing_is_installed_unasked(built: Path, folder: Path, tmp_path: Path) -> None:
    with serving(folder, built / "pyengine.vsix") as address, browsing(address) as page:
        asked = page.locator(".notification-toast", has_text="The server of pyengine was not found. Install pyengine")
        expect(asked.locator(".monaco-text-button")).to_have_text(["Install", "Open Settings"], timeout=SLOW)
        expect(page.locator("[id='status.editor.mode']")).to_have_text("Prolog rules (pyengine)")
        assert not list((tmp_path / "data").rglob("pyvenv.cfg"))
