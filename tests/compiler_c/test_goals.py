"""Each goal of the tables that compare Python with SWI-Prolog has the same answers in C, or C leaves it to others.

What C leaves to others is nothing that these tests say anything about: each has a number of goals that C must answer.
What is left is what raises an error, since C has no error terms, and what has no version in C.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from pyengine.compiler.normal_form.rules import Rules
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.python.compiled_rules import Compiled, link
from pyengine.compiler.unsupported import UnsupportedError
from tests.compiler import test_boards as boards
from tests.compiler import test_control as control
from tests.compiler import test_goals as goals
from tests.compiler import test_library_goals as libraries
from tests.compiler import test_tabling as tabling
from tests.compiler.goal_answers import Section
from tests.compiler.harness import Ask
from tests.compiler.random_calls import section_of
from tests.compiler.random_programs import Program
from tests.compiler.test_random_calls import CALLS

from ..layers import hunted_but
from .questions import Batch, fresh, shown
from .test_random_programs import check

TEXTS: Final = "two grammars in a clause"
"""It reads digits, which C leaves to others."""
SECTIONS: Final = (
    *(section for section in goals.SECTIONS if section.name != "formatting"),  # C writes no text
    *(section._replace(name=f"library: {section.name}") for section in libraries.TABLE if section.name != TEXTS),
    *(section._replace(name=f"boards: {section.name}") for section in boards.TABLE),
    section_of(CALLS),
)
LEAST: Final = {
    "unification and comparison": 187,
    "type tests": 144,
    "arithmetic": 683,
    "terms": 212,
    "control": 224,
    "facts": 148,
    "tabling": 6,
    "collecting": 241,
    "lists": 1059,
    "assoc and other structures": 70,
    "atoms and strings": 173,
    "grammar": 82,
    "lambdas": 79,
    "codes": 27,
    "chars": 15,
    "atoms": 8,
    "families that the test suites of other systems ask for": 35,
    "library: dcg/basics": 67,
    "library: dcg/high_order": 44,
    "library: heaps": 144,
    "library: assoc": 128,
    "library: lists": 325,
    "library: apply": 83,
    "library: ordsets": 156,
    "library: aggregate_all/4": 22,
    "library: ugraphs": 88,
    "library: options, parts of terms": 123,
    "boards: an argument": 79,
    "boards: an item": 93,
    "boards: rows and columns": 111,
    "random calls": 970,
}
"""How many questions of a section C answers to the end on a machine that has nothing else to do."""
MOST: Final = 0.95
"""Time counts as steps, so that on a busy one some more are given up."""


LONG: Final = frozenset(
    {
        "arithmetic",
        "assoc and other structures",
        "library: apply",
        "library: assoc",
        "library: dcg/basics",
        "library: dcg/high_order",
        "library: lists",
        "library: options, parts of terms",
        "library: ordsets",
        "library: ugraphs",
        "lists",
        "random calls",
    }
)
SAMPLED: Final = hunted_but(lambda section: section.name not in LONG, SECTIONS)


@pytest.mark.parametrize("section", SAMPLED, ids=lambda section: section.name)
def test_goals_have_the_answers_of_python(section: Section, tmp_path: Path) -> None:
    forms = [form for found in goals.all_forms(section)[0].values() for form in found]
    keys = [Key(form.name, form.arity, form.pattern, False) for form in forms]
    batch = Batch()
    for compiled, served in _linked(goals.sources(section), list(dict.fromkeys(keys))):
        batch.add(compiled, [fresh(key) for key in served])
    found = list(batch.differences(tmp_path, ("-O0",)))
    assert not found, shown(found)
    assert batch.answered >= MOST * LEAST[section.name]


def _linked(rules: Sources, keys: list[Key]) -> Iterator[tuple[Compiled, list[Key]]]:
    """Compile procedures together; those that are refused are left out."""
    if not keys:
        return
    try:
        yield link(Rules(rules, None), keys, "goals"), keys
    except UnsupportedError:
        if len(keys) > 1:
            half = len(keys) // 2
            yield from _linked(rules, keys[:half])
            yield from _linked(rules, keys[half:])


def test_control(tmp_path: Path) -> None:
    asks = [Ask(goal, letter) for goal in control.GOALS for letter in "fa"]
    batch = check([Program(control.PROGRAM, (ask,)) for ask in asks], tmp_path, ("-O0",))
    assert batch.answered >= MOST * 162


def test_tabling(tmp_path: Path) -> None:
    asks = tuple(Ask(goal) for goal in tabling.GOALS)
    batch = check([Program(text, asks) for text in tabling.ANSWERED.values()], tmp_path, ("-O0",))
    assert batch.answered >= MOST * 102
