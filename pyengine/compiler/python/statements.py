"""Statements of the intermediate language as Python."""

from __future__ import annotations

from typing import Final

from pyengine.compiler.builtins.registry import Version
from pyengine.compiler.procedures import (
    All,
    Argument,
    Assign,
    Block,
    Branch,
    Catching,
    Check,
    Collect,
    Comment,
    Condition,
    Expr,
    FactTable,
    Fail,
    Flag,
    Gather,
    Holds,
    Invoke,
    IsFunctor,
    IsValue,
    Items,
    Key,
    Local,
    Loop,
    Mark,
    Negated,
    Open,
    Procedure,
    Raise,
    Range,
    Require,
    Solve,
    Statement,
    Succeed,
    Switch,
    Undo,
)
from pyengine.compiler.python.expressions import Expressions
from pyengine.compiler.python.tails import Tail, tail_of
from pyengine.compiler.runtime.terms import Functor

_DEEPEST: Final = 3
"""How many tests of an alternative are nested; one with more is a loop that ends at once."""


class StatementWriter:
    """Writes the body of one procedure as lines of Python."""

    def __init__(
        self, procedure: Procedure, expressions: Expressions, may_jump: bool, wrapped: int | None = None
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
        self._uses_trail = procedure.has_trail

    def write(self, indent: int) -> None:
        """Write the whole body."""
        if not self._statements(self._procedure.body, indent, "proc", True):
            self._line(indent, self._failure())

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

    def _statements(self, statements: list[Statement], indent: int, inner: str, is_end: bool) -> bool:
        """Write statements; True where control never comes to their end.

        `is_end` means that nothing follows them in the procedure.
        """
        for index, statement in enumerate(statements):
            rest = statements[index + 1 :]
            written = len(self.lines)
            if self._tail_call(statement, rest, indent, inner, is_end):
                return True
            if len(self.lines) > written:  # all of the rest is written, too
                return False
            if self._statement(statement, indent, inner, is_end and not rest):
                return True
        return False

    def _statement(self, statement: Statement, indent: int, inner: str, is_end: bool) -> bool:
        value, condition = self._expressions.value, self._expressions.condition
        match statement:
            case Comment(text=text):
                self._line(indent, f"# {text}")
            case Assign(name=name, value=expr):
                self._line(indent, f"{name} = {expr if isinstance(expr, bool) else value(expr)}")
            case Check(condition=test, is_final=is_final):
                self._line(indent, f"if {condition(Negated(test))}:")
                self._line(indent + 1, self._fail(is_final, inner))
            case Open():
                self._open(statement, indent, inner)
            case Invoke():
                self._invoke(statement, indent, inner)
            case Argument(name=name, index=index, term=term, is_final=is_final):
                i, t = value(index), value(term)
                general = self._expressions.names.runtime("builtins.structure", "argument")
                inside = f"{t}.__class__ is tuple and 0 < {i} < len({t})"
                self._line(indent, f"{name} = {t}[{i}] if {inside} else {general}({i}, {t})")
                self._line(indent, f"if {name} is {self._runtime('terms', 'FAIL')}:")
                self._line(indent + 1, self._fail(is_final, inner))
            case Require(value=local, label=label):
                self._line(indent, f"{local.name} = {self._runtime('unify', 'required')}({local.name}, {label!r})")
            case Loop():
                self._loop(statement, indent)
            case Range(name=name, low=low, high=high, body=body):
                assert high is not None
                self._marked_loop(f"for {name} in range({value(low)}, {_plus_one(value(high))}):", body, indent)
            case Items():
                self._items(statement, indent)
            case Block(body=body):
                return self._block(body, indent, inner)
            case Branch():
                return self._branch(statement, indent, inner, is_end)
            case Switch():
                return self._switch(statement, indent, inner, is_end)
            case Succeed(outs=outs):
                return self._succeed(outs, indent)
            case Fail(is_final=is_final):
                self._line(indent, self._fail(is_final, inner))
                return True
            case Mark(name=name):
                if self._uses_trail:
                    self._line(indent, f"{name} = len(trail)")
            case Undo(name=name):
                if self._uses_trail:
                    self._undo(indent, name)
            case Collect():
                self._collect(statement, indent, inner)
            case Gather(how=how, collection=collection, value=expr, is_clean=is_clean):
                if how == "count":
                    self._line(indent, f"{collection} += 1")
                else:
                    text = value(expr) if is_clean else f"{self._runtime('unify', 'copy_term')}({value(expr)})"
                    if how in ("sum", "max", "min"):  # an error comes with its solution, not after the last one
                        text = f"{self._runtime('arithmetic', 'evaluate')}({text})"
                    if how in ("max_witness", "min_witness"):
                        self._line(indent, f"{self._runtime('control', f'keep_{how}')}({collection}, {text})")
                    else:
                        self._line(indent, f"{collection}.append({text})")
            case Catching():
                attempt = self._solutions(statement.target, statement.args)
                recovery = self._solutions(statement.recovery, statement.recovery_args)
                call = f"lambda: {attempt}, {value(statement.ball)}, lambda: {recovery}, trail"
                self._line(indent, f"for _ in {self._runtime('control', 'catching')}({call}):")
                self._body(statement.body, indent + 1, "loop")
            case Solve(goal=goal, extra=extra, body=body):
                args = "".join(f", {value(argument)}" for argument in extra)
                self._line(indent, f"for _ in solve({value(goal)}, trail{args}):")
                self._body(body, indent + 1, "loop")
            case Raise(kind=kind, args=args):
                self._raise(kind, args, indent)
                return True
        return False

    def _body(self, body: list[Statement], indent: int, inner: str, is_end: bool = False) -> bool:
        before = len(self.lines)
        ended = self._statements(body, indent, inner, is_end)
        if all(line.lstrip().startswith("#") for line in self.lines[before:]):
            self._line(indent, "pass")
        return ended

    def _solutions(self, key: Key, args: tuple[Expr, ...]) -> str:
        call = self._expressions.call(key, args)
        return call if self._expressions.is_many(key) else f"(True,) if {call} else ()"

    def _raise(self, kind: str, args: tuple[Expr, ...], indent: int) -> None:
        if kind == "undeclared":
            call = ", ".join(map(self._expressions.value, args))
            self._line(indent, f"raise {self._runtime('control', 'undeclared')}({call})")
        else:
            name, _, arity = kind.removeprefix("unknown:").rpartition("/")
            self._line(indent, f"raise {self._runtime('errors', 'unknown_procedure')}({name!r}, {arity})")

    def _succeed(self, outs: tuple[Expr, ...], indent: int) -> bool:
        written = [self._expressions.value(out) for out in outs]
        if self.wrapped is not None:
            text = written[self.wrapped]
            written[self.wrapped] = f"{self._runtime('terms', 'list_of')}(front, {text})"
        result = "True" if not written else written[0] if len(written) == 1 else f"({', '.join(written)})"
        self._line(indent, f"{'yield' if self._is_generator else 'return'} {result}")
        return not self._is_generator

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

    def _open(self, statement: Open, indent: int, inner: str) -> None:
        deref, var = self._runtime("unify", "deref"), self._runtime("terms", "Var")
        value, functor = self._expressions.value(statement.value), self._expressions.names.functor(statement.functor)
        name = "term_"  # a name of its own: what a variable is bound to holds in this alternative alone
        self._line(indent, f"{name} = {deref}({value})")
        self._line(indent, f"if {name}.__class__ is tuple and {name}[0] is {functor}:")
        fields = [(part, i) for i, part in enumerate(statement.names, 1) if part]
        if fields:
            targets, values = ", ".join(p for p, _ in fields), ", ".join(f"{name}[{i}]" for _, i in fields)
            self._line(indent + 1, f"{targets} = {values}")
        else:
            self._line(indent + 1, "pass")
        self._line(indent, f"elif {name}.__class__ is {var}:")
        for part, _ in fields:
            self._line(indent + 1, f"{part} = {var}()")
        args = ", ".join(part or f"{var}()" for part in statement.names)
        self._line(indent + 1, f"{self._runtime('unify', 'bind')}({name}, ({functor}, {args}), trail)")
        self._line(indent, "else:")
        self._line(indent + 1, self._fail(statement.is_final, inner))

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
            calls = self._expressions.call(statement.target, statement.args)
        header = f"for {target} in {calls}:"
        if self._undoes(statement.target):
            self._marked_loop(header, statement.body, indent)
        else:
            self._line(indent, header)
            self._body(statement.body, indent + 1, "loop")

    def _items(self, statement: Items, indent: int) -> None:
        rest = f"rest_{len(self.lines)}"
        nil, cons = self._runtime("terms", "NIL"), self._runtime("terms", "CONS")
        self._line(indent, f"{rest} = {self._expressions.value(statement.value)}")
        test = f"{rest} is not {nil}" if statement.is_list else f"{rest}.__class__ is tuple and {rest}[0] is {cons}"
        self._marked_loop(f"while {test}:", statement.body, indent, f"_, {statement.name}, {rest} = {rest}")

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

    def _undo(self, indent: int, mark: str) -> None:
        self._line(indent, f"if len(trail) > {mark}:")
        self._line(indent + 1, f"{self._runtime('unify', 'undo')}(trail, {mark})")

    def _block(self, body: list[Statement], indent: int, inner: str) -> bool:
        failing = [i for i, statement in enumerate(body) if _leaves(statement)]
        is_simple = all(isinstance(body[i], Check) for i in failing) and len(failing) <= _DEEPEST
        if is_simple and not any(_leaves_inside(statement) for statement in body):
            self._nested(body, indent, inner)
            return False
        self._line(indent, "while True:")
        if not self._body(body, indent + 1, "block"):
            self._line(indent + 1, "break")
        return False

    def _nested(self, body: list[Statement], indent: int, inner: str) -> None:
        for index, statement in enumerate(body):
            if isinstance(statement, Check) and not statement.is_final:
                tests = [statement.condition]
                rest = body[index + 1 :]
                while rest and isinstance(rest[0], Check) and not rest[0].is_final:
                    tests.append(rest[0].condition)
                    rest = rest[1:]
                test = tests[0] if len(tests) == 1 else All(tuple(tests))
                self._line(indent, f"if {self._expressions.condition(test)}:")
                before = len(self.lines)
                self._nested(rest, indent + 1, inner)
                if all(line.lstrip().startswith("#") for line in self.lines[before:]):
                    self._line(indent + 1, "pass")
                return
            if isinstance(statement, Fail) and not statement.is_final:
                return
            written = len(self.lines)
            if self._tail_call(statement, body[index + 1 :], indent, inner, False) or len(self.lines) > written:
                return
            if self._statement(statement, indent, inner, False):
                return

    def _branch(self, statement: Branch, indent: int, inner: str, is_end: bool) -> bool:
        then, otherwise = statement.then, statement.otherwise
        if not self._uses_trail:
            then, otherwise = _untrailed(then), _untrailed(otherwise)
        test: Condition = statement.condition
        if not then:
            then, otherwise, test = otherwise, then, Negated(test)
        if not then:
            if not isinstance(statement.condition, Flag):
                self._line(indent, self._expressions.condition(statement.condition))  # for the sake of its errors
            return False
        return self._fork(self._expressions.condition(test), then, otherwise, indent, inner, is_end)

    def _fork(
        self, test: str, then: list[Statement], otherwise: list[Statement], indent: int, inner: str, is_end: bool
    ) -> bool:
        self._line(indent, f"if {test}:")
        ended = self._body(then, indent + 1, inner, is_end)
        if not otherwise:
            return False
        if ended:  # what follows is reached only where the test does not hold
            return self._statements(otherwise, indent, inner, is_end)
        self._line(indent, "else:")
        self._body(otherwise, indent + 1, inner, is_end)
        return False

    def _switch(self, statement: Switch, indent: int, inner: str, is_end: bool) -> bool:
        ended = True
        for case, body in statement.cases:
            test: Condition = (
                IsFunctor(statement.value, case) if isinstance(case, Functor) else IsValue(statement.value, case)
            )
            self._line(indent, f"{'if' if ended else 'elif'} {self._expressions.condition(test)}:")
            ended = self._body(body, indent + 1, inner, is_end)
        if ended or not statement.cases:
            return self._statements(statement.default, indent, inner, is_end)
        self._line(indent, "else:")
        self._body(statement.default, indent + 1, inner, is_end)
        return False

    def _collect(self, statement: Collect, indent: int, inner: str) -> None:
        found, how = statement.collection, statement.how
        self._line(indent, f"{found} = {'0' if how == 'count' else '[]'}")
        if self._uses_trail:
            self._line(indent, f"{statement.mark} = len(trail)")
        self._block(statement.body, indent, inner)
        if self._uses_trail:
            self._undo(indent, statement.mark)
        if how == "count":
            self._line(indent, f"{statement.result} = {found}")
            return
        if how == "bag":
            self._line(indent, f"{statement.result} = {self._runtime('terms', 'list_of')}({found})")
            return
        fold = self._runtime("control", f"fold_{how}")
        self._line(indent, f"{statement.result} = {fold}({found})")
        if statement.can_fail:
            self._line(indent, f"if {statement.result} is {self._runtime('terms', 'FAIL')}:")
            self._line(indent + 1, self._fail(statement.is_final, inner))


def _plus_one(text: str) -> str:
    return str(int(text) + 1) if text.lstrip("-").isdigit() else f"{text} + 1"


def _are_outs(statement: Statement | None, outs: tuple[str | None, ...]) -> bool:
    """Tell whether a statement gives back these outputs as they are."""
    return isinstance(statement, Succeed) and statement.outs == tuple(Local(name or "") for name in outs)


def _leaves(statement: Statement) -> bool:
    """Tell whether a statement may fail to the end of the block that it stands in."""
    match statement:
        case Check(is_final=is_final) | Open(is_final=is_final) | Argument(is_final=is_final):
            return not is_final
        case Invoke(can_fail=True, is_final=False) | Collect(can_fail=True, is_final=False):
            return True
    return False


def _leaves_inside(statement: Statement) -> bool:
    match statement:
        case Branch(then=then, otherwise=otherwise):
            bodies = [then, otherwise]
        case Switch(cases=cases, default=default):
            bodies = [*[body for _, body in cases], default]
        case _:
            return False
    return any(
        _leaves(inner) or _leaves_inside(inner) or (isinstance(inner, Fail) and not inner.is_final)
        for body in bodies
        for inner in body
    )


def _untrailed(statements: list[Statement]) -> list[Statement]:
    return [statement for statement in statements if not isinstance(statement, Mark | Undo)]
