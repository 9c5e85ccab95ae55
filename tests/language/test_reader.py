"""What the reader gives: terms, operators and flags in force, included files, and where everything stands."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from pyengine.errors import TermSyntaxError
from pyengine.language.program import Clause, Layout
from pyengine.language.reading.files import open_source
from pyengine.language.reading.reader import read_program, read_term
from pyengine.language.shipped import shipped
from pyengine.language.source import Source
from pyengine.terms import NIL, STANDARD, Atom, Compound, List, String, Term, Var, compound, write_term


def read(text: str, path: Path | None = None) -> list[str]:
    """Read a text without mistakes, and write its sentences."""
    program, findings = read_program(Source("x.pl", text, path))
    assert findings == ()
    return [write_term(clause.term, program.operators) for clause in program.sentences]


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("a", Atom("a")),
        ("'hello world'", Atom("hello world")),
        ("[]", NIL),
        ("'[]'", Atom("[]")),
        ("{}", Atom("{}")),
        ("{a}", Compound("{}", (Atom("a"),))),
        ("f()", Compound("f", ())),
        ("X", Var("X")),
        ("f(_, _)", Compound("f", (Var("_", 1), Var("_", 2)))),
        ("[a|T]", List((Atom("a"),), Var("T"))),
        ("'[|]'(a, [b])", List((Atom("a"), Atom("b")))),
        ("-1", -1),
        ("- 1", Compound("-", (1,))),
        ("1 - 1", Compound("-", (1, 1))),
        ("0'a", 97),
        ("0'''", 39),
        ("0x1F", 31),
        ("36'Zz", 35 * 36 + 35),
        ("1_000_000", 1000000),
        ("1 000", 1000),
        ("123456789012345678901234567890", 123456789012345678901234567890),
        ("1.5e3", 1500.0),
        ("1e10", 1e10),
        ("1.0Inf", float("inf")),
        ("2r6", Fraction(1, 3)),
        ("4r2", 2),
        ("٣٤", 34),
        ('"text"', String("text")),
        ("`ab`", List((97, 98))),
        ("'a\\x41\\\\n\\\nb'", Atom("aA\nb")),
        ("x{b: 1, a: Y}", Compound("dict", (Atom("x"), Atom("a"), Var("Y"), Atom("b"), 1))),
        ("X.y", Compound(".", (Var("X"), Atom("y")))),
        ("f(:- a, b :- c)", Compound("f", (Compound(":-", (Atom("a"),)), Compound(":-", (Atom("b"), Atom("c")))))),
        ("a /* c /* nested */ c */ + b % end", Compound("+", (Atom("a"), Atom("b")))),
        ("a = \\+ .", Compound("=", (Atom("a"), Atom("\\+")))),
    ],
)
def test_a_term_is_read(text: str, term: Term) -> None:
    assert read_term(text) == term


def test_a_full_stop_after_a_term_is_optional_and_layout_may_follow_it() -> None:
    assert read_term("f(a).") == read_term(" f(a) . % done\n") == read_term("f(a)")


@pytest.mark.parametrize("text", ["", " % nothing", "a. b", "a b", "f(", "'a", ".", "a. ."])
def test_a_text_that_is_not_one_term_is_refused_with_a_caret(text: str) -> None:
    with pytest.raises(TermSyntaxError, match=r"(?s)^term:1:\d+: error: .*"):
        read_term(text)


def test_a_term_is_read_with_given_operators_and_flags() -> None:
    operators = STANDARD.add(700, "xfx", "beats")
    assert read_term("a beats b", operators) == Compound("beats", (Atom("a"), Atom("b")))
    assert read_term('"ab"', flags={"double_quotes": "chars"}) == List((Atom("a"), Atom("b")))


def test_operators_and_flags_hold_from_their_directive_on() -> None:
    text = """
        a('b', "c").
        :- op(700, xfx, [beats, draws]), op(200, xf, ~~).
        rock beats scissors ~~ .
        :- set_prolog_flag(double_quotes, codes).
        a("c").
        :- op(0, xfx, beats).
    """
    program, findings = read_program(Source("x.pl", text))
    assert findings == ()
    assert [clause.term for clause in program.clauses()] == [
        Compound("a", (Atom("b"), String("c"))),
        Compound("beats", (Atom("rock"), Compound("~~", (Atom("scissors"),)))),
        Compound("a", (List((99,)),)),
    ]
    assert "beats" not in program.operators
    assert program.operators.infix["draws"].priority == 700
    assert program.flags["double_quotes"] == "codes"
    assert program.flags["back_quotes"] == "codes"
    assert len(list(program.directives())) == 3


def test_operators_come_from_export_lists_and_imported_libraries() -> None:
    assert read(":- module(m, [p/1, op(700, xfx, beats)]).\na beats b.")[1] == "a beats b"
    assert read(":- use_module(library(clpfd)).\np(X) :- X #> 3, X in 1..9.")[1] == "p(X) :- X#>3,X in 1..9"
    assert read(":- use_module(library(record), [op(_, _, record)]).\n:- record a.")[1] == ":-record a"


def test_reading_ends_at_end_of_file_and_skips_a_script_line() -> None:
    assert read("#!/usr/bin/env swipl\na.\nend_of_file.\nb c d") == ["a"]


def test_the_last_full_stop_needs_no_newline() -> None:
    assert read("a.\nb.") == ["a", "b"]


def test_an_included_file_stands_in_place_with_its_own_source(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "boards.pl").write_text(":- op(700, xfx, beside).\na beside b.\n:- include(deeper).\n")
    (tmp_path / "lib" / "deeper.pl").write_text("c beside d.\n")
    (tmp_path / "game.pl").write_text("first.\n:- include(lib/boards).\n:- include('lib/deeper.pl').\ne beside f.\n")
    source, _ = open_source(tmp_path / "game.pl", "game.pl")
    program, findings = read_program(source)
    assert findings == ()
    assert [(clause.source.name, write_term(clause.term, program.operators)) for clause in program.clauses()] == [
        ("game.pl", "first"),
        ("lib/boards.pl", "a beside b"),
        ("lib/deeper.pl", "c beside d"),
        ("lib/deeper.pl", "c beside d"),
        ("game.pl", "e beside f"),
    ]


def test_a_missing_or_circular_include_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "a.pl").write_text(
        "x.\n:- include(b).\n:- include(nowhere).\n:- include(library(lists)), include(file(lists)).\n"
    )
    (tmp_path / "b.pl").write_text("y.\n:- include('a.pl').\nz.\n")
    program, findings = read_program(open_source(tmp_path / "a.pl", "a.pl")[0])
    assert [(str(f.place), f.code, f.message) for f in findings] == [
        ("b.pl:2:12", "circular-include", "a.pl includes itself"),
        ("a.pl:3:12", "missing-include", "there is no file nowhere to include"),
        ("a.pl:4:12", "bad-include", "there is no library(lists) to include"),
        ("a.pl:4:37", "bad-include", "this is not the name of a file"),
    ]
    assert [write_term(clause.term) for clause in program.clauses()] == ["x", "y", "z"]


def test_a_mistake_in_an_included_file_has_its_place_there(tmp_path: Path) -> None:
    (tmp_path / "a.pl").write_text(":- include(b).\nx.\n")
    (tmp_path / "b.pl").write_text("y z.\n")
    _, findings = read_program(open_source(tmp_path / "a.pl", "games/a.pl")[0])
    assert [str(finding.place) for finding in findings] == ["games/b.pl:1:3"]


def test_utf_8_is_read_with_and_without_a_mark(tmp_path: Path) -> None:
    path = tmp_path / "x.pl"
    for encoding in ("utf-8", "utf-8-sig"):
        path.write_text("größe('é', Ω, ωmega, 日本).\n", encoding=encoding)
        source, findings = open_source(path)
        assert findings == ()
        assert read(source.text) == ["größe(é,Ω,ωmega,日本)"]


@pytest.mark.parametrize(("encoding", "place"), [("latin-1", "2:4"), ("utf-16", "1:1")])
def test_a_wrong_encoding_is_one_finding(tmp_path: Path, encoding: str, place: str) -> None:
    path = tmp_path / "x.pl"
    path.write_text("a.\n% d\u00e9j\u00e0\nb.\n", encoding=encoding)
    source, (finding,) = open_source(path, "x.pl")
    assert (str(finding.place), finding.code) == (f"x.pl:{place}", "wrong-encoding")
    assert finding.hint is not None
    assert finding.hint.endswith("save it as UTF-8")
    assert read(source.text) == ["a", "b"]


def test_every_part_of_a_term_knows_where_it_stands() -> None:
    text = "move(s(N), take(K), S) :-\n    K =< N, \\+ (a, b), S = [x, 'y'|T], {c}, - 1 < -1."
    program, _ = read_program(Source("x.pl", text))
    (clause,) = program.sentences
    assert text[clause.layout.start : clause.layout.end] == text[:-1]
    assert text[clause.layout.name_start : clause.layout.name_end] == ":-"
    names = {text[layout.name_start : layout.name_end] for _, layout in located(clause)}
    assert {
        "move",
        "s",
        "N",
        "take",
        "K",
        "S",
        "=<",
        "\\+",
        "a",
        "b",
        "=",
        "[",
        "x",
        "'y'",
        "T",
        "{",
        "c",
        "<",
    } <= names
    assert {"-", "1", "-1", ","} <= names


@pytest.mark.parametrize("name", ["nim", "tictactoe"])
def test_every_part_of_a_rule_file_reads_as_itself(name: str) -> None:
    source, _ = open_source(shipped("rules") / f"{name}.pl")
    program, _ = read_program(source)
    for clause in program.sentences:
        for term, layout in located(clause):
            if not isinstance(term, Var) or term.name != "_":
                assert read_term(clause.source.text[layout.start : layout.end], program.operators) == term


def located(clause: Clause) -> list[tuple[Term, Layout]]:
    """List all parts of a clause with their layouts; that there are as many of both is part of the test."""
    out: list[tuple[Term, Layout]] = []
    stack: list[tuple[Term, Layout]] = [(clause.term, clause.layout)]
    while stack:
        term, layout = stack.pop()
        out.append((term, layout))
        if isinstance(term, Compound):
            stack.extend(zip(term.args, layout.parts, strict=True))
        elif isinstance(term, List) and term.items:
            tail = () if term.is_proper else (term.tail,)
            stack.extend(zip((*term.items, *tail), layout.parts, strict=True))
    return out


@pytest.mark.parametrize(
    "text",
    ["[a|[b|[c|T]]]", "[a|[b, c]]", "'[|]'(a, '[|]'(b, []))", "'[|]'(a, T)", "[a|([b])]", "x{a: 1}", "[a|b]", "f()"],
)
def test_layouts_have_the_shape_of_their_terms(text: str) -> None:
    (clause,) = read_program(Source("x.pl", f"{text}."))[0].sentences
    assert located(clause)


DEEP = 10_000


@pytest.mark.parametrize(
    ("opening", "inner", "closing"),
    [
        ("f(", "a", ")"),
        ("(", "a", ")"),
        ("[", "a", "]"),
        ("{", "a", "}"),
        ("- ", "a", ""),
        ("[a|", "[]", "]"),
        ("a:", "b", ""),
    ],
)
def test_nesting_does_not_meet_the_recursion_limit(opening: str, inner: str, closing: str) -> None:
    text = opening * DEEP + inner + closing * DEEP
    term = read_term(text)
    assert read_term(write_term(term)) == term
    for broken in (f"{text})", f"f({text}", f"{text} b"):
        program, findings = read_program(Source("x.pl", f"{broken}\n. a."))
        assert len(findings) == 1
        assert program.sentences[-1].term == Atom("a")


def test_long_lists_and_big_numbers_are_read_and_written() -> None:
    term: Term = List(tuple(range(50_000)))
    assert read_term(write_term(term)) == term
    assert read_term("7" * 20_000) == (10**20_000 - 1) // 9 * 7
    assert read_term(write_term(-(10**9_999))) == -(10**9_999)
    conjunction = read_term(",".join(["a"] * 50_000))
    assert conjunction == read_term(write_term(conjunction))


def test_block_operators_are_read() -> None:
    operators = STANDARD.add(100, "yf", "[]").add(700, "fy", "{}")
    assert read_term("a[1]", operators) == compound("[]", (List((1,)), Atom("a")))
    assert read_term("{a} b", operators) == compound("{}", (Compound("{}", (Atom("a"),)), Atom("b")))


def test_importing_pyengine_does_not_load_the_parser_generator() -> None:
    check = "import pyengine, pyengine.language.reading.reader, sys; sys.exit('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-P", "-c", check], check=False).returncode == 0
