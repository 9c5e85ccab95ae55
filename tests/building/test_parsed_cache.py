"""Rule files that were read before: found again as they were, and read again where anything has changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pyengine.api import load
from pyengine.building.build_cache import BuildCache
from pyengine.building.parsed_cache import ParsedCache
from pyengine.errors import RuleFileError
from pyengine.language.gate import examine_file
from pyengine.language.program import Program
from pyengine.language.reading.files import open_source

RULES = """% A heap.
:- include(part).
:- op(700, xfx, to).
player(max). player(min).
initial(heap(max, 3)).
to_move(heap(P, _), P).
move(heap(P, N), N to M, heap(Q, M)) :- other(P, Q), between(1, 2, K), K =< N, M is N - K.
terminal(heap(_, 0)).
utility(heap(max, 0), -1.5).
utility(heap(min, 0), 1.5).
"""
PART = "other(max, min).\nother(min, max).\n"


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    (tmp_path / "part").write_text(PART, encoding="utf-8")
    path = tmp_path / "heap.pl"
    path.write_text(RULES, encoding="utf-8")
    return path


@pytest.fixture
def readings(tmp_path: Path) -> ParsedCache:
    (tmp_path / "shelf").mkdir()
    return ParsedCache(BuildCache(tmp_path / "shelf"), trust=False)


def keep(readings: ParsedCache, rules: Path) -> Program:
    examined = examine_file(rules, trust=False)
    assert examined.findings == ()
    readings.keep(examined.read)
    return examined.read


def test_a_program_comes_back_as_it_was_read(rules: Path, readings: ParsedCache) -> None:
    assert readings.find(open_source(rules)[0]) is None
    program = keep(readings, rules)
    found = readings.find(open_source(rules)[0])
    assert found == program
    assert repr(found) == repr(program)  # 1 and 1.0 are equal, and not the same
    with pytest.raises(TypeError):
        found.flags["double_quotes"] = "codes"  # type: ignore[index]


@pytest.mark.parametrize("game", ["chess_ending", "english_draughts", "othello", "tictactoe"])
def test_a_shipped_game_comes_back_as_it_was_read(game: str, readings: ParsedCache) -> None:
    path = load(game, reasoner="python").program.source.path
    assert path is not None
    program = examine_file(path, trust=False).read
    readings.keep(program)
    assert repr(readings.find(open_source(path)[0])) == repr(program)


def change_file(rules: Path) -> None:
    rules.write_text(RULES.replace("A heap", "The heap"), encoding="utf-8")


def change_included(rules: Path) -> None:
    (rules.parent / "part").write_text(PART + "% more\n", encoding="utf-8")


def remove_included(rules: Path) -> None:
    (rules.parent / "part").unlink()


def come_before_included(rules: Path) -> None:
    (rules.parent / "part.pl").write_text("other(min, max).\nother(max, min).\n", encoding="utf-8")


def spoil_included(rules: Path) -> None:
    (rules.parent / "part").write_bytes(b"other(max, \xff).")


@pytest.mark.parametrize(
    "change", [change_file, change_included, remove_included, come_before_included, spoil_included, Path.unlink]
)
def test_what_has_changed_is_read_again(rules: Path, readings: ParsedCache, change: object) -> None:
    keep(readings, rules)
    assert callable(change)
    change(rules)
    assert readings.find(open_source(rules)[0]) is None


def test_a_changed_program_is_kept_in_place_of_the_old_one(rules: Path, readings: ParsedCache, tmp_path: Path) -> None:
    for number in range(5):
        (rules.parent / "part").write_text(f"{PART}% {number}\n", encoding="utf-8")
        assert readings.find(open_source(rules)[0]) is None
        assert repr(keep(readings, rules)) == repr(readings.find(open_source(rules)[0]))
        assert len(list((tmp_path / "shelf").iterdir())) == 1


def test_the_same_path_in_another_folder_is_another_file(
    rules: Path, readings: ParsedCache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "heap.pl").write_text(RULES, encoding="utf-8")
        (tmp_path / name / "part").write_text(f"{PART}% {name}\n", encoding="utf-8")
        monkeypatch.chdir(tmp_path / name)
        keep(readings, Path("heap.pl"))
    for name in ("here", "there"):
        monkeypatch.chdir(tmp_path / name)
        found = readings.find(open_source(Path("heap.pl"))[0])
        assert found is not None
        assert found.sources[1].text.endswith(f"% {name}\n")


@pytest.mark.parametrize("content", [b"player(max).\xff", RULES.encode() + b"% more\n"])
def test_a_file_that_changes_while_it_is_compiled_is_kept_for_what_was_read(
    rules: Path, readings: ParsedCache, content: bytes
) -> None:
    program = examine_file(rules, trust=False).read
    rules.write_bytes(content)
    readings.keep(program)  # type: ignore[arg-type]
    assert readings.find(open_source(rules)[0]) is None
    rules.write_text(RULES, encoding="utf-8")
    assert readings.find(open_source(rules)[0]) == program


def test_a_body_too_deep_for_a_pickle_is_read_each_time(rules: Path, readings: ParsedCache) -> None:
    rules.write_text(f"{RULES}long :- {', '.join(['true'] * 5000)}.\n", encoding="utf-8")
    readings.keep(examine_file(rules, trust=False).read)
    assert readings.find(open_source(rules)[0]) is None


def test_another_file_of_the_same_text_is_read_on_its_own(rules: Path, readings: ParsedCache) -> None:
    keep(readings, rules)
    other = rules.with_name("other.pl")
    other.write_text(RULES, encoding="utf-8")
    assert readings.find(open_source(other)[0]) is None  # its messages have another name


def test_trust_is_not_taken_from_another_load(rules: Path, readings: ParsedCache, tmp_path: Path) -> None:
    trusting = ParsedCache(BuildCache(tmp_path / "shelf"), trust=True)
    keep(trusting, rules)
    assert readings.find(open_source(rules)[0]) is None
    assert trusting.find(open_source(rules)[0]) is not None


def test_what_cannot_be_opened_is_read_again(rules: Path, readings: ParsedCache, tmp_path: Path) -> None:
    keep(readings, rules)
    (kept,) = (tmp_path / "shelf").glob("*.read")
    kept.write_bytes(kept.read_bytes()[:-100])
    assert readings.find(open_source(rules)[0]) is None
    assert list((tmp_path / "shelf").glob("*.read")) == []


def test_a_file_with_a_mistake_is_never_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = tmp_path / "own"
    shelf.mkdir(mode=0o700)
    monkeypatch.setenv("PYENGINE_CACHE", str(shelf))
    path = tmp_path / "wrong.pl"
    path.write_text("player(max) player(min).\n", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(RuleFileError):
            load(path, reasoner="c")
    assert list(shelf.glob("*.read")) == []


def test_changed_rules_are_played_as_they_stand(rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = tmp_path / "own"
    shelf.mkdir(mode=0o700)
    monkeypatch.setenv("PYENGINE_CACHE", str(shelf))
    first, again = load(rules, reasoner="c"), load(rules, reasoner="c")
    assert [str(move) for move in again.actions(again.initial)] == [str(m) for m in first.actions(first.initial)]
    assert again.move_text(again.actions(again.initial)[0], again.initial) == "3 to 2"
    (rules.parent / "part").write_text("other(P, P).\n", encoding="utf-8")
    changed = load(rules, reasoner="c")
    assert changed.to_move(changed.expand(changed.initial).children[0]) == changed.to_move(changed.initial)


LOAD = """
import sys
from pyengine import load
load(sys.argv[1], reasoner="c")
print(*sorted({"lark", "pyengine.language.checking.checker", "pyengine.compiler.analysis"} & set(sys.modules)))
"""


def test_a_game_that_was_kept_is_neither_read_nor_checked_again(rules: Path, tmp_path: Path) -> None:
    shelf = tmp_path / "own"
    shelf.mkdir(mode=0o700)
    environment = {**os.environ, "PYENGINE_CACHE": str(shelf)}
    command = [sys.executable, "-c", LOAD, str(rules)]
    took = [subprocess.run(command, env=environment, capture_output=True, text=True, check=True) for _ in range(2)]
    everything = "lark pyengine.compiler.analysis pyengine.language.checking.checker\n"
    assert [done.stdout for done in took] == [everything, "\n"]
