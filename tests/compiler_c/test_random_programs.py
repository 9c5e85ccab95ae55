"""Random programs have the same answers in C as in Python, or C leaves them to others.

Programs come in batches, since each C file costs a run of the C compiler. Those that once differed from SWI-Prolog are
all in one batch. A program that differs is made as small as can be, and shown as a file to keep in `kept/` of the tests
of the compiler.

    pytest tests/compiler_c/test_random_programs.py --hypothesis-profile=hunt   others each time, and many more
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from pyengine.compiler.python.compiled_rules import Compiled, compile_rules
from pyengine.compiler.runtime.terms import Var, to_value
from pyengine.compiler.runtime.unify import NotGroundError
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.errors import PyengineError, TermSyntaxError
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source
from pyengine.terms import Compound
from tests.compiler.harness import Ask, _Goal
from tests.compiler.minimising import smallest
from tests.compiler.random_programs import Program, programs, read_kept

from .questions import Batch, Question, python_answers, shown

KEPT = sorted((Path(__file__).parents[1] / "compiler" / "kept").glob("*.pl"))
IS_HUNT = settings.get_current_profile_name() == "hunt"
BATCH = 110
"""How many programs go into one C file."""
WATCHED = 30
"""How many of them are watched for what is read or written outside its place, which is slow."""
SANITIZED = ("-O0", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
MOST = 20_000 if IS_HUNT else 250
SETTINGS = settings(
    max_examples=MOST,
    derandomize=not IS_HUNT,
    phases=[Phase.generate],
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def questions(text: str, asks: Sequence[Ask]) -> tuple[Compiled, list[Question]] | None:
    """Compile a program with its goals, and give the questions that they are; None where the compiler refuses."""
    goals = [_Goal.of(i, ask) for i, ask in enumerate(asks)]
    whole = text + "".join(f"{goal.head} :- {goal.ask.goal}.\n" for goal in goals)
    try:
        program, findings = read_program(Source("test.pl", whole))
        if findings:
            return None
        compiled = compile_rules(program, {}, list(dict.fromkeys(goal.key for goal in goals)))
    except (UnsupportedError, PyengineError):
        return None
    asked = []
    for goal in goals:
        if goal.ask.direct is None:
            asked.append(Question(goal.key, tuple(Var() for letter in goal.key.pattern if letter != "f")))
            continue
        known: dict[object, Var] = {}
        args = goal.term.args if isinstance(goal.term, Compound) else ()
        values = [to_value(argument, known) for argument in args]  # type: ignore[arg-type]
        letters = goal.ask.direct
        asked.append(Question(goal.key, tuple(v for v, letter in zip(values, letters, strict=True) if letter != "f")))
    return compiled, asked


def rehearsed(compiled: Compiled, asked: Sequence[Question]) -> Compiled:
    """Ask Python first, as games do: what it finds not to be ground is not taken for ground in C."""
    while True:
        try:
            for question in asked:
                python_answers(compiled, question, attempts=True)
            return compiled
        except NotGroundError as error:
            compiled = compiled.relink(compiled.doubting(error.label))


def check(listed: Sequence[Program], folder: Path, flags: Sequence[str], rehearses: bool = False) -> Batch:
    """Compare the answers to all goals of some programs."""
    batch, taken = _batch(listed, rehearses)
    different = list(batch.differences(folder, flags))
    if different:
        program = taken[different[0].program]
        least = smallest(Program(program.text, (program.asks[different[0].number],)), partial(_differs, folder))
        pytest.fail(f"{shown(different)}\n{least}", pytrace=False)
    return batch


def _batch(listed: Sequence[Program], rehearses: bool = False) -> tuple[Batch, list[Program]]:
    """Put programs into a batch; those that the compiler refuses are left out."""
    batch, taken = Batch(), []
    for program in listed:
        found = questions(program.text, program.asks)
        if found is not None:
            compiled, asked = found
            batch.add(rehearsed(compiled, asked) if rehearses else compiled, asked)
            taken.append(program)
    return batch, taken


def _differs(folder: Path, program: Program) -> bool:
    """Tell whether a smaller program differs, too."""
    try:
        batch, _ = _batch([program])
    except TermSyntaxError:
        return False
    return any(batch.differences(folder, ("-O0",)))


@cache
def drawn() -> Sequence[Program]:
    """Draw random programs."""
    listed: list[Program] = []

    @SETTINGS
    @given(programs())
    def draw(program: Program) -> None:
        listed.append(program)

    draw()
    return listed


@pytest.mark.hunt
def test_random_programs_have_the_answers_of_python(tmp_path: Path) -> None:
    batch = check(drawn()[:WATCHED], tmp_path, SANITIZED)
    assert batch.answered > 0.6 * batch.asked


@pytest.mark.hunt
@pytest.mark.parametrize("start", range(WATCHED, MOST, BATCH))
def test_more_random_programs_have_the_answers_of_python(start: int, tmp_path: Path) -> None:
    batch = check(drawn()[start : start + BATCH], tmp_path, ("-O0",))
    assert batch.answered > 0.6 * batch.asked


@pytest.mark.parametrize("flags", [pytest.param(SANITIZED, marks=pytest.mark.hunt), ("-O0",)], ids=["watched", "plain"])
def test_programs_that_once_differed_have_the_answers_of_python(flags: tuple[str, ...], tmp_path: Path) -> None:
    kept = [read_kept(file.read_text(encoding="utf-8")) for file in KEPT]
    batch = check(kept, tmp_path, flags, rehearses=True)
    assert batch.answered >= 38  # most of them are about errors, or about what C leaves to others
