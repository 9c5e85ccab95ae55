"""Names in the Python source of compiled rules: functions, constants, functors, and what is imported."""

from __future__ import annotations

import re
from typing import Final

from pyengine.compiler.builtins.registry import Version
from pyengine.compiler.procedures import FactTable, Key
from pyengine.compiler.runtime.terms import CONS, NIL, Float, Functor, Text, Value

_SYMBOLS: Final = {
    "-": "minus", "+": "plus", "*": "times", "/": "slash", ":": "colon", "=": "equal", "<": "less", ">": "greater",
    "\\": "back", "^": "hat", "|": "bar", ",": "comma", ".": "dot", "@": "at", "~": "tilde", "!": "cut", "$": "dollar",
}  # fmt: skip


def identifier(name: str) -> str:
    """Make a Python name of any text.

    >>> identifier("move"), identifier("->"), identifier("move/3-1")
    ('move', 'minus_greater', 'move_3_1')
    """
    if re.fullmatch(r"\W+", name, re.ASCII):
        return "_".join(_SYMBOLS.get(c, f"u{ord(c):x}") for c in name)
    plain = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_") or "x"
    return plain if not plain[0].isdigit() else f"x{plain}"


class ModuleNames:
    """The names of one module, each given once."""

    def __init__(self) -> None:
        self._functions: dict[Key, str] = {}
        self._constants: dict[object, tuple[str, str]] = {}
        self._tables: dict[tuple[str, str], tuple[str, str]] = {}
        self._functors: dict[Functor, str] = {}
        self._imports: dict[str, dict[str, str]] = {}
        self._taken: set[str] = set()

    def _unique(self, name: str) -> str:
        found, count = name, 1
        while found in self._taken:
            count += 1
            found = f"{name}_{count}"
        self._taken.add(found)
        return found

    def function(self, key: Key) -> str:
        """Name the function of a procedure."""
        if key not in self._functions:
            suffix = f"_{key.pattern}" if key.pattern else "_0"
            self._functions[key] = self._unique(f"{identifier(key.name)}{suffix}{'_first' if key.first else ''}")
        return self._functions[key]

    def version(self, version: Version) -> str:
        """Name the function of a built-in, and import it."""
        return self.runtime(version.module.removeprefix("pyengine.compiler."), version.python_name)

    def runtime(self, module: str, name: str) -> str:
        """Import a name from a module of the compiler; gives the name it has here."""
        names = self._imports.setdefault(module, {})
        if name not in names:
            names[name] = self._unique(name)
        return names[name]

    def functor(self, functor: Functor) -> str:
        """Name a functor."""
        if functor is CONS:
            return self.runtime("runtime.terms", "CONS")
        if functor not in self._functors:
            self._functors[functor] = self._unique(f"{identifier(functor.name).upper()}_{functor.arity}")
        return self._functors[functor]

    def constant(self, value: Value) -> str:
        """Write a clean value; what is not a plain literal becomes a constant of the module."""
        if value.__class__ is str or value.__class__ is int:
            return repr(value)
        if value is NIL:
            return self.runtime("runtime.terms", "NIL")
        key = _constant_key(value)
        if key not in self._constants:
            text = self._written(value)
            self._constants[key] = self._unique("K"), text
        return self._constants[key][0]

    def _written(self, value: Value) -> str:
        if value.__class__ is tuple:
            items = []
            while value.__class__ is tuple and value[0] is CONS:
                items.append(self._written(value[1]))
                value = value[2]
            if items:
                tail = "" if value is NIL else f", {self._written(value)}"
                return f"{self.runtime('runtime.terms', 'list_of')}([{', '.join(items)}]{tail})"
            args = "".join(f", {self._written(argument)}" for argument in value[1:])
            return f"({self.functor(value[0])}{args or ','})"
        if value.__class__ is Float:
            return f"{self.runtime('runtime.terms', 'Float')}(float({str(value.value)!r}))"
        if value.__class__ is Text:
            return f"{self.runtime('runtime.terms', 'Text')}({value.text!r})"
        if value.__class__ is str or value.__class__ is int:
            return repr(value)
        if value is NIL:
            return self.runtime("runtime.terms", "NIL")
        return f"__import__('fractions').Fraction({value.numerator}, {value.denominator})"

    def table(self, table: FactTable) -> str:
        """Name a table of facts: a dict from what is known to what is given back, or all rows."""
        key = (table.name, table.pattern)
        if key not in self._tables:
            single = table.pattern.count("f") == 1
            index = table.index()

            def row(values: tuple[Value, ...]) -> str:
                written = [self._written(value) for value in values]
                return written[0] if single else f"({', '.join(written)},)" if written else "()"

            def rows(listed: list[tuple[Value, ...]]) -> str:
                return f"({', '.join(map(row, listed))},)" if table.is_many else row(listed[0])

            lines = []
            for known, listed in index.items():
                written = [self._written(value) for value in known]
                lines.append(
                    f"    {written[0] if len(known) == 1 else '(' + ', '.join(written) + ',)'}: {rows(listed)},"
                )
            if "g" not in table.pattern:
                text = "".join(f"    {row(values)},\n" for values in index[()])
                text = f"(\n{text})"
            else:
                text = "{\n" + "\n".join(lines) + "\n}"
            self._tables[key] = self._unique(f"{identifier(table.name).upper()}_{table.pattern.upper()}"), text
        return self._tables[key][0]

    def imports(self) -> list[str]:
        """Write the imports of the module."""
        lines = []
        for module, names in sorted(self._imports.items()):
            listed = ", ".join(n if n == as_ else f"{n} as {as_}" for n, as_ in sorted(names.items()))
            lines.append(f"from pyengine.compiler.{module} import {listed}")
        return lines

    def definitions(self) -> list[str]:
        """Write the functors and constants of the module."""
        functor = self.runtime("runtime.terms", "functor")
        lines = [f"{name} = {functor}({f.name!r}, {f.arity})" for f, name in self._functors.items()]
        values = [*self._constants.values(), *self._tables.values()]
        return lines + [f"{name} = {text}" for name, text in values]


def _constant_key(value: Value) -> object:
    return (value.__class__, value)
