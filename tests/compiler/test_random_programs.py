"""Random programs, answered by SWI-Prolog and by compiled rules; programs that once differed are kept.

    pytest tests/compiler/test_random_programs.py                             the same programs each time
    pytest tests/compiler/test_random_programs.py --hypothesis-profile=hunt   others each time, and many more

A program that differs is made as small as can be, and shown as a file to keep in `kept/`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from pyengine.compiler.unsupported import UnsupportedError
from pyengine.errors import TermSyntaxError

from .harness import Mismatch, mismatches
from .minimising import smallest
from .random_programs import Program, programs, read_kept

KEPT = sorted(Path(__file__).with_name("kept").glob("*.pl"))
IS_HUNT = settings.get_current_profile_name() == "hunt"
SETTINGS = settings(
    max_examples=50_000 if IS_HUNT else 2000,
    derandomize=not IS_HUNT,
    phases=[Phase.generate],
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def first_mismatch(program: Program) -> Mismatch | None:
    """Give the first goal whose answers differ."""
    return next(iter(mismatches(program.text, program.asks)), None)


def differs(program: Program) -> bool:
    """Tell whether a smaller program differs, too, rather than mean nothing."""
    try:
        found = first_mismatch(program)
    except (UnsupportedError, TermSyntaxError, AssertionError):
        return False
    return found is not None and "existence_error" not in found.expected


@pytest.mark.hunt
@SETTINGS
@given(programs())
def test_a_random_program_is_answered_as_by_swi_prolog(program: Program) -> None:
    try:
        found = first_mismatch(program)
    except UnsupportedError as error:
        if error.what not in REFUSED:
            pytest.fail(f"{error}\n{program}", pytrace=False)
        return
    if found is not None:
        least = smallest(Program(program.text, (found.ask,)), differs)
        found = first_mismatch(least) or found
        pytest.fail(f"{least}\nSWI-Prolog: {found.expected}\ncompiled:   {found.found}", pytrace=False)


REFUSED = ("a term that contains itself", "a compound term whose name is []", "a goal that is not callable")
"""What compiled rules cannot have, and random programs may."""


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_a_program_that_once_differed_is_answered_as_by_swi_prolog(file: Path) -> None:
    program = read_kept(file.read_text(encoding="utf-8"))
    for ask, expected, found in mismatches(program.text, program.asks):
        pytest.fail(f"?- {ask.goal}.   % {ask.letter}\nSWI-Prolog: {expected}\ncompiled:   {found}", pytrace=False)
