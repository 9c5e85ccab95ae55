"""Statements of the intermediate language as Python."""

from __future__ import annotations

from typing import Final

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
    Fail,
    Flag,
    Gather,
    Invoke,
    IsFunctor,
    IsValue,
    Items,
    Loop,
    Mark,
    Negated,
    Open,
    Raise,
    Range,
    Require,
    Solve,
    Statement,
    Succeed,
    Switch,
    Undo,
)
from pyengine.compiler.python.calls import CallWriter
from pyengine.compiler.runtime.terms import Functor

_DEEPEST: Final = 3
"""How many tests of an alternative are nested; one with more is a loop that ends at once."""


class StatementWriter(CallWriter):
    """Writes the body of one procedure as lines of Python."""

    def write(self, indent: int) -> None:
        """Write the whole body."""
        if not self._statements(self._procedure.body, indent, "proc", True):
            self._line(indent, self._failure())

    def _statements(self, statements: list[Statement], indent: int, inner: str, is_end: bool) -> bool:
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
                    keeps = how in ("max_witness", "min_witness")
                    is_copied = not is_clean and not keeps
                    text = f"{self._runtime('unify', 'copy_term')}({value(expr)})" if is_copied else value(expr)
                    if keeps:
                        self._line(indent, f"{self._runtime('control', f'keep_{how}')}({collection}, {text})")
                    else:
                        self._line(indent, f"{collection}.append({text})")
            case Catching():
                attempt = self._solutions(statement.target, statement.args)
                recovery = self._solutions(statement.recovery, statement.recovery_args)
                call = f"lambda: {attempt}, {value(statement.ball)}, lambda: {recovery}, trail"
                found = self._search(f"{self._runtime('control', 'catching')}({call})", indent)
                self._line(indent, f"for _ in {found}:")
                self._body(statement.body, indent + 1, "loop")
            case Solve(goal=goal, extra=extra, body=body):
                args = "".join(f", {value(argument)}" for argument in extra)
                found = self._search(f"solve({value(goal)}, trail{args})", indent)
                self._line(indent, f"for _ in {found}:")
                self._body(body, indent + 1, "loop")
            case Raise(kind=kind, args=args):
                self._raise(kind, args, indent)
                return True
        return False

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

    def _items(self, statement: Items, indent: int) -> None:
        rest = f"rest_{len(self.lines)}"
        nil, cons = self._runtime("terms", "NIL"), self._runtime("terms", "CONS")
        self._line(indent, f"{rest} = {self._expressions.value(statement.value)}")
        test = f"{rest} is not {nil}" if statement.is_list else f"{rest}.__class__ is tuple and {rest}[0] is {cons}"
        self._marked_loop(f"while {test}:", statement.body, indent, f"_, {statement.name}, {rest} = {rest}")

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
