"""What can be called: a procedure, a built-in, a table of facts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from pyengine.compiler.builtins.registry import Version
from pyengine.compiler.runtime.terms import Value


class Key(NamedTuple):
    """Which procedure: a predicate, a call pattern, and whether only its first solution is wanted."""

    name: str
    arity: int
    pattern: str
    first: bool

    def __str__(self) -> str:
        return f"{self.name}/{self.arity} ({','.join(self.pattern)}){' first' if self.first else ''}"


@dataclass(frozen=True, slots=True)
class FactTable:
    """Ground facts, looked up by the arguments that are `g` in the pattern; the others are given back."""

    name: str
    pattern: str
    rows: tuple[tuple[Value, ...], ...]
    is_guarded: bool = field(default=False, compare=False)
    """Whether what is looked up may share parts, and have too many of them to be looked up."""

    def index(self) -> dict[tuple[Value, ...], list[tuple[Value, ...]]]:
        """Group what is given back by what is known, in the order of the facts."""
        found: dict[tuple[Value, ...], list[tuple[Value, ...]]] = {}
        for row in self.rows:
            key = tuple(v for v, letter in zip(row, self.pattern, strict=True) if letter == "g")
            rest = tuple(v for v, letter in zip(row, self.pattern, strict=True) if letter == "f")
            found.setdefault(key, []).append(rest)
        return found

    @property
    def is_many(self) -> bool:
        """Whether some lookup gives several solutions."""
        return any(len(rows) > 1 for rows in self.index().values())


Callee: TypeAlias = "Key | Version | FactTable"
