"""Terms as keys of a store: read back as they were, by the fast way or by the reader of Prolog."""

from __future__ import annotations

import random

import pytest

from pyengine import Atom, Compound, List, String, Term, TermSyntaxError, read_term
from pyengine.stores.term_keys import _read_plain, read_key, term_key

PLAIN = ["a", "s(x,1,-2)", "[]", "[[],[a]]", "f(g(h(1)))", "f([1,2],b_C9)", "0", "-7", "f(-1)", "[a,b,c]"]
OTHER = ["'A b'", '"x"', "1.5", "f(X)", "[a|t]", "-(1)", "a-b", "-(a,-1)", "1r3", "123456789012345678901234567890"]
WRONG = [
    "f(",
    "f(a",
    "f(a,)",
    "f(,a)",
    "[a",
    "[,]",
    "[a,]",
    "a b",
    "a)",
    "]",
    ",",
    "",
    "f(a]",
    "[a)",
    "(a)(",
]


@pytest.mark.parametrize("text", [*PLAIN, *OTHER])
def test_both_ways_read_the_same(text: str) -> None:
    assert (_read_plain(text) is not None) == (text in PLAIN)
    assert read_key(text) == read_term(text)
    if text != "f(X)":
        assert read_key(term_key(read_term(text))) == read_term(text)


@pytest.mark.parametrize("text", WRONG)
def test_what_is_no_term(text: str) -> None:
    assert _read_plain(text) is None
    with pytest.raises(TermSyntaxError):
        read_key(text)


def some_term(chance: random.Random, depth: int) -> Term:
    kind = chance.randrange(7 if depth else 4)
    if kind == 0:
        return Atom(chance.choice(["a", "x", "[]", "A", "b c", "{}", "it's", "f", "é"]))
    if kind == 1:
        return chance.choice([0, -1, 7, 10**17, 10**18, -(10**19), 1 << 63])
    if kind == 2:
        return chance.choice([1.5, -0.0, 1e300])
    if kind == 3:
        return String(chance.choice(["", "a", "it's", "é"]))
    items = tuple(some_term(chance, depth - 1) for _ in range(chance.randint(1, 4)))
    return List(items) if kind == 4 else Compound(chance.choice(["f", "s", "-", "A b", "[]"]), items)


def test_terms_of_all_kinds() -> None:
    chance = random.Random(3)
    for _ in range(2000):
        term = some_term(chance, 4)
        assert repr(read_key(term_key(term))) == repr(term)
