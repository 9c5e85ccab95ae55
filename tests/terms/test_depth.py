"""Terms nested deeper than any stack: each operation works, without recursion."""

import copy
import pickle

import pytest

from pyengine.language.reading.reader import read_term
from pyengine.stores.term_keys import term_key
from pyengine.terms import NIL, Atom, Compound, List, Term, is_ground, to_python, to_term, variables_of
from pyengine.terms.variants import identical_but_for_names, subsumes

DEEP = 20_000


def _successors() -> Term:
    term: Term = Atom("z")
    for _ in range(DEEP):
        term = Compound("s", (term,))
    return term


def _sum() -> Term:
    term: Term = 1
    for _ in range(DEEP):
        term = Compound("+", (term, 1))
    return term


def _lists() -> Term:
    term: Term = NIL
    for _ in range(DEEP):
        term = List((term,))
    return term


def _tails() -> Term:
    term: Term = Atom("z")
    for _ in range(DEEP):
        term = Compound("f", (1, List((2,), term)))
    return term


MAKERS = [_successors, _sum, _lists, _tails]


@pytest.mark.parametrize("make", MAKERS)
def test_equality_hash_and_text_have_no_depth(make) -> None:
    one, other = make(), make()
    assert one == other
    assert hash(one) == hash(other)
    assert one in {other}
    assert len(str(one)) >= DEEP
    assert repr(one).count("(") >= DEEP
    assert term_key(one) == term_key(other)
    assert is_ground(one)
    assert variables_of(one) == ()


@pytest.mark.parametrize("make", MAKERS)
def test_pickles_and_copies_have_no_depth(make) -> None:
    term = make()
    assert pickle.loads(pickle.dumps(term)) == term
    assert copy.deepcopy(term) is term
    assert copy.copy(term) is term


def test_variants_have_no_depth() -> None:
    one, other = _successors(), _successors()
    assert identical_but_for_names(one) == identical_but_for_names(other)
    assert subsumes(one, other)


def test_a_deep_text_is_read_back() -> None:
    for make in (_successors, _sum):
        term = make()
        assert read_term(str(term)) == term


def test_lists_of_python_have_no_depth() -> None:
    nested: list[object] = []
    for _ in range(DEEP):
        nested = [nested]
    assert to_term(nested) == _lists()
    inner: object = to_python(_lists())
    levels = 0
    while inner:
        assert isinstance(inner, list)
        (inner,) = inner
        levels += 1
    assert levels == DEEP


def test_a_list_that_contains_itself_is_refused() -> None:
    endless: list[object] = [1]
    endless.append([2, endless])
    with pytest.raises(TypeError, match="contains itself"):
        to_term(endless)
    twice = ["a"]
    assert to_term([twice, twice]) == List((List((Atom("a"),)),) * 2)


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "f(a)",
        "f()",
        "[]",
        "[a]",
        "[a,[b|T],f(1.5,\"x\")|t]",
        "f([],g(X,X,_),1r3)",
        "'[|]'(1,2)",
        "{a,b}",
    ],
)  # fmt: skip
def test_a_pickle_and_a_repr_give_the_term(text) -> None:
    from fractions import Fraction

    from pyengine.terms import String, Var

    term = read_term(text)
    assert pickle.loads(pickle.dumps(term)) == term
    names = {"Atom": Atom, "Compound": Compound, "List": List, "String": String, "Var": Var, "Fraction": Fraction}
    assert eval(repr(term), names) == term
