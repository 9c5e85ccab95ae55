"""What C and Python both declare is the same: the layout of structures, and the numbers of names."""

from __future__ import annotations

import ctypes
import inspect
import re
import subprocess
from enum import IntEnum
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from pyengine.building.toolchain import find_toolchain
from pyengine.kernel import structures
from pyengine.kernel.endings import Ending
from pyengine.kernel.search import NO_LABEL, REPLACEMENTS
from pyengine.search import expansion, mcts, proof, table
from pyengine.search.retrograde import FINAL

from .graphs import KERNEL, RUNTIME

HEADERS = ("kernel.h", "counts.h", "mcts.h", "reach.h", "tasks.h", "search.h", "proof.h")
STRUCTURES: dict[str, type[ctypes.Structure]] = {
    name[1:]: found
    for name, found in vars(structures).items()
    if isinstance(found, type) and issubclass(found, ctypes.Structure)
}
C_FUNCTION = re.compile(r"^[\w ]+[ *](\w+)\([^;]*$", re.MULTILINE)
"""The first line of a function in C."""
SIDE_BY_SIDE = (
    (
        ("alphabeta", "frames", "search_state", "lookup", "hints", "leaves"),
        ("alphabeta", "frames", "lookup", "leaves", "horizon"),
    ),
    (("minimax",), ("minimax",)),
    (("proof",), ("proof",)),
)
"""Modules of the search and sources of the kernel that are read together."""
BEGINNINGS = {"Rules"}
"""Structures of which Python knows the beginning alone."""

NUMBERS: dict[str, int] = {
    **{ending.name: ending for ending in Ending},
    **{task.name: task for task in structures.Task},
    "EXACT": table.EXACT,
    "LOWER": table.LOWER,
    "UPPER": table.UPPER,
    "LIMITED": table.LIMITED,
    "PROVED": table.PROVED,
    "SETTLED": table.SETTLED,
    **{f"BY_{name.upper()}": number for number, name in enumerate(REPLACEMENTS)},
    "ENDLESS": structures.ENDLESS,
    "MOST_PLAYERS": structures.MOST_PLAYERS,
    "NO_LABEL": NO_LABEL,
    "FINAL": FINAL,
    "CHECKED": expansion.CHECKED,
    "INFINITE": proof.INFINITE,
}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, int]:
    """What a program in C says of its declarations."""
    lines = [f'    tell("{name}", {name});' for name in NUMBERS]
    for name, structure in STRUCTURES.items():
        lines.append(f'    tell("{name}", sizeof({name}));')
        for field, *_ in structure._fields_:
            lines.append(f'    tell("{name}.{field}", offsetof({name}, {field}));')
            lines.append(f'    tell("{name}.{field} size", sizeof((({name} *)0)->{field}));')
    includes = "\n".join(f'#include "{header}"' for header in HEADERS)
    body = "\n".join(lines)
    folder = tmp_path_factory.mktemp("declarations")
    (folder / "tell.c").write_text(
        f"#include <stddef.h>\n#include <stdio.h>\n{includes}\n"
        "static void tell(const char *name, unsigned long long number)\n"
        '{\n    printf("%s=%llu\\n", name, number);\n}\n'
        f"int main(void)\n{{\n{body}\n}}\n",
        encoding="utf-8",
    )
    search = ("-I", str(KERNEL), "-I", str(RUNTIME))
    command = (*find_toolchain().command, "-std=gnu11", "-c", *search, str(folder / "tell.c"), "-o")
    subprocess.run([*command, str(folder / "tell.o")], check=True)
    subprocess.run([*find_toolchain().command, str(folder / "tell.o"), "-lm", "-o", str(folder / "tell")], check=True)
    output = subprocess.run([str(folder / "tell")], check=True, capture_output=True, text=True).stdout
    return {name: int(number) for name, number in (line.split("=") for line in output.splitlines())}


@pytest.mark.parametrize("name", STRUCTURES)
def test_structures_have_the_same_layout(told: dict[str, int], name: str) -> None:
    structure: Any = STRUCTURES[name]
    for field, *_ in structure._fields_:
        place = getattr(structure, field)
        assert (place.offset, place.size) == (told[f"{name}.{field}"], told[f"{name}.{field} size"]), field
    if name in BEGINNINGS:
        assert ctypes.sizeof(structure) <= told[name]
    else:
        assert ctypes.sizeof(structure) == told[name]


def test_numbers_are_the_same(told: dict[str, int]) -> None:
    assert {name: told[name] for name in NUMBERS} == NUMBERS


@pytest.mark.parametrize(("header", "numbers"), [("kernel.h", Ending), ("tasks.h", structures.Task)], ids=str)
def test_no_name_is_left_out(header: str, numbers: type[IntEnum]) -> None:
    text = re.sub(r"/\*.*?\*/", "", (KERNEL / header).read_text(encoding="utf-8"), flags=re.DOTALL)
    found = re.search(rf"enum {numbers.__name__} {{(.*?)}}", text, re.DOTALL)
    assert found is not None
    assert [name.split("=")[0].strip() for name in found[1].split(",")] == [number.name for number in numbers]


def test_all_structures_are_looked_at() -> None:
    assert {"Number", "Run", "Settings", "Perft", "Playouts", "Reaching", "Labelling"} < set(STRUCTURES)


def test_functions_of_one_side_alone_are_those_that_the_page_tells() -> None:
    root = Path(__file__).parents[2]
    page = (root / "docs" / "architecture.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`(\w+)`", page.partition("are to be read side by side")[2].partition("Where a kernel")[0]))
    in_c = "\n".join(path.read_text(encoding="utf-8") for path in (*KERNEL.glob("*.c"), *KERNEL.glob("*.h")))
    c_names = {name.removeprefix("kernel_") for name in C_FUNCTION.findall(in_c)}
    alone: set[str] = set()
    for modules, sources in SIDE_BY_SIDE:
        texts = [inspect.getsource(import_module(f"pyengine.search.{module}")) for module in modules]
        python_names = set(re.findall(r"^ *def (\w+)", "\n".join(texts), re.MULTILINE)) - {"__init__"}
        own = [name for source in sources for name in C_FUNCTION.findall((KERNEL / f"{source}.c").read_text("utf-8"))]
        alone |= python_names - c_names | {function for function in own if function not in python_names}
    assert alone == told


def test_what_an_iteration_goes_through_has_one_name() -> None:
    in_c = C_FUNCTION.findall((KERNEL / "mcts.c").read_text(encoding="utf-8"))
    methods = {name for name, found in vars(mcts.Tree).items() if inspect.isfunction(found) and name[0] != "_"}
    assert methods | {"weight"} <= {name.removeprefix("kernel_") for name in in_c}
