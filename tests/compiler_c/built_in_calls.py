"""Built-ins called in C with any terms, variables included, next to the same calls in Python.

A term with variables is handed over as a ground one in which '$VAR'(N) stands for a variable.
"""

from __future__ import annotations

import ctypes
import itertools
import os
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from pyengine.building.build_cache import BuildCache
from pyengine.building.library_build import FLAGS, TranslationUnit, build_library
from pyengine.building.toolchain import find_toolchain
from pyengine.compiler.builtins.registry import all_versions
from pyengine.compiler.c.built_ins import BUILT_INS, CFunction
from pyengine.compiler.c.packing import Packing
from pyengine.compiler.c.symbols import WELL_KNOWN_ATOMS, WELL_KNOWN_FUNCTORS
from pyengine.compiler.runtime import arithmetic
from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.order import compare
from pyengine.compiler.runtime.terms import FAIL, Value, Var, functor, list_of, to_term
from pyengine.compiler.runtime.unify import copy_term, deref, resolve, unify, variables_of
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.reasoners.c_parts import FOLDERS, c_sources

ATOMS: Final = (*WELL_KNOWN_ATOMS, "a", "b", "c", "true", "false", "f", "g", "è", "integer", "between", "x1", "X", "")
"""Those that the rules name, as it were: others are new to C."""
FUNCTORS: Final = (*WELL_KNOWN_FUNCTORS, ("f", 1), ("f", 2), ("g", 3), ("v", 1), ("v", 2), ("between", 2), ("f", 0))
PACKING: Final = Packing(ATOMS, FUNCTORS)
SANITIZING: Final = ("-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-g", "-O1")
MOST_SOLUTIONS: Final = 12
_NUMBERED: Final = functor("$VAR", 1)


_LARGEST: Final = 10_000
_LIMITS: Final = (3, 5)
"""The heap is full, the steps are used up."""


class EndlessError(Exception):
    """What was made is too large for the test, or contains itself: Python would go on for ever."""


class Call(NamedTuple):
    """A function of C and the Python function that says what it should answer."""

    label: str
    pattern: str
    function: CFunction
    python: Callable[..., Iterator[tuple[Value, ...]]]


def _from_version(version: Any) -> Callable[..., Iterator[tuple[Value, ...]]]:
    def solutions(*args: Value) -> Iterator[tuple[Value, ...]]:
        trail: list[Var] = []
        given = (*args, trail) if version.trail else args
        found = version.function(*given)
        outputs = version.pattern.count("f")
        if version.determinism == "test":
            found = [()] if found else []
        elif version.determinism != "nondet":
            found = [] if found is FAIL else [found]
        for solution in found:
            yield () if not outputs else (solution,) if outputs == 1 else solution

    return solutions


def _one(function: Callable[..., Value]) -> Callable[..., Iterator[tuple[Value, ...]]]:
    return lambda *args: iter([(function(*args),)])


def _held(function: Callable[..., bool]) -> Callable[..., Iterator[tuple[Value, ...]]]:
    return lambda *args: iter([()] if function(*args) else [])


def _compared(x: Value, y: Value) -> int:
    return 1 if arithmetic.is_greater(x, y) else -1 if arithmetic.is_less(x, y) else 0


CALLS: Final = (
    *(
        Call(f"{name}/{arity} {pattern}", pattern, BUILT_INS[name, arity, pattern], _from_version(version))
        for version in all_versions()
        for name, arity, pattern in [(version.name, version.arity, version.pattern)]
        if (name, arity, pattern) in BUILT_INS
    ),
    Call("unify", "aa", CFunction("unify", "semidet", "ww", ""), _held(lambda x, y: unify(x, y, []))),
    Call("same", "gg", CFunction("same", "test", "ww", ""), _held(lambda x, y: x == y)),
    Call("hash", "gg", CFunction("same_hash", "test", "ww", ""), _held(lambda x, y: x == y)),
    Call("copy", "af", CFunction("copy_term", "det", "w", "w"), _one(copy_term)),
    Call("is", "af", CFunction("evaluate", "det", "w", "w"), _one(arithmetic.evaluate)),
    Call("order", "aaf", CFunction("order", "det", "ww", "i"), _one(compare)),
    Call("compare numbers", "aaf", CFunction("numbers", "det", "ww", "i"), _one(_compared)),
)

