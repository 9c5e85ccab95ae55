"""Games in C that were built before: what they depend on, what happens to damaged ones, and where none can be built."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pyengine.api import load
from pyengine.building.toolchain import find_toolchain
from pyengine.errors import RuleFileError
from pyengine.language.gate import examine_file
from pyengine.reasoners.c_library import game_key
from pyengine.terms import Atom, Term

from .test_building import is_gone

RULES = """:- include(part).
player(max). player(min).
parameter(size, 3).
initial(heap(max, N)) :- param(size, N).
to_move(heap(P, _), P).
move(heap(P, N), take(K), heap(Q, M)) :- other(P, Q), between(1, 2, K), K =< N, M is N - K.
terminal(heap(_, 0)).
utility(heap(max, 0), -1).
utility(heap(min, 0), 1).
"""
PART = "other(max, min).\nother(min, max).\n"

LOAD = """
import sys
from pyengine import load, solve
game = load(sys.argv[1], reasoner="c")
result = solve(game)
print(game.reasoner, result.value, result.nodes)
print(game.why)
print("took", *sorted(name for name in sys.modules if name.startswith("pyengine.compiler.analysis")))
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    (tmp_path / "part.pl").write_text(PART, encoding="utf-8")
    path = tmp_path / "heap.pl"
    path.write_text(RULES, encoding="utf-8")
    return path


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    folder = tmp_path / "shelf"
    folder.mkdir(mode=0o700)
    return folder


