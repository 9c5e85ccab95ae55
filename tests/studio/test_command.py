"""`pyengine studio` as it is called: what is open, which folder it has, what is wrong with how it was called."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .conftest import LONG, run, start, stop

NIM = "player(a).\nplayer(b).\ninitial(s).\nto_move(_, a).\nmove(s, m, t).\nterminal(t).\nutility(t, 1).\n"


def said(folder: Path, *words: str, code: str = "") -> tuple[int, str]:
    """Call the command, which is to fail, and give its status and what it said."""
    call = f"{code}\nimport sys\nfrom pyengine.cli import main\nsys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", call, "studio", "--no-browser", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=LONG,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


def hello(folder: Path, *words: str) -> dict[str, Any]:
    served = start(folder, *words)

    async def greet() -> dict[str, Any]:
        async with served.page() as page:
            told: dict[str, Any] = await page.ask("hello")
            if told["opened"] is not None:
                opened = told["opened"]
                load = {name: opened[name] for name in ("text", "name", "file", "parameters")}
                assert (await page.ask("load", **load))["position"]
            return told

    try:
        return dict(run(greet()))
    finally:
        assert stop(served) == 0


def test_a_game_is_open_with_its_parameters(tmp_path: Path) -> None:
    told = hello(tmp_path, "nim", "-p", "piles=[3,4]")
    assert (told["opened"]["name"], told["opened"]["file"]) == ("nim", None)
    assert told["opened"]["parameters"] == {"piles": "[3,4]"}
    assert told["folder"] == tmp_path.name


def test_a_file_is_open_in_the_folder_where_it_stands(tmp_path: Path) -> None:
    (tmp_path / "games" / "mine").mkdir(parents=True)
    (tmp_path / "games" / "mine" / "my game.pl").write_text(NIM)
    (tmp_path / "elsewhere").mkdir()
    inside = hello(tmp_path / "games", "mine/my game.pl")
    assert (inside["folder"], inside["opened"]["file"]) == ("games", "mine/my game.pl")
    outside = hello(tmp_path / "elsewhere", "../games/mine/my game.pl")
    assert (outside["folder"], outside["opened"]["file"]) == ("mine", "my game.pl")
    assert outside["files"] == ["my game.pl"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nimm"], "did you mean 'nim'?"),
        (["nowhere.pl"], "no rule file nowhere.pl"),
        (["-p", "size=3"], "name it"),
        (["nim", "-p", "size"], "NAME=VALUE"),
        (["--port", "99999"], "99999"),
        (["./notes.md"], "none of the files of a studio"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, words: list[str], told: str) -> None:
    (tmp_path / "notes.md").write_text("x")
    status, text = said(tmp_path, *words)
    assert status in (1, 2)
    assert told in text


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        status, text = said(tmp_path, "--port", str(taken.getsockname()[1]))
    assert status == 1
    assert "nobody can be served at port" in text


@pytest.mark.parametrize("library", ["starlette", "uvicorn"])
def test_where_a_library_is_missing_it_says_what_to_install(tmp_path: Path, library: str) -> None:
    status, text = said(tmp_path, code=f"import sys; sys.modules[{library!r}] = None")
    assert status == 1
    assert f"needs {library}" in text
    assert "pip install 'pyengine-logic[studio]'" in text
