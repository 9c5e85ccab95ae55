"""Calls and loops of the intermediate language as C, and calls at the end of a procedure.

Loops over facts, ranges and lists are loops of C. The solutions of a procedure are gone through by a continuation: a
function that it calls with each of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyengine.compiler.builtins.registry import Version
from pyengine.compiler.c import integers
from pyengine.compiler.c.forms import C_TYPES, Form, converted, known_part
from pyengine.compiler.c.locals import unused
from pyengine.compiler.c.names import BeyondError
from pyengine.compiler.c.tail_calls import EndWriter
from pyengine.compiler.c.writer import LOOP, Inner
from pyengine.compiler.procedures import (
    Build,
    Catching,
    Collect,
    Const,
    Expr,
    FactTable,
    Gather,
    Invoke,
    Items,
    Key,
    Loop,
    Range,
    Statement,
)
from pyengine.compiler.runtime.terms import CONS

_SHORT: Final = 64
"""A loop of fewer rounds counts as one step."""


class StatementWriter(EndWriter):
    """Writes all statements of a procedure."""

    # Calls and loops

    def loop(self, statement: Statement, indent: int, inner: Inner) -> bool:
        """Write a call or a loop; True where control never comes behind it."""
        match statement:
            case Invoke():
                self._invoke(statement, indent, self.fail(statement.is_final, inner))
            case Loop(target=target, args=args, outs=outs, body=body):
                resolved = self.module.resolve(target)
                if isinstance(resolved, FactTable):
                    self._rows(resolved, args, outs, body, indent)
                else:
                    self._solutions(resolved, args, outs, body, indent)
            case Range():
                self._range(statement, indent)
            case Items():
                self._items(statement, indent)
            case Collect():
                self.collect(statement, indent, self.fail(statement.is_final, inner))
            case Gather():
                self.gather(statement, indent)
            case Catching(target=key, args=args, body=body):
                if self.module.signature(key).is_many:
                    self._solutions(key, args, (), body, indent)
                else:
                    after = self.label("after")
                    self.line(indent, f"if (!HELD({self.expressions.call(key, args, [])}))")
                    self.line(indent + 1, f"goto {after};")
                    self.statements(body, indent, Inner("block", after), False)
                    self.line(max(indent - 1, 0), f"{after}:;")
            case _:
                raise AssertionError(statement)
        return False

    def _invoke(self, statement: Invoke, indent: int, fail: str) -> None:
        target = self.module.resolve(statement.target)
        args, outs = statement.args, statement.outs
        if isinstance(target, FactTable):
            self._look_up(target, args, outs, indent, fail if statement.can_fail else None)
            return
        if isinstance(target, Key):
            signature = self.module.signature(target)
            kinds: tuple[str, ...] = signature.outputs
            is_many, may_stop = signature.is_many, target not in self.module.steady
        else:
            function = self.expressions.function(target)
            kinds = tuple(function.outputs)
            is_many, may_stop = function.determinism == "nondet", function.can_stop
        if is_many:
            self._first(target, args, outs, kinds, indent, fail)
            return
        if isinstance(target, Version) and self._made_of_list(target, args, outs, indent):
            return
        given, after = self._receive(outs, kinds)
        call = self.expressions.call(target, args, [f"&{name}" for name in given])
        if statement.can_fail:
            self.line(indent, f"if (!{f'HELD({call})' if may_stop else call})")
            self.line(indent + 1, fail)
        elif may_stop:
            self.line(indent, f"if (!{call})")
            self.line(indent + 1, "return false;")
        else:
            self.line(indent, f"{call};")
        for text in after:
            self.line(indent, text)

    def _made_of_list(
        self, version: Version, args: tuple[Expr, ...], outs: tuple[str | None, ...], indent: int
    ) -> bool:
        """Write `Term =.. [name|Args]`, where the functors of that name can be numbered now."""
        parts = args[0] if args else None
        if (version.name, version.pattern) != ("=..", "fg") or not isinstance(parts, Build):
            return False
        name, rest = parts.args
        if not isinstance(name, Const) or name.value.__class__ is not str or outs[0] is None:
            return False
        headers, atom = self.names.header_block(name.value), self.names.atom(name.value)
        out = self.locals.read(outs[0])
        self.line(indent, f"if (!term_named(c, {headers}, {atom}, {self.expressions.word(rest)}, &{out}))")
        self.line(indent + 1, "return false;")
        return True

    def _receive(self, outs: tuple[str | None, ...], kinds: tuple[str, ...]) -> tuple[list[str], list[str]]:
        """Name the variables that outputs go to; where their form differs, they are changed afterwards."""
        given, after = [], []
        for index, (name, form) in enumerate(zip(outs, kinds, strict=True), 1):
            if name is not None and self.locals.form(name) == form:
                given.append(self.locals.read(name))
                continue
            stand_in = self.locals.made(f"given{form.upper()}No{index}", C_TYPES[form])
            given.append(stand_in)
            if name is not None:
                changed = converted(stand_in, form, self.locals.form(name))
                after.append(f"{self.locals.read(name)} = {changed};")
        return given, after

    def _look_up(
        self, facts: FactTable, args: tuple[Expr, ...], outs: tuple[str | None, ...], indent: int, fail: str | None
    ) -> None:
        """Write a lookup whose first solution is wanted."""
        table = self.module.tables.table(facts)
        find, test = self.expressions.rows(table, args)
        row = self.locals.made(self.label("row"), "uint32_t")
        self.line(indent, "{")
        self.line(indent + 1, f"Rows rows_ = {find};")
        if test is not None:
            loop = f"while (rows_.from < rows_.to && !{test.replace('row_', 'rows_.from')})"
            self.line(indent + 1, loop)
            self.line(indent + 2, "rows_.from++;")
        self.line(indent + 1, f"{row} = rows_.from;")
        if fail is not None:
            self.line(indent + 1, "if (rows_.from == rows_.to)")
            self.line(indent + 2, fail)
        self.line(indent, "}")
        self._take_row(table.name, facts, outs, table.given, row, indent)

    def _take_row(
        self, name: str, facts: FactTable, outs: tuple[str | None, ...], forms: tuple[Form, ...], row: str, indent: int
    ) -> None:
        positions = [i for i, letter in enumerate(facts.pattern, 1) if letter == "f"]
        for out, position, form in zip(outs, positions, forms, strict=True):
            if out is not None:
                value = converted(f"{name}_{position}[{row}]", form, self.locals.form(out))
                self.line(indent, f"{self.locals.read(out)} = {value};")

    def _rows(
        self,
        facts: FactTable,
        args: tuple[Expr, ...],
        outs: tuple[str | None, ...],
        body: list[Statement],
        indent: int,
    ) -> None:
        """Write a loop over facts."""
        table = self.module.tables.table(facts)
        find, test = self.expressions.rows(table, args)
        tag = self.label("row")
        row, end = self.locals.made(tag, "uint32_t"), self.locals.made(f"{tag}End", "uint32_t")
        self.line(indent, f"{{ Rows rows_ = {find}; {row} = rows_.from; {end} = rows_.to; }}")
        first = [] if test is None else [f"if (!{test.replace('row_', row)})", "    continue;"]
        self._marked_loop(
            f"for (; {row} < {end}; {row}++) {{",
            first,
            body,
            indent,
            tag,
            lambda inside: self._take_row(table.name, facts, outs, table.given, row, inside),
        )

    def _range(self, statement: Range, indent: int) -> None:
        if statement.high is None:
            raise BeyondError("between/3 without an upper end")
        low, high = (self.expressions.integer(end) for end in (statement.low, statement.high))
        self.locals.bound(statement.name, low, high)
        tag = self.label("end")
        end = self.locals.made(tag, "int64_t")
        at = self.locals.made(f"{tag}At", "int64_t")
        self.line(indent, f"{end} = {integers.small(high)};")
        header = f"for ({at} = {integers.small(low)}; {at} <= {end}; {at}++) {{"
        name = self.locals.read(statement.name)
        value = converted(at, "i", self.locals.form(statement.name))
        counted = ["if (!step(c))", "    return false;"]
        if high.high - low.low < _SHORT:
            for text in counted:
                self.line(indent, text)
            counted = []
        self._marked_loop(header, [*counted, f"{name} = {value};"], statement.body, indent, tag)

    def _items(self, statement: Items, indent: int) -> None:
        tag = self.label("rest")
        rest = self.locals.made(tag, "Word")
        test = f"{rest} != NIL" if statement.is_list else f"TAG({rest}) == LIST"
        self.line(indent, f"{rest} = {self.expressions.word(statement.value)};")  # made before the mark
        header = f"for (; {test}; {rest} = TAIL({rest})) {{"
        bounds = self.module.place_bounds(CONS, 1, self.procedure.key)
        value = known_part(f"HEAD({rest})", self.locals.form(statement.name), bounds)
        self._marked_loop(header, [f"{self.locals.read(statement.name)} = {value};"], statement.body, indent, tag)

    def _marked_loop(
        self,
        header: str,
        first: list[str],
        body: list[Statement],
        indent: int,
        tag: str,
        more: Callable[[int], None] | None = None,
    ) -> None:
        """Write a loop of C; what its rounds take or bind is given back before the next one."""
        takes_room = self.module.takes_room(self.procedure, body)
        if takes_room:
            top = self.locals.made(f"{tag}Top", "Word *")
            self.line(indent, f"{top} = c->top;")
        if self.procedure.has_trail:
            mark = self.locals.made(f"{tag}Mark", "size_t")
            self.line(indent, f"{mark} = c->trailed;")
        self.line(indent, header)
        if self.procedure.has_trail:
            self.line(indent + 1, f"undo(c, {mark});")
        if takes_room:
            self.line(indent + 1, f"release(c, {top});")
        for text in first:
            self.line(indent + 1, text)
        if more is not None:
            more(indent + 1)
        self.statements(body, indent + 1, LOOP, False)
        self.line(indent, "}")

    # Solutions by continuations

    def _solutions(
        self,
        target: Key | Version,
        args: tuple[Expr, ...],
        outs: tuple[str | None, ...],
        body: list[Statement],
        indent: int,
    ) -> None:
        """Write a loop over solutions: a continuation, and a call with it."""
        if isinstance(target, Key):
            kinds: tuple[str, ...] = self.module.signature(target).outputs
        else:
            kinds = tuple(self.expressions.function(target).outputs)
        self.locals.uses_frame = True
        mark = None
        if self.undoes(target):
            mark = self.label("start")
            self.line(indent, f"{self.locals.made(mark, 'size_t')} = c->trailed;")
        before = self.passes_by
        self.passes_by = before and target not in self.module.passing  # else the target looks
        name = self._continuation(outs, kinds, body, mark)
        self.passes_by = before
        frame = "&frame_" if self.locals.is_main else "f"
        call = self.expressions.call(target, args, [name, frame])
        self.line(indent, f"if (!{call})")
        if not self.locals.is_main:
            self.line(indent + 1, "return false;")
        elif self.signature.is_many:
            self.line(indent + 1, "return f->end != SEARCHING;")
        else:
            self.line(indent + 1, "return f->end == FOUND;")

    def _continuation(
        self, outs: tuple[str | None, ...], kinds: tuple[str, ...], body: list[Statement], mark: str | None
    ) -> str:
        """Write the function that gets each solution; gives its name."""
        own = self.names.function(self.procedure.key)
        name = self.label(f"{own}_then")
        lines, self.lines = self.lines, []
        outer = self.locals.enter()
        function = self.locals.function
        params = ["Context *c", "void *frame"]
        for index, (out, form) in enumerate(zip(outs, kinds, strict=True), 1):
            given = f"given_{index}"
            params.append(f"{C_TYPES[form]} {given}")
            if out is not None:
                self.line(1, f"{self.locals.read(out)} = {converted(given, form, self.locals.form(out))};")
        going_on = "return true;"
        if mark is not None:
            going_on = f"return undo(c, {self.locals.made(mark, 'size_t')}), true;"
        if not self.statements(body, 1, Inner("continuation", going_on), False):
            self.line(1, going_on)
        written = self.lines
        self.lines = lines
        declared = [f"    {text}" for text in self.locals.declarations(function, frozenset())]
        self.locals.leave(outer)
        frame = [f"    struct {own}_frame *f = frame;"]
        if self.procedure.key in self.module.recursive:  # they are as deep in one another as its calls are
            declared.append("    LOOK_AT_STACK();")
        declared += unused((param.split()[-1].lstrip("*") for param in params), [*frame, *declared, *written])
        self.functions.append([f"static bool {name}({', '.join(params)})", "{", *frame, *declared, *written, "}", ""])
        return name

    def _first(
        self,
        target: Key | Version,
        args: tuple[Expr, ...],
        outs: tuple[str | None, ...],
        kinds: tuple[str, ...],
        indent: int,
        fail: str,
    ) -> None:
        """Write a call of something with many solutions whose first is wanted."""
        own = self.names.function(self.procedure.key)
        name = self.label(f"{own}_first")
        flag_name = self.label("any")
        flag = self.locals.made(flag_name, "bool")
        lines, self.lines = self.lines, []
        outer = self.locals.enter()
        self.locals.uses_frame = True
        params = ["Context *c", "void *frame"]
        for index, (out, form) in enumerate(zip(outs, kinds, strict=True), 1):
            params.append(f"{C_TYPES[form]} given_{index}")
            if out is not None:
                value = converted(f"given_{index}", form, self.locals.form(out))
                self.line(1, f"{self.locals.read(out)} = {value};")
        self.line(1, f"{self.locals.made(flag_name, 'bool')} = true;")
        self.line(1, "(void)c;")
        self.line(1, "return false;")
        written, self.lines = self.lines, lines
        self.locals.leave(outer)
        frame = [f"    struct {own}_frame *f = frame;"]
        self.functions.append([f"static bool {name}({', '.join(params)})", "{", *frame, *written, "}", ""])
        self.line(indent, f"{flag} = false;")
        call = self.expressions.call(target, args, [name, "&frame_" if self.locals.is_main else "f"])
        self.line(indent, f"if (!{call} && !{flag})")
        self.line(indent + 1, "return false;")
        self.line(indent, f"if (!{flag})")
        self.line(indent + 1, fail)
