"""Terms and the plain values that people write for them: equal, and one key of a dict."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyengine
from pyengine.terms import NIL, Atom, Compound, List, String, Var, to_term

from ..layers import examples

FRACTIONS = st.fractions().filter(lambda value: value.denominator > 1)
VALUES = st.recursive(
    st.integers() | st.floats(allow_nan=False) | st.text(max_size=3) | FRACTIONS,
    lambda inner: st.lists(inner, max_size=4) | st.lists(inner, max_size=4).map(tuple),
    max_leaves=12,
)


@given(st.lists(VALUES, max_size=4))
@examples(200)
def test_a_list_is_equal_to_what_it_is_made_of(values: list[object]) -> None:
    term = to_term(values)
    assert isinstance(term, List)
    assert term == values
    assert values == term
    assert term == tuple(values)
    assert term != [*values, 1]


def test_a_list_and_the_tuple_that_it_is_equal_to_are_one_key() -> None:
    term = List((1, List((Atom("e"), 2))))
    assert {term: "found"}[1, ("e", 2)] == "found"
    assert {NIL: "found"}[()] == "found"


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (List((1,)), [1.0]),
        (List((1,)), [True]),
        (List((1, 2), Var("T")), [1, 2]),
        (List((Compound("f", (1,)),)), [("f", 1)]),
        (List((String("a"),)), ["a"]),
        (List((Atom("a"),)), "a"),
        (List((1, 2)), {1, 2}),
        (List((Fraction(1, 2),)), [0.5]),
        (NIL, "[]"),
    ],
)
def test_what_prolog_tells_apart_stays_apart(term: List, value: object) -> None:
    assert term != value
    assert value != term


def test_deep_lists_are_compared_too() -> None:
    value: list[object] = []
    for _ in range(100_000):
        value = [value]
    assert to_term(value) == value


def test_answers_of_queries_are_equal_to_lists() -> None:
    [answer] = pyengine.load("nim", piles=[1, 2]).query("initial(nim(P, Piles))")
    assert answer["Piles"] == [1, 2]
    assert answer["P"] == "max"
