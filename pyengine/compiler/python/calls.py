"""Calls as Python: in the middle of a procedure, and at its end, where some are jumps."""

from __future__ import annotations

from pyengine.compiler.builtins.registry import Version
from pyengine.compiler.procedures import (
    Check,
    Comment,
    Expr,
    FactTable,
    Fail,
    Holds,
    Invoke,
    Key,
    Local,
    Loop,
    Statement,
    Succeed,
)
from pyengine.compiler.python.tails import Tail, tail_of
from pyengine.compiler.python.writer import Writer


class CallWriter(Writer):
    """Writes calls."""

    def _tail_call(self, statement: Statement, rest: list[Statement], indent: int, inner: str, is_end: bool) -> bool:
        """Write a call whose solutions are the procedure's own, and after which nothing follows, as its end."""
        after = next((s for s in rest if not isinstance(s, Comment)), None)
        match statement:
            case Invoke(target=target, args=args, is_final=True, is_hopeless=True) if after == Fail(True):
                return self._jump(target, args, indent, inner)
            case Invoke(target=target, args=args, outs=outs, can_fail=can_fail, is_final=is_final):
                if self._is_generator or (can_fail and not is_final):
                    return False
                if target == self._procedure.key:
                    return self._end(args, tail_of(rest, outs), indent, inner)
                if self.wrapped is not None or not _are_outs(after, outs):
                    return False
                if isinstance(target, FactTable):
                    missing = self._runtime("terms", "FAIL") if can_fail else None
                    self._line(indent, f"return {self._lookup(target, args, missing)}")
                    return True
                if not isinstance(target, Key) and (target.kind == "nondet" or not outs):
                    return False
                if not self._jump(target, args, indent, inner):
                    self._line(indent, f"return {self._expressions.call(target, args)}")
                return True
            case Check(condition=test, is_final=True):
                if self._is_generator or after != Succeed(()):
                    return False
                if not (isinstance(test, Holds) and self._jump(test.target, test.args, indent, inner)):
                    self._line(indent, f"return {self._expressions.condition(test)}")
                return True
            case Loop(target=target, args=args, outs=outs, body=body):
                ends = is_end if after is None else after == Fail(True)
                if not self._is_generator or self._undoes(target):
                    return False
                if ends and target == self._procedure.key and self._end(args, tail_of(body, outs), indent, inner):
                    return True
                if self.wrapped is not None or len(body) != 1 or not _are_outs(body[0], outs):
                    return False
                found = (
                    self._expressions.lookup(target, args, "()")
                    if isinstance(target, FactTable)
                    else self._expressions.call(target, args)
                )
                self._line(indent, f"yield from {found}")
                if after is not None or not is_end:
                    return self._statements(rest, indent, inner, is_end)
                return False
        return False

    def _undoes(self, target: object) -> bool:
        """Tell whether a loop over the target must undo bindings itself, because the target does not."""
        return self._uses_trail and not self._expressions.takes_trail(target)  # type: ignore[arg-type]

    def _end(self, args: tuple[Expr, ...], tail: Tail | None, indent: int, inner: str) -> bool:
        """Write a call of the procedure itself, with what follows it, as a jump."""
        if tail is None or inner != "proc" or not self._may_jump:
            return False
        if tail.wrapped is not None:
            self.wrappings.add(tail.wrapped)
            if self.wrapped != tail.wrapped:
                return False
            for item in tail.items:
                self._line(indent, f"front.append({self._expressions.value(item)})")
        return self._jump(self._procedure.key, args, indent, inner)

    def _jump(self, target: object, args: tuple[Expr, ...], indent: int, inner: str) -> bool:
        """Write a call of the procedure itself as a jump to its start, where that can be."""
        if target != self._procedure.key or inner != "proc" or not self._may_jump:
            return False
        self.jumps = True
        pairs = [
            (name, self._expressions.value(argument))
            for name, argument in zip(self._procedure.params, args, strict=True)
            if argument != Local(name)
        ]
        if pairs:
            left, right = zip(*pairs, strict=True)
            self._line(indent, f"{', '.join(left)} = {', '.join(right)}")
        self._line(indent, "continue")
        return True

    def _invoke(self, statement: Invoke, indent: int, inner: str) -> None:
        target = statement.target
        fail = self._fail(statement.is_final, inner)
        outs, missing = statement.outs, self._runtime("terms", "FAIL")
        is_nondet = isinstance(target, Version) and target.kind == "nondet"
        if isinstance(target, FactTable):
            call = self._lookup(target, statement.args, missing if statement.can_fail else None)
        else:
            call = self._expressions.call(target, statement.args)
        if is_nondet:
            call = f"next({call}, {missing})"
        if not outs and statement.can_fail and not is_nondet and isinstance(statement.target, Key):
            self._line(indent, f"if not {call}:")
            self._line(indent + 1, fail)
            return
        names = [name or "_" for name in outs]
        if not statement.can_fail:
            self._line(indent, f"{', '.join(names)} = {call}" if any(outs) else call)
            return
        if len(outs) == 1 and outs[0]:
            self._line(indent, f"{outs[0]} = {call}")
            self._line(indent, f"if {outs[0]} is {missing}:")
            self._line(indent + 1, fail)
            return
        if not any(outs):
            self._line(indent, f"if {call} is {missing}:")
            self._line(indent + 1, fail)
            return
        self._line(indent, f"if (found := {call}) is {missing}:")
        self._line(indent + 1, fail)
        self._line(indent, f"{', '.join(names)} = found")

    def _lookup(self, table: FactTable, args: tuple[Expr, ...], missing: str | None) -> str:
        """Write a lookup whose first solution is wanted."""
        if not table.is_many and args:
            return self._expressions.lookup(table, args, missing)
        if not args:
            return f"{self._expressions.lookup(table, args, None)}[0]"
        found = self._expressions.lookup(table, args, None if missing is None else f"({missing},)")
        return f"{found}[0]"

    def _loop(self, statement: Loop, indent: int) -> None:
        outs = [name or "_" for name in statement.outs]
        target = ", ".join(outs) if outs and any(statement.outs) else "_"
        if isinstance(statement.target, FactTable):
            calls = self._expressions.lookup(statement.target, statement.args, "()")
        else:
            calls = self._search(self._expressions.call(statement.target, statement.args), indent)
        header = f"for {target} in {calls}:"
        if self._undoes(statement.target):
            self._marked_loop(header, statement.body, indent)
        else:
            self._line(indent, header)
            self._body(statement.body, indent + 1, "loop")

    def _solutions(self, key: Key, args: tuple[Expr, ...]) -> str:
        call = self._expressions.call(key, args)
        return call if self._expressions.is_many(key) else f"(True,) if {call} else ()"


def _are_outs(statement: Statement | None, outs: tuple[str | None, ...]) -> bool:
    """Tell whether a statement gives back these outputs as they are."""
    return isinstance(statement, Succeed) and statement.outs == tuple(Local(name or "") for name in outs)
