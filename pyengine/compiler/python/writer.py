"""Statements of Python for one procedure, and how it fails."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod

from pyengine.compiler.procedures import ir
from pyengine.compiler.procedures.procedure import Procedure
from pyengine.compiler.python import nodes
from pyengine.compiler.python.execution import add
from pyengine.compiler.python.expressions import Expressions
from pyengine.errors import Place

Body = list[ast.stmt]
"""What a procedure, a loop or a branch does; whoever writes adds to it."""


class Writer(ABC):
    """The statements of a procedure, as they are written."""

    def __init__(
        self,
        procedure: Procedure,
        expressions: Expressions,
        may_jump: bool,
        recurs: bool,
        wrapped: int | None = None,
    ) -> None:
        self._procedure = procedure
        self._expressions = expressions
        self._may_jump = may_jump
        self.body: Body = []
        self.clauses: list[Place] = []
        """The clauses that came by; what is written now comes from the last one."""
        self.jumps = False
        self.yields = False
        self._written = 0
        self.wrapped = wrapped
        """The output that gets the items in front which wait, if any do."""
        self.wrappings: set[int] = set()
        """The outputs that could be treated so."""
        self._is_generator = procedure.summary.is_many
        self._closes = recurs and self._is_generator
        self.searches: list[str] = []
        """The variables that hold searches under way, where the procedure closes them itself."""
        self._uses_trail = procedure.has_trail

    def _add(self, body: Body, statement: ast.stmt) -> None:
        self._written += 1
        add(body, statement, len(self.clauses))

    def _runtime(self, module: str, name: str) -> ast.expr:
        return self._expressions.names.runtime(f"runtime.{module}", name)

    def _failure(self) -> ast.stmt:
        if self._is_generator:
            return ast.Return(None)
        return ast.Return(self._runtime("terms", "FAIL") if self._procedure.outputs else ast.Constant(False))

    def _fail(self, body: Body, is_final: bool, inner: str) -> None:
        if is_final or inner == "proc":
            self._add(body, self._failure())
        else:
            self._add(body, ast.Continue() if inner == "loop" else ast.Break())

    def _fail_if(self, body: Body, test: ast.expr, is_final: bool, inner: str) -> None:
        """Write that a statement fails where a test holds."""
        self._add(body, branch := nodes.when(test))
        self._fail(branch.body, is_final, inner)

    @abstractmethod
    def _statements(self, statements: list[ir.Statement], body: Body, inner: str, is_end: bool) -> bool:
        """Write statements; True where control never comes to their end.

        `is_end` means that nothing follows them in the procedure. `inner` is what the innermost thing around them is:
        the procedure (`proc`), a loop or a block; what fails goes on there.
        """

    def _inside(self, statements: list[ir.Statement], body: Body, inner: str, is_end: bool = False) -> bool:
        """Write statements as a body, which is not to be empty."""
        ended = self._statements(statements, body, inner, is_end)
        self._fill(body)
        return ended

    def _fill(self, body: Body) -> None:
        if not body:
            self._add(body, ast.Pass())

    def _search(self, call: ast.expr, body: Body) -> ast.expr:
        """Write what begins a search, where it must have a name; gives what to loop over."""
        if not self._closes:
            return call
        name = f"search_{len(self.searches) + 1}"
        self.searches.append(name)
        self._add(body, nodes.assign(name, call))
        return nodes.name(name)

    def _mark(self, body: Body, name: str) -> None:
        self._add(body, nodes.assign(name, _trail_length()))

    def _undo(self, body: Body, mark: str) -> None:
        self._add(body, branch := nodes.when(nodes.compare(_trail_length(), ">", nodes.name(mark))))
        undo = nodes.call(self._runtime("unify", "undo"), nodes.name("trail"), nodes.name(mark))
        self._add(branch.body, ast.Expr(undo))

    def _marked_loop(
        self,
        loop: ast.For | ast.While,
        statements: list[ir.Statement],
        body: Body,
        first: ast.stmt | None = None,
    ) -> None:
        """Write a loop over something that binds nothing; what its rounds bind is undone before the next one."""
        mark = f"start_{self._written}"
        if self._uses_trail:
            self._mark(body, mark)
        self._add(body, loop)
        if first is not None:
            self._add(loop.body, first)
        if self._uses_trail:
            self._undo(loop.body, mark)
        self._inside(statements, loop.body, "loop")


def _trail_length() -> ast.expr:
    return nodes.built_in("len", nodes.name("trail"))
