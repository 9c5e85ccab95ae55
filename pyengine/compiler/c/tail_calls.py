"""Calls at the end of a procedure: jumps where it calls itself, and calls whose solutions are its own."""

from __future__ import annotations

from pyengine.compiler.builtins.registry import Version
from pyengine.compiler.c.aggregates import CollectingWriter
from pyengine.compiler.c.forms import C_TYPES
from pyengine.compiler.c.writer import Inner
from pyengine.compiler.procedures import (
    Assign,
    Check,
    Comment,
    Expr,
    FactTable,
    Fail,
    Field,
    Holds,
    Invoke,
    Key,
    Local,
    Loop,
    Statement,
    Succeed,
    Target,
    walk,
)
from pyengine.compiler.procedures.tail_calls import Tail, tail_of


class EndWriter(CollectingWriter):
    """Writes calls after which nothing follows."""

    def tail(self, statement: Statement, rest: list[Statement], indent: int, inner: Inner, is_end: bool) -> bool | None:
        """Write a call whose solutions are the procedure's own, and after which nothing follows, as its end."""
        after = next((s for s in rest if not isinstance(s, Comment)), None)
        is_many, is_main = self.signature.is_many, self.locals.is_main
        match statement:
            case Invoke(target=target, args=args, is_final=True, is_hopeless=True) if after == Fail(True):
                return True if is_main and target == self.procedure.key and self._jump(args, indent) else None
            case Invoke(target=target, args=args, outs=outs, can_fail=can_fail, is_final=is_final):
                if is_many or not is_main or (can_fail and not is_final):
                    return None
                if target == self.procedure.key:
                    return self._end(args, tail_of(rest, outs), indent)
                resolved = self.module.resolve(target)
                if isinstance(resolved, Key) and _are_outs(after, outs) and self._passes(resolved):
                    given = [self.out(index) for index in range(len(outs))]
                    self.line(indent, f"return {self.expressions.call(resolved, args, given)};")
                    return True
            case Check(condition=Holds(target=target, args=args), is_final=True):
                if is_many or not is_main or after != Succeed(()):
                    return None
                if target == self.procedure.key:
                    return True if self._jump(args, indent) else None
                resolved = self.module.resolve(target)
                if isinstance(resolved, Key):
                    self.line(indent, f"return {self.expressions.call(resolved, args, [])};")
                    return True
            case Loop(target=target, args=args, outs=outs, body=body):
                if not is_many or self.undoes(target):
                    return None
                ends = is_end if after is None else after == Fail(True)
                if is_main and ends and target == self.procedure.key:
                    done = self._end(args, tail_of(body, outs), indent)
                    if done:
                        return True
                resolved = self.module.resolve(target)
                if self.wrapped is not None or len(body) != 1 or not _are_outs(body[0], outs):
                    return None
                if isinstance(resolved, Key) and self._passes(resolved):
                    self.uses_next = True
                    prefix = "" if is_main else "f->"
                    call = self.expressions.call(resolved, args, [f"{prefix}next", f"{prefix}frame"])
                    if is_main and ends:
                        self.line(indent, f"return {call};")
                        return True
                    self.line(indent, f"if (!{call})")
                    self.line(indent + 1, "return false;")
                    return False
        return None

    def _passes(self, key: Key) -> bool:
        """Tell whether a procedure gives its outputs in the form that this one does."""
        other = self.module.signature(key)
        return other.outputs == self.signature.outputs and other.is_many == self.signature.is_many

    def _end(self, args: tuple[Expr, ...], tail: Tail | None, indent: int) -> bool | None:
        """Write a call of the procedure itself, with what follows it, as a jump."""
        if tail is None:
            return None
        if tail.wrapped is not None:
            self.wrappings.add(tail.wrapped)
            if self.wrapped != tail.wrapped:
                return None
            for item in () if self.passed else tail.items:
                self._push(item, indent)
        return self._jump(args, indent)

    def _push(self, item: Expr, indent: int) -> None:
        """Put an item in front of the list that is to come."""
        self.line(indent, "{")
        self.line(indent + 1, "Word *cell_ = TAKE(2);")
        self.line(indent + 1, f"cell_[0] = {self.expressions.word(item)};")
        if self.signature.is_many:
            front = self.locals.given("frontNo0", "Word")
            self.line(indent + 1, f"cell_[1] = {front};")
            self.line(indent + 1, f"{front} = (Word)cell_ | LIST;")
        else:
            hole = self.locals.given("holeNo0", "Word *")
            self.line(indent + 1, f"*{hole} = (Word)cell_ | LIST;")
            self.line(indent + 1, f"{hole} = &cell_[1];")
        self.line(indent, "}")

    def _jump(self, args: tuple[Expr, ...], indent: int) -> bool:
        """Write a call of the procedure itself as a jump to its start."""
        self.jumps = True
        kinds = self.signature.inputs
        pairs = [
            (name, self.expressions.value(argument, form), form)
            for name, argument, form in zip(self.procedure.params, args, kinds, strict=True)
            if argument != Local(name)
        ]
        if not self._descends(args):
            self.line(indent, "if (!step(c))")
            self.line(indent + 1, "return false;")
        if len(pairs) == 1:
            self.line(indent, f"{self.locals.read(pairs[0][0])} = {pairs[0][1]};")
        elif pairs:
            self.line(indent, "{")
            for index, (_, text, form) in enumerate(pairs):
                self.line(indent + 1, f"{C_TYPES[form]} new_{index} = {text};")
            for index, (name, _, _) in enumerate(pairs):
                self.line(indent + 1, f"{self.locals.read(name)} = new_{index};")
            self.line(indent, "}")
        self.line(indent, "goto again;")
        return True

    def _descends(self, args: tuple[Expr, ...]) -> bool:
        """Tell whether a jump takes a part of a clean argument for the whole: then it comes to an end by itself."""
        clean = [letter == "g" for letter in self.procedure.key.pattern if letter != "f"]
        for param, argument, is_clean in zip(self.procedure.params, args, clean, strict=True):
            if is_clean and isinstance(argument, Local) and self._is_part(argument.name, param):
                return True
        return False

    def _is_part(self, name: str, param: str) -> bool:
        found = [s.value for s in walk(self.procedure.body) if isinstance(s, Assign) and s.name == name]
        if len(found) != 1 or not isinstance(found[0], Field):
            return False
        return found[0].base.name == param or self._is_part(found[0].base.name, param)

    def undoes(self, target: Target) -> bool:
        """Tell whether a loop over the target must undo bindings itself, because the target does not."""
        return self.procedure.has_trail and not self._takes_trail(target)

    def _takes_trail(self, target: Target) -> bool:
        if isinstance(target, FactTable):
            return False
        return target.trail if isinstance(target, Version) else self.module.procedure(target).summary.uses_trail


def _are_outs(statement: Statement | None, outs: tuple[str | None, ...]) -> bool:
    """Tell whether a statement gives back these outputs as they are."""
    return isinstance(statement, Succeed) and statement.outs == tuple(Local(name or "") for name in outs)
