"""Libraries that come with pyengine: found from anywhere, by their names, and by nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pyengine import check_file
from pyengine.api import find_rules
from pyengine.language.checking.clauses import outline
from pyengine.language.gate import examine, examine_file, examine_texts
from pyengine.language.reading.reader import read_program
from pyengine.language.shipped import libraries, library_folder, offered
from pyengine.language.source import Source

GAME = "player(a). player(b). initial(b(1)). to_move(_, a). utility(_, 0).\nmove(b(1), go, b(2)).\n"
INCLUDE = ":- include(library(boards)).\n"


def codes(text: str, path: Path | None = None, *, trust: bool = False) -> list[str]:
    return [finding.code for finding in examine(Source("game.pl", text, path), trust=trust).findings]


def test_a_copy_of_a_game_is_clean_in_any_folder(tmp_path: Path) -> None:
    copy = tmp_path / "mine.pl"
    copy.write_bytes(find_rules("tictactoe").read_bytes())
    assert check_file(copy, seconds=60) == ()


def test_a_text_that_is_in_no_file_finds_them_as_well() -> None:
    program, findings = read_program(Source("game.pl", INCLUDE + GAME))
    assert findings == ()
    library = program.sources[1]
    assert (library.name, library.library) == ("library(boards)", "boards")
    assert library.path == library_folder() / "boards.pl"


def test_each_library_is_named_and_read_without_a_mistake() -> None:
    assert {"boards", "draughts", "fen", "pawns"} <= {*libraries()}
    for library in libraries():
        program, findings = read_program(Source("game.pl", f":- include(library({library})).\n"))
        assert findings == ()
        assert all(source.library in libraries() for source in program.sources[1:])  # they include each other by name


def test_what_the_mode_lines_of_a_library_offer_is_there() -> None:
    for found, library in offered().items():
        text = f":- include(library({library})).\n"
        assert found in outline(read_program(Source("game.pl", text))[0]).definitions, (found, library)


def test_a_file_of_the_same_name_is_itself(tmp_path: Path) -> None:
    """It is included by its own name, and takes no library's place."""
    for path in ("boards.pl", "lib/boards.pl", "library/boards.pl", "library(boards).pl"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(f"own({path!r}).\n", encoding="utf-8")
    for name in ("boards", "lib/boards", "library/boards", "'library(boards)'"):
        program, findings = read_program(Source("game.pl", f":- include({name}).\n", tmp_path / "game.pl"))
        assert findings == ()
        assert [*outline(program).definitions] == [("own", 1)]
        assert program.sources[1].library is None
    program, _ = read_program(Source("game.pl", INCLUDE, tmp_path / "game.pl"))
    assert ("replace_arg", 5) in outline(program).definitions


@pytest.mark.parametrize(
    "name",
    ["'../boards'", "'../lib/boards'", "'/etc/passwd'", "'boards.pl'", "''", "lib/boards", "'.'", "'*'", "[]", "1"],
)
@pytest.mark.parametrize("trust", [False, True])
def test_nothing_else_is_a_library(name: str, trust: bool, tmp_path: Path) -> None:
    path = tmp_path / "game.pl"
    assert "bad-include" in codes(f":- include(library({name})).\n{GAME}", path, trust=trust)


def test_a_library_of_swi_prolog_is_imported_and_one_of_ours_included() -> None:
    text = ":- include(library(lists)), include(library(clp/clpfd)), include(library(bords)).\n"
    hints = [finding.hint for finding in examine(Source("game.pl", text + GAME), trust=False).findings]
    assert hints == [
        "a library of SWI-Prolog is imported: write `:- use_module(library(lists)).`",
        "a library of SWI-Prolog is imported: write `:- use_module(library(clp/clpfd)).`",
        "did you mean library(boards)?",
    ]
    (finding,) = examine(Source("game.pl", f":- use_module(library(boards)).\n{GAME}"), trust=False).findings
    assert finding.hint == "write `:- include(library(boards)).`"


def test_a_call_to_what_a_library_has_names_it() -> None:
    text = GAME.replace("go, b(2)).", "go, B) :- replace_arg(1, b(1), _, 2, B).")
    (finding,) = examine(Source("game.pl", text), trust=False).findings
    assert finding.hint == "library(boards) has it: write `:- include(library(boards)).`"


def test_texts_bring_their_libraries_along() -> None:
    """A store says what its rules mean: neither another version nor this machine's has a say."""
    main = Source("game.pl", INCLUDE + GAME)
    assert [finding.code for finding in examine_texts([main], trust=False).findings] == ["bad-include"]
    text = (library_folder() / "boards.pl").read_text(encoding="utf-8")
    for brought, library in [(text, "boards"), (text + "more.\n", None)]:
        program = examine_texts([main, Source("library(boards)", brought)], trust=False).program
        assert (program.sources[1].text, program.sources[1].library) == (brought, library)
    hostile = Source("library(boards)", ":- initialization(halt).\n")
    assert "unsafe-directive" in [finding.code for finding in examine_texts([main, hostile], trust=False).findings]


def test_a_link_to_a_library_is_the_files_own(tmp_path: Path) -> None:
    (tmp_path / "boards.pl").symlink_to(library_folder() / "boards.pl")
    (tmp_path / "game.pl").write_text(f":- include(boards).\n{GAME}", encoding="utf-8")
    assert examine_file(tmp_path / "game.pl", trust=False).program.sources[1].library is None


def test_a_mistake_in_the_use_of_a_library_has_its_place() -> None:
    """Clauses that stand in two files are told by the library's name."""
    (finding,) = examine(Source("game.pl", f"{INCLUDE}{GAME}cells_rows(1, 2, 3).\n"), trust=False).findings
    assert re.search(r"others end on line \d+ of library\(boards\)$", finding.message)
