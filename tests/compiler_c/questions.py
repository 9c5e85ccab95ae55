"""Questions to procedures in C and in Python: both must give the same solutions in the same order, or C must stop.

Many programs go into one C file, which is compiled once and run as a process of its own.
"""

from __future__ import annotations

import itertools
import re
import struct
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from pyengine.compiler.c.forms import C_TYPES, converted
from pyengine.compiler.c.names import BeyondError
from pyengine.compiler.c.quoting import literal
from pyengine.compiler.c.source import CFile
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.python.compiled_rules import Compiled, solve
from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.terms import CONS, NIL, Float, Text, Value, Var, functor
from pyengine.compiler.runtime.unify import Trail, deref, undo
from pyengine.errors import RuleLimitError
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.call_limits import guard

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
RUNTIME: Final = ROOT / "pyengine" / "compiler" / "c" / "runtime"
MOST: Final = 12
"""How many solutions are looked at, as `asked.h` says, too."""
_BUDGET: Final = Budget(seconds=5)
_LIMITS: Final = ("!3", "!4", "!5")
"""How C says that the heap, the stack or the steps do not suffice."""


class Question(NamedTuple):
    """A call of a procedure; inputs may have variables."""

    key: Key
    inputs: tuple[Value, ...]


@dataclass
class Answers:
    """The solutions of a question as texts, and how they ended: `end`, `more`, or why no more are known."""

    solutions: list[str]
    ending: str

    @property
    def is_stopped(self) -> bool:
        """Tell whether there may be more that only others know."""
        return self.ending not in ("end", "more")


class Difference(NamedTuple):
    """A question that C answers differently: which one of which program."""

    program: int
    number: int
    question: Question
    expected: Answers
    found: Answers


def fresh(key: Key) -> Question:
    """Ask a procedure with new variables for all its inputs."""
    return Question(key, tuple(Var() for letter in key.pattern if letter != "f"))


# Python


def python_answers(compiled: Compiled, question: Question, attempts: bool = False) -> Answers:
    """Ask the Python target; an attempt raises NotGroundError where something else was expected to be ground."""

    def solve() -> Answers:
        texts: list[str] = []
        trail: Trail = []
        ask = partial(compiled.attempt, trail=trail) if attempts else compiled.solutions
        try:
            for solution in itertools.islice(ask(question.key, *question.inputs), MOST):
                texts.append(_written([*question.inputs, *solution]))
        except PrologError:
            return Answers(texts, "error")
        finally:
            undo(trail, 0)
        return Answers(texts, "more" if len(texts) == MOST else "end")

    try:
        return guard(_BUDGET)(solve)
    except RuleLimitError:
        return Answers([], "limit")


def _written(values: Sequence[Value]) -> str:
    names: dict[Var, int] = {}
    return " ".join(_text(value, names) for value in values)


def _text(value: Value, names: dict[Var, int]) -> str:
    value = deref(value)
    if value.__class__ is tuple:
        name = "[|]" if value[0] is CONS else value[0].name
        return f"{name!r}({', '.join(_text(argument, names) for argument in value[1:])})"
    if value.__class__ is Var:
        return f"_{names.setdefault(value, len(names))}"
    return repr(value) if value is not NIL else "[]"


# C