def start(rules: Path, shelf: Path, **variables: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", LOAD, str(rules)],
        env={**os.environ, "PYENGINE_CACHE": str(shelf), **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def loaded(rules: Path, shelf: Path, **variables: str) -> tuple[str, str, str]:
    """Load and solve a game in a process of its own: what it is, why so, and what it took of the compiler."""
    process = start(rules, shelf, **variables)
    told, wrong = process.communicate()
    assert (process.returncode, wrong) == (0, "")
    found, rest = told.split("\n", 1)
    why, _, modules = rest.strip().rpartition("\ntook")
    return found, why, modules


def test_a_library_that_was_kept_needs_no_compiling_and_one_that_was_damaged_is_made_again(
    rules: Path, shelf: Path
) -> None:
    found, why, modules = first = loaded(rules, shelf)
    assert found.startswith("c ")
    assert (why, modules != "") == ("the rules are compiled to C", True)
    again = (found, why, "")
    assert loaded(rules, shelf) == again
    names = sorted(path.name for path in shelf.iterdir())
    for kinds, answer in (((".json",), first), ((".so",), first), ((".o", ".so"), first)):
        for path in shelf.iterdir():
            if path.suffix in kinds:
                whole = path.read_bytes()
                path.write_bytes(whole[: len(whole) // 2] + bytes(len(whole) - len(whole) // 2))
        assert loaded(rules, shelf) == answer
        assert sorted(path.name for path in shelf.iterdir()) == names
    assert loaded(rules, shelf) == again


def test_a_load_that_is_killed_disturbs_no_other(rules: Path, shelf: Path) -> None:
    for seconds in (0.2, 0.6, 1.0):
        process = start(rules, shelf)
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    together = [start(rules, shelf) for _ in range(2)]
    for process in together:
        assert process.communicate()[0].startswith("c ")


def test_an_interrupt_ends_a_load_at_once(rules: Path, shelf: Path, tmp_path: Path) -> None:
    slow, log = tmp_path / "cc", tmp_path / "log"
    slow.write_text(f"#!/bin/sh\necho $$ >> {log}\nsleep 1000\n", encoding="utf-8")
    slow.chmod(0o755)
    process = start(rules, shelf, CC=str(slow))
    while not (log.exists() and log.read_text(encoding="utf-8").endswith("\n")):
        assert process.poll() is None
        time.sleep(0.01)
    time.sleep(0.1)
    os.kill(process.pid, signal.SIGINT)
    assert "KeyboardInterrupt" in process.communicate()[1]
    assert all(is_gone(int(pid)) for pid in log.read_text(encoding="utf-8").split())
    assert list(shelf.iterdir()) == []


NO_ROOM = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # as on a full disk, what is written beyond is an error
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
"""


@pytest.mark.parametrize("size", [0, 20_000])
def test_a_disk_that_is_full(rules: Path, shelf: Path, size: int) -> None:
    command = [sys.executable, "-c", NO_ROOM + LOAD, str(rules), str(size)]
    environment = {**os.environ, "PYENGINE_CACHE": str(shelf)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("python ")
    assert "the rules are compiled to Python, not to C: " in done.stdout
    told = f"what is built cannot be kept in {shelf}: File too large"
    assert told in done.stdout or "the C compiler failed on" in done.stdout
    assert list(shelf.glob("building-*")) == []


@pytest.mark.parametrize(
    ("variables", "told"),
    [
        ({"CC": "no-such-cc"}, "no C compiler: $CC is 'no-such-cc', which is not a program here"),
        ({"CC": 'gcc "'}, "no C compiler: $CC is 'gcc \"', which is no command: No closing quotation"),
        ({"CC": "", "PATH": "/nowhere"}, "no C compiler: none of $CC, cc, gcc, clang is a program here; install"),
        ({"CC": "false"}, "the C compiler failed on "),
    ],
)
def test_without_a_compiler_rules_are_compiled_to_python(
    rules: Path, shelf: Path, variables: dict[str, str], told: str
) -> None:
    found, why, _ = loaded(rules, shelf, **variables)
    assert found.startswith("python ")
    assert why.startswith(f"the rules are compiled to Python, not to C: {told}")


def test_a_name_that_is_no_utf_8(rules: Path, shelf: Path) -> None:
    strange = Path(os.fsdecode(os.fsencode(rules.parent) + b"/h\xe9ap.pl"))
    strange.write_text(RULES, encoding="utf-8")
    for _ in range(2):
        assert loaded(strange, shelf)[0].startswith("c ")
    assert {load(strange, reasoner=reasoner).reasoner for reasoner in ("python", "swi")} == {"python", "swi"}
    strange.write_text("player(max.\n", encoding="utf-8")
    with pytest.raises(RuleFileError, match="h\ufffdap\\.pl:1:"):
        load(strange, reasoner="c")


def test_rules_with_very_deep_terms(rules: Path) -> None:
    rules.write_text(f"{RULES}deep({'f(' * 990}a{')' * 990}).\n", encoding="utf-8")
    assert load(rules, reasoner="c").reasoner in ("c", "python")


def test_what_a_library_depends_on(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def key(parameters: dict[str, Term] | None = None, start: Term | None = None) -> str:
        return game_key(examine_file(rules, trust=False).read, parameters or {}, start, find_toolchain())

    keys = [key(), key({"size": 4}), key({"size": 4.0}), key({"size": Atom("4")}), key(start=Atom("4"))]
    assert key() == keys[0]
    rules.write_text(RULES.replace("between(1, 2", "between(1, 3"), encoding="utf-8")
    keys.append(key())
    (rules.parent / "part.pl").write_text(PART + "other(min, min).\n", encoding="utf-8")
    keys.append(key())
    rules.write_text(f":- set_prolog_flag(double_quotes, atom).\n{RULES}", encoding="utf-8")
    keys.append(key())
    monkeypatch.setenv("CC", "gcc -m64")
    keys.append(key())
    assert len(set(keys)) == len(keys)


def test_parameters_have_libraries_of_their_own() -> None:
    small, large = (load("nim", reasoner="c", piles=piles) for piles in ([1, 2], [3, 4, 5]))
    assert (small.text(small.initial), large.text(large.initial)) == ("nim(max,[1,2])", "nim(max,[3,4,5])")
