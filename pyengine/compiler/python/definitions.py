"""What the names of a module stand for, as statements for people; executed code gets the values themselves."""

from __future__ import annotations

import ast
from typing import Any, Final

from pyengine.compiler.python import nodes
from pyengine.compiler.python.names import ModuleNames
from pyengine.compiler.runtime.terms import CONS, NIL, Float, Functor, Text, Value, cells

_MOST_LEVELS: Final = 50
"""How deeply a value is nested at most before a part of it gets a name of its own: Python's parser recurses."""
_MOST_BITS: Final = 4096


class Definitions:
    """Writes definitions of functors, constants and tables of facts."""

    def __init__(self, names: ModuleNames) -> None:
        self._names = names
        self._parts: list[ast.Assign] = []

    def statements(self) -> list[ast.Assign]:
        """Write them all; what they need is imported."""
        made: list[ast.Assign] = []
        for name, value in self._names.constants.values():
            made += self._definition(name, self._written(value))
        for name, table in self._names.tables.values():
            made += self._definition(name, self._table(table))
        make = self._names.runtime("runtime.terms", "functor") if self._names.functors else nodes.name("functor")
        functors = [
            nodes.assign(name, nodes.call(make, nodes.constant(functor.name), nodes.constant(functor.arity)))
            for functor, name in self._names.functors.items()
        ]
        return [*functors, *made]

    def _definition(self, name: str, written: ast.expr) -> list[ast.Assign]:
        parts, self._parts = self._parts, []
        return [*parts, nodes.assign(name, written)]

    def _table(self, table: Any) -> ast.expr:
        if isinstance(table, dict):
            return ast.Dict([self._row(known) for known in table], [self._row(row) for row in table.values()])
        return self._row(table)

    def _row(self, row: Any) -> ast.expr:
        """Write a row, rows, or one value."""
        if row.__class__ is tuple and not (row and row[0].__class__ is Functor):
            return nodes.tuple_of([self._row(part) for part in row])
        return self._written(row)

    def _written(self, value: Value) -> ast.expr:
        """Write a clean value of any depth."""
        todo: list[tuple[Value, bool]] = [(value, False)]
        done: list[tuple[ast.expr, int]] = []
        while todo:
            part, is_open = todo.pop()
            if part.__class__ is not tuple:
                done.append((self._atomic(part), 0))
                continue
            items = _items(part)
            if not is_open:
                todo.append((part, True))
                todo.extend((item, False) for item in reversed(items))
                continue
            inner = done[len(done) - len(items) :]
            del done[len(done) - len(items) :]
            made = self._compound(part, [node for node, _ in inner])
            level = 1 + max((level for _, level in inner), default=0)
            if level > _MOST_LEVELS:
                name = self._names.unique("K")
                self._parts.append(nodes.assign(name, made))
                made, level = nodes.name(name), 0
            done.append((made, level))
        return done[0][0]

    def _compound(self, value: Value, items: list[ast.expr]) -> ast.expr:
        if value[0] is not CONS:
            return nodes.tuple_of([self._names.functor(value[0]), *items])
        list_of = self._names.runtime("runtime.terms", "list_of")
        if cells(value)[1] is not NIL:
            return nodes.call(list_of, ast.List(items[:-1], nodes.LOAD), items[-1])
        return nodes.call(list_of, ast.List(items, nodes.LOAD))

    def _atomic(self, value: Value) -> ast.expr:
        if value is NIL:
            return self._names.runtime("runtime.terms", "NIL")
        if value.__class__ is str:
            return nodes.constant(value)
        if value.__class__ is int:
            return _integer(value)
        if value.__class__ is Float:
            number = nodes.built_in("float", nodes.constant(str(value.value)))
            return nodes.call(self._names.runtime("runtime.terms", "Float"), number)
        if value.__class__ is Text:
            return nodes.call(self._names.runtime("runtime.terms", "Text"), nodes.constant(value.text))
        fraction = self._names.imported("fractions", "Fraction")
        return nodes.call(fraction, _integer(value.numerator), _integer(value.denominator))


def _integer(value: int) -> ast.expr:
    """Write an integer; Python does not read very large ones in decimal."""
    if value.bit_length() <= _MOST_BITS:
        return nodes.constant(value)
    return nodes.built_in("int", nodes.constant(f"{value:x}"), nodes.constant(16))


def _items(value: Value) -> list[Value]:
    """Give the items of a list, and its tail if that is not `[]`; the arguments of another term."""
    if value[0] is not CONS:
        return list(value[1:])
    items, end = cells(value)
    return items if end is NIL else [*items, end]
