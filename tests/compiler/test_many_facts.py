"""What rules with many facts and clauses take to compile grows as their number does: counted in lines that are run."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from pyengine.compiler.procedures.identifiers import UniqueNames
from pyengine.language.gate import examine
from pyengine.language.source import Source
from pyengine.reasoners.c import write_c
from pyengine.reasoners.compiled import CompiledGame

GAME = """
player(a). player(b).
initial(s(0)).
to_move(s(N), P) :- ( 0 is N mod 2 -> P = a ; P = b ).
utility(s(_), 0).
move(s(N), X, s(M)) :- N < 3, M is N + 1, f(N, X).
"""
FACTS = {
    "integers": "f({0}, {0}).",
    "atoms": "f({0}, a{0}).",
    "compound terms": "f({0}, at({0}, c{0})).",
    "lists": "f({0}, [{0}, c{0}]).",
    "strings": 'f({0}, "text {0}").',
    "clauses": "f({0}, X) :- X is {0} + 1.",
    "clauses by their second argument": "f(N, X) :- g(X, N).\ng({0}, {0}) :- true.\ng(X, -{0}) :- X = {0}.",
}
FEW, MANY = 40, 160


def lines_run(act: Callable[[], Any]) -> int:
    """Count the lines that are run in this thread."""
    count = 0

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        act()
    finally:
        sys.settrace(before)
    return count


def work(fact: str, number: int) -> int:
    once, _, each = fact.partition("\n") if "\n" in fact else ("", "", fact)
    text = GAME + once + "\n" + "\n".join(each.format(i) for i in range(number))
    program = examine(Source("many.pl", text), trust=False).program
    game: list[CompiledGame] = []
    return lines_run(lambda: game.append(CompiledGame(program))) + lines_run(lambda: write_c(game[0]))


@pytest.mark.parametrize("kind", FACTS)
def test_the_work_grows_with_the_number_of_facts(kind: str) -> None:
    work(FACTS[kind], 2)  # what is done once
    few, many = work(FACTS[kind], FEW), work(FACTS[kind], MANY)
    assert many < 1.05 * few * MANY / FEW


def test_names_are_made_at_once() -> None:
    few, many = UniqueNames(), UniqueNames()
    lines = [
        lines_run(lambda names=names, count=count: [names.unique("KN") for _ in range(count)])  # type: ignore[misc]
        for names, count in ((few, FEW), (many, MANY))
    ]
    assert lines[1] < 1.05 * lines[0] * MANY / FEW
