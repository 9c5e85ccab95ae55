"""A module of compiled rules for people: the nodes that are executed, as text, with the clauses that they come from.

What is printed does, where somebody runs it, what the executed functions do: names of files, clauses and predicates
stand in it as literals, and in comments only as quoted lines.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from pyengine.compiler.procedures import ir
from pyengine.compiler.python.definitions import Definitions
from pyengine.compiler.python.execution import clause_of, number_lines
from pyengine.compiler.python.source import Function, Module
from pyengine.quoting import quote_line

_STEP = "    "


def print_module(module: Module, title: str) -> str:
    """Write a module as text."""
    definitions = Definitions(module.names).statements()
    module.number_lines()
    lines = [ast.unparse(ast.Module([ast.Expr(ast.Constant(quote_line(title)))], []))]
    lines += [""] * bool(module.names.imports)
    for source, names in sorted(module.names.imports.items()):
        listed = [ast.alias(name, None if name == known_as else known_as) for name, known_as in sorted(names.items())]
        lines.append(ast.unparse(ast.ImportFrom(source, listed, 0)))
    lines += [""] * bool(definitions)
    for statement in definitions:
        lines += _definition(statement)
    for function in module.functions:
        lines += ["", "", *_FunctionLines(function).lines()]
    return "\n".join([*lines, ""])


def _definition(statement: ast.Assign) -> Iterator[str]:
    """Write a definition; a table of facts has a line for each row."""
    match statement.value:
        case ast.Dict(keys=keys, values=values):
            rows, brackets = [f"{_text(key)}: {_text(row)}," for key, row in zip(keys, values, strict=True)], "{}"
        case ast.Tuple(elts=[ast.Tuple() | ast.Constant() | ast.Call(), *_] as listed):
            rows, brackets = [f"{_text(row)}," for row in listed], "()"
        case _:
            number_lines(statement, 1)
            yield _text(statement)
            return
    yield f"{_text(statement.targets[0])} = {brackets[0]}"
    yield from (f"{_STEP}{row}" for row in rows)
    yield brackets[1]


def _text(node: ast.AST | None) -> str:
    return "" if node is None else ast.unparse(node)


class _FunctionLines:
    """The lines of a function."""

    def __init__(self, function: Function) -> None:
        self._function = function
        self._clause = 0
        """The clause that was named last."""

    def lines(self) -> Iterator[str]:
        definition, procedure = self._function.definition, self._function.procedure
        kind = "first solution" if procedure.key.first else procedure.summary.determinism
        what = f"{procedure.origin}, {kind}"
        assert isinstance(definition, ast.FunctionDef)
        for decorator in definition.decorator_list:
            yield f"@{ast.unparse(decorator)}"
        yield f"def {definition.name}({ast.unparse(definition.args)}):  # {quote_line(what)}"
        yield from self._body(definition.body, _STEP)

    def _body(self, body: Sequence[ast.stmt], indent: str) -> Iterator[str]:
        for statement in body:
            yield from self._statement(statement, indent)

    def _statement(self, statement: ast.stmt, indent: str) -> Iterator[str]:
        clause = clause_of(statement) or 0
        if clause > self._clause:
            self._clause = clause
            yield f"{indent}# {quote_line(ir.Comment(self._function.clauses[clause - 1]).text)}"
        match statement:
            case ast.If():
                yield from self._branches(statement, indent)
            case ast.While(test=test, body=body):
                yield f"{indent}while {ast.unparse(test)}:"
                yield from self._body(body, indent + _STEP)
            case ast.For(target=variables, iter=values, body=body):
                yield f"{indent}for {ast.unparse(variables)} in {ast.unparse(values)}:"
                yield from self._body(body, indent + _STEP)
            case ast.Try(body=body, handlers=[handler]):
                yield f"{indent}try:"
                yield from self._body(body, indent + _STEP)
                yield f"{indent}except {_text(handler.type)} as {handler.name}:"
                yield from self._body(handler.body, indent + _STEP)
            case _:
                yield f"{indent}{ast.unparse(statement)}"

    def _branches(self, statement: ast.If, indent: str) -> Iterator[str]:
        word = "if"
        while True:
            yield f"{indent}{word} {ast.unparse(statement.test)}:"
            yield from self._body(statement.body, indent + _STEP)
            match statement.orelse:
                case []:
                    return
                case [ast.If() as statement]:
                    word = "elif"
                case otherwise:
                    yield f"{indent}else:"
                    yield from self._body(otherwise, indent + _STEP)
                    return
