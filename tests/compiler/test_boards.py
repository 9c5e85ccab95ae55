"""The board library: `library(boards)` means the same in SWI-Prolog and in compiled rules, and is known by them."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyengine
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.python.compiled_rules import compile_rules
from pyengine.language.reading.files import Bundle
from pyengine.language.reading.reader import read_program
from pyengine.language.shipped import library_folder
from pyengine.language.source import Source

from .goal_answers import HERE, Form, Section, answers_of_compiled, answers_of_swi, forms, read_sections, rule_file

TEXT = (library_folder() / "boards.pl").read_text(encoding="utf-8")
BOARDS = ":- include(library(boards)).\n"
PRELUDE = "start.\nhidden([X|_], X).\n" + BOARDS
TABLE = read_sections((HERE / "board_goals.txt").read_text(encoding="utf-8"), PRELUDE)
KEY = Key("p", 2, "gf", False)
CALL = "p(T, U) :- replace_arg(1, T, _, x, U).\n"


@pytest.mark.parametrize("section", TABLE, ids=[section.name for section in TABLE])
def test_goals(section: Section, tmp_path: Path) -> None:
    made: list[Form] = []
    facts: list[str] = []
    for number, goal in enumerate(section.goals):
        own, needed = forms(number, goal, section)
        made += own
        facts += needed
    path = tmp_path / "goals.pl"
    path.write_text(rule_file(section, made, facts), encoding="utf-8")
    expected = answers_of_swi([(path, made)])
    program, findings = read_program(Source("goals.pl", path.read_text(encoding="utf-8")))
    assert not findings
    sources = Sources(program)
    assert len([found for found in expected.values() if found and not found[0].startswith("error: ")]) > len(made) // 4
    for form in made:
        assert answers_of_compiled(sources, form) == expected[path, form.name], form.clause


def compiled(text: str) -> str:
    program, findings = read_program(Source("rules.pl", text))
    assert not findings
    return compile_rules(program, {}, [KEY]).source


def test_a_file_that_has_the_library_gets_our_version() -> None:
    assert "builtins.boards import replace_arg" in compiled(BOARDS + CALL)


def test_the_library_is_known_wherever_it_is_included(tmp_path: Path) -> None:
    part = tmp_path / "part.pl"
    part.write_text(BOARDS, encoding="utf-8")
    program, findings = read_program(Source("rules.pl", f":- include(part).\n{CALL}", tmp_path / "rules.pl"))
    assert not findings
    assert "builtins.boards import replace_arg" in compile_rules(program, {}, [KEY]).source


def test_a_library_of_another_version_is_no_less_a_text(tmp_path: Path) -> None:
    """What came with a store under the name of the library means what it says."""
    main = Source("rules.pl", BOARDS + CALL)
    for text, is_ours in [(TEXT, True), (TEXT.replace("Before is N-1", "Before is N"), False)]:
        program, findings = read_program(main, texts=Bundle([main, Source("library(boards)", text)]))
        assert not findings
        assert ("builtins.boards" in compile_rules(program, {}, [KEY]).source) is is_ours


@pytest.mark.parametrize(
    "text",
    [
        "replace_arg(_, T, _, _, T).\n",
        BOARDS + "replace_arg(9, T, _, _, T).\n",
        BOARDS + BOARDS,
        TEXT,
        BOARDS + "must_be(_, _).\n",
        ":- table replace_arg/5.\n" + BOARDS,
    ],
    ids=["another", "one more clause", "twice", "pasted", "what it calls", "tabled"],
)
def test_a_predicate_of_the_same_name_is_the_files_own(text: str) -> None:
    assert "builtins.boards" not in compiled(text + CALL)


def test_a_changed_board_keeps_its_type() -> None:
    move = "q(U) :- replace_arg(1, b(1, 2), _, 3, T), replace_arg(2, T, A, 4, V), U is A + 1, V = b(_, _).\n"
    program, _ = read_program(Source("rules.pl", BOARDS + move))
    source = compile_rules(program, {}, [Key("q", 1, "f", False)]).source
    assert "evaluate" not in source


COLUMNS = """
player(a). player(b). initial(0). to_move(_, a). utility(_, 0).
move(0, Heights, 1) :- findall(Height, height(Height), Heights).
list([b, c]). list([d]). list([]).
copied([], []).
copied([X|Xs], [X|Ys]) :- copied(Xs, Ys).
column(Column) :- list(Xs), copied(Xs, Ys), Ys = [_|_], rows_columns([[a|Ys]], [Column|_]).
height(one) :- column([_|Rest]), height(Rest, one).
height([_|_], more).
height([], one).
"""


def test_columns_are_as_long_as_there_are_rows(tmp_path: Path) -> None:
    """What is known of the length of rows says nothing about columns."""
    file = tmp_path / "columns.pl"
    file.write_text(COLUMNS + BOARDS, encoding="utf-8")
    games = [pyengine.load(str(file), reasoner="swi"), pyengine.load(str(file), reasoner="python")]
    found = [[str(move) for move in game.actions(game.initial)] for game in games]
    assert found == [["[one,one]"]] * 2
