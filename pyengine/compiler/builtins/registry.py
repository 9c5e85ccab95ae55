"""The declarations of built-in predicates; the package's docstring says how to write them."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

Determinism = Literal["test", "det", "semidet", "nondet"]
Function = TypeVar("Function", bound=Callable[..., Any])

OUTPUT_TYPES: Final[Mapping[str, str]] = {
    "as_inputs": "a value that is clean if all inputs are",
    "ground": "a clean value, whatever the inputs are",
    "term": "a term that may hold variables",
    "integer": "an integer",
    "number": "any number",
    "atom": "an atom",
    "string": "a string",
    "list": "a proper list",
    "item": "an item of a list that came in",
    "list_of_items": "a proper list of items of the lists that came in, as of msort/2",
    "joined_list": "the same where the last list that came in is a proper one, as of append/3",
    "lists_of_items": "a list of lists of items of the lists that came in",
    "flat_list": "a list of the items of the lists in the list that came in",
    "columns": "a list of lists of the items of the lists in the list that came in",
    "argument": "an argument of the second input",
    "parts": "the list of the name and the arguments of the input",
    "updated_list": "the second input, a list, with the third one as one of its items",
    "updated_term": "the second input, a compound term, with the third one as one of its arguments",
}
"""What a declaration may say of an output, and what that means."""

WITHIN: Final = "library:"
"""What the name of a predicate begins with where the library calls its own, not one of the rule file's."""


@dataclass(frozen=True, slots=True)
class Version:
    """One way to call a built-in predicate: a call pattern and the Python function for it."""

    name: str
    arity: int
    pattern: str
    determinism: Determinism
    function: Callable[..., Any]
    types: tuple[str, ...]
    """What each output always is: keys of OUTPUT_TYPES."""
    trail: bool
    strict: frozenset[int] = frozenset()
    """The outputs that must be new variables in the call."""


_DECLARED: Final[dict[tuple[str, int], list[Version]]] = {}


def _declare(
    determinism: Determinism, indicator: str, pattern: str, *, types: str = "", trail: bool = False
) -> Callable[[Function], Function]:
    name, _, arity = indicator.rpartition("/")
    strict = frozenset(i for i, letter in enumerate(pattern) if letter == "n")
    pattern = pattern.replace("n", "f")
    outputs = pattern.count("f")
    words = tuple(types.split()) or ("as_inputs",) * outputs
    assert len(pattern) == int(arity), indicator
    assert len(words) == outputs, indicator
    assert set(words) <= set(OUTPUT_TYPES), indicator
    assert set(pattern) <= set("gaf"), indicator

    def declare(function: Function) -> Function:
        version = Version(name, int(arity), pattern, determinism, function, words, trail, strict)
        _DECLARED.setdefault((name, int(arity)), []).append(version)
        return function

    return declare


test: Final = partial(_declare, "test")
"""Declares a version that returns whether it holds."""

det: Final = partial(_declare, "det")
"""Declares a version that has exactly one solution."""

semidet: Final = partial(_declare, "semidet")
"""Declares a version that has at most one solution."""

nondet: Final = partial(_declare, "nondet")
"""Declares a version that yields its solutions."""


def named(function: Callable[..., Any], name: str, module: dict[str, Any]) -> Callable[..., Any]:
    """Give a function that another has made a name in a module, given as its `globals()`: compiled code imports it."""
    function.__name__, function.__module__ = name, module["__name__"]
    module[name] = function
    return function


def versions(name: str, arity: int) -> tuple[Version, ...]:
    """Give the versions of a built-in predicate, in the order of their declaration; none if it is not one."""
    _load()
    return tuple(_DECLARED.get((name.removeprefix(WITHIN), arity), ()))


def built_in_names() -> frozenset[str]:
    """Give the names of all built-in predicates."""
    _load()
    return frozenset(name for name, _ in _DECLARED)


def all_versions() -> tuple[Version, ...]:
    """Give every version of every built-in predicate."""
    _load()
    return tuple(version for known in _DECLARED.values() for version in known)


@cache
def _load() -> None:
    """Import the modules of this package, which declare built-ins."""
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        importlib.import_module(f"{__package__}.{module.name}")
