"""Statements of the intermediate language as C: assignments, tests, alternatives, branches, solutions.

Calls, loops, aggregates and tail calls have writers of their own.
"""

from __future__ import annotations

from contextlib import nullcontext

from pyengine.compiler.c.aggregates import AggregateWriter
from pyengine.compiler.c.calls import CallWriter
from pyengine.compiler.c.chosen_moves import Choice
from pyengine.compiler.c.expressions import negated
from pyengine.compiler.c.forms import C_TYPES, converted
from pyengine.compiler.c.locals import Locals
from pyengine.compiler.c.loops import LoopWriter
from pyengine.compiler.c.module import Module
from pyengine.compiler.c.names import BeyondError
from pyengine.compiler.c.plain_tests import joined_tests, leading_tests
from pyengine.compiler.c.procedure_code import END, CodeWriter, OnFailure, ProcedureCode
from pyengine.compiler.c.quoting import comment
from pyengine.compiler.c.tail_calls import OPERATORS, TailCallWriter
from pyengine.compiler.normal_form.sources import LIBRARY
from pyengine.compiler.procedures import ir
from pyengine.compiler.procedures.callees import FactTable
from pyengine.compiler.procedures.procedure import Procedure


def write_procedure(
    module: Module,
    procedure: Procedure,
    variables: Locals,
    wrapped: int | None,
    counts: bool = False,
    choice: Choice | None = None,
) -> ProcedureCode:
    """Write the body of a procedure, or code that only counts its solutions, or chooses one of them.

    `wrapped` is the output that gets items in front which tail calls have left.
    """
    code = ProcedureCode(module, procedure, variables, wrapped, counts, choice)
    if not StatementWriter(code).statements(procedure.body, 1, END, True):
        code.line(1, code.failure())
    if choice:
        code.lines += choice.chosen()
    return code


def _outcome(statement: ir.Statement) -> tuple[str | None, ...]:
    """Name the variables that a call or a collection gives a value."""
    match statement:
        case ir.Invoke(outs=outs):
            return outs
        case ir.Collect(result=result):
            return (result,)
    return ()


