"""`pyengine format`: files are written where they change, whole or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pyengine.api import find_rules

from .conftest import COMMAND

if TYPE_CHECKING:
    from .conftest import Command


def write(pyengine: Command, name: str, content: bytes) -> Path:
    path = pyengine.folder / name
    path.write_bytes(content)
    return path


def test_a_file_is_formatted_and_keeps_its_mode(pyengine: Command) -> None:
    path = write(pyengine, "a.pl", b"a:-b.\n")
    path.chmod(0o640)
    write(pyengine, "b.pl", b"a :- b.\n")
    done = pyengine("format", "a.pl", "b.pl")
    assert (done.returncode, done.stdout, done.stderr) == (0, "formatted: a.pl\n1 file formatted, 1 as it is\n", "")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"a :- b.\n", 0o640)
    assert sorted(os.listdir(pyengine.folder)) == ["a.pl", "b.pl"]
    assert pyengine("format", "a.pl").stdout == "nothing to format\n"


def test_check_writes_nothing(pyengine: Command) -> None:
    path = write(pyengine, "a.pl", b"a:-b.\n")
    done = pyengine("format", "--check", "a.pl")
    assert (done.returncode, done.stdout, done.stderr) == (1, "would change: a.pl\n1 file to format\n", "")
    assert path.read_bytes() == b"a:-b.\n"
    path.write_bytes(b"a :- b.\n")
    done = pyengine("format", "--check", "a.pl")
    assert (done.returncode, done.stdout) == (0, "nothing to format\n")


def test_diff_writes_nothing(pyengine: Command) -> None:
    path = write(pyengine, "a.pl", b"a:-b.\n")
    done = pyengine("format", "--diff", "a.pl")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[:5] == ["--- a.pl", "+++ a.pl", "@@ -1,2 +1,2 @@", "-a:-b.", "+a :- b."]
    assert path.read_bytes() == b"a:-b.\n"
    assert pyengine("format", "--diff", "--check", "a.pl").returncode == 1


def test_standard_input(pyengine: Command) -> None:
    words = [*COMMAND, "format", "-"]
    done = subprocess.run(words, input="a:-'é\x1b'.\r\n".encode(), capture_output=True, cwd=pyengine.folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "a :- 'é\x1b'.\r\n".encode(), b"")
    done = subprocess.run([*words, "--check"], input=b"a:-b.\n", capture_output=True, cwd=pyengine.folder)
    assert (done.returncode, done.stdout) == (1, b"would change: standard input\n")


def test_marks_line_ends_and_links_stay(pyengine: Command) -> None:
    path = write(pyengine, "a.pl", b"\xef\xbb\xbfa:-b.\r\n")
    (pyengine.folder / "link.pl").symlink_to("a.pl")
    assert pyengine("format", "link.pl").returncode == 0
    assert (pyengine.folder / "link.pl").is_symlink()
    assert path.read_bytes() == b"\xef\xbb\xbfa :- b.\r\n"


def test_what_cannot_be_read_is_told_and_left(pyengine: Command) -> None:
    path = write(pyengine, "a.pl", b"a:-b.\nc:-(d.\n\ne:-f.\n")
    done = pyengine("format", "a.pl")
    assert (done.returncode, done.stdout) == (1, "formatted: a.pl\n1 file formatted\n")
    assert done.stderr.startswith("pyengine: a.pl:2:4: error: ")
    assert path.read_bytes() == b"a :- b.\nc:-(d.\n\ne :- f.\n"


def test_a_file_in_another_encoding_is_left(pyengine: Command) -> None:
    path = write(pyengine, "a.pl", b"a:-'\xe8'.\n")
    done = pyengine("format", "a.pl")
    assert (done.returncode, done.stdout) == (1, "nothing to format\n")
    assert "not UTF-8" in done.stderr
    assert path.read_bytes() == b"a:-'\xe8'.\n"


def test_one_file_that_is_not_there_does_not_keep_the_others(pyengine: Command) -> None:
    write(pyengine, "b.pl", b"a:-b.\n")
    done = pyengine("format", "a.pl", ".", "b.pl")
    assert (done.returncode, done.stdout) == (1, "formatted: b.pl\n1 file formatted, 2 as they are\n")
    assert "a.pl:1:1: error: the file cannot be read: No such file or directory" in done.stderr


def test_games_that_come_along_stay_as_they_are(pyengine: Command) -> None:
    done = pyengine("format", "nim")
    assert (done.returncode, done.stdout) == (1, "nothing to format\n")
    assert done.stderr.startswith("pyengine: nim is a game that comes with pyengine, and stays as it is\n")
    path = find_rules("nim")
    before = path.read_bytes()
    done = pyengine("format", str(path))
    assert done.returncode == 1
    assert "is part of pyengine as it is installed, and stays as it is" in done.stderr
    assert path.read_bytes() == before
    assert pyengine("format", "--check", str(path)).returncode == 0


def test_a_disk_that_takes_no_more(pyengine: Command) -> None:
    path = write(pyengine, "a.pl", b"a:-b.\n")
    command = f"ulimit -f 0; exec '{sys.executable}' -m pyengine format a.pl"
    done = subprocess.run(["sh", "-c", command], cwd=pyengine.folder, capture_output=True, text=True)
    assert done.returncode == 1
    assert "a.pl cannot be written" in done.stderr
    assert path.read_bytes() == b"a:-b.\n"
    assert [left.name for left in pyengine.folder.iterdir() if left.is_file()] == ["a.pl"]


def test_new_files_are_formatted(pyengine: Command) -> None:
    pyengine("new", "a")
    pyengine("new", "b", "--textbook")
    assert pyengine("format", "--check", "a.pl", "b.pl").returncode == 0
