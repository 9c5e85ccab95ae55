"""Everything that the pages of docs/ show is run: rule files, Python, commands."""

from __future__ import annotations

import importlib.util
import re
import subprocess
from pathlib import Path

import pytest

from pyengine.language.shipped import shipped

from .pages import blocks, run_page

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(DOCS.glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_page(page, tmp_path)


def test_the_recipe_for_the_profiler() -> None:
    text = (DOCS / "writing-rules.md").read_text(encoding="utf-8")
    goals = ", ".join(goal.rstrip(".") for goal in re.findall(r"^    \?- (.*)$", text, re.MULTILINE))
    assert goals.count("profile(") == 1
    rules = shipped("rules") / "tictactoe.pl"
    done = subprocess.run(["swipl", "-g", goals, "-t", "halt", str(rules)], capture_output=True, text=True, timeout=300)
    assert (done.returncode, "ERROR" in done.stderr, "Warning" in done.stderr) == (0, False, False)


def test_the_pages_have_examples() -> None:
    assert sum(language == "python" for language, _ in blocks(DOCS / "search.md")) > 8


def test_the_nodes_of_each_technique_are_those_of_the_benchmark() -> None:
    specification = importlib.util.spec_from_file_location("benchmark", DOCS.parent / "benchmarks" / "search.py")
    assert specification is not None
    assert specification.loader is not None
    benchmark = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(benchmark)
    text = (DOCS / "search.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| .*`.* \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", text, re.MULTILINE)
    told = [[int(number.replace(",", "")) for number in row] for row in rows]
    assert len(told) == 16
    for nodes, (name, how) in zip(told, benchmark.EFFECTS, strict=False):
        assert nodes == [task(how).nodes for _, task in benchmark.TASKS], name