class StatementWriter(CodeWriter):
    """Writes statements, each by the writer of its kind."""

    def __init__(self, code: ProcedureCode) -> None:
        super().__init__(code)
        self._calls = CallWriter(code, self)
        self._loops = LoopWriter(code, self)
        self._aggregates = AggregateWriter(code, self)
        self._tail_calls = TailCallWriter(code)
        self._unmarked: set[str] = set()
        """The marks between which nothing is allocated."""
        self._early: dict[int, str] = {}
        """The marks to which alternatives release what they took, once they have given their solution."""
        self._released: set[int] = set()
        """What need not be undone behind such an alternative."""

    def statements(self, statements: list[ir.Statement], indent: int, on_failure: OnFailure, is_end: bool) -> bool:
        """Write statements; True where control never comes to their end."""
        start = None
        if self._code.may_skip or self._code.may_defer:
            start = self._module.makes_solution_from(self._procedure, statements)
        if start is not None and self._code.choice and not self._code.choice.makes:
            return self._noted(statements, start, indent, on_failure)
        if start is not None and self._code.may_defer:
            return self._now_or_later(statements, start, indent, on_failure)
        if start is not None and start < len(statements) - 1:
            return self._unless_skipped(statements, start, indent, on_failure, is_end)
        joined = 0
        for index, statement in enumerate(statements):
            rest = statements[index + 1 :]
            before = len(self._code.lines)
            if joined:
                joined -= 1
                continue
            if isinstance(statement, ir.Check) and (tests := leading_tests(self._expressions, statements[index:])) > 1:
                joined = tests - 1
                test = joined_tests(self._expressions, statements[index : index + tests])
                self._if(indent, f"!({test})", self._code.fail(False, on_failure))
                continue
            if isinstance(statement, ir.Mark) and not self._needs_mark(statement.name, rest):
                self._unmarked.add(statement.name)
            if isinstance(statement, ir.Block) and rest and isinstance(rest[0], ir.Undo):
                self._release_early(statement, rest[0])
                if self._decided_at_once(statement.body, indent):
                    continue
            try:
                done = self._tail_calls.write(statement, rest, indent, is_end)
                if done is None:
                    done = self._statement(statement, indent, on_failure, is_end and not rest)
            except BeyondError as error:
                del self._code.lines[before:]
                self._code.stop(indent, str(error))
                return True
            if done:
                return True
        return False

    def _release_early(self, block: ir.Block, undo: ir.Undo) -> None:
        """Release what an alternative takes where it has given its solution, if nothing is taken before that."""
        if not self._code.may_skip or self._code.wrapped is not None:
            return
        if self._procedure.has_trail or undo.name in self._unmarked:
            return
        start = self._module.makes_solution_from(self._procedure, block.body)
        if start is None or self._module.allocates(self._procedure, block.body[:start]):
            return
        if (
            start == len(block.body) - 1
            and not self._code.counts
            and not joined_tests(self._expressions, block.body[:start])
        ):
            return
        self._released.add(id(undo))
        self._early[id(block.body)] = undo.name

    def _decided_at_once(self, body: list[ir.Statement], indent: int) -> bool:
        """Write an alternative that tests of atoms decide on, without a branch where its solution is skipped."""
        start = self._module.makes_solution_from(self._procedure, body) if id(body) in self._early else None
        test = joined_tests(self._expressions, body[:start]) if start else None
        choice = self._code.choice
        if test is None or (choice and choice.is_grouped):
            return False
        if choice:
            self._calls.note(body[start:], indent, test=test)
            return True
        if self._code.counts:
            self._line(indent, f"c->counted += {test};")
            return True
        self._line(indent, f"if (is_wanted(c, {test})) {{")
        self._code.may_skip = False
        self.statements(body[start:], indent + 1, END, False)
        self._code.may_skip = True
        self._undo(self._early[id(body)], indent + 1)
        self._line(indent, "}")
        return True

    def _unless_skipped(
        self, statements: list[ir.Statement], start: int, indent: int, on_failure: OnFailure, is_end: bool
    ) -> bool:
        """Write statements that end with a solution, which is made only where it is not skipped."""
        if self.statements(statements[:start], indent, on_failure, False):
            return True
        if self._code.counts:
            self._line(indent, "c->counted++;")
            return False
        self._line(indent, "if (!passed(c)) {")
        self._code.may_skip = False
        self.statements(statements[start:], indent + 1, on_failure, is_end)
        self._code.may_skip = True
        if id(statements) in self._early:
            self._undo(self._early[id(statements)], indent + 1)
        self._line(indent, "}")
        return False

    def _noted(self, statements: list[ir.Statement], start: int, indent: int, on_failure: OnFailure) -> bool:
        """Write statements that end with a solution, which is made where it is chosen."""
        if not self.statements(statements[:start], indent, on_failure, False):
            self._calls.note(statements[start:], indent)
        return False

    def _now_or_later(self, statements: list[ir.Statement], start: int, indent: int, on_failure: OnFailure) -> bool:
        """Write statements that end with a solution, which may be made later, when it is wanted."""
        if self.statements(statements[:start], indent, on_failure, False):
            return True
        self._code.may_defer = False
        self._calls.defer(statements[start:], indent)
        self._code.may_defer = True
        return False

    def _statement(self, statement: ir.Statement, indent: int, on_failure: OnFailure, is_end: bool) -> bool:
        """Write a statement; True where control never comes behind it."""
        word = self._expressions.word
        match statement:
            case ir.Comment(place=place):
                self._line(indent, comment(statement.text))
                if place.file != LIBRARY:
                    self._code.place = f"{place.file}:{place.line}"
            case ir.Assign(name=name, value=expr):
                self._assign(name, expr, indent)
            case ir.Check(condition=test, is_final=is_final):
                self._if(indent, negated(self._expressions.condition(test)), self._code.fail(is_final, on_failure))
            case ir.Open():
                self._open(statement, indent, on_failure)
            case ir.Argument(name=name, index=index, term=term, is_final=is_final):
                self._argument(name, index, term, indent, self._code.fail(is_final, on_failure))
            case ir.Require(value=local):
                text = word(local)
                self._if(indent, f"!resolve_ground(c, {text}, &{text})", "return false;")
            case ir.Block(body=body):
                return self.block(body, indent)
            case ir.Branch():
                return self._branch(statement, indent, on_failure, is_end)
            case ir.Switch():
                return self._switch(statement, indent, on_failure, is_end)
            case ir.Succeed(outs=outs):
                return self._succeed(outs, indent)
            case ir.Fail(is_final=is_final):
                self._line(indent, self._code.fail(is_final, on_failure))
                return True
            case ir.Mark(name=name):
                self._mark(name, indent)
            case ir.Undo(name=name):
                if id(statement) not in self._released:
                    self._undo(name, indent)
            case ir.Solve():
                raise BeyondError("call/N of a goal that only the run knows")
            case ir.Raise(kind=kind):
                raise BeyondError(kind)
            case _:
                self._nested(statement, indent, on_failure)
        return False

    def _nested(self, statement: ir.Statement, indent: int, on_failure: OnFailure) -> None:
        """Write a call, a loop or an aggregate; one whose outcome is remembered only where that is not so."""
        place = self._module.remembered.get(id(statement))
        if place is None or self._code.choice or self._procedure.key not in self._module.skipping:
            self._unremembered(statement, indent, on_failure)
            return
        names = [name for name in _outcome(statement) if name is not None]
        slots = [(self._locals.read(name), C_TYPES[self._locals.form(name)]) for name in names]
        if self._code.counts:
            self._unremembered(statement, indent, on_failure)
            for index, (text, _) in enumerate(slots, place):
                self._line(indent, f"c->found[{index}] = (Word){text};")
            return
        self._line(indent, "if (c->has_found) {")
        for index, (text, type_) in enumerate(slots, place):
            self._line(indent + 1, f"{text} = ({type_})c->found[{index}];")
        self._line(indent, "} else {")
        self._unremembered(statement, indent + 1, on_failure)
        self._line(indent, "}")

    def _unremembered(self, statement: ir.Statement, indent: int, on_failure: OnFailure) -> None:
        match statement:
            case ir.Invoke():
                self._invoke(statement, indent, self._code.fail(statement.is_final, on_failure))
            case ir.Loop(callee=callee, args=args, outs=outs, body=body):
                resolved = self._module.resolve(callee)
                if isinstance(resolved, FactTable):
                    self._loops.rows(resolved, statement, indent)
                else:
                    self._calls.solutions(resolved, args, outs, body, indent)
            case ir.Range():
                self._loops.range(statement, indent)
            case ir.Items():
                self._loops.items(statement, indent)
            case ir.Collect():
                self._aggregates.collect(statement, indent, self._code.fail(statement.is_final, on_failure))
            case ir.Gather():
                self._aggregates.gather(statement, indent)
            case ir.Catching():
                self._calls.catch(statement, indent)
            case _:
                raise AssertionError(statement)

    def _invoke(self, statement: ir.Invoke, indent: int, fail: str) -> None:
        callee = self._module.resolve(statement.callee)
        if isinstance(callee, FactTable):
            self._loops.look_up(callee, statement, indent, fail)
        else:
            self._calls.invoke(callee, statement, indent, fail)

    def _assign(self, name: str, expr: ir.Expr | bool, indent: int) -> None:
        if isinstance(expr, bool):
            self._line(indent, f"{self._locals.made(name, 'bool')} = {'true' if expr else 'false'};")
            return
        value = self._expressions.value(expr, self._locals.form(name))
        self._line(indent, f"{self._locals.read(name)} = {value};")

    def _argument(self, name: str, index: ir.Expr, term: ir.Expr, indent: int, fail: str) -> None:
        number = self._expressions.small_value(index)
        call = f"argument_of(c, {number}, {self._expressions.word(term)}, "
        if self._locals.form(name) != "w":
            part = self._locals.made(f"{name}Word", "Word")
            self._if(indent, f"!HELD({call}&{part}))", fail)
            self._line(indent, f"{self._locals.read(name)} = {converted(part, 'w', self._locals.form(name))};")
        else:
            self._if(indent, f"!HELD({call}&{self._locals.read(name)}))", fail)

    def _open(self, statement: ir.Open, indent: int, on_failure: OnFailure) -> None:
        """Take a term apart, or make it of new variables."""
        whole = self._locals.made(self._code.label("term"), "Word")
        cons = statement.functor.name == "[|]" and statement.functor.arity == 2
        self._line(indent, f"{whole} = deref({self._expressions.word(statement.value)});")
        test = f"TAG({whole}) == LIST" if cons else f"IS_FUNCTOR({whole}, {self._names.header(statement.functor)})"
        self._line(indent, f"if ({test}) {{")
        first = 0 if cons else 1
        for index, part in enumerate(statement.names, first):
            if part is not None:
                self._line(indent + 1, f"{self._locals.read(part)} = CELLS({whole})[{index}];")
        self._line(indent, f"}} else if (TAG({whole}) == REF) {{")
        size = first + len(statement.names)
        self._line(indent + 1, f"Word *made_ = TAKE({size});")
        if not cons:
            self._line(indent + 1, f"made_[0] = {self._names.header(statement.functor)};")
        for index, part in enumerate(statement.names, first):
            self._line(indent + 1, f"made_[{index}] = (Word)(made_ + {index});")
            if part is not None:
                self._line(indent + 1, f"{self._locals.read(part)} = (Word)(made_ + {index});")
        self._if(indent + 1, f"!bind(c, {whole}, (Word)made_ | {'LIST' if cons else 'STRUCT'})", "return false;")
        self._line(indent, "} else {")
        self._line(indent + 1, self._code.fail(statement.is_final, on_failure))
        self._line(indent, "}")

    def _needs_mark(self, name: str, rest: list[ir.Statement]) -> bool:
        """Tell whether anything is allocated before bindings are undone."""
        last = max((i for i, s in enumerate(rest) if any(u == ir.Undo(name) for u in ir.walk([s]))), default=0)
        return self._module.allocates(self._procedure, rest[:last])

    def _mark(self, name: str, indent: int) -> None:
        if self._procedure.has_trail:
            self._line(indent, f"{self._locals.made(name, 'size_t')} = c->trailed;")
        if name in self._unmarked:
            return
        self._line(indent, f"{self._locals.made(f'{name}Top', 'Word *')} = c->top;")

    def _undo(self, name: str, indent: int) -> None:
        if self._procedure.has_trail:
            self._line(indent, f"undo(c, {self._locals.read(name)});")
        if name in self._unmarked or self._code.choice:  # what is noted must stay
            return
        self._line(indent, f"release(c, {self._locals.read(f'{name}Top')});")

    def block(self, body: list[ir.Statement], indent: int) -> bool:
        """Write an alternative: what fails in it goes on behind it."""
        label = self._code.label("after")
        before = len(self._code.lines)
        with self._code.choice.alternative(self._locals) if self._code.choice else nullcontext():
            ended = self.statements(body, indent, OnFailure("block", label), False)
        if any(f"goto {label};" in line for line in self._code.lines[before:]):
            self._line(max(indent - 1, 0), f"{label}:;")
            return False
        return ended

    def _branch(self, statement: ir.Branch, indent: int, on_failure: OnFailure, is_end: bool) -> bool:
        then, otherwise = statement.then, statement.otherwise
        test: ir.Condition = statement.condition
        if not then:
            then, otherwise, test = otherwise, then, ir.Negated(test)
        if not then:
            if not isinstance(statement.condition, ir.Flag):
                self._line(indent, f"(void)({self._expressions.condition(statement.condition)});")
            return False
        self._line(indent, f"if ({self._expressions.condition(test)}) {{")
        before = self._expressions.with_small(test)
        ended = self.statements(then, indent + 1, on_failure, is_end)
        self._expressions.restore_small(before)
        if not otherwise:
            self._line(indent, "}")
            return False
        if ended:  # what follows is reached only where the test does not hold
            self._line(indent, "}")
            return self.statements(otherwise, indent, on_failure, is_end)
        self._line(indent, "} else {")
        self.statements(otherwise, indent + 1, on_failure, is_end)
        self._line(indent, "}")
        return False

    def _switch(self, statement: ir.Switch, indent: int, on_failure: OnFailure, is_end: bool) -> bool:
        open_ = False
        for case, body in statement.cases:
            try:
                written = self._expressions.condition(statement.test(case))
            except BeyondError:  # no term of C is that
                continue
            self._line(indent, f"{'} else if' if open_ else 'if'} ({written}) {{")
            ended = self.statements(body, indent + 1, on_failure, is_end)
            open_ = not ended
            if ended:
                self._line(indent, "}")
        if not open_:
            return self.statements(statement.default, indent, on_failure, is_end)
        self._line(indent, "} else {")
        self.statements(statement.default, indent + 1, on_failure, is_end)
        self._line(indent, "}")
        return False

    # Solutions

    def _succeed(self, outs: tuple[ir.Expr, ...], indent: int) -> bool:
        """Write a solution; True where it ends the procedure."""
        if self._code.choice:
            child = self._expressions.value(outs[1], self._signature.outputs[1])
            self._line(indent, f"*child = {converted(child, self._signature.outputs[1], 'w')};")
            self._line(indent, "return true;")
            return True
        if self._code.counts and self._code.may_skip:
            self._line(indent, "c->counted++;")
            return False
        written = [self._expressions.value(out, form) for out, form in zip(outs, self._signature.outputs, strict=True)]
        if self._signature.is_many:
            if self._code.wrapped is not None:
                front = self._locals.given("frontNo0", "Word")
                shared = self._code.shared_list
                end = f"AFTER({front}, {self._locals.read(shared)}" if shared else f"IN_FRONT({front}"
                written[self._code.wrapped] = f"{end}, {written[self._code.wrapped]})"
            prefix = "f->" if not self._locals.is_main else ""
            passed = "!passed(c) && " if self._code.may_skip else ""
            self._if(indent, f"{passed}!{prefix}next({', '.join(['c', f'{prefix}frame', *written])})", "return false;")
            return False
        if self._code.accumulates:
            written = [f"{self._code.total()} {OPERATORS[self._code.accumulates]} {written[0]}"]
        for index, text in enumerate(written):
            self._line(indent, f"*{self._code.out(index)} = {text};")
        if self._locals.is_main:
            self._line(indent, "return true;")
        else:
            self._locals.uses_frame = True
            self._line(indent, "return f->end = FOUND, false;")
        return True
