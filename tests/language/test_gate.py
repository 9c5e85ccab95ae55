"""The gate: rules from anywhere are checked alike, and what they include stays where it may stand."""

from __future__ import annotations

import ast
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine import UnsafeRuleError, minimax
from pyengine.errors import RuleFileError
from pyengine.language.gate import examine, examine_file, examine_texts
from pyengine.language.reading import files
from pyengine.language.source import Source
from pyengine.reasoners.swi.swi_game import SwiGame

PACKAGE = Path(pyengine.__file__).parent
GAME = "player(max). player(min). initial(s). to_move(_, max). move(s, m, t). utility(t, 0).\n"
SECRET = "the_secret is_no_clause\n"


def codes(path: Path, **options: Any) -> list[str]:
    return [finding.code for finding in examine_file(path, **{"trust": False, **options}).findings]


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    path = tmp_path / "outside" / "secret.pl"
    path.parent.mkdir()
    path.write_text(SECRET, encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "rules"
    made.mkdir()
    return made


def write(folder: Path, include: str, name: str = "game.pl") -> Path:
    path = folder / name
    path.write_text(f":- include({include}).\n{GAME}", encoding="utf-8")
    return path


def link_to_file(folder: Path, outside: Path) -> str:
    (folder / "part.pl").symlink_to(outside)
    return "part"


def link_to_folder(folder: Path, outside: Path) -> str:
    (folder / "lib").symlink_to(outside.parent)
    return "lib/secret"


def link_to_link(folder: Path, outside: Path) -> str:
    (folder / "second.pl").symlink_to(outside)
    (folder / "part.pl").symlink_to("second.pl")
    return "part"


def link_of_an_included_file(folder: Path, outside: Path) -> str:
    (folder / "inner.pl").symlink_to(outside)
    write(folder, "inner", "part.pl")
    return "part"


def link_out_and_back(folder: Path, outside: Path) -> str:
    (folder / "up").symlink_to("..")
    return "up/outside/secret"


@pytest.mark.parametrize(
    "lead", [link_to_file, link_to_folder, link_to_link, link_of_an_included_file, link_out_and_back]
)
@pytest.mark.parametrize("reasoner", ["python", "swi"])
def test_a_link_leads_no_include_out_of_the_folder(folder: Path, outside: Path, lead: Any, reasoner: Any) -> None:
    path = write(folder, lead(folder, outside))
    with pytest.raises(UnsafeRuleError, match="leads elsewhere by a link") as told:
        pyengine.load(path, reasoner=reasoner)
    assert "the_secret" not in str(told.value)
    with pytest.raises(RuleFileError, match="the_secret"):  # the user may allow it
        pyengine.load(path, reasoner=reasoner, trust=True)


def test_links_inside_the_folder_and_to_the_shipped_library_are_followed(folder: Path, tmp_path: Path) -> None:
    (folder / "real.pl").write_text("other(max, min).\n", encoding="utf-8")
    (folder / "part.pl").symlink_to("real.pl")
    (folder / "boards.pl").symlink_to(files.shipped("rules") / "lib" / "boards.pl")
    write(folder, "part").write_text(f":- include(part), include(boards).\n{GAME}", encoding="utf-8")
    (tmp_path / "link").symlink_to(folder)  # the user may name the folder, and the file, by links
    (tmp_path / "game.pl").symlink_to(folder / "game.pl")
    for path in (folder / "game.pl", tmp_path / "link" / "game.pl"):
        for reasoner in ("python", "swi"):
            assert pyengine.load(path, reasoner=reasoner).text  # type: ignore[arg-type]
    assert codes(tmp_path / "game.pl").count("missing-include") == 2  # looked for beside the link


@pytest.mark.parametrize(
    ("include", "found"),
    [
        ("'../outside/secret'", "unsafe-directive"),
        ("'lib/../../outside/secret.pl'", "unsafe-directive"),
        ("'/dev/zero'", "unsafe-directive"),
        ("'~/secret'", "missing-include"),
        ("'$HOME/secret'", "missing-include"),
        ("'*'", "missing-include"),
        ("'{part,other}'", "missing-include"),
        ("'..\\\\outside\\\\secret.pl'", "missing-include"),
        ("'%2e%2e/outside/secret.pl'", "missing-include"),
        ("'part\\x0\\'", "missing-include"),
        ("'part\\n'", "missing-include"),
        ("''", "missing-include"),
        ("'.'", "missing-include"),
        (f"'{'a' * 5000}'", "missing-include"),
        ("pipe", "missing-include"),
        ("lib", "missing-include"),
        ("device", "missing-include"),
        ("library(lists)", "bad-include"),
        ("stream(part)", "bad-include"),
        ("user", "missing-include"),
    ],
)
def test_names_that_are_no_file_beside_the_rules(folder: Path, outside: Path, include: str, found: str) -> None:
    (folder / "other.pl").write_text("a.\n", encoding="utf-8")
    (folder / "lib").mkdir()
    os.mkfifo(folder / "pipe")  # which nobody writes to
    (folder / "device").symlink_to("/dev/zero")
    assert found in codes(write(folder, include))


@pytest.mark.parametrize("name", ["$HOME", "~", "{a,b}*?[x]", "a b'c\"d", "%d%n", "\\back", "#game_1", "x#game_1.pl"])
def test_names_of_folders_mean_nothing_else(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    (folder / "lib").mkdir(parents=True)
    (folder / "lib" / "part.pl").write_text(":- include(inner).\n", encoding="utf-8")
    (folder / "lib" / "inner.pl").write_text("worth(5).\n", encoding="utf-8")
    path = folder / "game.pl"
    path.write_text(f":- include(lib/part).\n{GAME.replace('utility(t, 0)', 'utility(t, V) :- worth(V)')}")
    assert minimax(pyengine.load(path, reasoner="swi")).value == 5


def test_files_that_are_too_large_are_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_RULE_BYTES", 1000)
    monkeypatch.setattr("pyengine.language.reading.reader.MOST_RULE_BYTES", 1000)
    (folder / "part.pl").write_text("a.\n" * 400, encoding="utf-8")
    path = write(folder, "part")
    assert "more than 8 MiB" in str(examine_file(path, trust=False).findings[0])
    (folder / "part.pl").write_text("a.\n" * 290, encoding="utf-8")
    assert codes(path, trust=True).count("too-large") == 0
    path.write_text(":- include(part).\n:- include(part).\n", encoding="utf-8")
    assert "too-large" in codes(path)
    assert codes(Path("/dev/zero")) == ["unreadable-file"]
    assert "too-large" in [f.code for f in examine(Source("text.pl", "a.\n" * 400), trust=False).findings]


def test_ten_thousand_levels_of_include_end_in_one_message(folder: Path) -> None:
    for level in range(150):
        (folder / f"p{level}.pl").write_text(f":- include(p{level + 1}).\n", encoding="utf-8")
    path = write(folder, "p0")
    assert codes(path) == ["circular-include"]
    texts = [Source(f"p{level}.pl", f":- include(p{level + 1}).\n") for level in range(10_000)]
    assert "circular-include" in [finding.code for finding in examine_texts(texts, trust=False).findings]
    circle = [Source("a.pl", ":- include(b).\n"), Source("b.pl", ":- include('./a.pl').\n")]
    assert "b.pl:1:12: error: ./a.pl includes itself" in str(examine_texts(circle, trust=False).findings[0])


def test_what_is_reasoned_with_is_what_was_read(folder: Path) -> None:
    """Between reading and asking SWI-Prolog, a file may change: what was checked is what counts."""
    (folder / "part.pl").write_text("worth(7).\n", encoding="utf-8")
    path = folder / "game.pl"
    path.write_text(GAME.replace("utility(t, 0)", "utility(t, V) :- worth(V)") + ":- include(part).\n")
    program = examine_file(path, trust=False).program
    (folder / "part.pl").write_text(":- initialization(halt).\nworth(8).\n", encoding="utf-8")
    game: Any = SwiGame(program)
    assert minimax(game).value == 7
    for reasoner in ("python", "c", "swi"):
        (folder / "part.pl").write_text("worth(7).\n", encoding="utf-8")
        pickled = pickle.dumps(pyengine.load(path, reasoner=reasoner))  # type: ignore[arg-type]
        (folder / "part.pl").unlink()
        assert minimax(pickle.loads(pickled)).value == 7


@pytest.mark.parametrize("reasoner", ["python", "c", "swi"])
def test_an_unpickled_game_is_checked(folder: Path, reasoner: Any) -> None:
    path = folder / "game.pl"
    path.write_text(GAME, encoding="utf-8")
    game = pyengine.load(path, reasoner=reasoner)
    call, (reasoner, sources, *others), *_ = game.__reduce__()  # type: ignore[misc]
    for evil in (":- initialization(halt).\n", ":- include('/etc/hosts').\n", "a :- shell(ls).\n", "a b\n"):
        with pytest.raises(RuleFileError):
            call(reasoner, (Source("game.pl", evil + sources[0].text), *sources[1:]), *others)


def test_only_the_gate_makes_a_checked_program() -> None:
    """With mypy, which wants one for every reasoner, this is all there is between text and a reasoner."""
    makers = set()
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "CheckedProgram" in text else ():
            called = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if called == "CheckedProgram" or (called == "cast" and "CheckedProgram" in ast.unparse(node)):
                makers.add(path.relative_to(PACKAGE).as_posix())
    assert makers == {"language/gate.py", "building/parsed_cache.py"}


@pytest.mark.parametrize("command", ["check", "solve"])
def test_a_pipe_that_the_user_names_is_read(command: str, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "pyengine.cli", command, "/dev/stdin"]
    done = subprocess.run(words, input=GAME, capture_output=True, text=True, timeout=300, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
