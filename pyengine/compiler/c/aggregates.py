"""Aggregates in C: lists filled in place, counts, sums, and the best of all solutions.

What a solution is made of stays on the heap until the aggregate is complete: `keep` says so after each of them.
"""

from __future__ import annotations

from typing import Final

from pyengine.compiler.c import integers
from pyengine.compiler.c.forms import C_TYPES, converted
from pyengine.compiler.c.names import BeyondError
from pyengine.compiler.c.procedure_code import NestingWriter
from pyengine.compiler.procedures import ir
from pyengine.compiler.runtime.terms import functor

_KINDS: Final = frozenset({"bag", "set", "count", "sum", "max", "min", "max_witness", "min_witness", "least"})


class AggregateWriter(NestingWriter):
    """Writes findall/3 and aggregate_all/3."""

    def collect(self, statement: ir.Collect, indent: int, fail: str) -> None:
        """Write a collection: its start, what adds to it, and its sum."""
        how, found, result = statement.how.removesuffix("_list"), statement.collection, statement.result
        if how not in _KINDS:
            raise BeyondError(f"a collection of the kind {how}")
        form, integral = self._locals.form(result), self._accumulator(statement)
        kept = self._locals.made(f"{found}Kept", "Word *")
        self._line(indent, f"{kept} = c->kept;")
        if integral:
            self._line(indent, f"{self._locals.made(f'{found}Top', 'Word *')} = c->top;")
        if self._procedure.has_trail:
            self._line(indent, f"{self._locals.made(statement.mark, 'size_t')} = c->trailed;")
        if how in ("max", "min", "max_witness", "min_witness", "least"):
            self._line(indent, f"{self._locals.made(f'{found}Any', 'bool')} = false;")
        if integral:
            self._line(indent, f"{self._locals.made(found, C_TYPES[integral])} = 0;")
        elif how in ("bag", "set"):
            start = self._locals.made(found, "Word")
            self._line(indent, f"{self._locals.made(f'{found}End', 'Word *')} = &{start};")
        elif how == "sum":
            self._line(indent, f"{self._locals.made(found, 'Word')} = INT_WORD(0);")
        else:
            self._locals.made(found, "Word")
        self._bodies.block(statement.body, indent)
        if self._procedure.has_trail:
            self._line(indent, f"undo(c, {self._locals.read(statement.mark)});")
        self._line(indent, f"c->kept = {kept};")
        if how in ("bag", "set"):
            self._line(indent, f"*{self._locals.read(f'{found}End')} = NIL;")
        if integral:
            self._line(indent, f"release(c, {self._locals.read(f'{found}Top')});")
        if statement.can_fail:
            self._if(indent, f"!{self._locals.read(f'{found}Any')}", fail)
        value = self._locals.read(found)
        if statement.how.endswith("_list"):
            item = converted(value, integral or "w", "w")
            made = f"({{ Word *t_ = TAKE(2); t_[0] = {item}; t_[1] = NIL; (Word)t_ | LIST; }})"
            self._line(indent, f"{self._locals.read(result)} = {self._locals.read(f'{found}Any')} ? {made} : NIL;")
            return
        if how == "set":
            self._if(indent, f"!sort_list(c, true, {value}, &{value})", "return false;")
        self._line(indent, f"{self._locals.read(result)} = {converted(value, integral or 'w', form)};")

    def _accumulator(self, statement: ir.Collect) -> str:
        """Give the form of a number that is kept while solutions are gathered; nothing where it is a word."""
        how = statement.how.removesuffix("_list")
        if how == "count":
            return "i"
        if how not in ("sum", "max", "min"):
            return ""
        values = [
            s.value
            for s in ir.walk(statement.body)
            if isinstance(s, ir.Gather) and s.collection == statement.collection
        ]
        if not all(map(self._expressions.is_integer, values)):
            return ""
        return "l" if any(self._expressions.type_of(value).large for value in values) else "i"

    def gather(self, statement: ir.Gather, indent: int) -> None:
        """Write that a solution is added."""
        how, name = statement.how.removesuffix("_list"), statement.collection
        found = self._locals.read(name)
        if how == "count":
            self._line(indent, f"{found}++;")
            return
        if how in ("max_witness", "min_witness"):
            self._keep_witness(statement, indent)
            return
        if how in ("sum", "max", "min"):
            self._fold(statement, indent)
            return
        self._line(indent, "{")
        self._line(indent + 1, f"Word item_ = {self._expressions.word(statement.value)};")
        if not statement.is_clean:
            self._if(indent + 1, "!copy_term(c, item_, &item_)", "return false;")
        if how == "least":
            self._keep_least(name, indent + 1)
            self._line(indent, "}")
            return
        self._line(indent + 1, f"NEED(add_item(c, item_, &{self._locals.read(f'{name}End')}));")
        self._line(indent + 1, "keep(c);")
        self._line(indent, "}")

    def _fold(self, statement: ir.Gather, indent: int) -> None:
        how, name = statement.how.removesuffix("_list"), statement.collection
        found = self._locals.read(name)
        kind = self._locals.c_type(name)
        if self._expressions.is_integer(statement.value) and kind != "Word":
            value = self._expressions.integer(statement.value)
            fit = integers.small if kind == "int64_t" else integers.large
            if how == "sum":
                so_far = integers.any_integer(found) if kind == "int64_t" else integers.any_large(found)
                self._line(indent, f"{found} = {fit(integers.operation('+', [so_far, value]))};")
                return
            any_ = self._locals.read(f"{name}Any")
            sign = ">" if how == "max" else "<"
            self._line(indent, "{")
            self._line(indent + 1, f"{kind} item_ = {fit(value)};")
            self._if(indent + 1, f"!{any_} || item_ {sign} {found}", f"{found} = item_;")
            self._line(indent + 1, f"{any_} = true;")
            self._line(indent, "}")
            return
        operator = {"sum": "FUNCTOR_PLUS", "max": "FUNCTOR_MAX", "min": "FUNCTOR_MIN"}[how]
        self._line(indent, "{")
        self._line(indent + 1, f"Word item_ = EVALUATED({self._expressions.word(statement.value)});")
        if how == "sum":
            self._line(indent + 1, f"{found} = FOLDED({operator}, {found}, item_);")
        else:
            any_ = self._locals.read(f"{name}Any")
            self._line(indent + 1, f"{found} = {any_} ? FOLDED({operator}, {found}, item_) : item_;")
            self._line(indent + 1, f"{any_} = true;")
        self._line(indent + 1, "keep(c);")
        self._line(indent, "}")

    def _keep_least(self, name: str, indent: int) -> None:
        """Keep an item that comes before all others so far in the standard order."""
        found, any_ = self._locals.read(name), self._locals.read(f"{name}Any")
        self._line(indent, f"if (!{any_} || compare_terms(c, item_, {found}) < 0) {{")
        self._line(indent + 1, f"{found} = item_;")
        self._line(indent + 1, f"{any_} = true;")
        self._line(indent + 1, "keep(c);")
        self._line(indent, "}")
        self._if(indent, "c->reason != GOING", "return false;")

    def _keep_witness(self, statement: ir.Gather, indent: int) -> None:
        """Keep the first pair with the largest, or smallest, number."""
        if not statement.is_clean:
            raise BeyondError("a witness with variables")
        name = statement.collection
        found, any_ = self._locals.read(name), self._locals.read(f"{name}Any")
        sign = ">" if statement.how == "max_witness" else "<"
        result = self._names.header(functor(statement.how.removesuffix("_witness"), 2))
        self._line(indent, "{")
        self._line(indent + 1, f"Word pair_ = {self._expressions.word(statement.value)};")
        self._if(indent + 1, f"!{any_} && !is_number(c, ARG(pair_, 1))", 'STOP("no number");')
        self._line(indent + 1, f"if (!{any_} || COMPARED(ARG(pair_, 1), ARG({found}, 1)) {sign} 0) {{")
        self._line(indent + 2, "Word *best_ = TAKE(3);")
        self._line(indent + 2, f"best_[0] = {result};")
        self._line(indent + 2, "best_[1] = ARG(pair_, 1);")
        self._line(indent + 2, "best_[2] = ARG(pair_, 2);")
        self._line(indent + 2, f"{found} = (Word)best_ | STRUCT;")
        self._line(indent + 2, f"{any_} = true;")
        self._line(indent + 2, "keep(c);")
        self._line(indent + 1, "}")
        self._line(indent, "}")
