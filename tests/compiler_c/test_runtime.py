"""The C run time apart from built-ins: deep terms, tables of answers, symbols of several threads, limits."""

from __future__ import annotations

import ctypes
import os
import threading
from typing import Any

import pytest

from pyengine.building.build_cache import BuildCache
from pyengine.building.library_build import FLAGS, TranslationUnit, build_library
from pyengine.building.toolchain import find_toolchain
from pyengine.compiler.c.symbols import WELL_KNOWN_ATOMS, WELL_KNOWN_FUNCTORS
from pyengine.reasoners.c_parts import FOLDERS, c_sources

from .built_in_calls import SANITIZING

ATOMS = (*WELL_KNOWN_ATOMS, "a", "b", "f")
FUNCTORS = (*WELL_KNOWN_FUNCTORS, ("f", 1), ("f", 2))

HARNESS = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "context.h"
#include "gathering.h"
#include "names.h"
#include "tables.h"
#define SHARED __attribute__((visibility("default")))
static Symbols *symbols;

SHARED void prepare(const char **atoms, uint32_t atom_count, const Functor *functors, uint32_t functor_count)
{
    symbols = make_symbols(atoms, atom_count, functors, functor_count);
}

SHARED Context *open_context(size_t memory, int64_t steps)
{
    Context *context = make_context(symbols, memory);
    start_call(context, (size_t)64 << 10, steps);
    return context;
}

SHARED void close_context(Context *context)
{
    free_context(context);
}

/*  Terms of any depth, nested to the left or to the right. */
static Word nested(Context *c, int64_t depth, int place, Word last)
{
    Word made = last;
    for (int64_t i = 0; i < depth; i++) {
        Word *cells = take(c, 3);
        cells[0] = HEADER(OWN_FUNCTOR + 1, 2);
        cells[1] = cells[2] = INT_WORD(i);
        cells[place] = made;
        made = (Word)cells | STRUCT;
    }
    return made;
}

SHARED int deep(Context *c, int64_t depth, int place)
{
    Word a = nested(c, depth, place, ATOM_WORD(OWN_ATOM)), b = nested(c, depth, place, ATOM_WORD(OWN_ATOM));
    Word other = nested(c, depth, place, ATOM_WORD(OWN_ATOM + 1)), open, copy, *variable = take(c, 1);
    uint64_t first[2], second[2], third[2];
    if (variable == NULL)
        return 1;
    *variable = (Word)variable;
    open = nested(c, depth, place, (Word)variable);
    hash_ground(c, a, first);
    hash_ground(c, b, second);
    hash_ground(c, other, third);
    if (memcmp(first, second, 16) != 0 || memcmp(first, third, 16) == 0)
        return 2;
    if (!same_ground(a, b) || same_ground(a, other) || !identical(c, a, b))
        return 3;
    if (compare_terms(c, a, other) >= 0 || compare_terms(c, a, b) != 0 || is_ground(c, open))
        return 4;
    if (!copy_term(c, open, &copy) || !unify(c, copy, other) || !unify(c, open, a) || !is_ground(c, open))
        return 5;
    if (!resolve_ground(c, open, &copy) || !same_ground(copy, b))
        return 6;
    size_t size = packed_size(c, a);
    uint8_t *bytes = malloc(size);
    pack(c, a, bytes);
    bool same = unpack(c, bytes, size, &copy) && same_ground(copy, a);
    free(bytes);
    return same ? 0 : 7;
}

/*  Remember squares, with a list as a key, and look at them again. */
SHARED int remember(Context *c, int64_t calls)
{
    for (int round = 0; round < 2; round++) {
        for (int64_t i = 0; i < calls; i++) {
            Word *mark = c->top, key, items[2] = {INT_WORD(i), ATOM_WORD(OWN_ATOM)}, big = make_float(c, (double)i);
            if (!list_of(c, items, 2, big, &key))
                return 1;
            Answers *answers = recall(c, 7, &key, 1, 2);
            if (answers == NULL || answers->is_complete != (round == 1))
                return 2;
            if (!answers->is_complete) {
                if (recall(c, 7, &key, 1, 2) != NULL || c->reason != BEYOND)
                    return 3; /* such a call meets itself */
                c->reason = GOING;
                for (int j = 0; j < 10; j++) { /* five different ones */
                    Word outs[2] = {INT_WORD(j %% 5), key};
                    if (!add_answer(c, answers, outs))
                        return 4;
                }
                complete(c, answers);
            }
            if (answers->count != 5 || !same_ground(answers->words[9], key))
                return 5;
            release(c, mark);
        }
    }
    start_call(c, (size_t)64 << 10, 1000000);
    Word key = INT_WORD(1);
    Answers *answers = recall(c, 8, &key, 1, 0);
    start_call(c, (size_t)64 << 10, 1000000); /* what stopped half-way is found anew */
    answers = recall(c, 8, &key, 1, 0);
    return answers == NULL || answers->is_complete ? 6 : 0;
}

