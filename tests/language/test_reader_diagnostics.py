"""Each mistake gives one message, at its place, and the clauses around it are read."""

from __future__ import annotations

import pytest

from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source
from pyengine.terms import write_term

STOP = "every clause ends with a full stop"
BETWEEN = "an operator or a comma is missing between them"
MISTAKES = {
    "unended clause": ("a :- b\nc.\n", "1:7", "unended-clause", "clause does not end", STOP),
    "unended last clause": ("c.\na :- b", "2:7", "unended-clause", "clause does not end", STOP),
    "unended before directive": ("a :- b\n:- dynamic c/1.\n", "1:7", "unended-clause", "clause does not end", STOP),
    "comma for full stop": ("a :- b,\nc :- d.\n", "1:8", "unended-clause", "clause does not end", STOP),
    "unclosed bracket": ("a(b, (c, d).\n", "1:2", "unclosed-bracket", "this '(' is never closed", "close it with ')'"),
    "unclosed list": ("a([b, c).\n", "1:3", "unclosed-bracket", "this '[' is never closed", "close it with ']'"),
    "unclosed brace": ("a --> {b.\n", "1:7", "unclosed-bracket", "this '{' is never closed", "close it with '}'"),
    "stray bracket": ("a :- b).\n", "1:7", "stray-bracket", "nothing opens this ')'", "remove it, or open it with '('"),
    "wrong bracket": ("a(b].\n", "1:2", "mismatched-bracket", "this '(' is closed by ']'", "close it with ')'"),
    "two terms": ("a :- foo bar.\n", "1:10", "missing-operator", "two terms side by side", BETWEEN),
    "two terms on two lines": ("a :-\n    b\n    c.\n", "3:5", "missing-operator", "two terms side by side", BETWEEN),
    "unknown operator": (
        "a :- X <= Y.\n",
        "1:8",
        "missing-operator",
        "<= is not an operator",
        "less or equal is =< in Prolog",
    ),
    "glued sign": (
        "a(X) :- X is 0/-1.\n",
        "1:15",
        "missing-operator",
        "/- is not an operator",
        "it is read as one symbol; write / -1",
    ),
    "glued sign of a variable": (
        "a(X, Y) :- X is 2*-Y.\n",
        "1:18",
        "missing-operator",
        "*- is not an operator",
        "it is read as one symbol; write * -",
    ),
    "glued sign that looks like an arrow": (
        "a(X) :- X<-1.\n",
        "1:10",
        "missing-operator",
        "<- is not an operator",
        "it is read as one symbol; write < -1",
    ),
    "glued negation": (
        "a(X) :- X=\\+b.\n",
        "1:10",
        "missing-operator",
        "=\\+ is not an operator",
        "it is read as one symbol; write = \\+",
    ),
    "glued prefix operators": (
        "a(X) :- X is 3 - --1.\n",
        "1:18",
        "missing-operator",
        "-- is not an operator",
        "it is read as one symbol; write - -1",
    ),
    "variable as functor": (
        "a :- X(b).\n",
        "1:6",
        "missing-operator",
        "X is a variable, and cannot be the name of a predicate",
        "write call(X, ...)",
    ),
    "space before bracket": (
        "foo (a).\n",
        "1:5",
        "missing-operator",
        "a space stands between foo and its bracket",
        "write foo(...)",
    ),
    "missing argument": (
        "a(b,).\n",
        "1:5",
        "missing-operand",
        "a term is missing before ')'",
        "add the term, or remove the comma",
    ),
    "missing goal": (
        "a :- b, .\n",
        "1:7",
        "missing-operand",
        "a goal is missing after this comma",
        "remove the comma, or write the goal",
    ),
    "missing operand": (
        "a :- X is 1 + .\n",
        "1:13",
        "missing-operand",
        "a term is missing after '+'",
        "add the term, or remove the operator",
    ),
    "two tails": ("a([b|c, d]).\n", "1:7", "bad-list", "a list has one tail after '|'", "end the list with ']'"),
    "priority clash": (
        "a :- b = c = d.\n",
        "1:12",
        "priority-clash",
        "the operators = and = clash",
        "put brackets round one of the two terms",
    ),
    "prefix priority clash": (
        "a :- - \\+ b.\n",
        "1:8",
        "priority-clash",
        "the operators - and \\+ clash",
        "put brackets round one of the two terms",
    ),
    "unclosed quote": (
        "a('b).\n",
        "1:3",
        "unclosed-quote",
        "this quoted atom is never closed",
        "close it with '; a ' inside is written twice",
    ),
    "unclosed quote that meets another": (
        "a('b).\nd('e').\nf('g').\n",
        "1:3",
        "unclosed-quote",
        "this quoted atom is never closed",
        "close it with '; a ' inside is written twice",
    ),
    "unclosed string": (
        'a("b,\n  d).\n',
        "1:3",
        "unclosed-quote",
        "this string is never closed",
        'close it with "; a " inside is written twice',
    ),
    "unclosed comment": (
        "a.\n/* b /* c */\n",
        "2:1",
        "unclosed-comment",
        "this comment is never closed",
        "comments nest: each /* needs its own */",
    ),
    "bad escape": ("a('b\\qc').\n", "1:5", "bad-escape", "unknown escape sequence \\q", "write \\\\ for a backslash"),
    "bad character code": (
        "a('\\x110000\\').\n",
        "1:4",
        "bad-escape",
        "no character has the code 110000",
        "character codes end at 10FFFF (hexadecimal)",
    ),
    "bad number": ("a(0x).\n", "1:3", "bad-number", "0x is not a number", "its digits are missing or wrong"),
    "too large a float": (
        "a(1e999).\n",
        "1:3",
        "bad-number",
        "1e999 is not a number",
        "floats end at 1.7976931348623157e308",
    ),
    "denominator zero": (
        "a(1r0).\n",
        "1:3",
        "bad-number",
        "1r0 is not a number",
        "a rational number has no denominator 0",
    ),
    "illegal character": (
        "a :- \x01b.\n",
        "1:6",
        "illegal-character",
        "the character U+0001 cannot stand here",
        "outside quotes and comments it has no meaning in Prolog",
    ),
    "full stop in a symbol": (
        "a :- b = * .\na :- b = *.\nc.\n",
        "2:10",
        "glued-stop",
        "*. is one symbol, not a full stop",
        "put a space before the full stop",
    ),
    "nothing before a full stop": (
        "a. .\n",
        "1:4",
        "empty-clause",
        "no clause stands before this full stop",
        "remove it",
    ),
    "no dict": (
        "a :- b, -{c}.\n",
        "1:11",
        "bad-dict",
        "a dict holds pairs Key:Value",
        "put a space between - and the bracket if no dict is meant",
    ),
    "quasi quotation": (
        "a :- b({|html||c|}).\n",
        "1:8",
        "quasi-quotation",
        "'{|' belongs to quasi quotations",
        "rule files have none; put a space between the two characters if none is meant",
    ),
    "operator priority": (
        ":- op(1201, xfx, is_at).\n",
        "1:7",
        "bad-operator",
        "1201 is not an operator priority",
        "it is an integer from 0 to 1200",
    ),
    "operator type": (
        ":- op(700, xxx, is_at).\n",
        "1:12",
        "bad-operator",
        "xxx is not an operator type",
        "it is one of xfx, xfy, yfx, fy, fx, xf, yf",
    ),
    "operator name": (
        ":- op(700, xfx, [at, 1]).\n",
        "1:22",
        "bad-operator",
        "1 cannot be an operator",
        "the name of an operator is an atom",
    ),
    "comma as operator": (
        ":- op(700, xfx, ',').\n",
        "1:17",
        "bad-operator",
        "the operator ',' cannot be changed",
        "it is part of the language",
    ),
    "bar as operator": (
        ":- op(700, xfx, '|').\n",
        "1:17",
        "bad-operator",
        "the operator '|' cannot be changed so",
        "it can only be infix, of priority 1001 or more",
    ),
    "flag": (
        ":- set_prolog_flag(double_quotes, text).\n",
        "1:35",
        "bad-flag",
        "the flag double_quotes cannot be text",
        "it is one of codes, chars, atom, string",
    ),
}


