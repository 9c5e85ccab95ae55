"""Terms as bytes: what Python packs is what C packs, and nothing else is taken."""

from __future__ import annotations

import ctypes
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyengine.building.build_cache import BuildCache
from pyengine.building.library_build import TranslationUnit, build_library
from pyengine.building.toolchain import find_toolchain
from pyengine.compiler.c.packing import Packing, PackingError, pack_value
from pyengine.compiler.c.symbols import WELL_KNOWN_ATOMS, WELL_KNOWN_FUNCTORS
from pyengine.compiler.runtime.terms import to_term, to_value
from pyengine.reasoners.c_parts import FOLDERS, c_sources
from pyengine.terms import Atom, List, String, Term, compound

ATOMS = (*WELL_KNOWN_ATOMS, *(f"a{i}" for i in range(300)))
FUNCTORS = (*WELL_KNOWN_FUNCTORS, *((f"f{i}", i % 4 + 1) for i in range(300)))
PACKING = Packing(ATOMS, FUNCTORS)

HARNESS = """
#include "context.h"
#include <stdlib.h>
static Context *context;
__attribute__((visibility("default"))) void prepare(const char **atoms, uint32_t a, const Functor *functors, uint32_t f)
{
    context = make_context(make_symbols(atoms, a, functors, f), (size_t)64 << 20);
}
/*  Unpack, and pack again: the number of bytes, or -1. */
__attribute__((visibility("default"))) int64_t again(const uint8_t *bytes, size_t size, uint8_t *out)
{
    Word term;
    start_call(context, (size_t)192 << 10, 1000000);
    if (!unpack(context, bytes, size, &term))
        return -1;
    pack(context, term, out);
    return (int64_t)packed_size(context, term);
}
"""

atoms = st.sampled_from([*ATOMS[1:], "", "other", "è", "[]"]).map(Atom)
names = st.sampled_from([*FUNCTORS[1:], ("strange", 3), ("è", 1)])
numbers = st.integers(-(1 << 60), (1 << 60) - 1) | st.integers(-200, 200) | st.floats()
leaves = atoms | numbers | st.text(st.characters(codec="utf-8")).map(String) | st.just(List(()))


def larger(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    compounds = names.flatmap(
        lambda f: st.tuples(*[inner] * f[1]).map(lambda args: compound(f[0], args))  # type: ignore[arg-type]
    )
    lists = st.lists(inner, min_size=1, max_size=30).map(lambda items: List(tuple(items)))
    partial = st.tuples(st.lists(inner, min_size=1, max_size=3), atoms).map(lambda p: List(tuple(p[0]), p[1]))
    return compounds | lists | partial


terms: st.SearchStrategy[Any] = st.recursive(leaves, larger, max_leaves=30)


@pytest.fixture(scope="module")
def harness(tmp_path_factory: pytest.TempPathFactory) -> Any:
    shelf = BuildCache(tmp_path_factory.mktemp("shelf"))
    sources = [source for source in c_sources() if source.name != "border.c"]
    path: Path = build_library([TranslationUnit("harness.c", HARNESS, FOLDERS), *sources], find_toolchain(), shelf)
    library = ctypes.CDLL(str(path))
    texts = (ctypes.c_char_p * len(ATOMS))(*[atom.encode() for atom in ATOMS])
    numbers = {name: number for number, name in enumerate(ATOMS)}
    known = {name: numbers.setdefault(name, 0) for name, _ in FUNCTORS}
    table = (ctypes.c_uint32 * (2 * len(FUNCTORS)))(
        *[number for name, arity in FUNCTORS for number in (known[name], arity)]
    )
    library.prepare(texts, len(ATOMS), table, len(FUNCTORS))
    library.again.restype = ctypes.c_int64
    library.kept = texts, table  # C goes on looking at them
    return lambda packed: _again(library, packed)


def _again(library: Any, packed: bytes) -> bytes | None:
    out = ctypes.create_string_buffer(len(packed) * 4 + 64)
    size = library.again(packed, ctypes.c_size_t(len(packed)), out)
    return None if size < 0 else out.raw[:size]


def same(left: Term, right: Term) -> bool:
    return repr(left) == repr(right)


@given(terms)
def test_what_is_packed_comes_back(term: Term) -> None:
    assert same(PACKING.unpack(PACKING.pack(term)), term)


@given(terms | st.fractions() | st.integers())
def test_values_are_packed_as_their_terms(term: Term) -> None:
    value = to_value(term)
    assert pack_value(PACKING, value) == PACKING.pack(to_term(value))


@given(terms)
def test_c_packs_the_same(harness: Any, term: Term) -> None:
    packed = PACKING.pack(term)
    assert harness(packed) == packed


@given(st.binary(max_size=40) | terms.map(PACKING.pack).flatmap(lambda p: st.binary(max_size=3).map(lambda x: p + x)))
def test_what_c_takes_python_takes_too(harness: Any, packed: bytes) -> None:
    found = harness(packed)
    if found is not None:
        assert found == packed
        assert PACKING.pack(PACKING.unpack(packed)) == packed


@given(terms.map(PACKING.pack), st.data())
def test_bytes_changed_anywhere_do_no_harm(harness: Any, packed: bytes, data: Any) -> None:
    at = data.draw(st.integers(0, len(packed) - 1))
    changed = packed[:at] + bytes((data.draw(st.integers(0, 255)),)) + packed[at + 1 :]
    found = harness(changed)
    assert found is None or found == changed
    try:
        PACKING.unpack(changed)
    except PackingError:
        assert found is None


@pytest.mark.parametrize("term", [1 << 120, -(1 << 120) - 1, 10**40, Fraction(1, 3), List((10**80, Fraction(-7, 2)))])
def test_numbers_that_c_does_not_have_are_packed_for_python(harness: Any, term: Term) -> None:
    packed = PACKING.pack(term)
    assert PACKING.unpack(packed) == term
    assert harness(packed) is None


@given(st.integers(-(1 << 120), (1 << 120) - 1))
def test_large_integers_are_packed_in_c_too(harness: Any, number: int) -> None:
    packed = PACKING.pack(List((number,)))
    assert PACKING.unpack(packed) == List((number,))
    assert harness(packed) == packed


def test_what_is_nested_deeply_is_packed() -> None:
    term: Term = Atom("a0")
    for _ in range(100_000):
        term = compound("f0", (term,))
    packed = PACKING.pack(term)
    assert len(packed) == 100_001
    assert PACKING.pack(PACKING.unpack(packed)) == packed
