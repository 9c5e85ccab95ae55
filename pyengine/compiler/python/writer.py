"""Lines of Python for one procedure, and how it fails."""

from __future__ import annotations

from abc import ABC, abstractmethod

from pyengine.compiler.procedures import Procedure, Statement
from pyengine.compiler.python.expressions import Expressions


class Writer(ABC):
    """The lines of a procedure, as they are written."""

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
        self.lines: list[str] = []
        self.jumps = False
        self.wrapped = wrapped
        """The output that gets the items in front which wait, if any do."""
        self.wrappings: set[int] = set()
        """The outputs that could be treated so."""
        self._is_generator = procedure.summary.is_many
        self._closes = recurs and self._is_generator
        self.searches: list[str] = []
        """The variables that hold searches under way, where the procedure closes them itself."""
        self._uses_trail = procedure.has_trail

    def _line(self, indent: int, text: str) -> None:
        self.lines.append(f"{'    ' * indent}{text}")

    def _runtime(self, module: str, name: str) -> str:
        return self._expressions.names.runtime(f"runtime.{module}", name)

    def _failure(self) -> str:
        if self._is_generator:
            return "return"
        return "return False" if not self._procedure.outputs else f"return {self._runtime('terms', 'FAIL')}"

    def _fail(self, is_final: bool, inner: str) -> str:
        if is_final or inner == "proc":
            return self._failure()
        return "continue" if inner == "loop" else "break"

    @abstractmethod
    def _statements(self, statements: list[Statement], indent: int, inner: str, is_end: bool) -> bool:
        """Write statements; True where control never comes to their end.

        `is_end` means that nothing follows them in the procedure. `inner` is what the innermost thing around them is:
        the procedure (`proc`), a loop or a block; what fails goes on there.
        """

    def _body(self, body: list[Statement], indent: int, inner: str, is_end: bool = False) -> bool:
        before = len(self.lines)
        ended = self._statements(body, indent, inner, is_end)
        if all(line.lstrip().startswith("#") for line in self.lines[before:]):
            self._line(indent, "pass")
        return ended

    def _search(self, call: str, indent: int) -> str:
        """Write what begins a search, where it must have a name; gives what to loop over."""
        if not self._closes:
            return call
        name = f"search_{len(self.searches) + 1}"
        self.searches.append(name)
        self._line(indent, f"{name} = {call}")
        return name

    def _undo(self, indent: int, mark: str) -> None:
        self._line(indent, f"if len(trail) > {mark}:")
        self._line(indent + 1, f"{self._runtime('unify', 'undo')}(trail, {mark})")

    def _marked_loop(self, header: str, body: list[Statement], indent: int, first: str = "") -> None:
        """Write a loop over something that binds nothing; what its rounds bind is undone before the next one."""
        mark = f"start_{len(self.lines)}"
        if self._uses_trail:
            self._line(indent, f"{mark} = len(trail)")
        self._line(indent, header)
        if first:
            self._line(indent + 1, first)
        if self._uses_trail:
            self._undo(indent + 1, mark)
        self._body(body, indent + 1, "loop")