class Batch:
    """Programs and questions for one C file."""

    def __init__(self) -> None:
        self._asked: list[tuple[Compiled, Sequence[Question]]] = []
        self._parts: list[str] = []
        self.asked = self.stopped = 0

    @property
    def answered(self) -> int:
        """How many questions C has answered to the end."""
        return self.asked - self.stopped

    def add(self, compiled: Compiled, questions: Sequence[Question]) -> None:
        """Add a program."""
        number = len(self._asked)
        self._asked.append((compiled, questions))
        keys = list(dict.fromkeys(question.key for question in questions))
        file = CFile(compiled.analysis, keys, solve, f"M{number}_")
        rest: list[str] = []
        for index, question in enumerate(questions):
            rest += _function(file, question, f"M{number}_question_{index}")
        names = ", ".join(f"M{number}_question_{index}" for index in range(len(questions)))
        rest.append(f"static bool (*const M{number}_questions[])(Context *, Question *) = {{{names}}};")
        file.names.number_blocks()
        text = file.text(f"Program {number}", rest)
        atoms = ", ".join(map(literal, file.names.atoms))
        functors = ", ".join(f"{{{file.names.atom_number(name)}, {arity}}}" for name, arity in file.names.functors)
        self._parts += [
            text,
            f"static const char *const M{number}_atoms[] = {{{atoms}}};",
            f"static const Functor M{number}_functors[] = {{{functors}}};",
            f"static const Program M{number}_program = {{M{number}_atoms, M{number}_functors, {len(file.names.atoms)}, "
            f"{len(file.names.functors)}, M{number}_questions, {len(questions)}}};",
            "",
        ]

    def differences(self, folder: Path, flags: Sequence[str] = ("-O1",)) -> Iterator[Difference]:
        """Compile, run, and compare all answers with those of Python."""
        answers = self._run(folder, flags)
        for number, (compiled, questions) in enumerate(self._asked):
            for place, question in enumerate(questions):
                found = next(answers)
                self.stopped += found.is_stopped
                self.asked += 1
                if found.ending[:2] in _LIMITS or (found.is_stopped and not found.solutions):
                    continue  # it would take Python long, too; or C has said nothing
                expected = python_answers(compiled, question)
                if not _agree(expected, found):
                    yield Difference(number, place, question, expected, found)

    def _run(self, folder: Path, flags: Sequence[str]) -> Iterator[Answers]:
        program = folder / "questions"
        source = folder / "questions.c"
        calls = "".join(f"    ask_all(&M{number}_program);\n" for number in range(len(self._asked)))
        main = f"int main(void)\n{{\n{calls}    return 0;\n}}\n"
        source.write_text('#include "asked.h"\n' + "\n".join(self._parts) + main, encoding="utf-8")
        objects = runtime_objects(folder.parent, flags)
        command = ["gcc", "-std=gnu11", "-w", *flags, "-I", str(HERE), "-I", str(RUNTIME), str(source)]
        command += ["-Werror=implicit-function-declaration", "-Werror=int-conversion"]
        built = subprocess.run(
            [*command, *map(str, objects), "-lm", "-lpthread", "-o", str(program)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert built.returncode == 0, f"{source}: {built.stderr[:3000]}"
        done = subprocess.run([str(program)], capture_output=True, check=False, timeout=300)
        assert done.returncode == 0, f"{program} ended with {done.returncode}: {done.stderr.decode()[:3000]}"
        yield from _read(done.stdout)


_OBJECTS: Final[dict[tuple[str, ...], list[Path]]] = {}


def runtime_objects(folder: Path, flags: Sequence[str]) -> list[Path]:
    """Compile the run time once."""
    key = tuple(flags)
    if key not in _OBJECTS:
        found = []
        for source in sorted(RUNTIME.glob("*.c")):
            if source.name == "border.c":
                continue
            made = folder / f"{source.stem}{abs(hash(key))}.o"
            subprocess.run(
                ["gcc", "-std=gnu11", "-w", *flags, "-I", str(RUNTIME), "-c", str(source), "-o", str(made)],
                check=True,
            )
            found.append(made)
        _OBJECTS[key] = found
    return _OBJECTS[key]


def _agree(expected: Answers, found: Answers) -> bool:
    if expected.ending == "limit":
        return True
    if not found.is_stopped:
        return not expected.is_stopped and expected.solutions == found.solutions
    return expected.solutions[: len(found.solutions)] == found.solutions


def _function(file: CFile, question: Question, name: str) -> list[str]:
    """Write the function that asks a question."""
    key, names = question.key, file.names
    signature = file.module.signature(key)
    lines: list[str] = []
    variables: dict[Var, str] = {}
    inputs: list[str] = []
    try:
        for value in question.inputs:
            inputs.append(_build(file, value, variables, lines))
    except BeyondError:
        return [f"static bool {name}(Context *c, Question *question)", "{", '    (void)question; STOP("beyond");', "}"]
    for text in inputs:
        lines.append(f"    question->terms[question->count++] = {text};")
    given = [converted(text, "w", form) for text, form in zip(inputs, signature.inputs, strict=True)]
    outs = [f"{C_TYPES[form]} out{i}" for i, form in enumerate(signature.outputs)]
    show = ["    int count = question->count;"]
    for i, form in enumerate(signature.outputs):
        show.append(f"    question->terms[count + {i}] = {converted(f'out{i}', form, 'w')};")
    show.append(f"    question->count += {len(outs)};")
    show += ["    bool goes_on = print_solution(c, question);", "    question->count = count;", "    return goes_on;"]
    then = [
        f"static bool {name}_then({', '.join(['Context *c', 'void *frame', *outs])})",
        "{",
        "    Question *question = frame;",
        *show,
        "}",
    ]
    function = names.function(key)
    call = ", ".join(["c", *given])
    if signature.is_many:
        lines.append(f"    return {function}({call}, {name}_then, question);")
    else:
        lines += [f"    {out};" for out in outs]
        listed = "".join(f", &out{i}" for i in range(len(outs)))
        lines.append(f"    if (!HELD({function}({call}{listed})))")
        lines.append("        return true;")
        args = "".join(f", out{i}" for i in range(len(outs)))
        lines.append(f"    {name}_then(c, question{args});")
        lines.append("    return true;")
    return [*then, f"static bool {name}(Context *c, Question *question)", "{", *lines, "}"]


def _build(file: CFile, value: Value, variables: dict[Var, str], lines: list[str]) -> str:
    """Write an input as C that makes it."""
    value = deref(value)
    if value.__class__ is Var:
        if value not in variables:
            variables[value] = f"v{len(variables)}"
            lines.append(f"    Word {variables[value]} = NEW_VARIABLE();")
        return variables[value]
    if value.__class__ is not tuple or not _has_variables(value):
        return file.names.constant(value)
    parts = [_build(file, argument, variables, lines) for argument in value[1:]]
    is_cell = value[0] is CONS
    words = parts if is_cell else [file.names.header(value[0]), *parts]
    stores = " ".join(f"t_[{i}] = {part};" for i, part in enumerate(words))
    name = f"t{len(lines)}"
    tag = "LIST" if is_cell else "STRUCT"
    lines.append(f"    Word {name} = ({{ Word *t_ = TAKE({len(words)}); {stores} (Word)t_ | {tag}; }});")
    return name


def _has_variables(value: Value) -> bool:
    value = deref(value)
    if value.__class__ is Var:
        return True
    return value.__class__ is tuple and any(_has_variables(argument) for argument in value[1:])


# Reading what C has printed


def _read(output: bytes) -> Iterator[Answers]:
    solutions: list[str] = []
    position = 0
    while position < len(output):
        kind = output[position : position + 1]
        if kind == b"+":
            count, position = _integer(output, position + 1)
            variables: dict[int, Var] = {}
            values = []
            for _ in range(count):
                value, position = _term(output, position, variables)
                values.append(value)
            solutions.append(_written(values))
            position += 1
        else:
            end = output.index(b"\n", position)
            ending = output[position:end].decode()
            if ending == ".":
                ending = "more" if len(solutions) == MOST else "end"
            yield Answers(solutions, ending)
            solutions = []
            position = end + 1


def _integer(output: bytes, position: int) -> tuple[int, int]:
    found = re.compile(rb"-?\d+[;:]").match(output, position)
    assert found is not None
    return int(found.group()[:-1]), found.end()


def _term(output: bytes, position: int, variables: dict[int, Var]) -> tuple[Value, int]:
    kind = chr(output[position])
    position += 1
    if kind == "n":
        return NIL, position
    if kind == "l":
        head, position = _term(output, position, variables)
        tail, position = _term(output, position, variables)
        return (CONS, head, tail), position
    number, position = _integer(output, position)
    if kind == "i":
        return number, position
    if kind == "h":
        low, position = _integer(output, position)
        return (number << 64) + low, position
    if kind == "v":
        return variables.setdefault(number, Var()), position
    if kind == "f":
        return Float(struct.unpack("<d", struct.pack("<Q", number))[0]), position
    if kind in "as":
        text = output[position : position + number].decode("utf-8", "surrogatepass")
        return (text if kind == "a" else Text(text)), position + number
    assert kind == "c", kind
    name, position = _term(output, position, variables)
    args = []
    for _ in range(number):
        argument, position = _term(output, position, variables)
        args.append(argument)
    return (functor(name, number), *args), position


def shown(differences: Sequence[Difference]) -> str:
    """Write what differs, for a failed test."""
    return "\n".join(f"{d.question.key}\n  Python {d.expected}\n  C      {d.found}" for d in differences)