_PROLOGUE: Final = """
#include <stdlib.h>
#include <string.h>
#include "context.h"
#include "names.h"
#include "walk.h"
#include "comparing.h"
#include "emitted.h"
#include "gathering.h"
#include "lists.h"
#include "arithmetic.h"
%(prototypes)s

typedef struct {
    Word inputs[8];
    int input_count, count;
    uint8_t *out;
    size_t size, room;
} Run;

static bool same(Context *c, Word x, Word y) { (void)c; return same_ground(x, y); }
static bool same_hash(Context *c, Word x, Word y)
{
    uint64_t a[2], b[2];
    hash_ground(c, x, a);
    hash_ground(c, y, b);
    if ((a[0] == b[0]) != (a[1] == b[1]))
        abort();
    return a[0] == b[0];
}
static bool order(Context *c, Word x, Word y, int64_t *out)
{
    int found = compare_terms(c, x, y);
    *out = (found > 0) - (found < 0);
    return c->reason == GOING;
}
static bool numbers(Context *c, Word x, Word y, int64_t *out)
{
    int found;
    bool held = compare_numbers(c, x, y, &found);
    *out = found;
    return held;
}

/*  Put variables in the place of '$VAR'(N). */
static Word opened(Context *c, Word term, Word *variables)
{
    if (TAG(term) == STRUCT && FUNCTOR(term) == FUNCTOR_NUMBERED && TAG(ARG(term, 1)) == INT)
        return variables[INT_VALUE(ARG(term, 1))];
    if (TAG(term) != LIST && TAG(term) != STRUCT)
        return term;
    size_t count;
    const Word *args = arguments(term, &count);
    Word *cells = take(c, count + (TAG(term) == STRUCT)), made = (Word)cells | TAG(term);
    if (cells == NULL)
        return NIL;
    if (TAG(term) == STRUCT)
        *cells++ = *CELLS(term);
    for (size_t i = 0; i < count; i++)
        cells[i] = opened(c, args[i], variables);
    return made;
}

/*  Write a solution: the outputs and then the inputs, as a list. */
static bool add_row(Context *c, Run *run, const Word *outs, int out_count)
{
    size_t trailed = c->trailed;
    Word *mark = c->top, row = NIL, resolved;
    for (int i = run->input_count + out_count - 1; i >= 0; i--) {
        Word *cells = take(c, 2);
        if (cells == NULL)
            return false;
        cells[0] = i < out_count ? outs[i] : run->inputs[i - out_count];
        cells[1] = row;
        row = (Word)cells | LIST;
    }
    Gathering variables = start_gathering(c);
    gather_variables(c, row);
    for (size_t i = 0; i < gathered_count(c, variables); i++) {
        Word *cells = take(c, 2);
        if (cells == NULL)
            break;
        cells[0] = HEADER(FUNCTOR_NUMBERED, 1);
        cells[1] = INT_WORD((int64_t)i);
        bind(c, gathered_words(c, variables)[i], (Word)cells | STRUCT);
    }
    end_gathering(c, variables);
    if (c->reason != GOING || !resolve_ground(c, row, &resolved))
        return false; /* too large for the test */
    uint32_t size = (uint32_t)packed_size(c, resolved);
    if (run->size + 4 + size > run->room)
        return stop(c, FULL, "the test");
    memcpy(run->out + run->size, &size, 4);
    pack(c, resolved, run->out + run->size + 4);
    run->size += 4 + size;
    undo(c, trailed);
    c->top = mark;
    return ++run->count < %(most)d || stop(c, ENOUGH, "enough");
}
"""

