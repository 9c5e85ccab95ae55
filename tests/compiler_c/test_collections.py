"""Solutions gathered in every way there is, and boards changed: C answers, and it answers what Python does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compiler.harness import Ask
from tests.compiler.random_programs import Program

from .questions import python_answers
from .test_random_programs import SANITIZED, check, questions

FACTS = """
number(3). number(1). number(2). number(1).
mixed(f(b)). mixed(2.5). mixed(x). mixed([]). mixed("text"). mixed(2). mixed([a]). mixed(1152921504606846976).
nothing(_) :- fail.
least(P, X) :- findall(Y, call_one(P, Y), Ys), sort(Ys, [X|_]).
first(P, X) :- findall(Y, call_one(P, Y), Ys), msort(Ys, [X|_]).
call_one(number, X) :- number(X).
call_one(mixed, X) :- mixed(X).
call_one(nothing, X) :- nothing(X).
"""
GATHERED = (
    *(f"{name}({kind}, X)" for name in ("least", "first") for kind in ("number", "mixed", "nothing")),
    "(findall(Y, number(Y), Ys), sort(Ys, Xs))",
    "(findall(Y, number(Y), Ys), msort(Ys, Xs))",
    "(findall(Y, number(Y), Ys), sort(Ys, [X|_]), Z is X + 1)",
    "(findall(f(Y, Z), (number(Y), number(Z)), Ys), sort(Ys, [f(A, B)|_]))",
    "(number(N), findall(Y-N, (number(Y), Y >= N), Ys), sort(Ys, [X|_]))",
    "(findall(Y, mixed(Y), Ys), sort(Ys, Xs))",
    "findall(Y, mixed(Y), Xs)",
    "aggregate_all(count, number(_), X)",
    "aggregate_all(sum(Y), number(Y), X)",
    "aggregate_all(bag(Y), number(Y), X)",
    "aggregate_all(set(Y), number(Y), X)",
    "aggregate_all(max(Y), number(Y), X)",
    "aggregate_all(min(Y), number(Y), X)",
    "aggregate_all(max(Y, f(Y)), number(Y), X)",
    "aggregate_all(min(Y, f(Y)), number(Y), X)",
    "aggregate_all(max(Y), nothing(Y), X)",
)
LIBRARY = ":- include(library(boards)).\n"
BOARDS = (
    *(f"replace_arg({i}, b(x, y, z), Old, new, New)" for i in (1, 3, 4)),
    "replace_arg(2, [x, y], Old, [], New)",
    "replace_arg(1, x, Old, new, New)",
    *(f"replace_nth0({i}, [x, y, z], Old, new, New)" for i in (0, 2, 3)),
    *(f"replace_nth1({i}, [x, y, z], Old, new, New)" for i in (1, 3, 4)),
    "replace_nth0(0, [], Old, new, New)",
    "replace_nth0(1, [x, y|z], Old, new, New)",
    *(f"cells_rows([1, 2, 3, 4, 5, 6], {n}, Rows)" for n in (1, 2, 3, 4, 6)),
    "cells_rows([], 3, Rows)",
    "rows_columns([[1, 2, 3], [4, 5, 6]], Columns)",
    "rows_columns([[1, 2], [4]], Columns)",
    "rows_columns([], Columns)",
    "rows_columns([[], []], Columns)",
    "rows_columns([x], Columns)",
)


FLAGS = [("-O1",), pytest.param(SANITIZED, marks=pytest.mark.hunt)]


@pytest.mark.parametrize("flags", FLAGS, ids=["plain", "sanitized"])
def test_every_kind_of_collection(flags: tuple[str, ...], tmp_path: Path) -> None:
    batch = check([Program(FACTS, tuple(map(Ask, GATHERED)))], tmp_path, flags)
    assert (batch.asked, batch.stopped) == (len(GATHERED), 0)


@pytest.mark.parametrize("flags", FLAGS, ids=["plain", "sanitized"])
def test_boards(flags: tuple[str, ...], tmp_path: Path) -> None:
    batch = check([Program(LIBRARY, tuple(map(Ask, BOARDS)))], tmp_path, flags)
    assert (batch.asked, batch.stopped) == (len(BOARDS), 0)


@pytest.mark.parametrize("goal", ["replace_arg(0, b(x), Old, y, New)", "replace_nth0(-1, [x], Old, y, New)"])
def test_what_is_an_error_of_boards_is_left_to_others(goal: str, tmp_path: Path) -> None:
    assert check([Program(LIBRARY, (Ask(goal),))], tmp_path, ("-O1",)).stopped == 1


ROWS = """
list([b, c]). list([d]). list([]).
copied([], []).
copied([X|Xs], [X|Ys]) :- copied(Xs, Ys).
column(Column) :- list(Xs), copied(Xs, Ys), Ys = [_|_], rows_columns([[a|Ys]], [Column|_]).
height(one) :- column([_|Rest]), height(Rest, one).
height([_|_], more).
height([], one).
"""


def test_columns_are_as_long_as_there_are_rows(tmp_path: Path) -> None:
    """What is known of the length of rows says nothing about columns."""
    text = LIBRARY + ROWS
    asks = (Ask("column(Column)"), Ask("height(Height)"))
    batch = check([Program(text, asks)], tmp_path, ("-O1",))
    assert (batch.asked, batch.stopped) == (2, 0)
    found = questions(text, asks)
    assert found is not None
    assert [python_answers(found[0], asked).solutions for asked in found[1]][1] == ["'one'", "'one'"]
