"""Building C: what is found, kept, shared between processes, and said where it fails."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from pyengine.building.build_cache import BuildCache, content_key, open_build_cache
from pyengine.building.library_build import TranslationUnit, build_library
from pyengine.building.toolchain import Toolchain, find_toolchain
from pyengine.errors import BuildError, NoCompilerError

ANSWER = 'int answer(void);\n__attribute__((visibility("default"))) int answer(void) { return OTHER; }\n'


def sources(folder: Path, other: int = 42) -> list[TranslationUnit]:
    (folder / "other.h").write_text(f"#define OTHER {other}\n", encoding="utf-8")
    return [
        TranslationUnit("answer.c", f'#include "other.h"\n{ANSWER}', (folder,)),
        TranslationUnit("empty.c", "int nothing;\n"),
    ]


@pytest.fixture
def shelf(tmp_path: Path) -> BuildCache:
    folder = tmp_path / "shelf"
    folder.mkdir()
    return BuildCache(folder)


def kept(shelf: BuildCache) -> list[str]:
    return sorted(path.name for path in shelf.folder.iterdir())


def test_a_library_is_built_once_for_its_content(tmp_path: Path, shelf: BuildCache) -> None:
    toolchain = find_toolchain()
    first = build_library(sources(tmp_path), toolchain, shelf)
    assert ctypes.CDLL(str(first)).answer() == 42
    files = kept(shelf)
    assert [name.rpartition(".")[2] for name in files].count("so") == 1
    assert [name.rpartition(".")[2] for name in files].count("o") == 2
    stamp = first.stat().st_ino
    assert build_library(sources(tmp_path), toolchain, shelf) == first
    assert first.stat().st_ino == stamp
    other = build_library(sources(tmp_path, 7), toolchain, shelf)  # only a header has changed
    assert ctypes.CDLL(str(other)).answer() == 7
    assert sum(name.endswith(".o") for name in kept(shelf)) == 3, "what did not change is not compiled again"


def test_what_the_compiler_says_is_told(shelf: BuildCache) -> None:
    with pytest.raises(BuildError, match=r"(?s)failed on wrong\.c \(status 1\).*error"):
        build_library([TranslationUnit("wrong.c", "int f( {")], find_toolchain(), shelf)
    assert kept(shelf) == []


def test_a_compiler_that_cannot_be_started_is_told(shelf: BuildCache, tmp_path: Path) -> None:
    broken = tmp_path / "cc"
    broken.write_bytes(b"\x7fELF nonsense")
    broken.chmod(0o755)
    with pytest.raises(BuildError, match="cannot be started"):
        build_library([TranslationUnit("f.c", "int f;")], find_toolchain({"CC": str(broken)}), shelf)


def test_the_compiler_is_the_one_that_is_named(tmp_path: Path) -> None:
    assert find_toolchain({"CC": "gcc -m64", "PATH": os.environ["PATH"]}).command[1:] == ("-m64",)
    with pytest.raises(NoCompilerError, match=r"\$CC is 'no-such-cc', which is not a program here"):
        find_toolchain({"CC": "no-such-cc", "PATH": os.environ["PATH"]})
    with pytest.raises(NoCompilerError, match="install gcc or clang, or the package ziglang"):
        find_toolchain({"PATH": str(tmp_path)})
    clang = tmp_path / "clang"
    clang.write_text("#!/bin/sh\n", encoding="utf-8")
    clang.chmod(0o755)
    assert find_toolchain({"PATH": str(tmp_path)}).command == (str(clang),)


def test_another_compiler_is_another_content(tmp_path: Path) -> None:
    program = tmp_path / "cc"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    before = find_toolchain({"CC": str(program)}).identity
    program.write_text("#!/bin/sh\n# newer\n", encoding="utf-8")
    assert find_toolchain({"CC": str(program)}).identity != before


BUILD = """
import sys
from pathlib import Path
from typing import Any
from pyengine.building.library_build import TranslationUnit, build_library
from pyengine.building.build_cache import BuildCache
from pyengine.building.toolchain import find_toolchain
many = "\\n".join(f"int f{i}(int x) {{ return x * {i} + {i} / (x + 1); }}" for i in range(1200))
many += "".join(f'\\n#include "{path}"' for path in sys.argv[2:])
answer = '__attribute__((visibility("default"))) int answer(void) { return 42; }'
print("ready", flush=True)
sources = [TranslationUnit("many.c", many), TranslationUnit("answer.c", answer)]
print(build_library(sources, find_toolchain(), BuildCache(Path(sys.argv[1]))))
"""


def builder(shelf: BuildCache, *included: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", BUILD, str(shelf.folder), *map(str, included)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)


def test_several_processes_build_at_once(shelf: BuildCache) -> None:
    processes = [builder(shelf) for _ in range(3)]
    paths = {process.communicate()[0].split()[-1] for process in processes}
    assert all(process.returncode == 0 for process in processes)
    assert len(paths) == 1
    assert ctypes.CDLL(paths.pop()).answer() == 42
    assert not any(name.startswith("building-") for name in kept(shelf))


@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.25])
def test_a_killed_process_leaves_nothing_half_made(shelf: BuildCache, seconds: float) -> None:
    process = builder(shelf)
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    done = builder(shelf)
    path = done.communicate()[0].split()[-1]
    assert done.returncode == 0
    assert ctypes.CDLL(path).answer() == 42


def test_an_interrupt_ends_the_compiler_too(shelf: BuildCache, tmp_path: Path) -> None:
    endless = tmp_path / "endless.h"
    os.mkfifo(endless)  # a compiler that reads it waits for who writes, and nobody does
    process = builder(shelf, endless)
    assert process.stdout is not None
    process.stdout.readline()
    os.kill(process.pid, signal.SIGINT)
    process.communicate()
    assert process.returncode != 0
    assert not any(name.startswith("building-") for name in kept(shelf))


def test_an_interrupt_while_the_workplace_is_made_leaves_nothing(
    shelf: BuildCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = os.mkdir

    def make_and_interrupt(*arguments: Any, **named: Any) -> None:
        make(*arguments, **named)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "mkdir", make_and_interrupt)
    with pytest.raises(KeyboardInterrupt), shelf.workplace():
        pass
    assert not kept(shelf)


PASSING = """
import os, sys
from pyengine.building.build_cache import open_build_cache
folder = open_build_cache().folder
assert folder.is_dir() and open_build_cache().folder == folder
if os.fork() == 0:
    assert open_build_cache().folder != folder
    sys.exit()  # and what a process made for itself goes with it