@pytest.mark.parametrize(("text", "place", "code", "message", "hint"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_gives_one_message_at_its_place(text: str, place: str, code: str, message: str, hint: str) -> None:
    before, after = "first(clause) :- all, fine.\n", "last(clause).\n"
    if code == "unclosed-comment" or text[-1] != "\n":
        after = ""  # what follows belongs to the comment, or to the clause without an end
    program, findings = read_program(Source("rules.pl", f"{before}{text}{after}"))
    line, column = place.split(":")
    found = [(str(f.place), f.code, f.message, f.hint) for f in findings]
    assert found == [(f"rules.pl:{int(line) + 1}:{column}", code, message, hint)]
    terms = [write_term(clause.term) for clause in program.sentences]
    assert terms[0] == "first(clause) :- all,fine"
    assert not after or terms[-1] == "last(clause)"


def test_a_message_shows_the_line_and_a_caret() -> None:
    text = "take(N, K) :- between(1, 3, K)\nlast(X) :- take(X, 1).\n"
    _, (finding,) = read_program(Source("rules/nim.pl", text))
    assert str(finding) == (
        "rules/nim.pl:1:31: error: clause does not end\n"
        "    take(N, K) :- between(1, 3, K)\n"
        "                                  ^\n"
        "hint: every clause ends with a full stop"
    )


def test_each_of_several_mistakes_is_reported_and_the_rest_is_read() -> None:
    text = "a(.\nb.\nc :- d e.\nf\ng.\nh('i).\nj.\nk(0x).\nl)."
    program, findings = read_program(Source("x.pl", text))
    codes = ["unclosed-bracket", "missing-operator", "unended-clause", "unclosed-quote", "bad-number", "stray-bracket"]
    assert [finding.code for finding in findings] == codes
    assert [write_term(clause.term) for clause in program.sentences] == ["b", "f", "g", "j"]


def test_a_clause_without_its_full_stop_is_kept() -> None:
    program, _ = read_program(Source("x.pl", "a :- b\nc :- d\ne.\n"))
    assert [write_term(clause.term) for clause in program.sentences] == ["a :- b", "c :- d", "e"]
