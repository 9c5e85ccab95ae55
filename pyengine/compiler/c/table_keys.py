"""What the index of a table of facts sees of the columns that are known.

A column of integers or atoms is seen as it is. Of compound terms that all have one functor the parts are seen, so that
`cell(X, Y)` is found by X and Y; of others, whether they are atomic, and which functor they have. Where that does not
tell all of a term, it is compared with those of the rows that were found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from pyengine.compiler.c.names import FileNames
from pyengine.compiler.procedures import domain
from pyengine.compiler.runtime.terms import CONS, NIL, Functor, Value

ColumnType = Literal["int", "atom", "word", "term"]
"""Of a column: all integers, all atoms, atomic, or with compound terms."""

_MOST_PARTS: Final = 8
_NOWHERE: Final = "        return (Rows){0, 0};"
_LIST_KEY, _BOX_KEY = 3, 5


@dataclass(frozen=True)
class Part:
    """A part of a known column that the index sees; `path` says which arguments lead to it."""

    column: int
    path: tuple[int, ...]
    kind: ColumnType

    @property
    def text(self) -> str:
        """Name the variable that it is in."""
        return "_".join(map(str, (f"k{self.column}", *self.path)))


class TableKeys:
    """How the known columns of a table are looked up: `values` are those of each column, in the order of the rows."""

    def __init__(self, names: FileNames, values: list[list[Value]]) -> None:
        self._names = names
        self.kinds: tuple[ColumnType, ...] = tuple(map(column_type, values))
        self.parts: list[Part] = []
        self._opened: list[tuple[Part, Functor]] = []
        """The compound terms that are taken apart, each before its parts."""
        for number, column in enumerate(values):
            self._room = _MOST_PARTS
            self.parts += self._parts_of(number, (), column)
        self.columns: list[list[Value]] = []
        """What the index sees in each row, one column a part; of compound terms the key as a number."""
        for part in self.parts:
            found = [_at(value, part.path) for value in values[part.column]]
            self.columns.append([self.word(value) for value in found] if part.kind == "term" else found)
        self.compared = tuple(
            i for i in range(len(values)) if any(p.column == i and p.kind == "term" for p in self.parts)
        )
        """The columns of which the index does not see all."""

    def _parts_of(self, number: int, path: tuple[int, ...], values: list[Value]) -> Iterator[Part]:
        kind = column_type(values)
        functors = {value[0] if value.__class__ is tuple else None for value in values}
        functor = functors.pop() if len(functors) == 1 else None
        if kind != "term" or functor is None or self._room < functor.arity - 1:
            yield Part(number, path, kind)
            return
        self._room -= functor.arity - 1
        self._opened.append((Part(number, path, kind), functor))
        for index in range(1, functor.arity + 1):
            yield from self._parts_of(number, (*path, index), [value[index] for value in values])

    def word(self, value: Value) -> int:
        """Give what `TERM_KEY` of the run time gives for a value."""
        if value.__class__ is not tuple:
            found = self._names.address_of(value)
            return _BOX_KEY if found is None else found
        return _LIST_KEY if value[0] is CONS else self._names.functor_number(value[0]) | value[0].arity << 32

    def taking_apart(self) -> list[str]:
        """Write the declarations of the parts of compound terms, as the beginning of a function that finds rows."""
        lines = []
        for part, functor in self._opened:
            whole = part.text
            if functor is CONS:
                test, fields = f"TAG({whole}) != LIST", [f"HEAD({whole})", f"TAIL({whole})"]
            else:
                test = f"!IS_FUNCTOR({whole}, {self._names.header(functor)})"
                fields = [f"ARG({whole}, {index})" for index in range(1, functor.arity + 1)]
            lines += [f"    if ({test})", _NOWHERE]
            lines += [f"    Word {whole}_{index} = {field};" for index, field in enumerate(fields, 1)]
        return lines

    def numbers(self) -> list[str]:
        """Write each part as a number, for an index by numbers."""
        wrap = {"int": "INT_KEY", "atom": "ATOM_KEY"}
        return [f"{wrap[part.kind]}({part.text})" if part.path else part.text for part in self.parts]

    def words(self) -> list[str]:
        """Write each part as a word, for an index by hashes."""
        return [f"TERM_KEY({part.text})" if part.kind == "term" else part.text for part in self.parts]


def column_type(values: list[Value]) -> ColumnType:
    """Tell what the values of a column are."""
    if all(is_small(value) for value in values):
        return "int"
    if all(value.__class__ is str or value is NIL for value in values):
        return "atom"
    return "word" if all(is_small(value) or value.__class__ is str or value is NIL for value in values) else "term"


def is_small(value: Value) -> bool:
    """Tell whether a value is an integer that is a word."""
    return value.__class__ is int and not domain.is_large(value)


def _at(value: Value, path: tuple[int, ...]) -> Value:
    for index in path:
        value = value[index]
    return value
