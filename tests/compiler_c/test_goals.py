"""Each goal of the tables of part 1 has the same answers in C as in Python, or C leaves it to others."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyengine.compiler.normal_form.rules import Rules
from pyengine.compiler.procedures import Key
from pyengine.compiler.python.compiling import link
from pyengine.compiler.unsupported import UnsupportedError
from tests.compiler.goal_answers import Section
from tests.compiler.test_goals import SECTIONS, all_forms, sources

from .questions import Batch, fresh


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.name)
def test_goals_have_the_answers_of_python(section: Section, tmp_path: Path) -> None:
    batch = Batch()
    for forms in all_forms(section)[0].values():
        for form in forms:
            key = Key(form.name, form.arity, form.pattern, False)
            try:
                compiled = link(Rules(sources(section), None), [key], "goal")
            except UnsupportedError:
                continue
            batch.add(compiled, [fresh(key)])
    found = list(batch.differences(tmp_path))
    assert not found, "\n".join(f"{d.question.shown}\n  Python {d.expected}\n  C      {d.found}" for d in found)
