"""The page that says what each finding means: all codes and no others, with examples that give them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pyengine
from pyengine.editor.diagnostics import page_of
from pyengine.errors import Finding, RuleFileError
from pyengine.language.contract import QUESTIONS
from pyengine.language.shipped import shipped
from pyengine.reasoners.budget import Budget
from pyengine.rulecheck import check_file
from pyengine.truth import read_figures

SOURCES = Path(__file__).parents[2] / "pyengine"
PAGE = (Path(__file__).parents[2] / "docs" / "findings.md").read_text(encoding="utf-8")
FIGURES = "Files of figures"
GAME = "matches.pl"
BUDGET = Budget(inferences=200_000)

CODE = re.compile(r"[a-z_]+(-[a-z]+)+")
MAKERS = {"Finding", "MisreadError", "report", "error", "warning", "refusal", "_error", "_wrong", "_wrong_answer"}
SAYING = ("conformance.py", "optional_checker.py", "rulecheck.py", "truth.py", "errors.py", "language")
"""Modules in which nothing but a code looks like one."""
MADE = {
    *(f"wrong-{question.name}" for question in QUESTIONS),
    *(f"{name}-not-a-number" for name in ("order", "infinite", "draw_value")),
    *(f"unhashable-{kind}" for kind in ("state", "move", "player")),
}
"""Codes that are put together where they are given."""


def paragraphs() -> dict[str, tuple[str, str]]:
    """Give the group and the text of each code of the page."""
    found: dict[str, tuple[str, str]] = {}
    group = ""
    for heading in re.split(r"^(?=##? )", re.sub(r"(?ms)^```.*?^```\n", _hidden, PAGE), flags=re.MULTILINE):
        title, _, text = heading.partition("\n")
        if title.startswith("# "):
            group = title[2:]
        elif title.startswith("## "):
            assert title[3:] not in found, title
            found[title[3:]] = group, text
    return found


def _hidden(block: re.Match[str]) -> str:
    """Indent a block, so that nothing in it looks like a heading."""
    return re.sub(r"(?m)^", " ", block[0])


def examples(text: str) -> list[str]:
    shown = re.findall(r"(?ms)^ ```prolog\n(.*?)^ ```", text)
    return [re.sub(r"(?m)^ ", "", block) for block in shown]


PARAGRAPHS = paragraphs()
CODES = list(PARAGRAPHS)
SHOWN = {code: examples(text) for code, (_, text) in PARAGRAPHS.items()}


def in_game(example: str) -> str:
    """Put an example into the game of the page, in place of the predicates that it defines or says it replaces."""
    if example.startswith("% the whole file"):
        return example
    (game,) = re.findall(rf"(?ms)^```prolog\n% {GAME}\n(.*?)^```", PAGE)
    defined = set(re.findall(r"^(?:% in place of )?(\w+)[(/]", example, re.MULTILINE))
    clauses = re.findall(r"(?ms)^\w.*?\.$\n", game)
    kept = [clause for clause in clauses if re.match(r"\w+", clause)[0] not in defined]  # type: ignore[index]
    directives, rest = re.match(r"((?::- .*\n)*)(.*)", example, re.DOTALL).groups()  # type: ignore[union-attr]
    return f"{directives}{''.join(kept)}{rest}"


def found_in(code: str, example: str, folder: Path) -> list[Finding]:
    path = folder / GAME
    if PARAGRAPHS[code][0] == FIGURES:
        path.write_text(example, encoding="utf-8")
        with pytest.raises(RuleFileError) as raised:
            read_figures("matches", path)
        return list(raised.value.findings)
    path.write_text(in_game(example), encoding="utf-8")
    return list(check_file(path, budget=BUDGET, coverage=code == "never-held"))


@pytest.mark.parametrize("code", [code for code in CODES if SHOWN[code]])
def test_examples_give_what_they_are_about_and_nothing_else(code: str, tmp_path: Path) -> None:
    findings = found_in(code, SHOWN[code][0], tmp_path)
    told = {finding.code for finding in findings}
    assert told - {"not-compiled"} == {code} - {"not-compiled"}, findings
    assert code in told
    severity = re.match(r"\s*\*(\w+)", PARAGRAPHS[code][1])
    assert severity is not None
    assert {f.severity.value for f in findings if f.code == code} == {severity[1].lower()}


@pytest.mark.parametrize("code", [code for code in CODES if len(SHOWN[code]) > 1])
def test_what_to_write_instead_is_right(code: str, tmp_path: Path) -> None:
    wrong, right = SHOWN[code]
    assert "Instead:\n" in PARAGRAPHS[code][1]
    assert not found_in(code, right, tmp_path), (wrong, right)


def test_the_game_of_the_page_is_right(tmp_path: Path) -> None:
    (tmp_path / GAME).write_text(in_game(""), encoding="utf-8")
    assert pyengine.check_file(tmp_path / GAME) == ()


def literals(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def made_by(tree: ast.AST) -> Iterator[str]:
    """Go through the codes that calls give: the first argument of a method that reports, the second of a finding."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        given = node.args[1:2] if name in ("Finding", "_wrong", "_wrong_answer") else node.args[:1]
        single = name == "Finding" or any(keyword.arg == "about" for keyword in node.keywords)
        for argument in given if name in MAKERS else ():
            yield from (text for text in literals(argument) if CODE.fullmatch(text))
            if single and isinstance(argument, ast.Constant):
                yield str(argument.value)


def codes_in_sources() -> set[str]:
    found = set(MADE)
    for path in SOURCES.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found.update(made_by(tree))
        if path.relative_to(SOURCES).parts[0] in SAYING:
            found |= {text for text in literals(tree) if CODE.fullmatch(text)}
    loader = (SOURCES / "reasoners" / "swi" / "prolog" / "loader.pl").read_text(encoding="utf-8")
    return found | set(re.findall(r"assertz\(message\((\w+),", loader))


def test_the_page_has_all_codes_and_no_others() -> None:
    assert set(CODES) == codes_in_sources()


def test_each_code_has_its_severity_and_its_line_in_the_index() -> None:
    assert all(re.match(r"\s*\*(Error|Warning|Note)(\.\*|\*, )", text) for _, text in PARAGRAPHS.values())
    index = re.findall(r"\[`([\w-]+)`\]\(#([\w-]+)\)", PAGE)
    assert index == [(code, code) for code in CODES]


def test_the_page_comes_along() -> None:
    assert (shipped("docs") / "findings.md").read_text(encoding="utf-8") == PAGE
    assert page_of("stuck").endswith("/findings.md#stuck")
