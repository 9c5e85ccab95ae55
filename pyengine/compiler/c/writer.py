"""Statements of the intermediate language as C: assignments, tests, alternatives, branches.

Where a statement fails, control goes to the next round of the innermost loop (`continue`), behind the innermost block
(`goto`), or to the next solution (`return true` from a continuation). The end of a whole procedure that is met inside
a continuation is left in the frame: `f->end` says whether it has found its solution.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Final

from pyengine.compiler.c.expressions import Expressions, negated
from pyengine.compiler.c.forms import C_TYPES, converted
from pyengine.compiler.c.locals import Locals
from pyengine.compiler.c.module import Module, Signature
from pyengine.compiler.c.names import BeyondError
from pyengine.compiler.c.quoting import comment, literal
from pyengine.compiler.c.shared_prefixes import passed_list
from pyengine.compiler.normal_form.sources import LIBRARY
from pyengine.compiler.procedures import (
    Argument,
    Assign,
    Block,
    Branch,
    Check,
    Comment,
    Condition,
    Expr,
    Fail,
    Flag,
    IsFunctor,
    IsValue,
    Mark,
    Negated,
    Open,
    Procedure,
    Raise,
    Require,
    Solve,
    Statement,
    Succeed,
    Switch,
    Undo,
    walk,
)
from pyengine.compiler.runtime.terms import Functor
from pyengine.quoting import quote_line

_INDENT: Final = "    "


@dataclass(frozen=True)
class Inner:
    """Where failure leads: out of the procedure, to the next round of a loop, behind a block, to the next solution."""

    kind: str
    label: str = ""


PROCEDURE: Final = Inner("procedure")
LOOP: Final = Inner("loop")


class Writer(ABC):
    """Writes the functions of one procedure; loops and calls are added in `statements`."""

    def __init__(self, module: Module, procedure: Procedure, variables: Locals, wrapped: int | None) -> None:
        self.module = module
        self.names = module.names
        self.procedure = procedure
        self.locals = variables
        self.expressions = Expressions(module, variables)
        self.signature: Signature = module.signature(procedure.key)
        self.lines: list[str] = []
        self.functions: list[list[str]] = []
        """The continuations that were written, each before those that use it."""
        self.wrapped = wrapped
        """The output that gets items in front which wait, if any do."""
        self.passed = passed_list(procedure) if wrapped is not None and self.signature.is_many else None
        """The parameter whose passed items are these."""
        self.wrappings: set[int] = set()
        self.jumps = False
        self.uses_next = False
        self.uses_ignored: set[tuple[int, bool]] = set()
        self.place = procedure.origin
        self.passes_by = procedure.key in module.passing
        """Whether solutions that are written now may be passed by."""
        self._labels = 0
        self._unmarked: set[str] = set()
        """The marks between which no room is taken."""

    def write(self) -> None:
        """Write the body of the procedure."""
        if not self.statements(self.procedure.body, 1, PROCEDURE, True):
            self.line(1, self.failure())

    def line(self, indent: int, text: str) -> None:
        """Write one line."""
        self.lines.append(f"{_INDENT * indent}{text}")

    def label(self, hint: str) -> str:
        """Give a new name; the capital in it keeps it apart from those of the procedure's own variables."""
        self._labels += 1
        return f"{hint}No{self._labels}"

    # Ends

    def failure(self) -> str:
        """Write the end of the procedure: no solution, or no more of them."""
        if self.locals.is_main:
            return "return true;" if self.signature.is_many else "return false;"
        self.locals.uses_frame = True
        return "return f->end = FAILED, false;"

    def fail(self, is_final: bool, inner: Inner) -> str:
        """Write where a failure leads."""
        if is_final or inner.kind == "procedure":
            return self.failure()
        if inner.kind == "loop":
            return "continue;"
        return f"goto {inner.label};" if inner.kind == "block" else inner.label

    def stop_here(self, indent: int, what: str) -> None:
        """Write that C goes no further."""
        self.module.beyond[f"{self.place}: {what}"] = None
        self.line(indent, f"STOP({literal(quote_line(f'{what}, in {self.place}'))});")

    # Statements

    def statements(self, statements: list[Statement], indent: int, inner: Inner, is_end: bool) -> bool:
        """Write statements; True where control never comes to their end."""
        start = self.module.makes_solution_from(statements) if self.passes_by else None
        if start is not None and start < len(statements) - 1:
            return self._unless_passed(statements, start, indent, inner, is_end)
        for index, statement in enumerate(statements):
            rest = statements[index + 1 :]
            before = len(self.lines)
            if isinstance(statement, Mark) and not self._needs_mark(statement.name, rest):
                self._unmarked.add(statement.name)
            try:
                done = self.tail(statement, rest, indent, inner, is_end)
                if done is None:
                    done = self.statement(statement, indent, inner, is_end and not rest)
            except BeyondError as error:
                del self.lines[before:]
                self.stop_here(indent, str(error))
                return True
            if done:
                return True
        return False

    def _unless_passed(self, statements: list[Statement], start: int, indent: int, inner: Inner, is_end: bool) -> bool:
        """Write statements that end with a solution, which is made only where it is not passed by."""
        if self.statements(statements[:start], indent, inner, False):
            return True
        self.line(indent, "if (!passed(c)) {")
        self.passes_by = False
        self.statements(statements[start:], indent + 1, inner, is_end)
        self.passes_by = True
        self.line(indent, "}")
        return False

    @abstractmethod
    def tail(self, statement: Statement, rest: list[Statement], indent: int, inner: Inner, is_end: bool) -> bool | None:
        """Write a call that ends the procedure, with what follows it; None where it is nothing of the kind."""

    def statement(self, statement: Statement, indent: int, inner: Inner, is_end: bool) -> bool:
        """Write a statement; True where control never comes behind it."""
        word = self.expressions.word
        match statement:
            case Comment(place=place):
                self.line(indent, comment(statement.text))
                if place.file != LIBRARY:
                    self.place = f"{place.file}:{place.line}"
            case Assign(name=name, value=expr):
                self._assign(name, expr, indent)
            case Check(condition=test, is_final=is_final):
                self.line(indent, f"if ({negated(self.expressions.condition(test))})")
                self.line(indent + 1, self.fail(is_final, inner))
            case Open():
                self._open(statement, indent, inner)
            case Argument(name=name, index=index, term=term, is_final=is_final):
                self._argument(name, index, term, indent, self.fail(is_final, inner))
            case Require(value=local):
                text = word(local)
                self.line(indent, f"if (!resolve_ground(c, {text}, &{text}))")
                self.line(indent + 1, "return false;")
            case Block(body=body):
                return self.block(body, indent, inner)
            case Branch():
                return self._branch(statement, indent, inner, is_end)
            case Switch():
                return self._switch(statement, indent, inner, is_end)
            case Succeed(outs=outs):
                return self.succeed(outs, indent)
            case Fail(is_final=is_final):
                self.line(indent, self.fail(is_final, inner))
                return True
            case Mark(name=name):
                self._mark(name, indent)
            case Undo(name=name):
                self._undo(name, indent)
            case Solve():
                raise BeyondError("call/N of a goal that only the run knows")
            case Raise(kind=kind):
                raise BeyondError(kind)
            case _:
                return self.loop(statement, indent, inner)
        return False

    @abstractmethod
    def loop(self, statement: Statement, indent: int, inner: Inner) -> bool:
        """Write a call or a loop."""

    def _assign(self, name: str, expr: Expr | bool, indent: int) -> None:
        if isinstance(expr, bool):
            self.line(indent, f"{self.locals.made(name, 'bool')} = {'true' if expr else 'false'};")
            return
        value = self.expressions.value(expr, self.locals.form(name))
        self.line(indent, f"{self.locals.read(name)} = {value};")

    def _argument(self, name: str, index: Expr, term: Expr, indent: int, fail: str) -> None:
        number = self.expressions.small_value(index)
        call = f"argument_of(c, {number}, {self.expressions.word(term)}, "
        if self.locals.form(name) != "w":
            part = self.locals.made(f"{name}Word", "Word")
            self.line(indent, f"if (!HELD({call}&{part})))")
            self.line(indent + 1, fail)
            self.line(indent, f"{self.locals.read(name)} = {converted(part, 'w', self.locals.form(name))};")
        else:
            self.line(indent, f"if (!HELD({call}&{self.locals.read(name)})))")
            self.line(indent + 1, fail)

    def _open(self, statement: Open, indent: int, inner: Inner) -> None:
        """Take a term apart, or make it of new variables."""
        whole = self.locals.made(self.label("term"), "Word")
        cons = statement.functor.name == "[|]" and statement.functor.arity == 2
        self.line(indent, f"{whole} = deref({self.expressions.word(statement.value)});")
        test = f"TAG({whole}) == LIST" if cons else f"IS_FUNCTOR({whole}, {self.names.header(statement.functor)})"
        self.line(indent, f"if ({test}) {{")
        first = 0 if cons else 1
        for index, part in enumerate(statement.names, first):
            if part is not None:
                self.line(indent + 1, f"{self.locals.read(part)} = CELLS({whole})[{index}];")
        self.line(indent, f"}} else if (TAG({whole}) == REF) {{")
        size = first + len(statement.names)
        self.line(indent + 1, f"Word *made_ = TAKE({size});")
        if not cons:
            self.line(indent + 1, f"made_[0] = {self.names.header(statement.functor)};")
        for index, part in enumerate(statement.names, first):
            self.line(indent + 1, f"made_[{index}] = (Word)(made_ + {index});")
            if part is not None:
                self.line(indent + 1, f"{self.locals.read(part)} = (Word)(made_ + {index});")
        self.line(indent + 1, f"if (!bind(c, {whole}, (Word)made_ | {'LIST' if cons else 'STRUCT'}))")
        self.line(indent + 2, "return false;")
        self.line(indent, "} else {")
        self.line(indent + 1, self.fail(statement.is_final, inner))
        self.line(indent, "}")

    def _needs_mark(self, name: str, rest: list[Statement]) -> bool:
        """Tell whether room is taken before bindings are undone."""
        last = max((i for i, s in enumerate(rest) if any(u == Undo(name) for u in walk([s]))), default=0)
        return self.module.takes_room(self.procedure, rest[:last])

    def _mark(self, name: str, indent: int) -> None:
        if self.procedure.has_trail:
            self.line(indent, f"{self.locals.made(name, 'size_t')} = c->trailed;")
        if name in self._unmarked:
            return
        self.line(indent, f"{self.locals.made(f'{name}Top', 'Word *')} = c->top;")

    def _undo(self, name: str, indent: int) -> None:
        if self.procedure.has_trail:
            self.line(indent, f"undo(c, {self.locals.read(name)});")
        if name in self._unmarked:
            return
        self.line(indent, f"release(c, {self.locals.read(f'{name}Top')});")

    def block(self, body: list[Statement], indent: int, inner: Inner) -> bool:
        """Write an alternative: what fails in it goes on behind it."""
        label = self.label("after")
        before = len(self.lines)
        ended = self.statements(body, indent, Inner("block", label), False)
        if any(f"goto {label};" in line for line in self.lines[before:]):
            self.line(max(indent - 1, 0), f"{label}:;")
            return False
        return ended

    def _branch(self, statement: Branch, indent: int, inner: Inner, is_end: bool) -> bool:
        then, otherwise = statement.then, statement.otherwise
        test: Condition = statement.condition
        if not then:
            then, otherwise, test = otherwise, then, Negated(test)
        if not then:
            if not isinstance(statement.condition, Flag):
                self.line(indent, f"(void)({self.expressions.condition(statement.condition)});")
            return False
        return self._fork(test, then, otherwise, indent, inner, is_end)

    def _fork(
        self,
        condition: Condition,
        then: list[Statement],
        otherwise: list[Statement],
        indent: int,
        inner: Inner,
        is_end: bool,
    ) -> bool:
        self.line(indent, f"if ({self.expressions.condition(condition)}) {{")
        before = self.expressions.with_small(condition)
        ended = self.statements(then, indent + 1, inner, is_end)
        self.expressions.restore_small(before)
        if not otherwise:
            self.line(indent, "}")
            return False
        if ended:  # what follows is reached only where the test does not hold
            self.line(indent, "}")
            return self.statements(otherwise, indent, inner, is_end)
        self.line(indent, "} else {")
        self.statements(otherwise, indent + 1, inner, is_end)
        self.line(indent, "}")
        return False

    def _switch(self, statement: Switch, indent: int, inner: Inner, is_end: bool) -> bool:
        open_ = False
        for case, body in statement.cases:
            test: Condition = (
                IsFunctor(statement.value, case) if isinstance(case, Functor) else IsValue(statement.value, case)
            )
            try:
                written = self.expressions.condition(test)
            except BeyondError:  # no term of C is that
                continue
            self.line(indent, f"{'} else if' if open_ else 'if'} ({written}) {{")
            ended = self.statements(body, indent + 1, inner, is_end)
            open_ = not ended
            if ended:
                self.line(indent, "}")
        if not open_:
            return self.statements(statement.default, indent, inner, is_end)
        self.line(indent, "} else {")
        self.statements(statement.default, indent + 1, inner, is_end)
        self.line(indent, "}")
        return False

    # Solutions

    def succeed(self, outs: tuple[Expr, ...], indent: int) -> bool:
        """Write a solution; True where it ends the procedure."""
        written = [self.expressions.value(out, form) for out, form in zip(outs, self.signature.outputs, strict=True)]
        if self.signature.is_many:
            if self.wrapped is not None:
                front = self.locals.given("frontNo0", "Word")
                end = f"AFTER({front}, {self.locals.read(self.passed)}" if self.passed else f"IN_FRONT({front}"
                written[self.wrapped] = f"{end}, {written[self.wrapped]})"
            self.uses_next = True
            prefix = "f->" if not self.locals.is_main else ""
            passed = "!passed(c) && " if self.passes_by else ""
            self.line(indent, f"if ({passed}!{prefix}next({', '.join(['c', f'{prefix}frame', *written])}))")
            self.line(indent + 1, "return false;")
            return False
        for index, text in enumerate(written):
            self.line(indent, f"*{self.out(index)} = {text};")
        if self.locals.is_main:
            self.line(indent, "return true;")
        else:
            self.locals.uses_frame = True
            self.line(indent, "return f->end = FOUND, false;")
        return True

    def out(self, index: int) -> str:
        """Write the address that an output goes to."""
        if index == self.wrapped and not self.signature.is_many:
            return self.locals.given("holeNo0", "Word *")
        return self.locals.given(f"outNo{index + 1}", f"{C_TYPES[self.signature.outputs[index]]} *")
