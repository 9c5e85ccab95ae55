"""Tail calls as C: jumps where a procedure calls itself, else calls whose outputs or continuation are its own."""

from __future__ import annotations

from typing import Final

from pyengine.compiler.c.accumulation import combined_after
from pyengine.compiler.c.draining import ROUNDS, Draining
from pyengine.compiler.c.forms import C_TYPES
from pyengine.compiler.c.procedure_code import CodeWriter
from pyengine.compiler.procedures import ir
from pyengine.compiler.procedures.callees import Callee, Key
from pyengine.compiler.procedures.tail_calls import Tail, are_outs, tail_of
from pyengine.compiler.techniques import techniques

OPERATORS: Final = {"\\/": "|", "xor": "^", "/\\": "&"}
"""The operations of `accumulation.UNITS` in C."""


class TailCallWriter(CodeWriter):
    """Writes calls whose solutions are the procedure's own."""

    def write(self, statement: ir.Statement, rest: list[ir.Statement], indent: int, is_end: bool) -> bool | None:
        """Write a statement as a tail call, with the rest that follows it; None where it is not one.

        True means that control never comes behind it. `is_end` means that nothing follows the rest in the procedure.
        """
        after = next((s for s in rest if not isinstance(s, ir.Comment)), None)
        match statement:
            case ir.Invoke(callee=callee, args=args, is_final=True, is_hopeless=True) if after == ir.Fail(True):
                is_own = self._locals.is_main and callee == self._procedure.key
                return self._jump(args, indent) if is_own else None
            case ir.Invoke():
                return self._invoke(statement, rest, after, indent)
            case ir.Check(condition=ir.Holds(callee=callee, args=args), is_final=True):
                return self._test(callee, args, after, indent)
            case ir.Loop():
                ends = is_end if after is None else after == ir.Fail(True)
                return self._loop(statement, ends, indent)
        return None

    def _invoke(
        self, call: ir.Invoke, rest: list[ir.Statement], after: ir.Statement | None, indent: int
    ) -> bool | None:
        if self._signature.is_many or not self._locals.is_main or (call.can_fail and not call.is_final):
            return None
        if call.callee == self._procedure.key and self._code.accumulates:
            return self._accumulate(call, rest, indent)
        if call.callee == self._procedure.key:
            return self._end(call.args, tail_of(rest, call.outs), indent)
        resolved = self._module.resolve(call.callee)
        if not (isinstance(resolved, Key) and are_outs(after, call.outs) and self._gives_the_same(resolved)):
            return None
        given = [self._code.out(index) for index in range(len(call.outs))]
        self._line(indent, f"return {self._expressions.call(resolved, call.args, given)};")
        return True

    def _accumulate(self, call: ir.Invoke, rest: list[ir.Statement], indent: int) -> bool:
        """Write a call whose output is combined with what there is so far."""
        combined = combined_after(rest, call.outs)
        assert combined is not None
        other = self._expressions.value(combined[1], self._signature.outputs[0])
        self._line(indent, f"{self._code.total()} {OPERATORS[combined[0]]}= {other};")
        return self._jump(call.args, indent)

    def _test(self, callee: Callee, args: tuple[ir.Expr, ...], after: ir.Statement | None, indent: int) -> bool | None:
        """Write a test that is the last one."""
        if self._signature.is_many or not self._locals.is_main or after != ir.Succeed(()):
            return None
        if callee == self._procedure.key:
            return self._jump(args, indent)
        resolved = self._module.resolve(callee)
        if not isinstance(resolved, Key):
            return None
        self._line(indent, f"return {self._expressions.call(resolved, args, [])};")
        return True

    def _loop(self, loop: ir.Loop, ends: bool, indent: int) -> bool | None:
        """Write a loop over solutions that are the procedure's own; `ends` where nothing follows it."""
        is_main = self._locals.is_main
        if not self._signature.is_many or self._code.undoes(loop.callee):
            return None
        is_own = is_main and ends and loop.callee == self._procedure.key
        if is_own and self._end(loop.args, tail_of(loop.body, loop.outs), indent):
            return True
        resolved = self._module.resolve(loop.callee)
        if self._code.counts or self._code.wrapped is not None:
            return None
        if len(loop.body) != 1 or not are_outs(loop.body[0], loop.outs):
            return None
        if not (isinstance(resolved, Key) and self._gives_the_same(resolved)):
            return None
        prefix = "" if is_main else "f->"
        call = self._expressions.call(resolved, loop.args, [f"{prefix}next", f"{prefix}frame"])
        if is_main and ends:
            self._line(indent, f"return {call};")
            return True
        self._if(indent, f"!{call}", "return false;")
        return False

    def _gives_the_same(self, key: Key) -> bool:
        """Tell whether a procedure gives its outputs in the form that this one does."""
        other = self._module.signature(key)
        return other.outputs == self._signature.outputs and other.is_many == self._signature.is_many

    def _end(self, args: tuple[ir.Expr, ...], tail: Tail | None, indent: int) -> bool | None:
        """Write a call of the procedure itself, with what follows it, as a jump."""
        if tail is None:
            return None
        if tail.wrapped is not None:
            self._code.wrappings.add(tail.wrapped)
            if self._code.wrapped != tail.wrapped:
                return None
            for item in () if self._code.shared_list else tail.items:
                self._push(item, indent)
        return self._jump(args, indent)

    def _push(self, item: ir.Expr, indent: int) -> None:
        """Put an item in front of the list that is to come."""
        if self._code.counts:
            return
        self._line(indent, "{")
        self._line(indent + 1, "Word *cell_ = TAKE(2);")
        self._line(indent + 1, f"cell_[0] = {self._expressions.word(item)};")
        if self._signature.is_many:
            front = self._locals.given("frontNo0", "Word")
            self._line(indent + 1, f"cell_[1] = {front};")
            self._line(indent + 1, f"{front} = (Word)cell_ | LIST;")
        else:
            hole = self._locals.given("holeNo0", "Word *")
            self._line(indent + 1, f"*{hole} = (Word)cell_ | LIST;")
            self._line(indent + 1, f"{hole} = &cell_[1];")
        self._line(indent, "}")

    def _jump(self, args: tuple[ir.Expr, ...], indent: int) -> bool:
        """Write a call of the procedure itself as a jump to its start."""
        self._code.jumps = True
        draining = Draining(self._module, self._procedure) if techniques().drains else None
        kinds = self._signature.inputs
        pairs = [
            (name, self._expressions.value(argument, form), form)
            for name, argument, form in zip(self._procedure.params, args, kinds, strict=True)
            if argument != ir.Local(name)
        ]
        if not (self._descends(args) or (draining and draining.ends(args))):
            self._if(indent, "!step(c)", "return false;")
        if len(pairs) == 1:
            self._line(indent, f"{self._locals.read(pairs[0][0])} = {pairs[0][1]};")
        elif pairs:
            self._line(indent, "{")
            for index, (_, text, form) in enumerate(pairs):
                self._line(indent + 1, f"{C_TYPES[form]} new_{index} = {text};")
            for index, (name, _, _) in enumerate(pairs):
                self._line(indent + 1, f"{self._locals.read(name)} = new_{index};")
            self._line(indent, "}")
        if draining and draining.repeats(args):
            self._repeat()
        self._line(indent, "goto again;")
        return True

    def _repeat(self) -> None:
        """Write what stands behind the last label some times more."""
        lines = self._code.lines
        start = max(index for index, line in enumerate(lines) if line.endswith(":;")) + 1
        lines += lines[start:] * (ROUNDS - 1)
        self._code.rounds = lines[start:]

    def _descends(self, args: tuple[ir.Expr, ...]) -> bool:
        """Tell whether a jump takes a part of a clean argument for the whole: then it comes to an end by itself."""
        clean = [letter == "g" for letter in self._procedure.key.pattern if letter != "f"]
        for param, argument, is_clean in zip(self._procedure.params, args, clean, strict=True):
            if is_clean and isinstance(argument, ir.Local) and self._is_part(argument.name, param):
                return True
        return False

    def _is_part(self, name: str, param: str) -> bool:
        found = [s.value for s in ir.walk(self._procedure.body) if isinstance(s, ir.Assign) and s.name == name]
        if len(found) != 1 or not isinstance(found[0], ir.Field):
            return False
        return found[0].base.name == param or self._is_part(found[0].base.name, param)
