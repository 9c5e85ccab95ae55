"""Procedures written as the functions of a Python module."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from pyengine.compiler.analysis.fixpoint import Analysis
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.procedures.domain import nesting
from pyengine.compiler.procedures.procedure import Procedure
from pyengine.compiler.python import nodes
from pyengine.compiler.python.execution import Origin, add, number_lines
from pyengine.compiler.python.expressions import Expressions
from pyengine.compiler.python.names import ModuleNames
from pyengine.compiler.python.statements import StatementWriter
from pyengine.compiler.python.writer import Body
from pyengine.errors import Place


@dataclass(frozen=True)
class Function:
    """A procedure as a function: what it is for people, and the clauses that its statements come from."""

    definition: ast.stmt
    procedure: Procedure
    clauses: tuple[Place, ...]


@dataclass(frozen=True)
class Module:
    """Functions for procedures, what their names stand for, and the names of those that were asked for."""

    functions: tuple[Function, ...]
    names: ModuleNames
    entries: dict[Key, str]

    def number_lines(self) -> list[Origin]:
        """Number the lines of the functions; gives what each comes from, the first one being line 1."""
        origins: list[Origin] = []
        for function in self.functions:
            number_lines(function.definition, len(origins) + 1)
            predicate = function.procedure.origin
            origins += [Origin(predicate, None), *(Origin(predicate, place) for place in function.clauses)]
        return origins


def write_module(analysis: Analysis, entries: list[Key]) -> Module:
    """Write a function for each procedure that the entries need."""
    names = ModuleNames()
    expressions = Expressions(names, lambda key: analysis.procedures[key].summary)
    functions = [
        _function(procedure, expressions, procedure.summary.is_many and analysis.recurs(procedure.key))
        for procedure in map(analysis.procedures.__getitem__, analysis.reachable(entries))
    ]
    return Module(tuple(functions), names, {key: names.function(key) for key in entries})


def _function(procedure: Procedure, expressions: Expressions, recurs: bool) -> Function:
    writer = _written(procedure, expressions, recurs)
    body, summary = writer.body, procedure.summary
    if writer.jumps:
        loop = nodes.loop_while(ast.Constant(True))
        loop.body, body = body, []
        if writer.wrapped is not None:
            add(body, nodes.assign("front", ast.List([], nodes.LOAD)), 0)
        add(body, loop, 0)
    if writer.searches:
        body = _closing(body, writer.searches)
    if procedure.has_trail and not summary.uses_trail:
        body.insert(0, nodes.assign("trail", ast.List([], nodes.LOAD)))
    if summary.is_many and not writer.yields:
        body.append(ast.Expr(ast.Yield(None)))
    decorators = []
    if procedure.is_tabled:
        kept = "tabled_many" if summary.is_many else "tabled" if procedure.outputs else "tabled_test"
        deep = "_deep" if any(nesting(type_) is None for type_ in summary.types) else ""
        decorators.append(expressions.names.runtime("runtime.tabling", f"{kept}{deep}"))
    params = [*procedure.params, "trail"] if summary.uses_trail else procedure.params
    definition = nodes.function(expressions.names.function(procedure.key), params, body, decorators)
    return Function(definition, procedure, tuple(writer.clauses))


def _written(procedure: Procedure, expressions: Expressions, recurs: bool) -> StatementWriter:
    """Write a procedure, with jumps to its start in place of calls of itself where that can be."""
    may_jump = not procedure.is_tabled  # each call of a tabled one looks at the table
    writer = StatementWriter(procedure, expressions, may_jump, recurs)
    writer.write()
    if len(writer.wrappings) != 1:
        return writer
    writer = StatementWriter(procedure, expressions, True, recurs, next(iter(writer.wrappings)))
    writer.write()
    if not writer.jumps:
        writer = StatementWriter(procedure, expressions, False, recurs)
        writer.write()
    return writer


def _closing(body: Body, searches: list[str]) -> Body:
    """Let a generator close the searches that it has under way itself, where something ends it.

    Python would close them too, but would look each time at all generators that this one runs in, and at all exceptions
    that came before: a deep recursion would take a time that grows with the square of its depth.
    """
    forget = ast.Assign([ast.Attribute(nodes.name("end"), "__context__", nodes.STORE)], ast.Constant(None))
    ends: Body = [forget, nodes.assign_all(searches, ast.Constant(None)), ast.Raise()]
    handler = ast.ExceptHandler(nodes.name("BaseException"), "end", ends)
    return [nodes.assign_all(searches, ast.Constant(None)), ast.Try(body, [handler], [], [])]
