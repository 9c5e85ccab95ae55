"""Random programs have the same answers in C as in Python, or C leaves them to others.

Programs come in batches, since each C file costs a run of the C compiler. Those that once differed from SWI-Prolog are
all in one batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings

from pyengine.compiler.python.compiling import Compiled, compile_rules
from pyengine.compiler.runtime.terms import Var, to_value
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.errors import PyengineError
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source
from pyengine.terms import Compound
from tests.compiler.harness import Ask, _Goal
from tests.compiler.random_programs import Program, programs, read_kept

from .questions import Batch, Question, shown

KEPT = sorted((Path(__file__).parents[1] / "compiler" / "kept").glob("*.pl"))
IS_HUNT = settings.get_current_profile_name() == "hunt"
BATCH = 80
"""How many programs go into one C file."""
SANITIZED = ("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
SETTINGS = settings(
    max_examples=20_000 if IS_HUNT else 400,
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


def check(listed: Sequence[Program], folder: Path, flags: Sequence[str]) -> Batch:
    """Compare the answers to all goals of some programs."""
    batch = Batch()
    texts = []
    for program in listed:
        found = questions(program.text, program.asks)
        if found is not None:
            batch.add(*found)
            texts.append(program.text)
    different = list(batch.differences(folder, flags))
    assert not different, f"{shown(different)}\n{texts[different[0].program]}"
    return batch


def drawn() -> list[Program]:
    """Draw random programs."""
    listed: list[Program] = []

    @SETTINGS
    @given(programs())
    def draw(program: Program) -> None:
        listed.append(program)

    draw()
    return listed


def test_random_programs_have_the_answers_of_python(tmp_path: Path) -> None:
    listed = drawn()
    for number, start in enumerate(range(0, len(listed), BATCH)):
        folder = tmp_path / str(number)
        folder.mkdir()
        check(listed[start : start + BATCH], folder, ("-O0",))


def test_programs_that_once_differed_have_the_answers_of_python(tmp_path: Path) -> None:
    kept = [read_kept(file.read_text(encoding="utf-8")) for file in KEPT]
    batch = check(kept, tmp_path, ("-O1",))
    assert batch.stopped < batch.asked


def test_nothing_is_read_or_written_outside_its_place(tmp_path: Path) -> None:
    kept = [read_kept(file.read_text(encoding="utf-8")) for file in KEPT]
    check(kept, tmp_path, SANITIZED)
