"""The rule files that come with pyengine are clean: for the checker, and for SWI-Prolog by itself."""

from __future__ import annotations

import subprocess

import pytest

import pyengine
from pyengine.api import find_rules
from pyengine.language.checking.clauses import outline
from pyengine.language.contract import CONTRACT
from pyengine.language.gate import examine_file
from pyengine.language.shipped import libraries, library_folder
from pyengine.language.vocabulary import PREDICATES, Indicator


@pytest.mark.parametrize("name", pyengine.games())
def test_every_game_passes_its_check(name: str) -> None:
    assert pyengine.check_file(name, seconds=300) == ()


@pytest.mark.parametrize("name", pyengine.games())
def test_every_game_loads_in_plain_prolog_without_a_warning(name: str) -> None:
    done = subprocess.run(
        ["swipl", "-p", f"library={library_folder()}", "-g", "halt", str(find_rules(name))],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert done.stdout + done.stderr == ""


@pytest.mark.parametrize("name", pyengine.games())
def test_a_game_says_itself_what_it_is_asked_for(name: str) -> None:
    """Nothing of the contract comes out of a library alone: who reads the game sees it."""
    program = examine_file(find_rules(name), trust=False).program
    definitions = outline(program).definitions
    asked = [entry.indicator for entry in CONTRACT if entry.indicator in definitions]
    silent = [found for found in asked if all(rule.clause.source != program.source for rule in definitions[found])]
    assert silent == []


def is_built_in(found: Indicator) -> bool:
    return found in PREDICATES and PREDICATES[found].library == "system"


@pytest.mark.parametrize("name", pyengine.games())
def test_a_game_includes_libraries_by_name_and_redefines_nothing(name: str) -> None:
    """So a copy of the file alone is the game, and SWI-Prolog's own predicates stay what they are."""
    program = examine_file(find_rules(name), trust=False).program
    assert all(source.library in libraries() for source in program.sources[1:])
    assert [found for found in outline(program).definitions if is_built_in(found)] == []
