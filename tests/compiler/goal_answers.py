"""Goals run by SWI-Prolog and by compiled rules, with their answers in one plain text form.

A goal is the body of a clause in a small rule file. Its answers are its solutions, in order, at most `MOST` of them;
then the error that ended it, if one did. Values are written so that nothing is lost: floats to the last digit, atoms
and strings told apart, variables numbered as they occur in a solution.
"""

from __future__ import annotations

import itertools
import json
import subprocess
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final, NamedTuple

from pyengine.compiler.normal_form.rules import Rules
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.python.compiled_rules import link
from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.terms import CONS, NIL, Float, Text, Value, Var
from pyengine.compiler.runtime.unify import deref
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.language.program import Program
from pyengine.language.reading.reader import read_program
from pyengine.language.shipped import library_folder
from pyengine.language.source import Source
from pyengine.language.vocabulary import PREDICATES
from pyengine.terms import Compound, Term, variables_of, write_term
from pyengine.terms import Var as Variable

HERE: Final = Path(__file__).parent
MOST: Final = 12
"""How many solutions are looked at."""
START: Final = "start, "
"""What a body begins with: of `p(X, Y) :- X = f(Y), Y = 1` SWI-Prolog 9.0.4 moves the unifications into the head and
forgets the second one."""
_CONTROL: Final = frozenset({",", ";", "->", "*->", "|", "\\+", ":", "=>", "-->"})


class Form(NamedTuple):
    """One way to ask for a goal: the name of the predicate, its clause, how it is called."""

    name: str
    arity: int
    pattern: str
    clause: str


class Section(NamedTuple):
    """Goals that share a rule file, in which directives and helping predicates stand before them."""

    name: str
    directives: str
    prelude: str
    goals: tuple[str, ...]


def read_sections(text: str, prelude: str) -> list[Section]:
    """Read the table: `%% name` begins a section, `:- ...` lines go into its file, other lines are goals."""
    sections: list[Section] = []
    for part in text.split("\n%% ")[1:]:
        name, *lines = part.split("\n")
        own = [line for line in lines if line.startswith(":-")]
        goals = tuple(dict.fromkeys(line for line in lines if line.strip() and not line.startswith((":-", "%"))))
        sections.append(Section(name.strip(), "\n".join(own), prelude, goals))
    return sections


# Forms of a goal


def forms(number: int, goal: str, section: Section) -> tuple[list[Form], list[str]]:
    """Give the ways in which a goal is asked, and facts that they need."""
    program, findings = read_program(Source("goal.pl", f"{section.directives}\ngoal :- {goal}.\n"))
    assert not findings, f"{goal}: {findings[0]}"
    term = program.sentences[-1].term
    assert isinstance(term, Compound)
    body = term.args[1]
    names = [v for v in variables_of(body) if not v.name.startswith("_")]
    args = f"({', '.join(v.name for v in names)})" if names else ""
    made = [Form(f"plain_{number}", len(names), "f" * len(names), f"plain_{number}{args} :- {START}({goal}).")]
    if section.name == "tabling":  # tabled predicates want to know what is free
        return made, []
    made.append(Form(f"plain_{number}", len(names), "a" * len(names), ""))
    facts: list[str] = []
    hidden = _hidden(body, itertools.count(1), lambda value, name: f"hidden([{value}|_], {name})", program, False)
    if hidden is not None:
        name = f"hidden_{number}"
        made.append(Form(name, len(names), "f" * len(names), f"{name}{args} :- {START}{hidden}."))

    def give(value: str, name: str) -> str:
        facts.append(f"given_{number}({name.lower()}, {value}).")
        return f"given_{number}({name.lower()}, {name})"

    given = _hidden(body, itertools.count(1), give, program, True)
    if given is not None:
        name = f"given_{number}"
        facts += [f"{name}(a, {value})." for value in ("f(x)", "1", "0.5", '"s"', "[]", "[1]")]
        made.append(Form(name + "_", len(names), "f" * len(names), f"{name}_{args} :- {START}{given}."))
    return made, facts


def _hidden(body, numbers, hide, program: Program, ground: bool) -> str | None:  # type: ignore[no-untyped-def]
    """Rewrite plain calls in a conjunction: what stands in their arguments comes from a goal before them."""
    goals: list[Term] = []
    while isinstance(body, Compound) and body.name == "," and len(body.args) == 2:
        goals.append(body.args[0])
        body = body.args[1]
    goals.append(body)
    written: list[str] = []
    changed = False
    for goal in goals:
        if isinstance(goal, Compound) and goal.name not in _CONTROL and not goal.name.startswith("aggregate"):
            known = PREDICATES.get((goal.name, len(goal.args)))
            meta = known.meta if known is not None and known.meta else "?" * len(goal.args)
            args: list[Term] = []
            for letter, argument in zip(meta, goal.args, strict=True):
                is_value = not isinstance(argument, Variable) and not letter.isdigit() and letter not in "^/:"
                if is_value and not (ground and variables_of(argument)):
                    name = f"H{next(numbers)}"
                    written.append(hide(write_term(argument, program.operators), name))
                    args.append(Variable(name))
                    changed = True
                else:
                    args.append(argument)
            goal = Compound(goal.name, tuple(args))
        written.append(write_term(goal, program.operators))
    return ", ".join(f"({text})" for text in written) if changed else None


