"""Which parts of the run time a game needs: nothing is overlooked in the texts of headers and sources."""

from __future__ import annotations

import re

import pytest

from pyengine.building.needed import defined_names, inline_names, needed
from pyengine.reasoners.c_parts import BORDER, FOLDERS, c_sources, further_parts, standing_parts

HEADERS = sorted(path for folder in FOLDERS for path in folder.glob("*.h"))


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


def test_what_is_not_needed_is_left_out() -> None:
    core = standing_parts()[1].text
    assert f"---- {BORDER} ----" in core
    assert "---- unify.c ----" in core
    assert "---- texts.c ----" not in core
    assert further_parts("int nothing;") == ()
    [further] = further_parts("sorted_set(context, list, &set); /* joined_atom */")
    assert "---- sorting.c ----" in further.text or "---- sets.c ----" in further.text
    assert "---- boards.c ----" not in further.text


def test_a_need_goes_through_headers_and_sources() -> None:
    sources = c_sources()
    headers = [path.read_text(encoding="utf-8") for path in HEADERS]
    assert {source.name for source in needed(["is_before(context, a, b)"], sources, headers)} >= {"order.c"}
