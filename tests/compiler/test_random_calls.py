"""Random calls of every compiled predicate have the answers of SWI-Prolog.

`random_calls.txt` holds calls that were made once, so that they are always the same;
`python -m tests.compiler.random_calls SEED COUNT` makes and compares others.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ..layers import hunted_but
from .goal_answers import HERE
from .random_calls import compare

CALLS = (HERE / "random_calls.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("part", hunted_but((0).__eq__, range(5)))
def test_random_calls_are_answered_as_by_swi_prolog(part: int, tmp_path: Path) -> None:
    calls = CALLS[part::5]
    tally: Counter[str] = Counter()
    wrong = [
        f"{found.goal}\n    {found.form.name} {found.form.pattern}\n    ours {found.found}\n    swi  {found.expected}"
        for found in compare(calls, tally, tmp_path)
    ]
    assert not wrong, "\n".join(wrong)
    assert tally["forms"] > 2 * len(calls)
