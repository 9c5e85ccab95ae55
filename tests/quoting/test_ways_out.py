"""Nothing writes to a terminal, a page, a table or a plot but the one module for it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pyengine

PACKAGE = Path(pyengine.__file__).parent
WRITERS = {
    "the terminal": "cli/terminal.py",
    "pages and pictures": "markup.py",
    "tables": "quoting.py",
    "plots": "plots.py",
}
HARMLESS = {"isatty", "encoding", "fileno", "flush"}
"""What may be asked of standard output elsewhere."""
MODULES = {
    "rich.console": "the terminal",
    "rich.text": "the terminal",
    "rich.markup": "the terminal",
    "rich": "the terminal",
    "html": "pages and pictures",
    "xml": "pages and pictures",
    "xml.etree": "pages and pictures",
    "xml.sax.saxutils": "pages and pictures",
    "csv": "tables",
    "matplotlib": "plots",
    "matplotlib.figure": "plots",
    "matplotlib.pyplot": "plots",
}
CALLS = {"print": "the terminal", "input": "the terminal"}
METHODS = {("click", name) for name in ("echo", "secho", "prompt", "confirm", "style", "echo_via_pager", "pause")}
SUSPECT = re.compile(
    r"\b(print|input|stdout|stderr|echo|secho|prompt|confirm|rich|html|xml|csv|matplotlib|execute|shell|markup|system|popen)\b"
)
"""A quick look: all that is forbidden has one of these words."""
RUNS_TEXT = {("os", "system"), ("os", "popen"), ("subprocess", "getoutput"), ("subprocess", "getstatusoutput")}


def sources() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if SUSPECT.search(text):
            yield path.relative_to(PACKAGE).as_posix(), ast.parse(text)


def typing_only(nodes: list[ast.AST]) -> set[int]:
    """Find what is imported for types alone."""
    found = set()
    for node in nodes:
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            found |= {id(inner) for inner in ast.walk(node)}
    return found


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
    return []


def offences(file: str, tree: ast.Module) -> Iterator[str]:
    nodes = list(ast.walk(tree))
    skipped = typing_only(nodes)
    asked = {id(node.value) for node in nodes if isinstance(node, ast.Attribute) and node.attr in HARMLESS}
    for node in nodes:
        for module in imported(node) if id(node) not in skipped else ():
            for forbidden, output in MODULES.items():
                if module == forbidden and WRITERS[output] != file:
                    yield f"{file}:{node.lineno} imports {module}, which is for {WRITERS[output]}"  # type: ignore[attr-defined]
        if isinstance(node, ast.Call):
            yield from calls(file, node)
        if is_stream(node) and file != WRITERS["the terminal"] and id(node) not in asked:
            yield f"{file}:{node.lineno} has {ast.unparse(node)}"  # type: ignore[attr-defined]


def is_stream(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "sys"
        and node.attr.strip("_") in ("stdout", "stderr")
    )


def calls(file: str, node: ast.Call) -> Iterator[str]:
    where = f"{file}:{node.lineno}"
    function = node.func
    if isinstance(function, ast.Name) and WRITERS.get(CALLS.get(function.id, ""), file) != file:
        yield f"{where} calls {function.id}"
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
        named = (function.value.id, function.attr)
        if named in METHODS | RUNS_TEXT:
            yield f"{where} calls {'.'.join(named)}"
    for keyword in node.keywords:
        if keyword.arg == "shell":
            yield f"{where} starts a shell"
        if keyword.arg == "markup" and not (isinstance(keyword.value, ast.Constant) and keyword.value.value is False):
            yield f"{where} reads markup"
    if isinstance(function, ast.Attribute) and function.attr.startswith("execute"):
        texts = [argument for argument in node.args[:1] if isinstance(argument, ast.JoinedStr | ast.BinOp)]
        if any(not ast.unparse(text).startswith(("f'pragma ", 'f"pragma ')) for text in texts):  # those take no values
            yield f"{where} writes SQL with text in it"


def test_only_one_module_writes_to_each_output() -> None:
    found = [offence for file, tree in sources() for offence in offences(file, tree)]
    assert found == []


def test_the_rules_of_this_test_see_what_they_forbid() -> None:
    text = (
        "import sys, click, csv\nfrom html import escape\nprint(1)\nsys.stdout.write('')\nclick.echo('')\n"
        "db.execute(f'select {name}')\nrun('id', shell=True)\nfrom rich.text import Text\nthing(markup=True)\n"
    )
    assert len(list(offences("play/session.py", ast.parse(text)))) == 9


WORDS = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "fetch(")
READS_MARKUP = re.compile(
    r"\.(inner|outer)HTML\s*[+]?=[^=]|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|\beval\(|\bFunction\(|\bfetch\("
)
STUDIO = Path(__file__).parents[2] / "studio" / "src"


def test_the_page_never_reads_text_as_markup() -> None:
    for script in PACKAGE.rglob("*.js"):
        text = script.read_text(encoding="utf-8")
        if script.parent != PACKAGE / "studio" / "page":  # built, with libraries that could, of what is below
            assert [word for word in WORDS if word in text] == [], script.name


def test_the_studio_never_reads_text_as_markup() -> None:
    scripts = [*STUDIO.rglob("*.ts"), *STUDIO.rglob("*.tsx")]
    assert len(scripts) > 10
    for script in scripts:
        assert not READS_MARKUP.search(script.read_text(encoding="utf-8")), script.name
    assert READS_MARKUP.search("cell.innerHTML = text")
    assert READS_MARKUP.search("<p dangerouslySetInnerHTML={{ __html: text }} />")