/*  The numbers of many new atoms; the same text has the same number in every thread. */
SHARED int intern(Context *c, uint32_t *numbers, int count)
{
    for (int i = 0; i < count; i++) {
        char text[32];
        uint32_t functor;
        int size = snprintf(text, sizeof text, "atom %%d", i);
        if (!find_atom(c, text, (size_t)size, &numbers[i]) || !find_functor(c, numbers[i], 2, &functor))
            return 1;
        if (strcmp(atom_of(symbols, numbers[i])->text, text) != 0 || functor_of(symbols, functor).name != numbers[i])
            return 2;
    }
    return 0;
}

static __attribute__((noinline)) bool forever(Context *c, volatile char *above)
{
    volatile char here[256];
    here[0] = above[0];
    bool going = descend(c) && forever(c, here);
    return going && above[0] == 0;
}

SHARED int recurse(Context *c)
{
    volatile char here[1] = {0};
    forever(c, here);
    return (int)c->reason;
}

SHARED int loop(Context *c)
{
    while (step(c))
        ;
    return (int)c->reason;
}

SHARED void interrupt(Context *c)
{
    c->interrupt = 1;
}

SHARED int fill(Context *c)
{
    while (take(c, 100) != NULL)
        ;
    return (int)c->reason;
}
""".replace("%%", "%")

FULL, DEEP, STEPS, INTERRUPTED = 3, 4, 5, 6


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Any:
    flags = (*FLAGS, *SANITIZING) if os.environ.get("PYENGINE_SANITIZE") else FLAGS
    folder = FOLDERS[0]
    sources = [s for s in c_sources() if s.folders[0] == folder and s.name != "border.c"]
    harness = TranslationUnit("harness.c", HARNESS, FOLDERS)
    path = build_library([harness, *sources], find_toolchain(), BuildCache(tmp_path_factory.mktemp("shelf")), flags)
    loaded = ctypes.CDLL(str(path))
    texts = (ctypes.c_char_p * len(ATOMS))(*[atom.encode() for atom in ATOMS])
    numbers = {name: i for i, name in enumerate(ATOMS)}
    table = (ctypes.c_uint32 * (2 * len(FUNCTORS)))(*[n for name, arity in FUNCTORS for n in (numbers[name], arity)])
    loaded.prepare(texts, len(ATOMS), table, len(FUNCTORS))
    loaded.kept = texts, table  # C goes on looking at them
    loaded.open_context.restype = ctypes.c_void_p
    return loaded


def _opened(library: Any, memory: int = 1 << 28, steps: int = 1 << 40) -> ctypes.c_void_p:
    return ctypes.c_void_p(library.open_context(ctypes.c_size_t(memory), ctypes.c_int64(steps)))


@pytest.mark.parametrize("place", [1, 2])
@pytest.mark.parametrize("depth", [1, 100, 300_000])
def test_terms_of_any_depth(library: Any, depth: int, place: int) -> None:
    context = _opened(library)
    assert library.deep(context, ctypes.c_int64(depth), place) == 0
    library.close_context(context)


def test_answers_are_remembered(library: Any) -> None:
    context = _opened(library)
    assert library.remember(context, ctypes.c_int64(20_000)) == 0
    library.close_context(context)


def test_threads_share_symbols(library: Any) -> None:
    count = 20_000
    found = [(ctypes.c_uint32 * count)() for _ in range(4)]
    results = [-1] * 4

    def work(i: int) -> None:
        context = _opened(library, 1 << 20)
        results[i] = library.intern(context, found[i], count)
        library.close_context(context)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [0] * 4
    assert len({tuple(numbers) for numbers in found}) == 1


def test_limits_stop_a_call(library: Any) -> None:
    context = _opened(library, 1 << 20)
    assert library.recurse(context) == DEEP
    library.close_context(context)
    context = _opened(library, 1 << 20, 1_000_000)
    assert library.loop(context) == STEPS
    library.interrupt(context)
    assert library.loop(context) == INTERRUPTED
    library.close_context(context)
    context = _opened(library, 1 << 20)
    assert library.fill(context) == FULL
    library.close_context(context)
