"""Statements of the intermediate language as Python."""

from __future__ import annotations

import ast
from typing import Final

from pyengine.compiler.procedures import ir
from pyengine.compiler.python import nodes
from pyengine.compiler.python.calls import CallWriter
from pyengine.compiler.python.writer import Body
from pyengine.compiler.unsupported import UnsupportedError

_DEEPEST: Final = 3
"""How many tests of an alternative are nested; one with more is a loop that ends at once."""


class StatementWriter(CallWriter):
    """Writes the body of one procedure as Python."""

    def write(self) -> None:
        """Write the whole body; raises UnsupportedError."""
        try:
            if not self._statements(self._procedure.body, self.body, "proc", True):
                self._add(self.body, self._failure())
        except UnsupportedError as error:
            raise error.at(self.clauses[-1] if self.clauses else None) from None

    def _statements(self, statements: list[ir.Statement], body: Body, inner: str, is_end: bool) -> bool:
        for index, statement in enumerate(statements):
            rest = statements[index + 1 :]
            written = self._written
            if self._tail_call(statement, rest, body, inner, is_end):
                return True
            if self._written > written:  # all of the rest is written, too
                return False
            if self._statement(statement, body, inner, is_end and not rest):
                return True
        return False

    def _statement(self, statement: ir.Statement, body: Body, inner: str, is_end: bool) -> bool:
        value, condition = self._expressions.value, self._expressions.condition
        match statement:
            case ir.Comment(place=place):
                self.clauses.append(place)
            case ir.Assign(name=name, value=expr):
                given = ast.Constant(expr) if isinstance(expr, bool) else value(expr)
                self._add(body, nodes.assign(name, given))
            case ir.Check(condition=test, is_final=is_final):
                self._fail_if(body, condition(ir.Negated(test)), is_final, inner)
            case ir.Open():
                self._open(statement, body, inner)
            case ir.Invoke():
                self._invoke(statement, body, inner)
            case ir.Argument():
                self._argument(statement, body, inner)
            case ir.Require(value=local, label=label):
                clean = nodes.call(self._runtime("unify", "required"), value(local), nodes.constant(label))
                self._add(body, nodes.assign(local.name, clean))
            case ir.Loop():
                self._loop(statement, body)
            case ir.Range(name=name, low=low, high=high, body=looped):
                assert high is not None
                numbers = nodes.built_in("range", value(low), self._plus_one(high))
                self._marked_loop(nodes.loop_over(name, numbers), looped, body)
            case ir.Items():
                self._items(statement, body)
            case ir.Block(body=alternative):
                return self._block(alternative, body, inner)
            case ir.Branch():
                return self._branch(statement, body, inner, is_end)
            case ir.Switch():
                return self._switch(statement, body, inner, is_end)
            case ir.Succeed(outs=outs):
                return self._succeed(outs, body)
            case ir.Fail(is_final=is_final):
                self._fail(body, is_final, inner)
                return True
            case ir.Mark(name=name):
                if self._uses_trail:
                    self._mark(body, name)
            case ir.Undo(name=name):
                if self._uses_trail:
                    self._undo(body, name)
            case ir.Collect():
                self._collect(statement, body, inner)
            case ir.Gather():
                self._gather(statement, body)
            case ir.Catching() | ir.Solve():
                self._call_found_at_run_time(statement, body)
            case ir.Raise(kind=kind, args=args):
                self._raise(kind, args, body)
                return True
        return False

    def _plus_one(self, expr: ir.Expr) -> ast.expr:
        if isinstance(expr, ir.Const) and expr.value.__class__ is int:
            return self._expressions.names.constant(expr.value + 1)
        return nodes.operate(self._expressions.value(expr), "+", nodes.constant(1))

    def _argument(self, statement: ir.Argument, body: Body, inner: str) -> None:
        i, t = self._expressions.value(statement.index), self._expressions.value(statement.term)
        is_inside = [
            nodes.compare(nodes.attribute(t, "__class__"), "is", nodes.name("tuple")),
            nodes.compare(nodes.constant(0), "<", i, "<", nodes.built_in("len", t)),
        ]
        general = nodes.call(self._expressions.names.runtime("builtins.structure", "argument"), i, t)
        found = ast.IfExp(nodes.all_of(is_inside), nodes.item(t, i), general)
        self._add(body, nodes.assign(statement.name, found))
        self._fail_if(body, self._is_failure(nodes.name(statement.name)), statement.is_final, inner)

    def _gather(self, statement: ir.Gather, body: Body) -> None:
        how, collection = statement.how, statement.collection
        if how == "count":
            self._add(body, nodes.change(collection, "+", nodes.constant(1)))
            return
        found = self._expressions.value(statement.value)
        if how in ("max_witness", "min_witness"):
            keep = self._runtime("control", f"keep_{how}")
            self._add(body, ast.Expr(nodes.call(keep, nodes.name(collection), found)))
            return
        if not statement.is_clean:
            found = nodes.call(self._runtime("unify", "copy_term"), found)
        self._add(body, ast.Expr(nodes.method(nodes.name(collection), "append", found)))

    def _call_found_at_run_time(self, statement: ir.Catching | ir.Solve, body: Body) -> None:
        """Write a call that may be ended by an error, or of a goal that only the run knows."""
        value, trail = self._expressions.value, nodes.name("trail")
        if isinstance(statement, ir.Catching):
            attempt = nodes.delayed(self._solutions(statement.callee, statement.args))
            recovery = nodes.delayed(self._solutions(statement.recovery, statement.recovery_args))
            catching = self._runtime("control", "catching")
            call = nodes.call(catching, attempt, value(statement.ball), recovery, trail)
        else:
            extra = [value(argument) for argument in statement.extra]
            call = nodes.call(nodes.name("solve"), value(statement.goal), trail, *extra)
        loop = nodes.loop_over("_", self._search(call, body))
        self._add(body, loop)
        self._inside(statement.body, loop.body, "loop")

    def _raise(self, kind: str, args: tuple[ir.Expr, ...], body: Body) -> None:
        if kind == "undeclared":
            error = nodes.call(self._runtime("control", "undeclared"), *map(self._expressions.value, args))
        else:
            name, _, arity = kind.removeprefix("unknown:").rpartition("/")
            unknown = self._runtime("errors", "unknown_procedure")
            error = nodes.call(unknown, nodes.constant(name), nodes.constant(int(arity)))
        self._add(body, ast.Raise(error))

    def _succeed(self, outs: tuple[ir.Expr, ...], body: Body) -> bool:
        written = [self._expressions.value(out) for out in outs]
        if self.wrapped is not None:
            list_of = self._runtime("terms", "list_of")
            written[self.wrapped] = nodes.call(list_of, nodes.name("front"), written[self.wrapped])
        result = ast.Constant(True) if not written else written[0] if len(written) == 1 else nodes.tuple_of(written)
        if self._is_generator:
            self.yields = True
            self._add(body, ast.Expr(ast.Yield(result)))
        else:
            self._add(body, ast.Return(result))
        return not self._is_generator

    def _open(self, statement: ir.Open, body: Body, inner: str) -> None:
        var, functor = self._runtime("terms", "Var"), self._expressions.names.functor(statement.functor)
        term = nodes.name("term_")  # a name of its own: what a variable is bound to holds in this alternative alone
        value = nodes.call(self._runtime("unify", "deref"), self._expressions.value(statement.value))
        self._add(body, nodes.assign(term.id, value))
        kind = nodes.attribute(term, "__class__")
        is_compound = nodes.compare(kind, "is", nodes.name("tuple"))
        has_functor = nodes.compare(nodes.item(term, 0), "is", functor)
        self._add(body, known := nodes.when(nodes.all_of([is_compound, has_functor])))
        fields = [(part, i) for i, part in enumerate(statement.names, 1) if part]
        if fields:
            taken = nodes.assign_each([part for part, _ in fields], [nodes.item(term, i) for _, i in fields])
            self._add(known.body, taken)
        self._fill(known.body)
        self._add(known.orelse, free := nodes.when(nodes.compare(kind, "is", var)))
        for part, _ in fields:
            self._add(free.body, nodes.assign(part, nodes.call(var)))
        args = [nodes.name(part) if part else nodes.call(var) for part in statement.names]
        made = nodes.tuple_of([functor, *args])
        bind = nodes.call(self._runtime("unify", "bind"), term, made, nodes.name("trail"))
        self._add(free.body, ast.Expr(bind))
        self._fail(free.orelse, statement.is_final, inner)

    def _items(self, statement: ir.Items, body: Body) -> None:
        rest = f"rest_{self._written}"
        self._add(body, nodes.assign(rest, self._expressions.value(statement.value)))
        left = nodes.name(rest)
        if statement.is_list:
            test: ast.expr = nodes.compare(left, "is not", self._runtime("terms", "NIL"))
        else:
            is_compound = nodes.compare(nodes.attribute(left, "__class__"), "is", nodes.name("tuple"))
            is_cons = nodes.compare(nodes.item(left, 0), "is", self._runtime("terms", "CONS"))
            test = nodes.all_of([is_compound, is_cons])
        first = nodes.assign(["_", statement.name, rest], nodes.name(rest))
        self._marked_loop(nodes.loop_while(test), statement.body, body, first)

    def _block(self, statements: list[ir.Statement], body: Body, inner: str) -> bool:
        failing = [i for i, statement in enumerate(statements) if _leaves(statement)]
        is_simple = all(isinstance(statements[i], ir.Check) for i in failing) and len(failing) <= _DEEPEST
        if is_simple and not any(_leaves_inside(statement) for statement in statements):
            self._nested(statements, body, inner)
            return False
        self._add(body, loop := nodes.loop_while(ast.Constant(True)))
        if not self._inside(statements, loop.body, "block"):
            self._add(loop.body, ast.Break())
        return False

    def _nested(self, statements: list[ir.Statement], body: Body, inner: str) -> None:
        for index, statement in enumerate(statements):
            if isinstance(statement, ir.Check) and not statement.is_final:
                tests = [statement.condition]
                rest = statements[index + 1 :]
                while rest and isinstance(rest[0], ir.Check) and not rest[0].is_final:
                    tests.append(rest[0].condition)
                    rest = rest[1:]
                test = tests[0] if len(tests) == 1 else ir.All(tuple(tests))
                self._add(body, branch := nodes.when(self._expressions.condition(test)))
                self._nested(rest, branch.body, inner)
                self._fill(branch.body)
                return
            if isinstance(statement, ir.Fail) and not statement.is_final:
                return
            written = self._written
            is_end = self._tail_call(statement, statements[index + 1 :], body, inner, False)
            if is_end or self._written > written:
                return
            if self._statement(statement, body, inner, False):
                return

    def _branch(self, statement: ir.Branch, body: Body, inner: str, is_end: bool) -> bool:
        then, otherwise = statement.then, statement.otherwise
        if not self._uses_trail:
            then, otherwise = _untrailed(then), _untrailed(otherwise)
        test: ir.Condition = statement.condition
        if not then:
            then, otherwise, test = otherwise, then, ir.Negated(test)
        if not then:
            if not isinstance(statement.condition, ir.Flag):  # for the sake of its errors
                self._add(body, ast.Expr(self._expressions.condition(statement.condition)))
            return False
        self._add(body, branch := nodes.when(self._expressions.condition(test)))
        ended = self._inside(then, branch.body, inner, is_end)
        if not otherwise:
            return False
        if ended:  # what follows is reached only where the test does not hold
            return self._statements(otherwise, body, inner, is_end)
        self._inside(otherwise, branch.orelse, inner, is_end)
        return False

    def _switch(self, statement: ir.Switch, body: Body, inner: str, is_end: bool) -> bool:
        ended, otherwise = True, body
        for case, statements in statement.cases:
            test = self._expressions.condition(statement.test(case))
            self._add(body if ended else otherwise, branch := nodes.when(test))
            ended = self._inside(statements, branch.body, inner, is_end)
            otherwise = branch.orelse
        if ended or not statement.cases:
            return self._statements(statement.default, body, inner, is_end)
        self._inside(statement.default, otherwise, inner, is_end)
        return False

    def _collect(self, statement: ir.Collect, body: Body, inner: str) -> None:
        found, how, result = statement.collection, statement.how, statement.result
        self._add(body, nodes.assign(found, nodes.constant(0) if how == "count" else ast.List([], nodes.LOAD)))
        if self._uses_trail:
            self._mark(body, statement.mark)
        self._block(statement.body, body, inner)
        if self._uses_trail:
            self._undo(body, statement.mark)
        if how == "count":
            self._add(body, nodes.assign(result, nodes.name(found)))
            return
        if how == "least" and statement.is_long:
            how = "least_by_order"
        fold = self._runtime("terms", "list_of") if how == "bag" else self._runtime("control", f"fold_{how}")
        self._add(body, nodes.assign(result, nodes.call(fold, nodes.name(found))))
        if how != "bag" and statement.can_fail:
            self._fail_if(body, self._is_failure(nodes.name(result)), statement.is_final, inner)


def _leaves(statement: ir.Statement) -> bool:
    """Tell whether a statement may fail to the end of the block that it stands in."""
    match statement:
        case ir.Check(is_final=is_final) | ir.Open(is_final=is_final) | ir.Argument(is_final=is_final):
            return not is_final
        case ir.Invoke(can_fail=True, is_final=False) | ir.Collect(can_fail=True, is_final=False):
            return True
    return False


def _leaves_inside(statement: ir.Statement) -> bool:
    return isinstance(statement, ir.Branch | ir.Switch) and any(
        _leaves(inner) or _leaves_inside(inner) or (isinstance(inner, ir.Fail) and not inner.is_final)
        for body in ir.bodies(statement)
        for inner in body
    )


def _untrailed(statements: list[ir.Statement]) -> list[ir.Statement]:
    return [statement for statement in statements if not isinstance(statement, ir.Mark | ir.Undo)]
