"""What the headers of the kernel declare, for ctypes: structures and functions are said once, in C."""

from __future__ import annotations

import ctypes
import re
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

S = TypeVar("S", bound=type[ctypes.Structure])

_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_STRUCTURE: Final = re.compile(r"typedef struct(?: \w+)? \{([^{}]*)\} (\w+);")
_FUNCTION: Final = re.compile(r"^EXPORT ([^;(]*?)(\w+)\(([^)]*)\);", re.MULTILINE)
_DECLARATION: Final = re.compile(r"(?:const )?(?:struct )?(\w+) (.*)", re.DOTALL)
_DECLARATOR: Final = re.compile(r"(?P<pointers>(?:\*(?:const )?)*)(?P<name>\w+)(?:\[(?P<size>\w+)\])?")
_TYPES: Final[dict[str, Any]] = {
    **{f"{kind}_t": getattr(ctypes, f"c_{kind}") for kind in ("uint8", "int32", "uint32", "int64", "uint64")},
    **{kind: getattr(ctypes, f"c_{kind}") for kind in ("bool", "int", "double", "size_t")},
    "void": None,
}
"""What there is besides pointers; structures are added as they are declared."""


def declared(structure: S) -> S:
    """Give a structure the fields of the one that a header calls so, without the C that its own name begins with."""
    name = structure.__name__.removeprefix("C")
    lines = _structures()[name].strip().rstrip(";").split(";")
    structure._fields_ = [field for line in lines for field in _fields(line.strip())]
    _TYPES[name] = structure
    return structure


def declared_as(name: str) -> Any:
    """Make a structure that is no more than its fields."""
    return declared(type(name, (ctypes.Structure,), {}))


def _fields(line: str) -> list[tuple[str, Any]]:
    """Read a line such as `const uint8_t *root, *first`."""
    base, declarators = _parse(_DECLARATION, line).groups()
    return [_field(base, _parse(_DECLARATOR, declarator.strip())) for declarator in declarators.split(",")]


def _field(base: str, declarator: re.Match[str]) -> tuple[str, Any]:
    pointers, name, size = declarator["pointers"].count("*"), declarator["name"], declarator["size"]
    if pointers == 1 and base != "uint8_t" and _TYPES.get(base):
        return name, ctypes.POINTER(_TYPES[base])
    if pointers:  # bytes, and what Python hands on without looking into it
        return name, ctypes.POINTER(ctypes.c_void_p) if pointers > 1 else ctypes.c_void_p
    return name, _TYPES[base] * number(size) if size else _TYPES[base]


def number(name: str) -> int:
    """Give a number as it is written, or as a header names it."""
    return int(name if name.isdigit() else _parse(re.compile(rf".*\b{name} = (\d+)", re.DOTALL), _headers())[1])


def declare_functions(library: ctypes.CDLL) -> Any:
    """Say what the functions of the kernel take and give; give the library."""
    for gives, name, takes in _FUNCTION.findall(_headers()):
        function = getattr(library, name)
        function.restype = ctypes.c_char_p if gives == "const char *" else _passed(gives)
        function.argtypes = [_passed(argument) for argument in takes.split(",")]
    return library


def _passed(declaration: str) -> Any:
    declaration = declaration.strip()
    return ctypes.c_void_p if "*" in declaration else _TYPES[declaration.split()[0]]


def _parse(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    found = pattern.match(text)
    assert found is not None, text
    return found


@cache
def _structures() -> dict[str, str]:
    return {name: body for body, name in _STRUCTURE.findall(_headers())}


@cache
def _headers() -> str:
    folder = Path(__file__).parent
    paths = (folder.parent / "compiler" / "c" / "runtime" / "rules.h", *sorted(folder.glob("*.h")))
    return _COMMENT.sub("", "\n".join(path.read_text(encoding="utf-8") for path in paths))
