"""A rule file and the library do not get in each other's way."""

from __future__ import annotations

from pyengine.compiler.normal_form.sources import Sources
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source

from .goal_answers import Section, answers_of_compiled, forms, rule_file

RULES = """
start.
hidden([X|_], X).
member_(_, _, _) :- fail.
append(_, _, mine).
select(_, _, mine).
"""


def answers(goal: str) -> list[str]:
    section = Section("names", "", RULES, (goal,))
    made, facts = forms(0, goal, section)
    program, findings = read_program(Source("names.pl", rule_file(section, made, facts)))
    assert not findings
    found = {tuple(answers_of_compiled(Sources(program), form)) for form in made}
    assert len(found) == 1, found
    return list(found.pop())


def test_the_library_calls_its_own_predicates() -> None:
    assert answers("member(X, [1, 2])") == ["1", "2"]
    assert answers("append([[1], [2]], X)") == ["[1 2]"]
    assert answers("permutation([1, 2], X)") == ["[1 2]", "[2 1]"]


def test_a_rule_file_calls_its_own_predicates() -> None:
    assert answers("append([1], [2], X)") == ['"mine"']
    assert answers("maplist(append([1]), [[2]], X)") == ['["mine"]']


def test_what_the_file_neither_defines_nor_imports_is_refused() -> None:
    hidden = "which the file neither defines nor imports"
    assert answers("last_([], 1, X)") == [f"unsupported: last_/3, {hidden}"]
    assert answers("reverse([1], [_], [], X)") == [f"unsupported: reverse/4, {hidden}"]
    assert answers("digits(X, [0'1], [])") == [f"unsupported: digits/3, {hidden}"]
