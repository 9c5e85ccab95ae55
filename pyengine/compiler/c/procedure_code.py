"""The C of one procedure while it is written: its functions, its variables, and where failure leads.

Where a statement fails, control goes to the next round of the innermost loop (`continue`), behind the innermost block
(`goto`), or to the next solution (`return true` from a continuation). The end of a whole procedure that is met inside
a continuation is left in the frame: `f->end` says whether it has found its solution.

The writers of statements share one `ProcedureCode`; a writer that meets statements inside others, such as the body of
a loop, hands them to the `BodyWriter`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from pyengine.compiler.builtins.registry import Version
from pyengine.compiler.c.accumulation import accumulated
from pyengine.compiler.c.chosen_moves import COUNTED, Choice
from pyengine.compiler.c.expressions import Expressions
from pyengine.compiler.c.forms import C_TYPES
from pyengine.compiler.c.locals import Locals
from pyengine.compiler.c.module import Module, Signature
from pyengine.compiler.c.quoting import literal
from pyengine.compiler.c.shared_prefixes import shared_list
from pyengine.compiler.procedures import ir
from pyengine.compiler.procedures.callees import Callee, FactTable, Key
from pyengine.compiler.procedures.procedure import Procedure
from pyengine.compiler.techniques import techniques
from pyengine.quoting import quote_line

_INDENT: Final = "    "


@dataclass(frozen=True)
class OnFailure:
    """Where failure leads: out of the procedure, to the next round of a loop, behind a block, to the next solution.

    `code` is the label of the block, or the statement that asks for the next solution.
    """

    leads_to: Literal["end", "round", "block", "solution"]
    code: str = ""


END: Final = OnFailure("end")
NEXT_ROUND: Final = OnFailure("round")


class BodyWriter(Protocol):
    """Writes the statements inside others."""

    def statements(self, statements: list[ir.Statement], indent: int, on_failure: OnFailure, is_end: bool) -> bool:
        """Write statements; True where control never comes to their end.

        `is_end` means that nothing follows them in the procedure.
        """

    def block(self, body: list[ir.Statement], indent: int) -> bool:
        """Write an alternative: what fails in it goes on behind it."""


class ProcedureCode:
    """The functions of one procedure, as they are written."""

    def __init__(
        self,
        module: Module,
        procedure: Procedure,
        variables: Locals,
        wrapped: int | None,
        counts: bool,
        choice: Choice | None = None,
    ) -> None:
        self.module = module
        self.procedure = procedure
        self.locals = variables
        self.expressions = Expressions(module, variables)
        self.signature: Signature = module.signature(procedure.key)
        self.lines: list[str] = []
        self.functions: list[list[str]] = []
        """The continuations that were written, each before those that use it."""
        self.wrapped = wrapped
        """The output that gets the items in front which tail calls have left, if any have."""
        self.shared_list = shared_list(procedure) if wrapped is not None and self.signature.is_many else None
        """The parameter that has these items as a prefix."""
        self.wrappings: set[int] = set()
        """The outputs that could be wrapped so."""
        self.counts = counts
        """Whether solutions are counted, and none is made."""
        self.choice = choice
        """Where one of them is chosen then: what is written of that."""
        self.jumps = False
        self.rounds: list[str] = []
        """What is done before the first look whether a loop is over."""
        self.place = procedure.origin
        self.may_skip = procedure.key in module.skipping
        """Whether solutions that are written now may be skipped."""
        self.may_defer = procedure.key == module.deferring
        """Whether they may be made later."""
        operation = accumulated(procedure) if techniques().accumulates else None
        self.accumulates = operation if self.signature.outputs[:1] in (("i",), ("u",)) else None
        """The operation that combines what the procedure's calls of itself have, where that is done in a loop."""
        self._labels = 0

    def line(self, indent: int, text: str) -> None:
        """Write one line."""
        self.lines.append(f"{_INDENT * indent}{text}")

    def when(self, indent: int, test: str, then: str) -> None:
        """Write what is done where a test holds."""
        self.line(indent, f"if ({test})")
        self.line(indent + 1, then)

    def label(self, hint: str) -> str:
        """Give a new name; the capital in it keeps it apart from those of the procedure's own variables."""
        self._labels += 1
        return f"{hint}No{self._labels}"

    @contextmanager
    def continuation(self) -> Iterator[list[str]]:
        """Write the lines of a continuation; gives the list that they go to."""
        lines, self.lines = self.lines, []
        outer = self.locals.enter()
        try:
            yield self.lines
        finally:
            self.lines = lines
            self.locals.leave(outer)

    @property
    def name(self) -> str:
        """The name of the procedure's own function."""
        return (
            choosing_name(self.module, self.procedure.key)
            if self.choice
            else counting_name(self.module, self.procedure.key)
            if self.counts
            else self.module.names.function(self.procedure.key)
        )

    # Ends

    def failure(self) -> str:
        """Write the end of the procedure: no solution, or no more of them."""
        if self.choice:
            return "return false;" if self.choice.makes else f"goto {COUNTED};"
        if self.locals.is_main:
            return "return true;" if self.signature.is_many else "return false;"
        self.locals.uses_frame = True
        return "return f->end = FAILED, false;"

    def fail(self, is_final: bool, on_failure: OnFailure) -> str:
        """Write where a failure leads."""
        if is_final or on_failure.leads_to == "end":
            return self.failure()
        if on_failure.leads_to == "round":
            return "continue;"
        return f"goto {on_failure.code};" if on_failure.leads_to == "block" else on_failure.code

    def stop(self, indent: int, what: str) -> None:
        """Write that C goes no further."""
        self.module.beyond[f"{self.place}: {what}"] = None
        self.line(indent, f"STOP({literal(quote_line(f'{what}, in {self.place}'))});")

    def out(self, index: int) -> str:
        """Write the address that an output goes to."""
        if index == self.wrapped and not self.signature.is_many:
            return self.locals.given("holeNo0", "Word *")
        return self.locals.given(f"outNo{index + 1}", f"{C_TYPES[self.signature.outputs[index]]} *")

    def total(self) -> str:
        """Write what has been combined so far."""
        return self.locals.given("totalNo0", C_TYPES[self.signature.outputs[0]])

    # Bindings

    def undoes(self, callee: Callee) -> bool:
        """Tell whether a loop over the callee must undo bindings itself, because the callee does not."""
        if not self.procedure.has_trail or isinstance(callee, FactTable):
            return self.procedure.has_trail
        return not (callee.trail if isinstance(callee, Version) else self.module.procedure(callee).summary.uses_trail)


def counting_name(module: Module, key: Key) -> str:
    """Name the function that counts the solutions of a procedure."""
    return f"{module.names.function(key)}_count"


def choosing_name(module: Module, key: Key) -> str:
    """Name the function that counts them and makes one of them."""
    return f"{module.names.function(key)}_choose"


class CodeWriter:
    """What the writers of statements share."""

    def __init__(self, code: ProcedureCode) -> None:
        self._code = code
        self._line = code.line
        self._if = code.when
        self._locals = code.locals
        self._expressions = code.expressions
        self._module = code.module
        self._names = code.module.names
        self._procedure = code.procedure
        self._signature = code.signature


class NestingWriter(CodeWriter):
    """One that meets statements inside others."""

    def __init__(self, code: ProcedureCode, bodies: BodyWriter) -> None:
        super().__init__(code)
        self._bodies = bodies
