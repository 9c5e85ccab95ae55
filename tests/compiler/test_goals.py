"""Each goal of `goals.txt` has the same answers in SWI-Prolog and in compiled rules, in several ways of asking.

The goals of `refused.txt` are refused, when they are compiled or at the latest when they are run.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source

from .goal_answers import (
    HERE,
    Form,
    Section,
    answers_of_compiled,
    answers_of_swi,
    forms,
    read_sections,
    rule_file,
)

PRELUDE = (HERE / "prelude.pl").read_text(encoding="utf-8")
SECTIONS = read_sections((HERE / "goals.txt").read_text(encoding="utf-8"), PRELUDE)
REFUSED = read_sections((HERE / "refused.txt").read_text(encoding="utf-8"), PRELUDE)


@cache
def all_forms(section: Section) -> tuple[dict[str, list[Form]], str]:
    """Give the forms of the goals of a section, and the text of its rule file."""
    made: dict[str, list[Form]] = {}
    facts: list[str] = []
    for number, goal in enumerate(section.goals):
        made[goal], more = forms(number, goal, section)
        facts += more
    return made, rule_file(section, [form for found in made.values() for form in found], facts)


@cache
def sources(section: Section) -> Sources:
    program, findings = read_program(Source(f"{section.name}.pl", all_forms(section)[1]))
    assert not findings, findings[0]
    return Sources(program)


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], list[str]]:
    """Ask SWI-Prolog once for all goals."""
    folder = tmp_path_factory.mktemp("goals")
    files: list[tuple[Path, list[Form]]] = []
    for section in SECTIONS:
        path = folder / f"{section.name.replace(' ', '_')}.pl"
        made, text = all_forms(section)
        path.write_text(text, encoding="utf-8")
        files.append((path, [form for found in made.values() for form in found]))
    names = {path: section.name for (path, _), section in zip(files, SECTIONS, strict=True)}
    return {(names[path], name): found for (path, name), found in answers_of_swi(files).items()}


@pytest.mark.parametrize(
    ("section", "goal"),
    [pytest.param(section, goal, id=goal) for section in SECTIONS for goal in section.goals],
)
def test_answers_are_those_of_swi_prolog(
    section: Section, goal: str, answers: dict[tuple[str, str], list[str]]
) -> None:
    for form in all_forms(section)[0][goal]:
        found = answers_of_compiled(sources(section), form)
        assert found == answers[section.name, form.name], f"{form.name} ({form.pattern}): {form.clause}"


@pytest.mark.parametrize(
    ("section", "goal"),
    [pytest.param(section, goal, id=goal) for section in REFUSED for goal in section.goals],
)
def test_is_refused(section: Section, goal: str) -> None:
    for form in all_forms(section)[0][goal]:
        try:
            found = answers_of_compiled(sources(section), form)
        except UnsupportedError:
            continue
        assert found[0].startswith("unsupported: ")


def test_the_table_is_large_enough() -> None:
    assert sum(len(section.goals) for section in SECTIONS) > 1200
