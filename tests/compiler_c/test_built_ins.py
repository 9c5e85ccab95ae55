"""What the built-ins answer in C is what they answer in Python, for any terms; or they stop."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pyengine.compiler.builtins.registry import all_versions
from pyengine.compiler.c.built_ins import BUILT_INS
from pyengine.compiler.c.symbols import names_header
from pyengine.reasoners.c_parts import FOLDERS

from .built_in_calls import CALLS, Call, EndlessError, ask_c, ask_python, library
from .random_terms import Terms

_CALLS_EACH = 60 if os.environ.get("PYENGINE_SANITIZE") else 200


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return library(tmp_path_factory.mktemp("shelf"))


@pytest.mark.parametrize("call", CALLS, ids=[call.label for call in CALLS])
def test_c_answers_as_python_or_stops(loaded: Any, call: Call) -> None:
    terms = Terms(Random(call.label))
    letters = call.pattern.replace("f", "")
    answered = possible = 0
    for _ in range(_CALLS_EACH):
        args = [terms.argument(call.label, i, letter) for i, letter in enumerate(letters)]
        try:
            found = ask_c(loaded, call, args)
            expected = ask_python(call, args)
        except EndlessError:
            continue
        possible += expected is not None
        answered += found is not None
        assert found is None or found == expected, args
    assert answered >= _CALLS_EACH // 40
    assert answered >= 0.5 * possible  # most calls are what C is for


@pytest.mark.parametrize("call", CALLS, ids=[call.label for call in CALLS])
def test_with_little_room_c_stops(loaded: Any, call: Call) -> None:
    terms = Terms(Random(f"{call.label} in little room"))
    letters = call.pattern.replace("f", "")
    for _ in range(_CALLS_EACH):
        args = [terms.argument(call.label, i, letter) for i, letter in enumerate(letters)]
        try:
            found = ask_c(loaded, call, args, is_small=True)
        except EndlessError:
            continue
        assert found is None or found == ask_python(call, args), args


def test_the_table_says_what_the_registry_says() -> None:
    known = {(v.name, v.arity, v.pattern): v for v in all_versions()}
    for key, function in BUILT_INS.items():
        version = known[key]
        assert version.determinism == function.determinism
        assert len(function.outputs) == version.pattern.count("f")
        assert len(function.inputs) + len(function.outputs) == version.arity


def test_the_header_has_the_numbers_of_the_symbols() -> None:
    header = next(path for folder in FOLDERS for path in Path(folder).glob("names.h"))
    assert header.read_text(encoding="utf-8") == names_header()