assert os.wait()[1] == 0
assert folder.is_dir()
print(folder)
"""


def test_a_shelf_that_cannot_be_written_is_replaced_by_one_for_the_process(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    environment = {**os.environ, "PYENGINE_CACHE": str(tmp_path / "file" / "cache"), "TMPDIR": str(temporary)}
    command = [sys.executable, "-c", PASSING]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    assert told.startswith(str(temporary))
    assert list(temporary.iterdir()) == []


def test_a_shelf_that_others_may_write_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o777)
    monkeypatch.setenv("PYENGINE_CACHE", str(tmp_path))
    assert open_build_cache().folder != tmp_path
    tmp_path.chmod(0o700)
    assert open_build_cache().folder == tmp_path


def test_what_was_not_used_for_longest_goes_first(shelf: BuildCache) -> None:
    for age, name in enumerate(("new", "old", "oldest")):
        written = shelf.folder / "written"
        written.write_text(name, encoding="utf-8")
        path = shelf.keep(written, f"{name}.txt")
        assert shelf.name_of(path) == f"{name}.txt"
        os.utime(path, (1_000_000_000 - age, 1_000_000_000 - age))
    assert shelf.find("oldest.txt") is not None  # and is in use again
    shelf.tidy(2)
    assert [name.partition("-")[0] for name in kept(shelf)] == ["new", "oldest"]
    left = shelf.folder / "building-left"
    left.mkdir()
    os.utime(left, (0, 0))
    shelf.tidy(2)
    assert [name.partition("-")[0] for name in kept(shelf)] == ["new", "oldest"]


def test_a_file_that_was_damaged_is_not_found_and_is_removed(shelf: BuildCache) -> None:
    written = shelf.folder / "written"
    written.write_bytes(b"all of it")
    path = shelf.keep(written, "name.so")
    assert shelf.find("name.so") == path
    path.write_bytes(b"all of")
    assert shelf.find("name.so") is None
    assert kept(shelf) == []


def is_gone(pid: int) -> bool:
    """Tell whether a process ends soon; one that is killed takes a moment."""
    for _ in range(6000):
        if not Path(f"/proc/{pid}/exe").exists():
            return True
        time.sleep(0.01)
    return False


HANGING = """#!/bin/sh
sleep 1000 &
echo $! > {pids}
wait
"""


def test_a_compiler_that_hangs_is_ended_with_all_it_started(shelf: BuildCache, tmp_path: Path) -> None:
    program, pids = tmp_path / "cc", tmp_path / "pids"
    program.write_text(HANGING.format(pids=pids), encoding="utf-8")
    program.chmod(0o755)
    with pytest.raises(BuildError, match=r"the C compiler did not finish f\.c in 3 s"):
        build_library(
            [TranslationUnit("f.c", "int f;")], find_toolchain({"CC": str(program)}), shelf, patience_seconds=3
        )
    assert kept(shelf) == []
    assert is_gone(int(pids.read_text()))


def as_compiler(tmp_path: Path, script: str) -> Toolchain:
    """Make a program that stands in for a C compiler."""
    program = tmp_path / "cc"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
    return find_toolchain({"CC": str(program), "PATH": os.environ["PATH"]})


@pytest.mark.parametrize("script", ["while :; do :; done", "/bin/sh -c 'while :; do :; done'; exit 1"])
def test_a_compiler_has_so_many_seconds_of_the_processor(shelf: BuildCache, tmp_path: Path, script: str) -> None:
    with pytest.raises(BuildError, match=r"did not finish f\.c in 1 s of the processor"):
        build_library([TranslationUnit("f.c", "int f;")], as_compiler(tmp_path, script), shelf, longest_seconds=1)


def test_a_compiler_may_wait_for_the_processor(shelf: BuildCache, tmp_path: Path) -> None:
    slow = as_compiler(tmp_path, 'sleep 0.7\nexec cc "$@"')
    source = TranslationUnit("f.c", '__attribute__((visibility("default"))) int answer(void) { return 42; }')
    library = build_library([source], slow, shelf, longest_seconds=1)  # it is run twice, to compile and to link
    assert ctypes.CDLL(str(library)).answer() == 42


def test_a_name_that_nothing_defines_is_told_when_the_library_is_built(shelf: BuildCache) -> None:
    with pytest.raises(BuildError, match=r"(?s)failed on the library.*missing"):
        build_library(
            [TranslationUnit("f.c", "int missing(void); int f(void) { return missing(); }")], find_toolchain(), shelf
        )


def test_content_keys_keep_parts_apart() -> None:
    assert content_key("a", "bc") != content_key("ab", "c")
    assert content_key("é") == content_key("é".encode())
