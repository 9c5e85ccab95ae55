"""The libraries that rule files may import: each goal of `library_goals.txt` in SWI-Prolog and in compiled rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyengine.compiler.normal_form.sources import Sources
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source

from ..layers import hunted_but
from .goal_answers import HERE, Form, Section, answers_of_compiled, answers_of_swi, forms, read_sections, rule_file

TABLE = read_sections(
    (HERE / "library_goals.txt").read_text(encoding="utf-8"), (HERE / "library_prelude.pl").read_text()
)


LONG = frozenset({"assoc", "dcg/basics", "dcg/high_order", "lists"})
SAMPLED = hunted_but(lambda section: section.name not in LONG, TABLE)


@pytest.mark.parametrize("section", SAMPLED, ids=[section.name for section in TABLE])
def test_goals(section: Section, tmp_path: Path) -> None:
    made: list[Form] = []
    facts: list[str] = []
    goals: dict[str, str] = {}
    for number, goal in enumerate(section.goals):
        own, needed = forms(number, goal, section)
        made += own
        facts += needed
        goals |= {form.name: goal for form in own}
    path = tmp_path / "goals.pl"
    path.write_text(rule_file(section, made, facts), encoding="utf-8")
    expected = answers_of_swi([(path, made)])
    program, findings = read_program(Source(str(path), path.read_text(encoding="utf-8")))
    assert not findings, findings
    sources = Sources(program)
    wrong = []
    for form in made:
        found = answers_of_compiled(sources, form)
        if found != expected[path, form.name]:
            wrong.append(f"{goals[form.name]}\n  {form.name} {form.pattern}\n  {found}\n  {expected[path, form.name]}")
    assert not wrong, "\n".join(wrong)
