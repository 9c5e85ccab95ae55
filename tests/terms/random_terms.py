"""Random terms that reach into the corners of Prolog's syntax."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from pyengine.terms import NIL, STANDARD, Atom, Compound, List, String, Term, Var

_CORNERS = ["[]", "{}", ";", ",", "|", "!", ".", "", " ", "a b", "A", "_", "_x", "'", '"', "`", "\\", "\n", "/*", "%", "//*"]
_CORNERS += ["[|]", "dict", "$VAR", "é", "É", "²", "→", "a²", "xλ", "..", ". ", "-1", "0'a", "\0", "\x07", "\u200b", "\U0001f600"]
_OPERATORS = sorted({name for name, _ in STANDARD})

names = st.one_of(
    st.sampled_from(["a", "b", "foo", "aB_1"]),
    st.sampled_from(_OPERATORS),
    st.sampled_from(_CORNERS),
    st.text(alphabet="#$&*+-./:<=>?@^~\\", min_size=1, max_size=3),
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=4),
)
numbers = st.one_of(
    st.integers(),
    st.integers(min_value=-(10**40), max_value=10**40),
    st.floats(allow_nan=False),
    st.sampled_from([0.0, -0.0, 1e15, 1e16, 1e22, 1e-5, 5e-324, 1.7976931348623157e308, float("nan")]),
    st.fractions().filter(lambda f: f.denominator != 1),
    st.just(Fraction(-1, 3)),
)
leaves = st.one_of(
    names.map(Atom),
    numbers,
    st.sampled_from(["X", "Y", "_Z", "Aa"]).map(Var),
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=5).map(String),
    st.just(NIL),
)


def _larger(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    def build(name: str, args: list[Term]) -> Term:
        if name == "[|]" and len(args) == 2:
            return List((args[0],), args[1])
        return Compound(name, tuple(args))

    return st.one_of(
        st.builds(build, names, st.lists(inner, min_size=1, max_size=3)),
        st.builds(build, st.sampled_from(_OPERATORS), st.lists(inner, min_size=1, max_size=2)),
        st.lists(inner, max_size=3).map(lambda items: List(tuple(items))),
        st.builds(lambda items, tail: List(tuple(items), tail), st.lists(inner, min_size=1, max_size=3), inner),
        names.map(lambda name: Compound(name, ())),
    )


terms = st.recursive(leaves, _larger, max_leaves=12)
