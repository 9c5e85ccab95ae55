"""Names in the Python of compiled rules: functions, constants, functors, and what is imported."""

from __future__ import annotations

import ast
import importlib
from typing import Any, Final

from pyengine.compiler.builtins.registry import Version
from pyengine.compiler.procedures.callees import FactTable, Key
from pyengine.compiler.procedures.identifiers import UniqueNames, identifier
from pyengine.compiler.python import nodes
from pyengine.compiler.runtime.terms import CONS, NIL, Functor, Value

_PACKAGE: Final = "pyengine.compiler"
_MOST_BITS: Final = 4096
"""How large an integer may be that stands in the code itself."""


class ModuleNames(UniqueNames):
    """The names of one module, each given once, and what they stand for."""

    def __init__(self) -> None:
        super().__init__()
        self._functions: dict[Key, str] = {}
        self.constants: dict[object, tuple[str, Value]] = {}
        self.tables: dict[tuple[str, str], tuple[str, Any]] = {}
        self.functors: dict[Functor, str] = {}
        self.imports: dict[str, dict[str, str]] = {}

    def function(self, key: Key) -> str:
        """Name the function of a procedure."""
        if key not in self._functions:
            suffix = f"_{key.pattern}" if key.pattern else "_0"
            self._functions[key] = self.unique(f"{identifier(key.name)}{suffix}{'_first' if key.first else ''}")
        return self._functions[key]

    def version(self, version: Version) -> ast.expr:
        """Give the function of a built-in, and import it."""
        return self.imported(version.function.__module__, version.function.__name__)

    def runtime(self, module: str, name: str) -> ast.expr:
        """Give what has a name in a module of the compiler, and import it."""
        return self.imported(f"{_PACKAGE}.{module}", name)

    def imported(self, module: str, name: str) -> ast.expr:
        """Give what has a name in a module, and import it."""
        names = self.imports.setdefault(module, {})
        if name not in names:
            names[name] = self.unique(name)
        return nodes.name(names[name])

    def functor(self, functor: Functor) -> ast.expr:
        """Give a functor."""
        if functor is CONS:
            return self.runtime("runtime.terms", "CONS")
        if functor not in self.functors:
            self.functors[functor] = self.unique(f"{identifier(functor.name).upper()}_{functor.arity}")
        return nodes.name(self.functors[functor])

    def constant(self, value: Value) -> ast.expr:
        """Give a clean value; what is not a plain literal becomes a constant of the module."""
        if value.__class__ is str or (value.__class__ is int and value.bit_length() <= _MOST_BITS):
            return nodes.constant(value)
        if value is NIL:
            return self.runtime("runtime.terms", "NIL")
        key = (value.__class__, value)
        if key not in self.constants:
            self.constants[key] = self.unique("K"), value
        return nodes.name(self.constants[key][0])

    def table(self, table: FactTable) -> ast.expr:
        """Give a table of facts: a dict from what is known to what is given back, or all rows."""
        key = (table.name, table.pattern)
        if key not in self.tables:
            name = self.unique(f"{identifier(table.name).upper()}_{table.pattern.upper()}")
            self.tables[key] = name, _rows(table)
        return nodes.name(self.tables[key][0])

    def namespace(self) -> dict[str, Any]:
        """Give what the names stand for, apart from the functions of procedures."""
        found: dict[str, Any] = {name: functor for functor, name in self.functors.items()}
        found.update(self.constants.values())
        found.update(self.tables.values())
        for module, names in self.imports.items():
            loaded = importlib.import_module(module)
            found.update({alias: getattr(loaded, name) for name, alias in names.items()})
        return found


def _rows(table: FactTable) -> Any:
    """Give a table as compiled code reads it."""
    is_single, is_many = table.pattern.count("f") == 1, table.is_many
    index = {
        known[0] if len(known) == 1 else known: [row[0] for row in listed] if is_single else listed
        for known, listed in table.index().items()
    }
    if "g" not in table.pattern:
        return tuple(index[()])
    return {known: tuple(listed) if is_many else listed[0] for known, listed in index.items()}
