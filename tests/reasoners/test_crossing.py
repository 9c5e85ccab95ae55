"""Terms cross the border in both directions unchanged, and states are equal exactly where `==` holds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyengine.errors import InvalidStateError, QueryError, RuleRuntimeError, TermSyntaxError
from pyengine.reasoners.swi import foreign_interface
from pyengine.reasoners.swi.border import GENEROUS, border, take_bytes
from pyengine.reasoners.swi.records import record, sharing_mark
from pyengine.reasoners.swi.term_transfer import get_term, put_term, text_of
from pyengine.terms import NIL, Atom, Compound, List, String, Term, Var, compound

from ..layers import examples

names = st.text(st.characters(codec="utf-8"), max_size=20)
atomic = st.one_of(
    names.map(Atom),
    names.map(String),
    st.integers(),
    st.integers(min_value=-(2**300), max_value=2**300),
    st.integers(min_value=0, max_value=40),
    st.floats(allow_nan=False),
    st.fractions().filter(lambda f: f.denominator > 1),
    st.just(NIL),
    st.just(Atom("[]")),
)


def compounds(parts: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    return st.one_of(
        st.builds(lambda n, a: compound(n, tuple(a)), names, st.lists(parts, max_size=4)),
        st.lists(parts, max_size=18).map(lambda items: List(tuple(items))),
        st.builds(lambda items, tail: List(tuple(items), tail), st.lists(parts, min_size=1, max_size=3), parts),
    )


ground = st.recursive(atomic, compounds, max_leaves=25)
open_terms = st.recursive(st.one_of(atomic, st.sampled_from("XYZ").map(Var)), compounds, max_leaves=25)


def there_and_back(term: Term) -> Term:
    engine = foreign_interface.engine()
    frame = engine.library.open_frame()
    try:
        ref = engine.library.new_refs(1)
        variables: dict[Var, int] = {}
        put_term(engine, ref, term, variables)
        own = {text_of(engine, place, foreign_interface.AS_VARIABLE): variable for variable, place in variables.items()}
        return get_term(engine, ref, own)
    finally:
        engine.library.discard_frame(frame)


@examples(300)
@given(open_terms)
def test_terms_cross_unchanged(term: Term) -> None:
    border()
    assert there_and_back(term) == term


def test_large_terms_cross() -> None:
    border()
    deep: Term = Atom("z")
    for level in range(10_000):
        deep = Compound("f", (deep, level))
    nested: Term = NIL
    for level in range(10_000):
        nested = List((nested, level))
    for term in (deep, nested, List(tuple(range(50_000))), 10**6000, Fraction(1, 3**9000), Atom("x" * 10**6)):
        assert there_and_back(term) == term
        assert record(term) == record(record(term))


def shared(term: Term) -> tuple[bytes, bytes]:
    """Record pair(term, term) as Prolog does where both are the same, and where they are not."""
    here = border()
    predicate = here.predicate("fast_term_serialized", 2, "system")
    apart = here.ask(predicate, [Compound("pair", (term, term))], take_bytes, GENEROUS)
    engine = foreign_interface.engine()
    library = engine.library
    frame = library.open_frame()
    try:
        refs = library.new_refs(3)
        put_term(engine, refs + 1, term)
        library.put_term(refs + 2, refs + 1)
        atom = library.new_atom(0, 4, b"pair")
        library.cons_functor(refs, library.new_functor(atom, 2), refs + 1)
        together = library.new_refs(2)
        library.put_term(together, refs)
        here.invoke(engine, predicate, together, GENEROUS)
        return apart, take_bytes(engine, together + 1)
    finally:
        library.discard_frame(frame)


@examples(300)
@given(ground)
def test_keys_do_not_see_sharing(term: Term) -> None:
    apart, together = shared(term)
    mark = sharing_mark()
    assert mark is not None
    assert record(together) == record(apart) == record(Compound("pair", (term, term)))
    if mark not in together:
        assert together == record(together)
    if mark not in apart:
        assert apart == record(apart)


@examples(300)
@given(ground, ground)
def test_keys_are_equal_exactly_where_terms_are(a: Term, b: Term) -> None:
    border()
    same = type(a) is type(b) and a == b and repr(a) == repr(b)
    assert (record(a) == record(b)) == same


SHARING = """
player(a). player(b). to_move(_, a). terminal(s(_, _, N)) :- N >= 4. utility(_, 0).
initial(s(Row, Row, 0)) :- Row = row(x, "text", 17, 1.5, 123456789012345678901234567890, 'wide ☃').
move(s(A, _, N), keep, s(A, A, M)) :- M is N+1.
move(s(A, B, N), copy, s(A, C, M)) :- M is N+1, B =.. L, C =.. L.
move(s(_, _, N), new, s(row(y), row(y), M)) :- M is N+1.
move(s(_, _, N), one, s(R, R, M)) :- M is N+1, R = row(y).
"""


def test_positions_that_share_parts_are_one(load: Any) -> None:
    game = load(SHARING)
    levels = [{game.initial}]
    for _ in range(4):
        levels.append({child for state in levels[-1] for child in game.expand(state).children})
    assert [len(level) for level in levels] == [1, 2, 2, 2, 2]
    for level in levels:
        for state in level:
            assert game.parse_state(game.text(state)) == state
            assert game.state(game.term(state)) == state


def test_many_sharing_positions_switch_the_mode(load: Any) -> None:
    text = "player(a). initial(f(g(a), g(a), 0)). to_move(_, a). utility(_, a, 0).\n"
    text += "move(f(_, _, N), m, f(X, Y, M)) :- N < 300, M is N+1, X = g(M), "
    game, again = load(text + "Y = X.\n"), load(text + "Y = g(M).\n")
    state, other = game.initial, again.initial
    while game.expand(state).children:
        (state,), (other,) = game.expand(state).children, again.expand(other).children
        assert state == other
    assert game._expander._mark is None
    assert game.text(state) == "f(g(300),g(300),300)"


def test_a_state_that_contains_the_separator(load: Any) -> None:
    game = load(
        "player(a). initial(s). to_move(_, a). utility(_, a, 0).\n"
        "move(s, M, T) :- member(M, [1, 2]), atom_codes(A, [0, 255, 254, 1, 0, 255, 254, 1]), T = t(M, A, x)."
    )
    expansion = game.expand(game.initial)
    assert [game.term(child) for child in expansion.children] == [
        Compound("t", (move, Atom("\0\xff\xfe\1\0\xff\xfe\1"), Atom("x"))) for move in expansion.moves
    ]


@pytest.mark.parametrize("number", [0xFFFE, 0xFF00FFFE, 0xFE00, 0xFE0001, 0xFFFE01])
def test_a_state_that_ends_or_begins_like_the_separator(load: Any, number: int) -> None:
    """Sets of bits are states too, and two records next to each other must not make up a separator."""
    game = load(
        "player(a). initial(s). to_move(_, a). utility(_, a, 0).\n"
        f"move(s, M, T) :- member(M, [1, 2, 3]), T = t(M, {number})."
    )
    expansion = game.expand(game.initial)
    assert [game.term(child) for child in expansion.children] == [Compound("t", (move, number)) for move in (1, 2, 3)]


def test_cyclic_positions_are_refused(load: Any) -> None:
    game = load("player(a). initial(s). to_move(_, a). utility(_, a, 0). move(s, m, X) :- X = f(X).")
    with pytest.raises((RuleRuntimeError, InvalidStateError), match="cyclic"):
        game.text(game.expand(game.initial).children[0])
    with pytest.raises(QueryError, match="cyclic"):
        game.query("X = f(X)")


def test_queries_are_faithful(load: Any) -> None:
    game = load(
        ":- op(700, xfx, beats).\nplayer(a). initial(s). to_move(_, a). utility(_, a, 0). "
        "move(s, m, t). p(x). p('Y z')."
    )
    assert game.query("p(X)") == [{"X": Atom("x")}, {"X": Atom("Y z")}]
    assert game.query("p(X)", limit=1) == [{"X": Atom("x")}]
    assert game.query("p(q)") == []
    assert game.query("p(x)") == [{}]
    (solution,) = game.query("X = [1, \"s\", 'A b'|T], Y = f(T, Z, _), N is 2**70, R is 2 rdiv 6, B = (a beats b)")
    assert solution["X"] == List((1, String("s"), Atom("A b")), Var("T"))
    assert solution["T"] == Var("T")
    assert isinstance(solution["Y"], Compound)
    assert solution["Y"].args[:2] == (Var("T"), Var("Z"))
    assert (solution["N"], solution["R"]) == (2**70, Fraction(1, 3))
    assert game.move_text(solution["B"]) == "a beats b"
    assert game.query("X = Y") == [{"X": Var("X"), "Y": Var("X")}]
    assert game.query("length(L, 50000)")[0]["L"] == List(tuple(Var("_", n + 1) for n in range(50000)))
    for bad in ("p(", "p(X", "", "p(x). p(y)", "a b"):
        with pytest.raises(TermSyntaxError):
            game.query(bad)
    with pytest.raises(QueryError, match="is not a function"):
        game.query("X is a + 1")


def test_nothing_is_left_behind_by_a_query(load: Any) -> None:
    game = load("player(a). initial(s). to_move(_, a). utility(_, a, 0). move(s, m, t).")
    for _ in range(3):
        assert game.query("member(X, [1, 2]), Y = X", 1) == [{"X": 1, "Y": 1}]
