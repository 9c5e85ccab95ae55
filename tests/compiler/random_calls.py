"""Random calls of built-in and library predicates, for comparison with SWI-Prolog.

Half of them have arguments of any kind, which mostly shows errors; the others are goals of the tables with one or two
arguments replaced, which mostly shows what happens at the edge of good use.

    python -m tests.compiler.random_calls SEED COUNT [NAME ...]     compares, and prints what differs
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from pyengine.compiler.builtins.registry import versions
from pyengine.compiler.normal_form.sources import Sources, library_clauses
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.errors import RuleLimitError
from pyengine.language.reading.reader import read_program, read_term
from pyengine.language.source import Source
from pyengine.language.vocabulary import PREDICATES, Indicator
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.call_limits import guard
from pyengine.terms import Compound, Term, Var, write_atom, write_term

from .goal_answers import (
    HERE,
    Form,
    Section,
    answers_of_compiled,
    answers_of_swi,
    forms,
    read_sections,
    rule_file,
)

LIMIT: Final = 'ball: "limit"'
_BUDGET: Final = Budget(seconds=1)
_DIRECTIVES: Final = ":- use_module(library(dcg/basics)).\n:- use_module(library(dcg/high_order))."
_PRELUDE: Final = (HERE / "prelude.pl").read_text(encoding="utf-8") + "either(X, Y) :- Y = X ; Y = none.\n"
_CONTROL: Final = frozenset({",", ";", "->", "*->", "|", "\\+", ":", "=>", "-->", "!", "repeat"})
_ATOMIC: Final = (
    "0", "1", "2", "3", "-1", "7", "12345678901234567890", "-1180591620717411303424", "0.0", "-0.0", "1.0", "1.5",
    "-2.5", "1.0e10", "1.0e-7", "1.0Inf", "1r3", "-7r2", "a", "b", "c", "''", "[]", "'[]'", "{}", "foo",
    "'hello world'", "'A'", "'1'", "'12'", "+", "-", "<", "=", ">", "@<", "@>=", "true", "fail", "pi", "inf", '""',
    '"abc"', '"a b"', '"1"', '" 12 "', '"+"', "0'a", "97",
)  # fmt: skip
_LISTS: Final = (
    "[]", "[a]", "[a, b]", "[b, a, b]", "[1, 2, 3]", "[3, 1, 2]", "[a|X]", "[X|Y]", "[X, Y]", "[a|b]", "[X]",
    "[1|2]", "[a-1, b-2]", "[b-1, a-2]", "[a-1, a-2]", "[[a], [b, c]]", "[[]]", "[97, 98]", "[\"a\", 1]",
    "[1.0, 1, 2]", "[X, X]", "[f(X), a, 1]", "[0.5, 1r3]", "[1, a|X]", "[a=1, b(2)]", "['1', '2']", "[1, 1+1, 3]",
)  # fmt: skip
_TERMS: Final = (
    "f(a)", "f(X)", "f(X, Y)", "g(a, b)", "f(X, X)", "f()", "a-b", "1-a", "X-Y", "1+2", "X+1", "1/0",
    "f(f(a), [b])", "'$VAR'(1)", "{a}", "a:b", "- 1", "1 - 2", "t", "t(a, 1, <, t, t)", "t(k, v, <, t, t)",
    "heap(t(1, a, []), 1)", "asc(X)",
)  # fmt: skip
_CLOSURES: Final = {
    "0": ("true", "fail", "p(X)", "q(X, Y)", "X = 1", "member(X, [1, 2, 1])", "X", "throw(oops)", "1"),
    "1": ("p", "even", "atom", "nonvar", "member(a)", "[Z]>>(Z > 1)", "=(X)", "X"),
    "2": ("double", "q", "=", "succ", "either", "[Z, W]>>(W = f(Z))", "X"),
    "3": ("add", "plus", "append", "[Z, W, V]>>(V is Z + W)", "cmp", "compare", "X"),
    "^": ("p(X)", "q(X, Y)", "X^q(X, Y)", "Y^p(X)", "r(X, Y, Z)", "member(X, [2, 1, 2])", "fail", "X"),
    "/": ("digits(X)", "greeting", "[a]", "[]", "as", '"ab"', "X", "expr(X)"),
}  # fmt: skip


class Difference(NamedTuple):
    """A goal whose answers differ, and in which form."""

    goal: str
    form: Form
    found: list[str]
    expected: list[str]


@cache
def compiled_predicates() -> tuple[Indicator, ...]:
    """List the predicates that rules may call and that are compiled, but for control."""
    return tuple(
        found
        for found, known in PREDICATES.items()
        if (known.safe or found in _WRITING) and found[0] not in _CONTROL and found[1] and _is_compiled(found)
    )


_WRITING: Final = frozenset({("with_output_to", 2), ("format", 3), ("normalize_space", 2)})
_IN_PLACE: Final = frozenset(
    {("<", 2), (">", 2), ("=<", 2), (">=", 2), ("=:=", 2), ("=\\=", 2), ("is", 2), ("=", 2), ("findall", 3)}
    | {("findall", 4), ("forall", 2), ("aggregate_all", 3), ("bagof", 3), ("setof", 3), ("once", 1), ("ignore", 1)}
    | {("not", 1), ("catch", 3), ("phrase", 2), ("phrase", 3), *(("call", n) for n in range(1, 9))}
)


def _is_compiled(found: Indicator) -> bool:
    return found in _IN_PLACE or bool(versions(*found)) or library_clauses(found) is not None


@cache
def _examples() -> dict[Indicator, list[Compound]]:
    """The goals of the tables by the predicate that they call."""
    found: dict[Indicator, list[Compound]] = {}
    for table in ("goals.txt", "library_goals.txt"):
        for section in read_sections((HERE / table).read_text(encoding="utf-8"), ""):
            if "double_quotes" in section.directives:
                continue
            for goal in section.goals:
                program, _ = read_program(Source("goal.pl", f"goal :- {goal}.\n"))
                body = program.sentences[-1].term.args[1]  # type: ignore[union-attr]
                if isinstance(body, Compound) and body.name not in _CONTROL:
                    found.setdefault((body.name, len(body.args)), []).append(body)
    return found


def argument(random: Random) -> str:
    """Write a term of any kind."""
    kind = random.random()
    if kind < 0.22:
        return random.choice("XYZ")
    if kind < 0.55:
        return random.choice(_ATOMIC)
    return random.choice(_LISTS if kind < 0.82 else _TERMS)


def _argument_for(random: Random, letter: str) -> str:
    if letter in _CLOSURES and random.random() < 0.9:
        return random.choice(_CLOSURES[letter])
    return argument(random)


def goals(random: Random, count: int, among: Sequence[Indicator]) -> Iterator[str]:
    """Write goals, as many for each predicate."""
    for number in range(count):
        name, arity = among[number % len(among)]
        known = PREDICATES[name, arity]
        meta = known.meta or "?" * arity
        examples = _examples().get((name, arity))
        args: list[Term]
        if examples and random.random() < 0.6:
            args = list(random.choice(examples).args)
            for place in random.sample(range(arity), min(arity, random.choice((1, 1, 2)))):
                args[place] = read_term(_argument_for(random, meta[place]))
        elif name == "format":
            continue
        else:
            args = [read_term(_argument_for(random, letter)) for letter in meta]
        if (name, arity) in _WRITING and isinstance(args[0], Var):
            continue
        yield write_term(Compound(name, tuple(args)))


def section_of(texts: Sequence[str]) -> Section:
    """Make a section of goals, with what they may need."""
    return Section("random calls", _DIRECTIVES, _PRELUDE, tuple(dict.fromkeys(texts)))


def compare(texts: Sequence[str], tally: Counter[str], folder: Path) -> Iterator[Difference]:
    """Ask for goals on both sides; `tally` counts what came of it."""
    section = section_of(texts)
    made: dict[str, list[Form]] = {}
    facts: list[str] = []
    for number, goal in enumerate(section.goals):
        made[goal], more = forms(number, goal, section)
        facts += more
    path = folder / "random_calls.pl"
    path.write_text(rule_file(section, [form for own in made.values() for form in own], facts), encoding="utf-8")
    expected = _answers(path, list({form.name: form for own in made.values() for form in own}.values()))
    program, findings = read_program(Source(str(path), path.read_text(encoding="utf-8")))
    assert not findings, findings[0]
    sources = Sources(program)
    call = guard(_BUDGET)
    for goal, own in made.items():
        tally["goals"] += 1
        for form in own:
            wanted = expected[path, form.name]
            tally["forms"] += 1
            if wanted[-1:] == [LIMIT]:
                tally["limited"] += 1
                continue
            try:
                found = call(answers_of_compiled, sources, form)
            except RuleLimitError:
                found = [LIMIT]
            except UnsupportedError:  # only the run could know: a game says so
                tally["refused when run"] += 1
                continue
            except Exception as error:  # it must not happen: shown like any other difference
                found = [f"{type(error).__name__}: {error}"]
            if found[-1:] == [LIMIT]:  # a term that contains itself, which only SWI-Prolog can have
                tally["without an end"] += 1
            elif found and found[0].startswith("unsupported: "):
                tally["refused"] += 1
            elif _without_names(found) != _without_names(wanted):
                tally["different"] += 1
                yield Difference(goal, form, found, wanted)
                break


def _answers(path: Path, made: list[Form]) -> dict[tuple[Path, str], list[str]]:
    """Ask SWI-Prolog; a call that makes it crash is left out, as if it did not end."""
    answers: dict[tuple[Path, str], list[str]] = {}
    while made:
        answers |= answers_of_swi([(path, made)], 300, may_crash=True)
        made = [form for form in made if (path, form.name) not in answers]
        if made:
            answers[path, made.pop(0).name] = [LIMIT]
    return answers


def _without_names(answers: list[str]) -> list[str]:
    """Leave out what differs from run to run: how a variable is written into text."""
    return [re.sub(r"(?<=[^\w ])_G?\d+", "_", answer) for answer in answers]


def main() -> None:
    """Compare as many goals as the command line asks for."""
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    among = [found for found in compiled_predicates() if not sys.argv[3:] or found[0] in sys.argv[3:]]
    tally: Counter[str] = Counter()
    random = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        texts = list(goals(random, count, among))
        for start in range(0, len(texts), 400):
            for found in compare(texts[start : start + 400], tally, Path(folder)):
                print(f"{found.goal}\n    {found.form.name} {found.form.pattern}\n    ours {found.found}"
                      f"\n    swi  {found.expected}", flush=True)  # fmt: skip
    print(dict(tally), f"{write_atom(str(len(among)))} predicates")


if __name__ == "__main__":
    main()
