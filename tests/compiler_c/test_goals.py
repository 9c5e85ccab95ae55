"""Each goal of the tables of part 1 has the same answers in C as in Python, or C leaves it to others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pyengine.compiler.normal_form.rules import Rules
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.procedures import Key
from pyengine.compiler.python.compiling import Compiled, link
from pyengine.compiler.unsupported import UnsupportedError
from tests.compiler.goal_answers import Section
from tests.compiler.test_goals import SECTIONS, all_forms, sources

from .questions import Batch, fresh, shown


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.name)
def test_goals_have_the_answers_of_python(section: Section, tmp_path: Path) -> None:
    forms = [form for found in all_forms(section)[0].values() for form in found]
    keys = [Key(form.name, form.arity, form.pattern, False) for form in forms]
    batch = Batch()
    for compiled, served in _linked(sources(section), list(dict.fromkeys(keys))):
        batch.add(compiled, [fresh(key) for key in served])
    found = list(batch.differences(tmp_path, ("-O0",)))
    assert not found, shown(found)


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
