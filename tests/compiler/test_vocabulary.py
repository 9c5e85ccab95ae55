"""Each predicate that rules may call is compiled in every mode, or stands in `refused_predicates.txt`.

What is refused when rules are compiled runs in SWI-Prolog; nothing falls between the two.
"""

from __future__ import annotations

import pytest

from pyengine.compiler.normal_form.rules import Rules
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.python.compiled_rules import link
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source
from pyengine.language.vocabulary import PREDICATES, Indicator
from pyengine.terms import Compound, Var, write_atom, write_term

from .goal_answers import HERE

REFUSED = frozenset(
    word
    for line in (HERE / "refused_predicates.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("%")
    for word in line.split()
)
ALLOWED = [found for found, known in PREDICATES.items() if known.safe]


def refusal(found: Indicator) -> str | None:
    """Say why a call of a predicate is not compiled, for outputs, variables at run time and known arguments."""
    name, arity = found
    library = PREDICATES[found].library
    args = tuple(Var(f"A{i}") for i in range(arity))
    goal = write_term(Compound(name, args)) if args else write_atom(name)
    head = write_term(Compound("go", args)) if args else "go"
    text = f":- use_module(library({library})).\n" if library != "system" else ""
    program, findings = read_program(Source("go.pl", f"{text}{head} :- {goal}.\n"))
    assert not findings, findings[0]
    try:
        for letter in "fag":
            link(Rules(Sources(program), None), [Key("go", arity, letter * arity, False)], "goal")
    except UnsupportedError as error:
        return error.what
    return None


@pytest.mark.parametrize("found", ALLOWED, ids=[f"{name}/{arity}" for name, arity in ALLOWED])
def test_is_compiled_or_refused(found: Indicator) -> None:
    why = refusal(found)
    is_listed = f"{found[0]}/{found[1]}" in REFUSED
    assert (why is not None) == is_listed, why or "it is compiled now: take it off the list"


def test_the_list_names_what_rules_may_call() -> None:
    assert {f"{name}/{arity}" for name, arity in ALLOWED} >= REFUSED
