"""The test whether a position from outside is one that the code was made for."""

from __future__ import annotations

from pyengine.compiler.c.module import Module
from pyengine.compiler.procedures import domain
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.python.contract import Contract
from pyengine.compiler.runtime.terms import CONS, functor


def admission(module: Module, contract: Contract) -> list[str]:
    """Write `admits`: a function for each type that has parts, and one for the whole position."""
    writer = _Admission(module)
    if contract.has_memory:
        header = module.names.header(functor("-", 2))
        inner = writer.test(contract.state_type, "ARG(position, 1)")
        body = [f"    return IS_FUNCTOR(position, {header}) && {inner};"]
    else:
        body = [f"    return {writer.test(contract.state_type, 'position')};"]
    return [*writer.lines, "static bool rules_admits(Word position)", "{", "    (void)position;", *body, "}", ""]


class _Admission:
    def __init__(self, module: Module) -> None:
        self._module = module
        self._functions: dict[Type, str] = {}
        self.lines: list[str] = []

    def test(self, type_: Type, text: str) -> str:
        """Write the test whether a ground word is of a type."""
        if type_ == domain.ANY:
            return "true"
        if type_ not in self._functions:
            name = self._functions[type_] = self._module.names.unique("is_admitted")
            tests = self._tests(type_)
            self.lines += [f"static bool {name}(Word word)", "{", *tests, "    return false;", "}", ""]
        return f"{self._functions[type_]}({text})"

    def _tests(self, type_: Type) -> list[str]:
        lines = []
        if type_.integers:
            lines += ["    if (TAG(word) == INT)", "        return true;"]
        if type_.large:
            lines += ["    if (is_large(word))", "        return true;"]
        if type_.others:
            lines += ["    if (TAG(word) == BOX)", "        return true;"]
        if type_.atoms is None:
            lines += ["    if (TAG(word) == ATOM && word != NIL)", "        return true;"]
        else:
            for atom in sorted(type_.atoms):
                lines += [f"    if (word == {self._module.names.atom(atom)})", "        return true;"]
        if type_.items is not None:
            item = self.test(type_.items, "HEAD(word)") if type_.items != domain.NOTHING else "false"
            if not any(f is CONS for f, _ in type_.structs or ()):
                lines += [f"    while (TAG(word) == LIST && {item})", "        word = TAIL(word);"]
            lines += ["    if (word == NIL)", "        return true;"]
        if type_.structs is None:
            lines += ["    if (TAG(word) == STRUCT || TAG(word) == LIST)", "        return true;"]
        for f, _ in type_.structs or ():
            args = domain.field_types(type_, f)
            first = "HEAD(word)", "TAIL(word)"
            parts = [
                self.test(argument, first[i - 1] if f is CONS else f"ARG(word, {i})")
                for i, argument in enumerate(args, 1)
            ]
            test = "TAG(word) == LIST" if f is CONS else f"IS_FUNCTOR(word, {self._module.names.header(f)})"
            whole = " && ".join([test, *[part for part in parts if part != "true"]])
            lines += [f"    if ({whole})", "        return true;"]
        return lines
