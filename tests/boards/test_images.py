"""Pictures as files: PNG and PDF, fitted to a width."""

from __future__ import annotations

import struct
import subprocess
import sys
from pathlib import Path

import pytest

import pyengine
from pyengine.boards import draw
from pyengine.boards.images import image
from pyengine.errors import BoardError


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    across, down = struct.unpack(">II", png[16:24])
    return across, down


def test_a_board_as_png_and_pdf() -> None:
    game = pyengine.twin("othello")
    assert size_of(image(draw(game, theme="light"), "png", width=500)) == (500, 500)
    made = image(draw(game, theme="dark"), "pdf", width=300, ground="#000000")
    assert made.startswith(b"%PDF-")
    assert b"/MediaBox [ 0 0 225 225 ]" in made  # 300 pixels are 225 points
    assert image(draw(game), "svg", width=300).startswith(b"<svg")


def test_a_picture_that_no_screen_has_is_refused() -> None:
    with pytest.raises(BoardError, match="pixels is too large; give it a smaller width"):
        image(draw(pyengine.twin("nim")), "png", width=20_000)


def pyengine_command(*words: str, folder: Path, without: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in a process, as if a library were not installed."""
    code = f"import sys; sys.modules[{without!r}] = None; from pyengine.cli import main; sys.exit(main())"
    return subprocess.run([sys.executable, "-c", code, *words], cwd=folder, capture_output=True, text=True, timeout=120)


def test_commands_write_pictures(tmp_path: Path) -> None:
    done = pyengine_command("tree", "nim", "-o", "nim.png", "--width", "640", folder=tmp_path)
    assert (done.stdout, done.stderr) == ("wrote nim.png\n", "")
    assert size_of((tmp_path / "nim.png").read_bytes())[0] == 640
    done = pyengine_command("show", "tictactoe", "--moves", "5", "-o", "board.pdf", folder=tmp_path)
    assert (done.stdout, done.stderr) == ("wrote board.pdf\n", "")
    assert (tmp_path / "board.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(("kind", "library"), [("png", "resvg_py"), ("pdf", "cairosvg")])
def test_a_missing_library_is_told(kind: str, library: str, tmp_path: Path) -> None:
    done = pyengine_command("show", "nim", "-o", f"x.{kind}", folder=tmp_path, without=library)
    assert done.returncode == 1
    assert done.stderr.startswith(f"pyengine: {kind.upper()} needs ")
    assert "pip install 'pyengine-logic[pictures]'" in done.stderr
    assert not (tmp_path / f"x.{kind}").exists()


def test_options_of_pictures_want_a_picture(tmp_path: Path) -> None:
    for words, told in (
        (("show", "nim", "--width", "30"), "say where to, by --output"),
        (("show", "nim", "-o", "x.gif"), "there are: .svg, .png, .pdf"),
        (("show", "nim", "-o", "x.png", "--theme", "auto"), "has one theme"),
        (("tree", "nim", "--width", "30"), "goes with a file called .svg, .png or .pdf"),
    ):
        done = pyengine_command(*words, folder=tmp_path)
        assert done.returncode == 2
        assert told in done.stderr
