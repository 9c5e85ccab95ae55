"""What is written reads back as the same term, here and in SWI-Prolog."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import Phase, given
from hypothesis import strategies as st

from pyengine.errors import TermSyntaxError
from pyengine.language.reading.reader import read_program, read_term
from pyengine.language.source import Source
from pyengine.terms import (
    NIL,
    STANDARD,
    Atom,
    Compound,
    List,
    OperatorTable,
    OperatorType,
    String,
    Term,
    Var,
    identical,
    write_term,
)

from ..language.oracle import ask, notation
from ..layers import examples

OWN: list[tuple[int, OperatorType, str]] = [
    (200, "xf", "post"),
    (300, "fy", "pre"),
    (700, "xfx", "is it"),
    (100, "yf", "!"),
    (400, "fx", "a"),
    (250, "xfy", "b"),
    (900, "fy", "Q q"),
    (1200, "xf", "foo"),
    (700, "fx", "="),
    (700, "xf", "*"),
    (150, "yf", "aB_1"),
    (700, "xfx", "≤"),
    (200, "fy", "¬"),
]
"""Operators of a file's own: in words, in quotes, beyond ASCII, and of two kinds at once."""


def with_own_operators() -> OperatorTable:
    table = STANDARD
    for priority, type_, name in OWN:
        table = table.add(priority, type_, name)
    return table


CORNERS = [
    "[]",
    "{}",
    ";",
    ",",
    "|",
    "!",
    ".",
    "",
    " ",
    "a b",
    "A",
    "_",
    "_x",
    "'",
    '"',
    "`",
    "\\",
    "\n",
    "/*",
    "%",
    "//*",
]
CORNERS += [
    "[|]",
    "dict",
    "$VAR",
    "é",
    "É",
    "²",
    "→",
    "a²",
    "xλ",
    "..",
    ". ",
    "-1",
    "0'a",
    "\0",
    "\x07",
    "\u200b",
    "\U000d9996",
]
CORNERS += ["end_of_file", "post", "pre", "is it", "Q q", "≤", "¬", "≤≤"]
OPERATORS = sorted({name for name, _ in STANDARD})
CHARACTERS = st.characters(exclude_categories=["Cs"])

names = st.one_of(
    st.sampled_from(["a", "b", "foo", "aB_1"]),
    st.sampled_from(OPERATORS),
    st.sampled_from(CORNERS),
    st.text(alphabet="#$&*+-./:<=>?@^~\\", min_size=1, max_size=3),
    st.text(alphabet=CHARACTERS, max_size=4),
)
numbers = st.one_of(
    st.integers(),
    st.integers(min_value=-(10**40), max_value=10**40),
    st.floats(allow_nan=False),
    st.sampled_from([0.0, -0.0, 1e15, 1e16, 1e22, 1e-5, 5e-324, 1.7976931348623157e308, math.nan]),
    st.fractions().filter(lambda fraction: fraction.denominator != 1),
    st.just(Fraction(-1, 3)),
)
leaves: st.SearchStrategy[Term] = st.one_of(
    names.map(Atom),
    numbers,
    st.sampled_from(["X", "Y", "_Z", "Aa"]).map(Var),
    st.text(alphabet=CHARACTERS, max_size=5).map(String),
    st.just(NIL),
)


def build(name: str, args: list[Term]) -> Term:
    return List((args[0],), args[1]) if name == "[|]" and len(args) == 2 else Compound(name, tuple(args))


def larger(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    return st.one_of(
        st.builds(build, names, st.lists(inner, min_size=1, max_size=3)),
        st.builds(build, st.sampled_from(OPERATORS), st.lists(inner, min_size=1, max_size=2)),
        st.lists(inner, max_size=3).map(lambda items: List(tuple(items))),
        st.builds(lambda items, tail: List(tuple(items), tail), st.lists(inner, min_size=1, max_size=3), inner),
        names.map(lambda name: Compound(name, ())),
    )


terms = st.recursive(leaves, larger, max_leaves=12)


@examples(500)
@given(terms, st.sampled_from([STANDARD, with_own_operators()]))
def test_a_written_term_reads_back(term: Term, operators: OperatorTable) -> None:
    assert identical(read_term(write_term(term, operators), operators), term)


@pytest.mark.parametrize("own", [False, True], ids=["standard operators", "own operators"])
def test_a_written_term_reads_back_in_swi_prolog(own: bool) -> None:
    operators = with_own_operators() if own else STANDARD
    directives = "".join(f":- op({p}, {t}, {write_term(Atom(name))}).\n" for p, t, name in OWN) if own else ""
    written: list[Term] = []

    @examples(1000, database=None, derandomize=True, phases=[Phase.generate])
    @given(terms)
    def collect(term: Term) -> None:
        if term != Atom("end_of_file"):  # which ends a file, for the reader and for SWI-Prolog
            written.append(term)

    collect()
    answers = ask("text", [f"{directives}{write_term(term, operators)} .\n" for term in written])
    for term, answer in zip(written, answers, strict=True):
        assert answer[-1] == notation(term), write_term(term, operators)


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (Compound("-", (1,)), "-(1)"),
        (Compound("-", (Compound("^", (1, 2)),)), "- 1^2"),
        (Compound("-", (Compound("-", (1,)),)), "- -(1)"),
        (Compound("-", (2, -1)), "2- -1"),
        (Compound("-", (Compound("{}", (Atom("a"),)),)), "- {a}"),
        (Compound("dynamic", (Atom("{}"),)), "dynamic {}"),
        (Compound("\\+", (Compound(",", (Atom("a"), Atom("b"))),)), "\\+ (a,b)"),
        (Compound(":", (Atom("a"), Compound(":", (Atom("b"), Atom("c"))))), "a:b:c"),
        (Compound(":", (Compound(":", (Atom("a"), Atom("b"))), Atom("c"))), "(a:b):c"),
        (Compound("f", (Compound(",", (Atom("a"), Atom("b"))), Atom(":-"))), "f((a,b),(:-))"),
        (List((Compound("|", (Atom("a"), Atom("b"))),), Var("T")), "[(a|b)|T]"),
        (Atom("[]"), "'[]'"),
        (NIL, "[]"),
        (String('say "hi"\n'), '"say \\"hi\\"\\n"'),
    ],
)
def test_a_term_is_written_as_expected(term: Term, text: str) -> None:
    assert write_term(term) == text
    assert read_term(text) == term


@examples(500)
@given(st.text(alphabet=st.one_of(st.sampled_from("aX_1'\"`\\.,|()[]{} \n%/*-+:;!0xe²é"), CHARACTERS), max_size=40))
def test_any_text_gives_terms_or_findings(text: str) -> None:
    program, findings = read_program(Source("x.pl", text))
    assert all(finding.place is not None and finding.hint for finding in findings)
    try:
        read_term(text)
    except TermSyntaxError:
        return
    assert len(program.sentences) <= 1
