"""Rules with a library from pyengine, for each reasoner: what they mean, where errors are, how they travel."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import pyengine
from pyengine.api import find_rules
from pyengine.arena.rulebook import Rulebook
from pyengine.building.build_cache import BuildCache
from pyengine.building.code_stamp import code_stamp
from pyengine.building.parsed_cache import ParsedCache
from pyengine.language.gate import examine
from pyengine.language.reading import files
from pyengine.language.reading.files import open_source
from pyengine.language.shipped import library_folder, shipped
from pyengine.reasoners import names
from pyengine.reasoners.names import Reasoner

REASONERS = [reasoner for reasoner in names.REASONERS if reasoner != "auto"]
WRONG = """:- include(library(boards)).
player(a). player(b). initial(b(1)). to_move(_, a). utility(_, 0).
move(B, go, C) :- replace_arg(0, B, _, 2, C).
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    path = tmp_path / "mine.pl"
    path.write_bytes(find_rules("tictactoe").read_bytes())
    return path


@pytest.mark.parametrize("reasoner", REASONERS)
def test_a_copied_game_is_the_game(copy: Path, reasoner: Reasoner) -> None:
    copied, game = pyengine.load(copy, reasoner=reasoner), pyengine.load("tictactoe", reasoner=reasoner)
    assert copied.reasoner == reasoner
    assert pyengine.perft(copied, 4) == pyengine.perft(game, 4) == 3024
    assert pyengine.solve(copied).value == 0


@pytest.mark.parametrize("reasoner", REASONERS)
def test_an_error_in_a_library_has_its_place_there(tmp_path: Path, reasoner: Reasoner) -> None:
    path = tmp_path / "wrong.pl"
    path.write_text(WRONG, encoding="utf-8")
    game = pyengine.load(path, reasoner=reasoner)
    with pytest.raises(pyengine.RuleRuntimeError) as told:
        game.actions(game.initial)
    lines = (library_folder() / "boards.pl").read_text(encoding="utf-8").splitlines()
    line = 1 + next(n for n, text in enumerate(lines) if "must_be(positive_integer, N)" in text)
    assert str(told.value).startswith(f"library(boards):{line}:5: error: in replace_arg/5: ")


@pytest.mark.parametrize("reasoner", REASONERS)
def test_an_own_library_is_used_by_its_own_name(tmp_path: Path, reasoner: Reasoner) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "boards.pl").write_text("replace_arg(0, _, _, New, b(New)).\n", encoding="utf-8")
    path = tmp_path / "own.pl"
    path.write_text(WRONG.replace("library(boards)", "lib/boards"), encoding="utf-8")
    game = pyengine.load(path, reasoner=reasoner)
    assert game.text(game.result(game.initial, game.actions(game.initial)[0])) == "b(2)"


@pytest.mark.parametrize("reasoner", REASONERS)
def test_a_pickled_game_keeps_its_library(copy: Path, reasoner: Reasoner) -> None:
    game = pickle.loads(pickle.dumps(pyengine.load(copy, reasoner=reasoner)))
    assert [source.name for source in game.program.sources] == [str(copy), "library(boards)"]
    assert game.program.sources[1].library == "boards"
    assert pyengine.perft(game, 3) == 504


def test_a_rulebook_carries_the_library_by_its_name(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So a store or a worker elsewhere plays by the same text, whatever version is there."""
    book = Rulebook.of(copy)
    assert [name for name, _ in book.files] == ["mine.pl", "library(boards)"]
    copy.unlink()
    monkeypatch.setattr(files, "libraries", lambda: ())
    there = Rulebook.from_json(book.as_json())
    assert pyengine.perft(there.load(), 3) == 504


def test_what_was_kept_is_read_again_when_a_library_has_changed(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "lib"
    folder.mkdir()
    for path in library_folder().glob("*.pl"):
        (folder / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(files, "library_folder", lambda: folder)
    (tmp_path / "shelf").mkdir()
    source = open_source(copy)[0]
    readings = ParsedCache(BuildCache(tmp_path / "shelf"), trust=False)
    readings.keep(examine(source, trust=False).program)
    assert readings.find(source) is not None
    with (folder / "boards.pl").open("a", encoding="utf-8") as file:
        file.write("% changed\n")
    assert readings.find(source) is None


def test_the_stamp_of_the_code_knows_every_library_and_minimax(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stamps = {code_stamp.__wrapped__()}
    rules = tmp_path / "rules"
    for folder in ("lib", "search"):
        (rules / folder).mkdir(parents=True)
        for path in (shipped("rules") / folder).glob("*.pl"):
            (rules / folder / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr("pyengine.building.code_stamp.library_folder", lambda: rules / "lib")
    grammar = shipped("grammar")
    monkeypatch.setattr("pyengine.building.code_stamp.shipped", lambda kind: rules if kind == "rules" else grammar)
    assert {code_stamp.__wrapped__()} == stamps
    changed = [*rules.glob("*/*.pl")]
    for path in changed:
        path.write_text(path.read_text(encoding="utf-8") + "% changed\n", encoding="utf-8")
        stamps.add(code_stamp.__wrapped__())
    assert len(stamps) == len(changed) + 1
