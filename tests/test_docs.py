"""The Python that the pages of docs/ show is run, on the rule files that they show.

A block of Prolog whose first line names a file (`% race.pl`) is that file.
"""

from __future__ import annotations

import doctest
import importlib.util
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(DOCS.glob("*.md"))
FILE = re.compile(r"%\s*(\w+\.pl)\n")


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for block in blocks(page, "prolog"):
        if name := FILE.match(block):
            (tmp_path / name[1]).write_text(block, encoding="utf-8")
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks(page, "python")), {}, page.stem, page.name, 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed == 0


def test_the_page_about_search_has_examples() -> None:
    assert len(blocks(DOCS / "search.md", "python")) > 8


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
