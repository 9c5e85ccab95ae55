"""Loops of C: over facts, integers and lists, and lookups of a fact."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Final

from pyengine.compiler.c import integers
from pyengine.compiler.c.forms import Form, converted, known_part
from pyengine.compiler.c.names import BeyondError
from pyengine.compiler.c.procedure_code import NEXT_ROUND, NestingWriter
from pyengine.compiler.procedures import ir
from pyengine.compiler.procedures.callees import FactTable
from pyengine.compiler.runtime.terms import CONS

_SHORT: Final = 64
"""A loop of fewer rounds counts as one step."""


class LoopWriter(NestingWriter):
    """Writes what goes through known solutions."""

    def look_up(self, facts: FactTable, call: ir.Invoke, indent: int, fail: str) -> None:
        """Write a lookup whose first solution is wanted."""
        table = self._module.tables.table(facts)
        find, test = self._expressions.rows(table, call.args)
        row = self._locals.made(self._code.label("row"), "uint32_t")
        self._line(indent, "{")
        self._line(indent + 1, f"Rows rows_ = {find};")
        if test is not None:
            loop = f"while (rows_.from < rows_.to && !{test.replace('row_', 'rows_.from')})"
            self._line(indent + 1, loop)
            self._line(indent + 2, "rows_.from++;")
        self._line(indent + 1, f"{row} = rows_.from;")
        if call.can_fail and self._module.may_miss(facts):
            self._if(indent + 1, "rows_.from == rows_.to", fail)
        self._line(indent, "}")
        self._take_row(table.name, facts, call.outs, table.given, row, indent)

    def _take_row(
        self, name: str, facts: FactTable, outs: tuple[str | None, ...], forms: tuple[Form, ...], row: str, indent: int
    ) -> None:
        positions = [i for i, letter in enumerate(facts.pattern, 1) if letter == "f"]
        for out, position, form in zip(outs, positions, forms, strict=True):
            if out is not None:
                value = converted(f"{name}_{position}[{row}]", form, self._locals.form(out))
                self._line(indent, f"{self._locals.read(out)} = {value};")

    def rows(self, facts: FactTable, loop: ir.Loop, indent: int) -> None:
        """Write a loop over facts."""
        table = self._module.tables.table(facts)
        find, test = self._expressions.rows(table, loop.args)
        tag = self._code.label("row")
        row, end = self._locals.made(tag, "uint32_t"), self._locals.made(f"{tag}End", "uint32_t")
        self._line(indent, f"{{ Rows rows_ = {find}; {row} = rows_.from; {end} = rows_.to; }}")
        first = [] if test is None else [f"if (!{test.replace('row_', row)})", "    continue;"]
        self._marked_loop(
            f"for (; {row} < {end}; {row}++) {{",
            first,
            loop.body,
            indent,
            tag,
            lambda inside: self._take_row(table.name, facts, loop.outs, table.given, row, inside),
        )

    def range(self, statement: ir.Range, indent: int) -> None:
        """Write a loop over integers."""
        if statement.high is None:
            raise BeyondError("between/3 without an upper end")
        low, high = (self._expressions.integer(end) for end in (statement.low, statement.high))
        self._locals.bound(statement.name, low, high)
        tag = self._code.label("end")
        end = self._locals.made(tag, "int64_t")
        at = self._locals.made(f"{tag}At", "int64_t")
        self._line(indent, f"{end} = {integers.small(high)};")
        header = f"for ({at} = {integers.small(low)}; {at} <= {end}; {at}++) {{"
        name = self._locals.read(statement.name)
        value = converted(at, "i", self._locals.form(statement.name))
        counted = ["if (!step(c))", "    return false;"]
        if high.high - low.low < _SHORT:
            for text in counted:
                self._line(indent, text)
            counted = []
        self._marked_loop(
            header, [*counted, f"{name} = {value};"], statement.body, indent, tag, assigned=statement.name
        )

    def items(self, statement: ir.Items, indent: int) -> None:
        """Write a loop over the items of a list."""
        tag = self._code.label("rest")
        rest = self._locals.made(tag, "Word")
        test = f"{rest} != NIL" if statement.is_list else f"TAG({rest}) == LIST"
        self._line(indent, f"{rest} = {self._expressions.word(statement.value)};")  # made before the mark
        header = f"for (; {test}; {rest} = TAIL({rest})) {{"
        bounds = self._module.place_bounds(CONS, 1, self._procedure.key)
        value = known_part(f"HEAD({rest})", self._locals.form(statement.name), bounds)
        self._marked_loop(
            header,
            [f"{self._locals.read(statement.name)} = {value};"],
            statement.body,
            indent,
            tag,
            assigned=statement.name,
        )

    def _marked_loop(
        self,
        header: str,
        first: list[str],
        body: list[ir.Statement],
        indent: int,
        tag: str,
        more: Callable[[int], None] | None = None,
        assigned: str = "",
    ) -> None:
        """Write a loop of C; what a round allocates or binds is released before the next one."""
        allocates = self._module.allocates(self._procedure, body) and not self._code.choice  # what is noted must stay
        if allocates:
            top = self._locals.made(f"{tag}Top", "Word *")
            self._line(indent, f"{top} = c->top;")
        if self._procedure.has_trail:
            mark = self._locals.made(f"{tag}Mark", "size_t")
            self._line(indent, f"{mark} = c->trailed;")
        self._line(indent, header)
        if self._procedure.has_trail:
            self._line(indent + 1, f"undo(c, {mark});")
        if allocates:
            self._line(indent + 1, f"release(c, {top});")
        with self._code.choice.loop(self._locals, assigned) if self._code.choice else nullcontext():
            for text in first:
                self._line(indent + 1, text)
            if more is not None:
                more(indent + 1)
            self._bodies.statements(body, indent + 1, NEXT_ROUND, False)
        self._line(indent, "}")
