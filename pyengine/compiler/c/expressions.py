"""Expressions and conditions of the intermediate language as C."""

from __future__ import annotations

from typing import Final

from pyengine.compiler.builtins.registry import Version, versions
from pyengine.compiler.c import integers
from pyengine.compiler.c.built_ins import BUILT_INS, CFunction
from pyengine.compiler.c.equality import Equality
from pyengine.compiler.c.forms import C_TYPES, Form, form_of, known_part
from pyengine.compiler.c.integers import Integer
from pyengine.compiler.c.locals import Locals
from pyengine.compiler.c.lookups import Probe
from pyengine.compiler.c.module import Module
from pyengine.compiler.c.names import LEAST_INT, MOST_INT, BeyondError
from pyengine.compiler.c.tables import WrittenTable
from pyengine.compiler.procedures import domain, ir
from pyengine.compiler.procedures.callees import Callee, FactTable, Key
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.runtime.terms import CONS, Float, Functor, Text
from pyengine.compiler.techniques import techniques

_COMPARISONS: Final = {"<": "<", ">": ">", "=<": "<=", ">=": ">=", "=:=": "==", "=\\=": "!="}


class Expressions:
    """Writes the expressions of one procedure."""

    def __init__(self, module: Module, variables: Locals) -> None:
        self.module = module
        self.locals = variables
        self.called: set[Key] = set()
        """The procedures that are called, rather than jumped to."""
        self._equality = Equality(module.names.header, self._is_small_place)
        self._small: frozenset[str] = frozenset()
        """The variables whose words are known to be small integers here."""

    # Values

    def type_of(self, expr: ir.Expr) -> Type:
        """Give what is known of the value of an expression."""
        match expr:
            case ir.Const(value=value):
                return domain.of_value(value)
            case ir.Local(name=name):
                return self.locals.type_of(name)
            case ir.IntOp():
                return domain.INTEGER
            case ir.Build(functor=functor, args=args):
                return domain.struct_type(functor, tuple(map(self.type_of, args)))
        return domain.ANY

    def is_integer(self, expr: ir.Expr) -> bool:
        """Tell whether an expression is known to be an integer."""
        return isinstance(expr, ir.IntOp) or domain.is_integer(self.type_of(expr))

    def is_unboxed(self, expr: ir.Expr) -> bool:
        """Tell whether an expression is an integer that need not be looked at as a word."""
        match expr:
            case ir.Local(name=name):
                return self.locals.form(name) != "w"
            case ir.Const(value=value):
                return value.__class__ is int
        return isinstance(expr, ir.IntOp)

    def value(self, expr: ir.Expr, form: Form) -> str:
        """Write an expression in a form."""
        if form == "w":
            return self.word(expr)
        if isinstance(expr, ir.Field):
            bounds = self.module.place_bounds(expr.functor, expr.index, self.locals.key)
            return known_part(self.word(expr), form, bounds)
        return integers.in_form(self.integer(expr), form)

    def small_value(self, expr: ir.Expr) -> str:
        """Write an expression that must be an integer of 61 bits, or the code stops."""
        return self.value(expr, "i") if self.is_integer(expr) else f"INT_OF({self.word(expr)})"

    def integer(self, expr: ir.Expr) -> Integer:
        """Write an expression whose value is an integer."""
        match expr:
            case ir.Const(value=value):
                return integers.constant(value)
            case ir.IntOp(op=op, args=args):
                return integers.operation(op, [self.integer(argument) for argument in args])
            case ir.Local(name=name) if self.locals.form(name) != "w":
                return self.locals.integer(name)
            case ir.Local(name=name) if name in self._small or not domain.has_large(self.locals.type_of(name)):
                return Integer(f"INT_VALUE({self.locals.read(name)})", *self.locals.small_bounds(name))
            case ir.Evaluate():
                return integers.any_large(f"LARGE_OF({self.word(expr)})")
            case ir.Field(index=index, functor=functor):
                bounds = self.module.place_bounds(functor, index, self.locals.key)
                form = form_of(domain.LARGE, bounds)
                made = Integer(known_part(self.word(expr), form, bounds), *bounds)
                return made if made.form == form else made._replace(text=f"({C_TYPES[made.form]}){made.text}")
        return integers.any_large(f"large_value({self.word(expr)})")

    def with_small(self, condition: ir.Condition) -> frozenset[str]:
        """Take the variables that a condition says to be small integers for such; gives those that were before."""
        before = self._small
        if isinstance(condition, ir.AreIntegers):
            self._small = before | {value.name for value in condition.values if isinstance(value, ir.Local)}
        return before

    def restore_small(self, before: frozenset[str]) -> None:
        """Forget what `with_small` has said."""
        self._small = before

    def word(self, expr: ir.Expr) -> str:
        """Write an expression as a word."""
        match expr:
            case ir.Const(value=value):
                return self.module.names.constant(value)
            case ir.Local(name=name):
                if self.locals.form(name) == "w":
                    return self.locals.read(name)
                return integers.word(self.locals.integer(name))
            case ir.Build():
                return self._build(expr)
            case ir.Field(base=base, index=index, functor=functor):
                base_text = self.locals.read(base.name)
                if functor is CONS:
                    return f"{'HEAD' if index == 1 else 'TAIL'}({base_text})"
                return f"ARG({base_text}, {index})"
            case ir.NewVar():
                return "NEW_VARIABLE()"
            case ir.Evaluate(term=term):
                return f"EVALUATED({self.word(term)})"
            case ir.IntOp():
                return integers.word(self.integer(expr))
        raise AssertionError(expr)

    def _build(self, expr: ir.Build) -> str:
        """Write a term that is made at once, with all its parts."""
        stores: list[str] = []
        size = self._lay_out(expr, 0, stores)
        tag = "LIST" if expr.functor is CONS else "STRUCT"
        return f"({{ Word *t_ = TAKE({size}); {' '.join(stores)} (Word)t_ | {tag}; }})"

    def _lay_out(self, expr: ir.Build, at: int, stores: list[str]) -> int:
        """Say what goes where, from a place on; gives the place behind it."""
        if expr.functor is CONS:
            first = at
        else:
            stores.append(f"t_[{at}] = {self.module.names.header(expr.functor)};")
            first = at + 1
        end = first + len(expr.args)
        for place, part in enumerate(expr.args, first):
            if isinstance(part, ir.Build):
                tag = "LIST" if part.functor is CONS else "STRUCT"
                stores.append(f"t_[{place}] = (Word)(t_ + {end}) | {tag};")
                end = self._lay_out(part, end, stores)
            else:
                stores.append(f"t_[{place}] = {self.word(part)};")
        return end

    # Calls

    def call(self, callee: Key | Version, args: tuple[ir.Expr, ...], rest: list[str]) -> str:
        """Write a call with what comes behind the inputs: pointers to outputs, or a continuation and its frame."""
        if isinstance(callee, Key):
            self.called.add(callee)
            forms = self.module.signature(callee).inputs
            name = self.module.names.function(callee)
            written = [self.value(argument, form) for argument, form in zip(args, forms, strict=True)]
        else:
            function = self.function(callee)
            name = function.name
            written = [*function.which] + [
                self.small_value(argument) if letter == "i" else self.word(argument)
                for argument, letter in zip(args, function.inputs, strict=True)
            ]
        return f"{name}({', '.join(['c', *written, *rest])})"

    def counting_call(self, callee: Key, args: tuple[ir.Expr, ...]) -> str:
        """Write a call that counts the solutions of a procedure."""
        name = self.module.names.function(callee)
        return self.call(callee, args, []).replace(f"{name}(", f"{name}_count(", 1)

    def function(self, version: Version) -> CFunction:
        """Find the C function of a built-in."""
        found = BUILT_INS.get((version.name, version.arity, version.pattern))
        if found is None:
            raise BeyondError(_without(version))
        if found.name == "item_from" and techniques().indexes_lists:
            return found._replace(name="item_at")
        self.module.prototypes.add(found.prototype)
        return found

    def keys(self, table: WrittenTable, args: tuple[ir.Expr, ...]) -> list[str]:
        """Write what is known as the keys of a table."""
        written = []
        for kind, argument in zip(table.known, args, strict=True):
            type_ = self.type_of(argument)
            if kind == "int":
                is_known = type_ == domain.INTEGER
                written.append(self.value(argument, "i") if is_known else f"INT_KEY({self.word(argument)})")
            elif kind == "atom":
                is_atom = type_ == Type(atoms=type_.atoms, items=type_.items) and type_.items in (None, domain.NOTHING)
                text = self.word(argument)
                written.append(f"(int64_t)ATOM_NUMBER({text})" if is_atom else f"ATOM_KEY({text})")
            else:
                written.append(self.word(argument))
        return written

    def rows(self, table: WrittenTable, args: tuple[ir.Expr, ...]) -> tuple[str, str | None]:
        """Write the search for rows, and the test that each must pass, if there is one."""
        keys = self.keys(table, args)
        compared = [keys[number] for number in table.compared]
        test = f"{table.name}_fits(row_, {', '.join(compared)})" if compared else None
        return f"{table.name}_find({', '.join(keys)})", test

    # Conditions

    def condition(self, condition: ir.Condition) -> str:
        """Write a condition."""
        match condition:
            case ir.IsValue(value=value, other=other):
                return self._is_value(value, other)
            case ir.IsFunctor(value=value, functor=functor):
                return self.has_functor(value, functor)
            case ir.Same(left=left, right=right):
                return self._same(left, right)
            case ir.IntCompare(op=op, left=left, right=right):
                return integers.comparison(_COMPARISONS[op], self.integer(left), self.integer(right))
            case ir.Compare():
                return self._comparison(condition)
            case ir.AreIntegers(values=values):
                tests = [f"TAG({self.word(v)}) == INT" for v in values if self.type_of(v) != domain.INTEGER]
                return " && ".join(tests) or "true"
            case ir.HasType(kind=kind, value=value):
                return self._type_test(kind, value)
            case ir.Holds(callee=callee, args=args):
                return self._holds(self.module.resolve(callee), args)
            case ir.Unifies(left=left, right=right):
                return f"HELD(unified(c, {self.word(left)}, {self.word(right)}))"
            case ir.Negated(inner=inner):
                return negated(self.condition(inner))
            case ir.All(parts=parts):
                return " && ".join(_part(self.condition(part)) for part in parts)
            case ir.Flag(name=name):
                return self.locals.read(name)
        raise AssertionError(condition)

    def _is_value(self, value: ir.Expr, other: object) -> str:
        if self.is_unboxed(value):
            if other.__class__ is not int:
                return "false"
            return integers.comparison("==", self.integer(value), integers.constant(other))
        text, constant = self.word(value), self.module.names.constant(other)
        if other.__class__ is Float or other.__class__ is Text or (other.__class__ is int and domain.is_large(other)):
            return f"same_ground({text}, {constant})"
        return f"{text} == {constant}"

    def has_functor(self, value: ir.Expr, functor: Functor) -> str:
        """Write the test whether a clean value is a compound term of a functor."""
        if self.is_unboxed(value):
            return "false"
        text = self.word(value)
        return f"TAG({text}) == LIST" if functor is CONS else f"IS_FUNCTOR({text}, {self.module.names.header(functor)})"

    def _same(self, left: ir.Expr, right: ir.Expr) -> str:
        if self.is_unboxed(left) and self.is_unboxed(right):
            return integers.comparison("==", self.integer(left), self.integer(right))
        types = self.type_of(left), self.type_of(right)
        return self._equality.same(self.word(left), self.word(right), types)

    def first_like(self, item: ir.Expr, items: ir.Expr, whole: str, places: tuple[int, ...] | None = None) -> str:
        """Write the cell of a list whose item is the first that is equal to another, or what ends the list.

        `whole` is the list: to write it here might make it once more. Where there are places, the item has the same
        functor, and the same arguments there.
        """
        probe = Probe(self.word(item), self.type_of(item), places)
        return self.module.lookups.first(self._equality, domain.items_type(self.type_of(items)), probe, whole)

    def _is_small_place(self, functor: Functor, index: int) -> bool:
        """Tell whether the integers in a place of compound terms are known to have at most 61 bits."""
        low, high = self.module.place_bounds(functor, index, self.locals.key)
        return low >= LEAST_INT and high <= MOST_INT

    def _comparison(self, condition: ir.Compare) -> str:
        general = f"COMPARED({self.word(condition.left)}, {self.word(condition.right)})"
        general = f"{general} {_COMPARISONS[condition.op]} 0"
        if condition.fast is None:
            return general
        are_small = ir.AreIntegers(condition.integers)
        test = self.condition(are_small)
        before = self.with_small(are_small)
        fast = self.condition(condition.fast)
        self.restore_small(before)
        return f"({test} ? {fast} : {general})"

    def _type_test(self, kind: str, value: ir.Expr) -> str:
        if self.is_integer(value):
            return "true" if kind in ("integer", "number", "atomic", "rational") else "false"
        if kind == "is_list":
            return f"is_proper_list({self.word(value)})"
        return f"{self.function(versions(kind, 1)[-1]).name}(c, {self.word(value)})"

    def _holds(self, callee: Callee, args: tuple[ir.Expr, ...]) -> str:
        if isinstance(callee, FactTable):
            table = self.module.tables.table(callee)
            find, test = self.rows(table, args)
            if test is None:
                return f"({{ Rows rows_ = {find}; rows_.from < rows_.to; }})"
            loop = f"for (uint32_t row_ = rows_.from; row_ < rows_.to && !held_; row_++) held_ = {test};"
            return f"({{ Rows rows_ = {find}; bool held_ = false; {loop} held_; }})"
        is_memberchk = isinstance(callee, Version) and (callee.name, callee.pattern) == ("memberchk", "gg")
        if is_memberchk and domain.must_be_list(self.type_of(args[1])):
            return f"TAG({self.first_like(args[0], args[1], self.word(args[1]))}) == LIST"
        call = self.call(callee, args, [])
        may_stop = isinstance(callee, Key) or self.function(callee).can_stop
        return f"HELD({call})" if may_stop else call


def _without(version: Version) -> str:
    """Name a built-in that C has not, or not for such arguments."""
    has_others = any((name, arity) == (version.name, version.arity) for name, arity, _ in BUILT_INS)
    return f"{version.name}/{version.arity}{' as it is called there' if has_others else ''}"


def negated(text: str) -> str:
    """Write that a condition does not hold."""
    return f"!{text}" if _is_closed(text) else f"!({text})"


def _is_closed(text: str) -> bool:
    """Tell whether a text is one name, one call, or all in brackets."""
    depth = 0
    for index, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0 and (character == " " or (character == ")" and index < len(text) - 1)):
            return False
    return True


def _part(text: str) -> str:
    return f"({text})" if " || " in text or " ? " in text else text
