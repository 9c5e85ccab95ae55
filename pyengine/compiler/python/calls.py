"""Calls as Python: in the middle of a procedure, and at its end, where some are jumps."""

from __future__ import annotations

import ast

from pyengine.compiler.builtins.registry import Version
from pyengine.compiler.procedures import ir
from pyengine.compiler.procedures.callees import FactTable, Key
from pyengine.compiler.procedures.tail_calls import Tail, are_outs, tail_of
from pyengine.compiler.python import nodes
from pyengine.compiler.python.writer import Body, Writer


class CallWriter(Writer):
    """Writes calls."""

    def _tail_call(
        self, statement: ir.Statement, rest: list[ir.Statement], body: Body, inner: str, is_end: bool
    ) -> bool:
        """Write a call whose solutions are the procedure's own, and after which nothing follows, as its end."""
        after = next((s for s in rest if not isinstance(s, ir.Comment)), None)
        match statement:
            case ir.Invoke(callee=callee, args=args, is_final=True, is_hopeless=True) if after == ir.Fail(True):
                return self._jump(callee, args, body, inner)
            case ir.Invoke():
                return self._tail_invoke(statement, rest, body, inner)
            case ir.Check(condition=test, is_final=True):
                if self._is_generator or after != ir.Succeed(()):
                    return False
                if not (isinstance(test, ir.Holds) and self._jump(test.callee, test.args, body, inner)):
                    self._add(body, ast.Return(self._expressions.condition(test)))
                return True
            case ir.Loop(callee=callee, args=args, outs=outs, body=looped):
                ends = is_end if after is None else after == ir.Fail(True)
                if not self._is_generator or self._undoes(callee):
                    return False
                if ends and callee == self._procedure.key and self._end(args, tail_of(looped, outs), body, inner):
                    return True
                if self.wrapped is not None or len(looped) != 1 or not are_outs(looped[0], outs):
                    return False
                found = (
                    self._expressions.lookup(callee, args, nodes.tuple_of(()))
                    if isinstance(callee, FactTable)
                    else self._expressions.call(callee, args)
                )
                self.yields = True
                self._add(body, ast.Expr(ast.YieldFrom(found)))
                if after is not None or not is_end:
                    return self._statements(rest, body, inner, is_end)
                return False
        return False

    def _tail_invoke(self, statement: ir.Invoke, rest: list[ir.Statement], body: Body, inner: str) -> bool:
        callee, args, outs = statement.callee, statement.args, statement.outs
        after = next((s for s in rest if not isinstance(s, ir.Comment)), None)
        if self._is_generator or (statement.can_fail and not statement.is_final):
            return False
        if callee == self._procedure.key:
            return self._end(args, tail_of(rest, outs), body, inner)
        if self.wrapped is not None or not are_outs(after, outs):
            return False
        if isinstance(callee, FactTable):
            self._add(body, ast.Return(self._lookup(callee, args, statement.can_fail)))
            return True
        if not isinstance(callee, Key) and (callee.determinism == "nondet" or not outs):
            return False
        if not self._jump(callee, args, body, inner):
            self._add(body, ast.Return(self._expressions.call(callee, args)))
        return True

    def _undoes(self, callee: object) -> bool:
        """Tell whether a loop over the callee must undo bindings itself, because the callee does not."""
        return self._uses_trail and not self._expressions.takes_trail(callee)  # type: ignore[arg-type]

    def _end(self, args: tuple[ir.Expr, ...], tail: Tail | None, body: Body, inner: str) -> bool:
        """Write a call of the procedure itself, with what follows it, as a jump."""
        if tail is None or inner != "proc" or not self._may_jump:
            return False
        if tail.wrapped is not None:
            self.wrappings.add(tail.wrapped)
            if self.wrapped != tail.wrapped:
                return False
            for item in tail.items:
                waiting = nodes.method(nodes.name("front"), "append", self._expressions.value(item))
                self._add(body, ast.Expr(waiting))
        return self._jump(self._procedure.key, args, body, inner)

    def _jump(self, callee: object, args: tuple[ir.Expr, ...], body: Body, inner: str) -> bool:
        """Write a call of the procedure itself as a jump to its start, where that can be."""
        if callee != self._procedure.key or inner != "proc" or not self._may_jump:
            return False
        self.jumps = True
        pairs = [
            (name, self._expressions.value(argument))
            for name, argument in zip(self._procedure.params, args, strict=True)
            if argument != ir.Local(name)
        ]
        if pairs:
            self._add(body, nodes.assign_each([name for name, _ in pairs], [value for _, value in pairs]))
        self._add(body, ast.Continue())
        return True

    def _invoke(self, statement: ir.Invoke, body: Body, inner: str) -> None:
        callee, outs, is_final = statement.callee, statement.outs, statement.is_final
        is_nondet = isinstance(callee, Version) and callee.determinism == "nondet"
        if isinstance(callee, FactTable):
            call = self._lookup(callee, statement.args, statement.can_fail)
        else:
            call = self._expressions.call(callee, statement.args)
        if is_nondet:
            call = nodes.built_in("next", call, self._runtime("terms", "FAIL"))
        if not outs and statement.can_fail and not is_nondet and isinstance(statement.callee, Key):
            self._fail_if(body, nodes.unary("not", call), is_final, inner)
            return
        names = [name or "_" for name in outs]
        if not statement.can_fail:
            self._add(body, _unpack(names, call) if any(outs) else ast.Expr(call))
            return
        if len(outs) == 1 and outs[0]:
            self._add(body, nodes.assign(outs[0], call))
            self._fail_if(body, self._is_failure(nodes.name(outs[0])), is_final, inner)
        elif not any(outs):
            self._fail_if(body, self._is_failure(call), is_final, inner)
        else:
            self._fail_if(body, self._is_failure(nodes.named("found", call)), is_final, inner)
            self._add(body, _unpack(names, nodes.name("found")))

    def _is_failure(self, found: ast.expr) -> ast.expr:
        return nodes.compare(found, "is", self._runtime("terms", "FAIL"))

    def _lookup(self, table: FactTable, args: tuple[ir.Expr, ...], can_fail: bool) -> ast.expr:
        """Write a lookup whose first solution is wanted."""
        missing = self._runtime("terms", "FAIL") if can_fail else None
        if not table.is_many and args:
            return self._expressions.lookup(table, args, missing)
        if not args:
            return nodes.item(self._expressions.lookup(table, args, None), 0)
        found = self._expressions.lookup(table, args, None if missing is None else nodes.tuple_of([missing]))
        return nodes.item(found, 0)

    def _loop(self, statement: ir.Loop, body: Body) -> None:
        outs = [name or "_" for name in statement.outs] if any(statement.outs) else ["_"]
        if isinstance(statement.callee, FactTable):
            calls = self._expressions.lookup(statement.callee, statement.args, nodes.tuple_of(()))
        else:
            calls = self._search(self._expressions.call(statement.callee, statement.args), body)
        loop = nodes.loop_over(outs[0] if len(outs) == 1 else outs, calls)
        if self._undoes(statement.callee):
            self._marked_loop(loop, statement.body, body)
        else:
            self._add(body, loop)
            self._inside(statement.body, loop.body, "loop")

    def _solutions(self, key: Key, args: tuple[ir.Expr, ...]) -> ast.expr:
        call = self._expressions.call(key, args)
        if self._expressions.is_many(key):
            return call
        return ast.IfExp(call, nodes.tuple_of([ast.Constant(True)]), nodes.tuple_of(()))


def _unpack(names: list[str], value: ast.expr) -> ast.stmt:
    return nodes.assign(names[0] if len(names) == 1 else names, value)
