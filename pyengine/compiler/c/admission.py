"""The test whether a position from outside is one that the code was made for."""

from __future__ import annotations

from typing import Final

from pyengine.compiler.analysis.entries import AnalysedGame
from pyengine.compiler.c.forms import Bounds
from pyengine.compiler.c.integers import LEAST_LARGE, MOST_LARGE
from pyengine.compiler.c.module import Module
from pyengine.compiler.c.names import MOST_INT
from pyengine.compiler.procedures import domain
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.runtime.terms import CONS, functor

_ANY: Final = (LEAST_LARGE, MOST_LARGE)
"""The bounds of any integer."""


def admission(module: Module, contract: AnalysedGame) -> list[str]:
    """Write `admits`: a function for each type that has parts, and one for the whole position."""
    writer = _Admission(module)
    if contract.has_memory:
        header = module.names.header(functor("-", 2))
        inner = writer.test(contract.state_type, "ARG(position, 1)", _ANY)
        body = [f"    return IS_FUNCTOR(position, {header}) && {inner};"]
    else:
        body = [f"    return {writer.test(contract.state_type, 'position', _ANY)};"]
    return [*writer.lines, "static bool rules_admits(Word position)", "{", "    (void)position;", *body, "}", ""]


class _Admission:
    def __init__(self, module: Module) -> None:
        self._module = module
        self._functions: dict[tuple[Type, Bounds], str] = {}
        self.lines: list[str] = []

    def test(self, type_: Type, text: str, bounds: Bounds) -> str:
        """Write the test whether a ground word is of a type, and within bounds if it is an integer."""
        if type_ == domain.ANY and bounds == _ANY:
            return "true"
        key = type_, bounds if type_.integers else _ANY
        if key not in self._functions:
            name = self._functions[key] = self._module.names.unique("is_admitted")
            tests = self._tests(type_, bounds)
            self.lines += [f"static bool {name}(Word word)", "{", *tests, "    return false;", "}", ""]
        return f"{self._functions[key]}({text})"

    def _integers(self, type_: Type, bounds: Bounds) -> list[str]:
        """Write the tests of integers. Large ones are admitted where they are expected, or floats would be."""
        low, high = bounds
        lines = ["    if (TAG(word) == INT)", f"        return {'true' if low < 0 else 'INT_VALUE(word) >= 0'};"]
        if (type_.large or type_.others) and high > MOST_INT:
            within = "" if bounds == _ANY else " && large_value(word) >> 64 == 0"
            lines += ["    if (is_large(word))", f"        return true{within};"]
        elif type_.others:
            lines += ["    if (is_large(word))", "        return false;"]
        return lines

    def _tests(self, type_: Type, bounds: Bounds) -> list[str]:
        lines = self._integers(type_, bounds) if type_.integers else []
        if type_.others:
            lines += ["    if (TAG(word) == BOX)", "        return true;"]
        if type_.atoms is None:
            lines += ["    if (TAG(word) == ATOM && word != NIL)", "        return true;"]
        else:
            for atom in sorted(type_.atoms):
                lines += [f"    if (word == {self._module.names.atom(atom)})", "        return true;"]
        if type_.items is not None:
            item = (
                self.test(type_.items, "HEAD(word)", self._module.place_bounds(CONS, 1, None))
                if type_.items != domain.NOTHING
                else "false"
            )
            if type_.length is not None:
                lines += [f"    for (int left = {type_.length}; left > 0; left--, word = TAIL(word))"]
                lines += [f"        if (TAG(word) != LIST || !{item})", "            return false;"]
            elif not any(f is CONS for f, _ in type_.structs or ()):
                lines += [f"    while (TAG(word) == LIST && {item})", "        word = TAIL(word);"]
            lines += ["    if (word == NIL)", "        return true;"]
        if type_.structs is None:
            lines += ["    if (TAG(word) == STRUCT || TAG(word) == LIST)", "        return true;"]
        for f, _ in type_.structs or ():
            args = domain.field_types(type_, f)
            first = "HEAD(word)", "TAIL(word)"
            parts = [
                self.test(
                    argument, first[i - 1] if f is CONS else f"ARG(word, {i})", self._module.place_bounds(f, i, None)
                )
                for i, argument in enumerate(args, 1)
            ]
            test = "TAG(word) == LIST" if f is CONS else f"IS_FUNCTOR(word, {self._module.names.header(f)})"
            whole = " && ".join([test, *[part for part in parts if part != "true"]])
            lines += [f"    if ({whole})", "        return true;"]
        return lines
