"""Which parts of the run time a game needs: nothing is overlooked in the texts of headers and sources."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from pyengine.building.library_build import TranslationUnit
from pyengine.building.needed import defined_names, functions_of, inline_names, words_of
from pyengine.building.toolchain import find_toolchain
from pyengine.reasoners.c_parts import BORDER, FOLDERS, RUNTIME, c_sources, common_parts, optional_parts

HEADERS = sorted(path for folder in FOLDERS for path in folder.glob("*.h"))
ALL = {name for source in c_sources() if source.folders[0] == RUNTIME for name in functions_of(source.text)}


@pytest.mark.parametrize("header", HEADERS, ids=lambda path: path.name)
def test_every_function_and_macro_of_a_header_is_seen(header: object) -> None:
    text = header.read_text(encoding="utf-8")  # type: ignore[attr-defined]
    functions = set(re.findall(r"^static inline .*?\b(\w+)\(", re.sub(r"__attribute__\(\(.*?\)\)", "", text), re.M))
    macros = set(re.findall(r"^#define (\w+)", text, re.M))
    assert functions | macros == set(inline_names(text))


def test_every_function_that_a_header_declares_is_found_in_a_source() -> None:
    defined = {name for source in c_sources() for name in defined_names(source.text)}
    for header in HEADERS:
        declared = re.findall(r"^(?!static|typedef|extern)\w[\w \*]*?\b(\w+)\([^{]*?\);", header.read_text(), re.M)
        assert set(declared) <= defined, header.name


def test_every_function_of_a_source_is_seen() -> None:
    for source in c_sources():
        text = re.sub(r"__attribute__\(\(.*?\)\)\s*", "", source.text)
        assert set(functions_of(source.text)) == set(re.findall(r"^\w[\w \*]*?\b(\w+)\([^;{]*\)\n\{", text, re.M))


def test_what_is_not_needed_is_left_out() -> None:
    core = common_parts()[1].text
    assert f"---- {BORDER} ----" in core
    assert "---- unify.c ----" in core
    assert "---- texts.c ----" not in core
    assert optional_parts("int nothing;") == ()
    [further] = optional_parts("sort_list(context, true, list, &set); /* joined_atom */")
    assert "---- sorting.c ----" in further.text or "---- sets.c ----" in further.text
    assert "---- boards.c ----" not in further.text
    [further] = optional_parts("last_item()")
    assert set(functions_of(further.text)) & ALL == {"last_item"}


def test_a_need_goes_through_headers_and_sources() -> None:
    [further] = optional_parts("is_before(context, a, b)")
    assert "compare_terms" in functions_of(further.text)
    assert "---- order.c ----" in further.text


PUBLIC = {name for source in c_sources() for name in defined_names(source.text)}
CORE = functions_of(common_parts()[1].text)


@pytest.mark.parametrize("source", [s for s in c_sources() if s.folders[0] == RUNTIME], ids=lambda source: source.name)
def test_what_a_function_needs_comes_with_it(source: TranslationUnit, tmp_path: Path) -> None:
    for name in PUBLIC.intersection(functions_of(source.text)).difference(CORE):
        for part in optional_parts(f"{name}()"):
            defined = functions_of(part.text)
            assert name in defined
            assert not set(defined) & {known for known in CORE if known in PUBLIC}  # each has one place
            used = {word for known, text in defined.items() if known in ALL for word in words_of(text)} & ALL
            assert used <= {*defined, *CORE}
    written = tmp_path / "part.c"
    written.write_text("".join(part.text for part in optional_parts(" ".join(functions_of(source.text)))))
    command = [*find_toolchain().command, "-std=gnu11", "-w", "-Werror=implicit-function-declaration", "-fsyntax-only"]
    subprocess.run([*command, str(written)], check=True)