_EPILOGUE: Final = """
typedef bool (*Runner)(Context *, Run *);
static const Runner RUNNERS[] = {%(runners)s};
static Context *contexts[2]; /* one with plenty of room, one with little */
#define SHARED __attribute__((visibility("default")))

SHARED void prepare(const char **atoms, uint32_t atom_count, const Functor *functors, uint32_t functor_count)
{
    Symbols *symbols = make_symbols(atoms, atom_count, functors, functor_count);
    contexts[0] = make_context(symbols, (size_t)64 << 20);
    contexts[1] = make_context(symbols, 0);
}

/*  Call with the arguments in a list; gives why it stopped, 0 where it did not, or -1 for bytes that are no term. */
SHARED int run(int which, int is_small, const uint8_t *bytes, size_t size, uint8_t *out, size_t *room)
{
    Context *context = contexts[is_small];
    Word list, variables[16], *cells;
    Run found = {.out = out, .room = *room};
    start_call(context, (size_t)64 << 10, 1000000);
    if (!unpack(context, bytes, size, &list))
        return -1;
    if ((cells = take(context, 16)) == NULL)
        return context->reason;
    for (int i = 0; i < 16; i++)
        variables[i] = cells[i] = (Word)(cells + i);
    for (; TAG(list) == LIST; list = TAIL(list))
        found.inputs[found.input_count++] = opened(context, HEAD(list), variables);
    if (context->reason != GOING)
        return context->reason;
    Word *top = context->top;
    size_t trailed = context->trailed;
    bool going = RUNNERS[which](context, &found);
    *room = found.size;
    if (going != (context->reason == GOING) || context->kept != context->heap || context->top < top ||
        context->collections->count != 0 || context->trailed < trailed)
        abort();
    return context->reason == ENOUGH ? 0 : (int)context->reason;
}
"""


def _runner(number: int, call: Call) -> str:
    """Write the C function that makes one call."""
    function = call.function
    args = [f"INT_VALUE(run->inputs[{i}])" if x == "i" else f"run->inputs[{i}]" for i, x in enumerate(function.inputs)]
    unless = [f"TAG(run->inputs[{i}]) != INT" for i, x in enumerate(function.inputs) if x == "i"]
    guard = "".join(
        f"    run->inputs[{i}] = deref(run->inputs[{i}]);\n" for i, x in enumerate(function.inputs) if x == "i"
    ) + (f'    if ({" || ".join(unless)}) return stop(c, BEYOND, "no integer");\n' if unless else "")
    kinds = ["int64_t" if x == "i" else "Word" for x in function.outputs]
    words = ", ".join(f"INT_WORD(o{i})" if x == "i" else f"o{i}" for i, x in enumerate(function.outputs)) or "0"
    if function.determinism == "nondet":
        params = "".join(f", {kind} o{i}" for i, kind in enumerate(kinds))
        return (
            f"static bool next_{number}(Context *c, void *frame{params})\n{{\n    Word outs[] = {{{words}}};\n"
            f"    return add_row(c, frame, outs, {len(kinds)});\n}}\n"
            f"static bool run_{number}(Context *c, Run *run)\n{{\n{guard}"
            f"    return {function.name}({', '.join(['c', *function.which, *args, f'next_{number}', 'run'])});\n}}\n"
        )
    declared = "".join(f"    {kind} o{i};\n" for i, kind in enumerate(kinds))
    pointers = [f"&o{i}" for i in range(len(kinds))]
    return (
        f"static bool run_{number}(Context *c, Run *run)\n{{\n{declared}{guard}"
        f"    if (!{function.name}({', '.join(['c', *function.which, *args, *pointers])})) return c->reason == GOING;\n"
        f"    Word outs[] = {{{words}}};\n    return add_row(c, run, outs, {len(kinds)}) || c->reason == ENOUGH;\n}}\n"
    )


