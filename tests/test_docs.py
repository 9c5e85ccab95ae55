"""Everything that the pages of docs/ show is run: rule files, Python, commands."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from .pages import blocks, program, run_page

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(DOCS.glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_page(page, tmp_path)


def run_in_shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line as it stands, where `pyengine` is the command that was installed with this Python."""
    found = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    surroundings = {**os.environ, "PATH": found}
    return subprocess.run(
        line,
        shell=True,
        cwd=folder,
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
    )


def with_goal(line: str, goal: str) -> str:
    """Let a line that starts SWI-Prolog run a goal, as if it were typed then."""
    return line.replace("swipl ", f"swipl -g {shlex.quote(goal)} -t halt ", 1)


def test_the_recipe_for_the_profiler(tmp_path: Path) -> None:
    """In plain SWI-Prolog, from an empty folder, by the lines that the page shows."""
    text = (DOCS / "writing-rules.md").read_text(encoding="utf-8")
    goals = ", ".join(goal.rstrip(".") for goal in re.findall(r"^    \?- (.*)$", text, re.MULTILINE))
    assert goals.count("profile(") == 1
    copying, loading = re.findall(r"^    \$ (.*)$", text, re.MULTILINE)
    assert run_in_shell(copying, tmp_path).returncode == 0
    done = run_in_shell(with_goal(loading, goals), tmp_path)
    assert (done.returncode, "ERROR" in done.stderr, "Warning" in done.stderr) == (0, False, False)
    assert "Total time: " in done.stderr + done.stdout


@pytest.mark.parametrize(
    ("game", "goal", "answer"),
    [
        ("tictactoe", "forall(move(s(x,[o,e,x]), M, S), writeln(M-S))", "2-s(o,[o,x,x])\n"),
        ("italian_draughts", 'pdn(S, "W:W30:B27"), forall(legal(S, M, _), writeln(M))', "capture([30,23])\n"),
    ],
)
def test_plain_prolog_runs_a_copied_game(game: str, goal: str, answer: str, tmp_path: Path) -> None:
    """By the line of the pages, without a word."""
    (line,) = re.findall(r"^    \$ (swipl .*)$", (DOCS / "rule-files.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert line in (DOCS / "writing-rules.md").read_text(encoding="utf-8")
    assert run_in_shell(f"pyengine new mine --from {game}", tmp_path).returncode == 0
    done = run_in_shell(with_goal(line, goal), tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, answer, "")


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
    assert len(told) == 23
    for nodes, (name, how) in zip(told, benchmark.EFFECTS, strict=False):
        assert nodes == [task(how).nodes for _, task in benchmark.TASKS], name


COMMAND = r"(?:pyengine|python (?:examples|benchmarks)/)[^`]*"
ROW = re.compile(rf"^\|[^|]*\|[^|]*\| `({COMMAND})` \| (`[^|]*`) \|$", re.MULTILINE)


SOURCES = (DOCS / "sources.md").read_text(encoding="utf-8")
DOCUMENTS = SOURCES.split("\n## ")[1:]


def test_every_row_of_the_sources_has_its_command() -> None:
    assert len(ROW.findall(SOURCES)) == len(re.findall(r"^\|(?! what| ---)", SOURCES, re.MULTILINE)) > 60


@pytest.mark.parametrize("number", range(len(DOCUMENTS)))
def test_the_sources(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command of a document's table prints its figures, beside the file that the page begins with."""
    monkeypatch.chdir(tmp_path)
    run_page(DOCS / "sources.md", tmp_path)
    for command, figures in ROW.findall(DOCUMENTS[number]):
        words = [sys.executable, *program(shlex.split(command))]
        done = subprocess.run(words, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL)
        printed = " ".join((done.stdout + done.stderr).split())
        for figure in re.findall(r"`([^`]*)`", figures):
            assert figure in printed, f"$ {command}\n{printed}"
