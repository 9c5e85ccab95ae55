"""Random calls of every compiled predicate have the answers of SWI-Prolog; always the same calls.

`python -m tests.compiler.random_calls SEED COUNT` compares others, and more of them.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

from .random_calls import compare, compiled_predicates, goals

SEED = 2026
CALLS = 700


def test_random_calls_are_answered_as_by_swi_prolog(tmp_path: Path) -> None:
    texts = list(goals(Random(SEED), CALLS, compiled_predicates()))
    tally: Counter[str] = Counter()
    wrong = [
        f"{found.goal}\n    {found.form.name} {found.form.pattern}\n    ours {found.found}\n    swi  {found.expected}"
        for found in compare(texts, tally, tmp_path)
    ]
    assert not wrong, "\n".join(wrong)
    assert tally["forms"] > 2 * CALLS