# Text of answers


def shown(value: Value, names: dict[Var, int]) -> str:
    """Write a value so that it can be compared."""
    value = deref(value)
    if value.__class__ is tuple:
        if value[0] is CONS:
            items = []
            while value.__class__ is tuple and value[0] is CONS:
                items.append(shown(value[1], names))
                value = deref(value[2])
            return f"[{' '.join(items)}{'' if value is NIL else '|' + shown(value, names)}]"
        return f"{json.dumps(value[0].name)}({' '.join(shown(argument, names) for argument in value[1:])})"
    if value is NIL:
        return "[]"
    if isinstance(value, Var):
        return f"_{names.setdefault(value, len(names) + 1)}"
    if isinstance(value, Float):
        return f"f{value.value!r}"
    if isinstance(value, Text):
        return f"s{json.dumps(value.text)}"
    if isinstance(value, Fraction):
        return f"{value.numerator}r{value.denominator}"
    return json.dumps(value) if isinstance(value, str) else str(value)


def shown_error(ball: Value) -> str:
    """Write what was thrown; of an error only what the standard says, not where it happened."""
    ball = deref(ball)
    if ball.__class__ is tuple and ball[0].name == "error" and ball[0].arity == 2:
        return f"error: {shown(ball[1], {})}"
    return f"ball: {shown(ball, {})}"


def from_json(value: object, names: dict[int, int]) -> str:
    """Write a value as SWI-Prolog's driver has printed it."""
    match value:
        case ["v", int(number)]:
            return f"_{names.setdefault(number, len(names) + 1)}"
        case ["i", str(text)]:
            return text
        case ["f", str(text)]:
            return f"f{_float(text)!r}"
        case ["s", str(text)]:
            return f"s{json.dumps(text)}"
        case ["a", str(text)]:
            return json.dumps(text)
        case ["n"]:
            return "[]"
        case ["l", list(items), tail]:
            inner = " ".join([from_json(item, names) for item in items])
            return f"[{inner}{'' if tail == ['n'] else '|' + from_json(tail, names)}]"
        case ["c", ":", [["a", str(module)], goal]] if module.startswith("/"):
            return from_json(goal, names)  # the module is the file
        case ["c", str(name), list(args)]:
            return f"{json.dumps(name)}({' '.join([from_json(argument, names) for argument in args])})"
    raise AssertionError(value)


def _float(text: str) -> float:
    if text.endswith("NaN"):
        return float("nan")
    return float(text.replace("1.0Inf", "inf"))


# The two sides


def rule_file(section: Section, made: Iterable[Form], facts: Iterable[str]) -> str:
    """Give the text of a section's rule file."""
    clauses = "\n".join(form.clause for form in made if form.clause)
    return f"{section.directives}\n{section.prelude}\n{clauses}\n" + "\n".join(facts) + "\n"


def answers_of_swi(
    files: Sequence[tuple[Path, Sequence[Form]]], seconds: int = 120, may_crash: bool = False
) -> dict[tuple[Path, str], list[str]]:
    """Ask SWI-Prolog for all goals of some rule files; where it may crash, what it has answered before that."""
    lines = []
    for path, made in files:
        names = {form.name: form.arity for form in made}
        wanted = ", ".join(f"{name}/{arity}" for name, arity in names.items())
        lines.append(f"ask({json.dumps(str(path))}, [{wanted}]).")
    done = subprocess.run(
        ["swipl", "-q", "-p", f"library={library_folder()}", "-g", "main", "-t", "halt(3)", str(HERE / "ask.pl")],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert done.returncode == 0 or may_crash, done.stderr
    answers: dict[tuple[Path, str], list[str]] = {}
    for line in done.stdout.splitlines():
        path_text, name, solutions, error = json.loads(line)
        texts = []
        for solution in solutions:
            names_: dict[int, int] = {}
            texts.append(" ".join(from_json(value, names_) for value in solution))
        if error:
            kind, value = error
            texts.append(f"{kind}: {from_json(value, {})}")
        answers[Path(path_text), name] = texts
    return answers


def answers_of_compiled(sources: Sources, form: Form) -> list[str]:
    """Compile what a goal needs and run it; `unsupported: ...` where the compiler refuses."""
    key = Key(form.name, form.arity, form.pattern, False)
    try:
        compiled = link(Rules(sources, None), [key], "goal")
    except UnsupportedError as error:
        return [f"unsupported: {error.what}"]
    given = [Var() for letter in form.pattern if letter == "a"]
    texts: list[str] = []
    try:
        for solution in itertools.islice(compiled.solutions(key, *given), MOST):
            names: dict[Var, int] = {}
            texts.append(" ".join(shown(value, names) for value in (given or solution)))
    except PrologError as error:
        texts.append(shown_error(error.ball))
    return texts