def harness_source() -> str:
    """Write the C file with all the calls."""
    prototypes = "\n".join(sorted({function.prototype for function in BUILT_INS.values()}))
    prologue = _PROLOGUE % {"prototypes": prototypes, "most": MOST_SOLUTIONS}
    runners = ", ".join(f"run_{i}" for i in range(len(CALLS)))
    return prologue + "".join(_runner(i, call) for i, call in enumerate(CALLS)) + _EPILOGUE % {"runners": runners}


@cache
def library(folder: Path) -> Any:
    """Build the calls, under sanitizers if the environment says so."""
    flags = (*FLAGS, *SANITIZING) if os.environ.get("PYENGINE_SANITIZE") else FLAGS
    sources = [source for source in c_sources() if source.name != "border.c" and "kernel" not in source.name]
    built = build_library(
        [TranslationUnit("calls.c", harness_source(), FOLDERS), *sources], find_toolchain(), BuildCache(folder), flags
    )
    loaded = ctypes.CDLL(str(built))
    texts = (ctypes.c_char_p * len(ATOMS))(*[atom.encode() for atom in ATOMS])
    numbers = {name: i for i, name in enumerate(ATOMS)}
    table = (ctypes.c_uint32 * (2 * len(FUNCTORS)))(*[n for name, arity in FUNCTORS for n in (numbers[name], arity)])
    loaded.prepare(texts, len(ATOMS), table, len(FUNCTORS))
    loaded.kept = texts, table  # C goes on looking at them
    loaded.out = ctypes.create_string_buffer(1 << 20)
    return loaded


def _closed(value: Value) -> Value:
    """Put '$VAR'(N) in the place of variables, numbered by first occurrence."""
    stack = [value]
    for _ in range(_LARGEST):
        if not stack:
            break
        part = deref(stack.pop())
        if part.__class__ is tuple:
            stack.extend(part[1:])
    else:
        raise EndlessError
    trail: list[Var] = []
    for i, variable in enumerate(variables_of(value)):
        unify(variable, (_NUMBERED, i), trail)
    found = resolve(value)
    for variable in trail:
        variable.ref = None
    return found


def _opened(value: Value, variables: dict[int, Var]) -> Value:
    if value.__class__ is tuple:
        if value[0] is _NUMBERED and value[1].__class__ is int:
            return variables.setdefault(value[1], Var())
        return (value[0], *[_opened(part, variables) for part in value[1:]])
    return value


def ask_c(loaded: Any, call: Call, args: Sequence[Value], *, is_small: bool = False) -> list[bytes] | None:
    """Give the solutions as packed rows, None where C stops; EndlessError where a term contains itself."""
    packed = PACKING.pack(to_term(list_of(args)))
    room = ctypes.c_size_t(len(loaded.out))
    number = next(i for i, known in enumerate(CALLS) if known is call)
    reason = loaded.run(number, is_small, packed, ctypes.c_size_t(len(packed)), loaded.out, ctypes.byref(room))
    if reason in _LIMITS:
        raise EndlessError
    if reason:
        return None
    written = ctypes.string_at(loaded.out, room.value)
    rows, at = [], 0
    while at < len(written):
        size = int.from_bytes(written[at : at + 4], "little")
        rows.append(written[at + 4 : at + 4 + size])
        at += 4 + size
    return rows


def ask_python(call: Call, args: Sequence[Value]) -> list[bytes] | None:
    """Give the same from Python, None for an error."""
    variables: dict[int, Var] = {}
    opened = [_opened(argument, variables) for argument in args]
    rows = []
    try:
        for outs in itertools.islice(call.python(*opened), MOST_SOLUTIONS):
            row = _closed(list_of([*[deref(out) for out in outs], *opened]))
            rows.append(PACKING.pack(to_term(row)))
    except (PrologError, UnsupportedError):
        return None
    return rows
