"""Calls as C: of procedures and of built-ins.

The solutions of a procedure are gone through by a continuation: a function that it calls with each of them.
"""

from __future__ import annotations

from pyengine.compiler.builtins.registry import Version
from pyengine.compiler.c.bit_sets import bit_set
from pyengine.compiler.c.chosen_moves import NotChosenError
from pyengine.compiler.c.forms import C_TYPES, converted
from pyengine.compiler.c.locals import unused, written
from pyengine.compiler.c.procedure_code import END, NestingWriter, OnFailure
from pyengine.compiler.procedures import ir
from pyengine.compiler.procedures.callees import Callee, Key
from pyengine.compiler.techniques import techniques


def assigned(statements: list[ir.Statement]) -> frozenset[str]:
    """Name the variables that some statements give a value."""
    found: set[str | None] = set()
    for statement in ir.walk(statements):
        match statement:
            case ir.Assign(name=name) | ir.Argument(name=name):
                found.add(name)
            case ir.Invoke(outs=outs):
                found.update(outs)
    return frozenset(name for name in found if name is not None)


class CallWriter(NestingWriter):
    """Writes calls of procedures and built-ins."""

    def invoke(self, callee: Key | Version, statement: ir.Invoke, indent: int, fail: str) -> None:
        """Write a call whose first solution is wanted."""
        args, outs = statement.args, statement.outs
        if isinstance(callee, Version) and self._first_with(callee, args, outs, indent, fail):
            return
        forms = self._output_forms(callee)
        if isinstance(callee, Key):
            is_many, may_stop = self._module.signature(callee).is_many, True
        else:
            function = self._expressions.function(callee)
            is_many, may_stop = function.determinism == "nondet", function.can_stop
        if is_many:
            self._first(callee, statement, forms, indent, fail)
            return
        if isinstance(callee, Version) and self._made_of_list(callee, args, outs, indent):
            return
        if isinstance(callee, Version) and self._without_first(callee, args, outs, indent, fail):
            return
        given, after = self._receive(outs, forms)
        call = self._expressions.call(callee, args, [f"&{name}" for name in given])
        if statement.can_fail:
            self._if(indent, f"!{f'HELD({call})' if may_stop else call}", fail)
        elif may_stop:
            self._if(indent, f"!{call}", "return false;")
        else:
            self._line(indent, f"{call};")
        for text in after:
            self._line(indent, text)

    def _made_of_list(
        self, version: Version, args: tuple[ir.Expr, ...], outs: tuple[str | None, ...], indent: int
    ) -> bool:
        """Write `Term =.. [name|Args]`, where the functors of that name can be numbered now."""
        parts = args[0] if args else None
        if (version.name, version.pattern) != ("=..", "fg") or not isinstance(parts, ir.Build):
            return False
        name, rest = parts.args
        if not isinstance(name, ir.Const) or name.value.__class__ is not str or outs[0] is None:
            return False
        headers, atom = self._module.names.header_block(name.value), self._module.names.atom(name.value)
        out = self._locals.read(outs[0])
        self._if(indent, f"!term_named(c, {headers}, {atom}, {self._expressions.word(rest)}, &{out})", "return false;")
        return True

    def _without_first(
        self, version: Version, args: tuple[ir.Expr, ...], outs: tuple[str | None, ...], indent: int, fail: str
    ) -> bool:
        """Write `selectchk(Item, List, Rest)` as a loop to the first such item, and a copy of what is before it."""
        if (version.name, version.pattern) != ("selectchk", "ggf") or outs[0] is None:
            return False
        whole, rest = (self._locals.made(self._code.label(hint), "Word") for hint in ("whole", "at"))
        self._line(indent, f"{whole} = {self._expressions.word(args[1])};")
        self._line(indent, f"{rest} = {self._expressions.first_like(args[0], args[1], whole)};")
        self._if(indent, f"TAG({rest}) != LIST", fail)
        self._line(indent, f"{self._locals.read(outs[0])} = AFTER({whole}, {rest}, TAIL({rest}));")
        return True

    def _first_with(
        self, version: Version, args: tuple[ir.Expr, ...], outs: tuple[str | None, ...], indent: int, fail: str
    ) -> bool:
        """Write the lookup of the first item of a list with some arguments."""
        if version.name != "$first_with":
            return False
        mask = args[0].value if isinstance(args[0], ir.Const) else 0
        assert isinstance(mask, int)
        places = tuple(place for place in range(1, mask.bit_length()) if mask >> place & 1)
        at = self._locals.made(self._code.label("at"), "Word")
        self._line(
            indent, f"{at} = {self._expressions.first_like(args[1], args[2], self._expressions.word(args[2]), places)};"
        )
        self._if(indent, f"TAG({at}) != LIST", fail)
        if outs[0] is not None:
            self._line(
                indent, f"{self._locals.read(outs[0])} = {converted(f'HEAD({at})', 'w', self._locals.form(outs[0]))};"
            )
        return True

    def _output_forms(self, callee: Key | Version) -> tuple[str, ...]:
        if isinstance(callee, Key):
            return self._module.signature(callee).outputs
        return tuple(self._expressions.function(callee).outputs)

    def catch(self, statement: ir.Catching, indent: int) -> None:
        """Write the call of a goal whose errors are caught; where one is raised, C stops."""
        key, args, body = statement.callee, statement.args, statement.body
        if self._module.signature(key).is_many:
            self.solutions(key, args, (), body, indent)
            return
        after = self._code.label("after")
        self._if(indent, f"!HELD({self._expressions.call(key, args, [])})", f"goto {after};")
        self._bodies.statements(body, indent, OnFailure("block", after), False)
        self._line(max(indent - 1, 0), f"{after}:;")

    def _receive(self, outs: tuple[str | None, ...], forms: tuple[str, ...]) -> tuple[list[str], list[str]]:
        """Name the variables that outputs go to; where their form differs, they are changed afterwards."""
        given, after = [], []
        for index, (name, form) in enumerate(zip(outs, forms, strict=True), 1):
            if name is not None and self._locals.form(name) == form:
                given.append(self._locals.read(name))
                continue
            stand_in = self._locals.made(f"given{form.upper()}No{index}", C_TYPES[form])
            given.append(stand_in)
            if name is not None:
                changed = converted(stand_in, form, self._locals.form(name))
                after.append(f"{self._locals.read(name)} = {changed};")
        return given, after

    # Solutions that are noted

    def note(
        self,
        tail: list[ir.Statement],
        indent: int,
        bits: str | None = None,
        bit: str | None = None,
        taken: str = "",
        test: str | None = None,
    ) -> None:
        """Write the note of a solution that some statements make, or of the bits of which they make one each.

        What is `taken` gives the variable of a `bit` its value; a `test` decides on whether there is the solution.
        """
        choice = self._code.choice
        assert choice is not None
        before, lines = self._locals.names(), self._code.lines
        self._code.lines = [taken] if taken else []
        self._locals.touched.clear()
        choice.makes, self._code.counts, self._code.may_skip = True, False, False
        self._bodies.statements(tail, 2, END, False)
        choice.makes, self._code.counts, self._code.may_skip = False, True, True
        made, self._code.lines = self._code.lines, lines
        touched = frozenset(self._locals.touched)
        names = choice.kept(touched - assigned(tail) - {bit}, before)
        kept = [(self._locals.read(name), C_TYPES[self._locals.form(name)]) for name in names]
        if any(self._locals.form(name) == "l" for name in names):
            raise NotChosenError
        maker = choice.maker(made, kept, frozenset(map(written, touched | ({bit} if bit else set()))))
        for line in choice.note(maker, kept, bits, test):
            self._line(indent, line)

    def _note_bits(
        self,
        callee: Callee,
        args: tuple[ir.Expr, ...],
        outs: tuple[str | None, ...],
        body: list[ir.Statement],
        indent: int,
    ) -> None:
        """Write the note of solutions that are the bits of an integer."""
        key = callee if isinstance(callee, Key) and callee in self._module.skipping else None
        found = bit_set(self._module.procedure(key)) if key is not None else None
        if key is None or found is None or len(args) != 1 or not techniques().counts_bits:
            raise NotChosenError
        signature = self._module.signature(key)
        form, out = signature.inputs[0], outs[0]
        if form not in ("i", "u"):
            raise NotChosenError
        bits = self._locals.made(self._code.label("bits"), "uint64_t")
        self._line(indent, f"{bits} = (uint64_t){self._expressions.value(args[0], form)};")
        if form == "i":
            self._if(indent, f"(int64_t){bits} < 0", "return c->counted = MANY, true;")
        bit = f"{'lowest' if found.from_lowest else 'highest'}_bit_after(note_->bits, index_)"
        value = f"({C_TYPES[signature.outputs[0]]}){f'bit_number({bit})' if found.is_number else bit}"
        taken = ""
        if out is not None:
            value = converted(value, signature.outputs[0], self._locals.form(out))
            taken = f"        {self._locals.read(out)} = {value};"
        self.note(body, indent, bits, out, taken)

    # Solutions by continuations

    def solutions(
        self,
        callee: Key | Version,
        args: tuple[ir.Expr, ...],
        outs: tuple[str | None, ...],
        body: list[ir.Statement],
        indent: int,
    ) -> None:
        """Write a loop over solutions: a continuation, and a call with it."""
        if self._code.choice:
            self._note_bits(callee, args, outs, body, indent)
            return
        if self._code.counts and callee in self._module.skipping:
            assert isinstance(callee, Key)
            self._if(indent, f"!{self._expressions.counting_call(callee, args)}", "return false;")
            return
        forms = self._output_forms(callee)
        self._locals.uses_frame = True
        mark = None
        if self._code.undoes(callee):
            mark = self._code.label("start")
            self._line(indent, f"{self._locals.made(mark, 'size_t')} = c->trailed;")
        before = self._code.may_skip
        self._code.may_skip = before and callee not in self._module.skipping  # else the callee does it
        name = self._continuation(outs, forms, body, mark)
        self._code.may_skip = before
        frame = "&frame_" if self._locals.is_main else "f"
        call = self._expressions.call(callee, args, [name, frame])
        self._line(indent, f"if (!{call})")
        if not self._locals.is_main:
            self._line(indent + 1, "return false;")
        elif self._code.signature.is_many:
            self._line(indent + 1, "return f->end != SEARCHING;")
        else:
            self._line(indent + 1, "return f->end == FOUND;")

    def defer(self, body: list[ir.Statement], indent: int) -> None:
        """Write what makes a solution as a function of the frame: it is called now, or later with a copy of that."""
        self._locals.uses_frame = self._module.has_deferred = True
        name = self._continuation((), (), body, None)
        frame = "&frame_" if self._locals.is_main else "f"
        later = f"later(c, {name}, {frame}, sizeof(struct {self._code.name}_frame))"
        self._if(indent, f"!(c->deferring ? {later} : {name}(c, {frame}))", "return false;")

    def _continuation(
        self, outs: tuple[str | None, ...], forms: tuple[str, ...], body: list[ir.Statement], mark: str | None
    ) -> str:
        """Write the function that gets each solution; gives its name."""
        name = self._code.label(f"{self._code.name}_then")
        with self._code.continuation() as written:
            params = self._parameters(outs, forms)
            going_on = "return true;"
            if mark is not None:
                going_on = f"return undo(c, {self._locals.made(mark, 'size_t')}), true;"
            if not self._bodies.statements(body, 1, OnFailure("solution", going_on), False):
                self._line(1, going_on)
            declared = [f"    {text}" for text in self._locals.declarations(self._locals.function, frozenset())]
        frame = [f"    struct {self._code.name}_frame *f = frame;"]
        if self._procedure.key in self._module.recursive:  # they are as deep in one another as its calls are
            declared.append("    LOOK_AT_STACK();")
        declared += unused((param.split()[-1].lstrip("*") for param in params), [*frame, *declared, *written])
        header = f"static bool {name}({', '.join(params)})"
        self._code.functions.append([header, "{", *frame, *declared, *written, "}", ""])
        return name

    def _parameters(self, outs: tuple[str | None, ...], forms: tuple[str, ...]) -> list[str]:
        """Write where the outputs of a solution go in a continuation; gives its parameters."""
        params = ["Context *c", "void *frame"]
        for index, (out, form) in enumerate(zip(outs, forms, strict=True), 1):
            given = f"given_{index}"
            params.append(f"{C_TYPES[form]} {given}")
            if out is not None:
                self._line(1, f"{self._locals.read(out)} = {converted(given, form, self._locals.form(out))};")
        return params

    def _first(
        self, callee: Key | Version, statement: ir.Invoke, forms: tuple[str, ...], indent: int, fail: str
    ) -> None:
        """Write a call of something with many solutions whose first is wanted."""
        name = self._code.label(f"{self._code.name}_first")
        flag_name = self._code.label("any")
        flag = self._locals.made(flag_name, "bool")
        self._locals.uses_frame = True
        with self._code.continuation() as written:
            params = self._parameters(statement.outs, forms)
            self._line(1, f"{self._locals.made(flag_name, 'bool')} = true;")
            self._line(1, "(void)c;")
            self._line(1, "return false;")
        frame = [f"    struct {self._code.name}_frame *f = frame;"]
        self._code.functions.append([f"static bool {name}({', '.join(params)})", "{", *frame, *written, "}", ""])
        self._line(indent, f"{flag} = false;")
        call = self._expressions.call(callee, statement.args, [name, "&frame_" if self._locals.is_main else "f"])
        self._if(indent, f"!{call} && !{flag}", "return false;")
        self._if(indent, f"!{flag}", fail)
