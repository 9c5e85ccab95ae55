"""Solutions gathered in C: lists filled in place, counts, sums, and the best of them.

What a solution is made of stays in the arena until the collection ends: `keep` says so after each of them.
"""

from __future__ import annotations

from typing import Final

from pyengine.compiler.c import integers
from pyengine.compiler.c.forms import C_TYPES, converted
from pyengine.compiler.c.names import BeyondError
from pyengine.compiler.c.writer import LOOP, Writer
from pyengine.compiler.procedures import Collect, Gather, walk
from pyengine.compiler.runtime.terms import functor

_KINDS: Final = frozenset({"bag", "set", "count", "sum", "max", "min", "max_witness", "min_witness", "least"})


class CollectingWriter(Writer):
    """Writes what findall/3 and aggregate_all/3 are."""

    def collect(self, statement: Collect, indent: int, fail: str) -> None:
        """Write a collection: its start, what adds to it, and its sum."""
        how, found, result = statement.how.removesuffix("_list"), statement.collection, statement.result
        if how not in _KINDS:
            raise BeyondError(f"a collection of the kind {how}")
        form, integral = self.locals.form(result), self._accumulator(statement)
        kept = self.locals.made(f"{found}Kept", "Word *")
        self.line(indent, f"{kept} = c->kept;")
        if integral:
            self.line(indent, f"{self.locals.made(f'{found}Top', 'Word *')} = c->top;")
        if self.procedure.has_trail:
            self.line(indent, f"{self.locals.made(statement.mark, 'size_t')} = c->trailed;")
        if how in ("max", "min", "max_witness", "min_witness", "least"):
            self.line(indent, f"{self.locals.made(f'{found}Any', 'bool')} = false;")
        if integral:
            self.line(indent, f"{self.locals.made(found, C_TYPES[integral])} = 0;")
        elif how in ("bag", "set"):
            self.line(indent, f"{self.locals.made(found, 'Word')} = NIL;")
            self.line(indent, f"{self.locals.made(f'{found}End', 'Word *')} = &{self.locals.read(found)};")
        elif how == "sum":
            self.line(indent, f"{self.locals.made(found, 'Word')} = INT_WORD(0);")
        else:
            self.locals.made(found, "Word")
        self.block(statement.body, indent, LOOP)
        if self.procedure.has_trail:
            self.line(indent, f"undo(c, {self.locals.read(statement.mark)});")
        self.line(indent, f"c->kept = {kept};")
        if integral:
            self.line(indent, f"release(c, {self.locals.read(f'{found}Top')});")
        if statement.can_fail:
            self.line(indent, f"if (!{self.locals.read(f'{found}Any')})")
            self.line(indent + 1, fail)
        value = self.locals.read(found)
        if statement.how.endswith("_list"):
            item = converted(value, integral or "w", "w")
            made = f"({{ Word *t_ = TAKE(2); t_[0] = {item}; t_[1] = NIL; (Word)t_ | LIST; }})"
            self.line(indent, f"{self.locals.read(result)} = {self.locals.read(f'{found}Any')} ? {made} : NIL;")
            return
        if how == "set":
            self.line(indent, f"if (!sorted_set(c, {value}, &{value}))")
            self.line(indent + 1, "return false;")
        self.line(indent, f"{self.locals.read(result)} = {converted(value, integral or 'w', form)};")

    def _accumulator(self, statement: Collect) -> str:
        """Give the form of a number that is kept while solutions are gathered; nothing where it is a word."""
        how = statement.how.removesuffix("_list")
        if how == "count":
            return "i"
        if how not in ("sum", "max", "min"):
            return ""
        values = [
            s.value for s in walk(statement.body) if isinstance(s, Gather) and s.collection == statement.collection
        ]
        if not all(map(self.expressions.is_integer, values)):
            return ""
        return "l" if any(self.expressions.type_of(value).large for value in values) else "i"

    def gather(self, statement: Gather, indent: int) -> None:
        """Write that a solution is added."""
        how, name = statement.how.removesuffix("_list"), statement.collection
        found = self.locals.read(name)
        if how == "count":
            self.line(indent, f"{found}++;")
            return
        if how in ("max_witness", "min_witness"):
            self._keep_witness(statement, indent)
            return
        if how in ("sum", "max", "min"):
            self._fold(statement, indent)
            return
        self.line(indent, "{")
        self.line(indent + 1, f"Word item_ = {self.expressions.word(statement.value)};")
        if not statement.is_clean:
            self.line(indent + 1, "if (!copy_term(c, item_, &item_))")
            self.line(indent + 2, "return false;")
        if how == "least":
            self._keep_least(name, indent + 1)
            self.line(indent, "}")
            return
        end = self.locals.read(f"{name}End")
        self.line(indent + 1, "Word *cell_ = TAKE(2);")
        self.line(indent + 1, "cell_[0] = item_;")
        self.line(indent + 1, "cell_[1] = NIL;")
        self.line(indent + 1, f"*{end} = (Word)cell_ | LIST;")
        self.line(indent + 1, f"{end} = &cell_[1];")
        self.line(indent + 1, "keep(c);")
        self.line(indent, "}")

    def _fold(self, statement: Gather, indent: int) -> None:
        how, name = statement.how.removesuffix("_list"), statement.collection
        found = self.locals.read(name)
        kind = self.locals.c_type(name)
        if self.expressions.is_integer(statement.value) and kind != "Word":
            value = self.expressions.integer(statement.value)
            fit = integers.small if kind == "int64_t" else integers.large
            if how == "sum":
                so_far = integers.any_integer(found) if kind == "int64_t" else integers.any_large(found)
                self.line(indent, f"{found} = {fit(integers.operation('+', [so_far, value]))};")
                return
            any_ = self.locals.read(f"{name}Any")
            sign = ">" if how == "max" else "<"
            self.line(indent, "{")
            self.line(indent + 1, f"{kind} item_ = {fit(value)};")
            self.line(indent + 1, f"if (!{any_} || item_ {sign} {found})")
            self.line(indent + 2, f"{found} = item_;")
            self.line(indent + 1, f"{any_} = true;")
            self.line(indent, "}")
            return
        operator = {"sum": "FUNCTOR_PLUS", "max": "FUNCTOR_MAX", "min": "FUNCTOR_MIN"}[how]
        self.line(indent, "{")
        self.line(indent + 1, f"Word item_ = EVALUATED({self.expressions.word(statement.value)});")
        if how == "sum":
            self.line(indent + 1, f"{found} = FOLDED({operator}, {found}, item_);")
        else:
            any_ = self.locals.read(f"{name}Any")
            self.line(indent + 1, f"{found} = {any_} ? FOLDED({operator}, {found}, item_) : item_;")
            self.line(indent + 1, f"{any_} = true;")
        self.line(indent + 1, "keep(c);")
        self.line(indent, "}")

    def _keep_least(self, name: str, indent: int) -> None:
        """Keep an item that comes before all others so far in the standard order."""
        found, any_ = self.locals.read(name), self.locals.read(f"{name}Any")
        self.line(indent, f"if (!{any_} || compare_terms(c, item_, {found}) < 0) {{")
        self.line(indent + 1, f"{found} = item_;")
        self.line(indent + 1, f"{any_} = true;")
        self.line(indent + 1, "keep(c);")
        self.line(indent, "}")
        self.line(indent, "if (c->reason != GOING)")
        self.line(indent + 1, "return false;")

    def _keep_witness(self, statement: Gather, indent: int) -> None:
        """Keep the first pair with the largest, or smallest, number."""
        if not statement.is_clean:
            raise BeyondError("a witness with variables")
        name = statement.collection
        found, any_ = self.locals.read(name), self.locals.read(f"{name}Any")
        sign = ">" if statement.how == "max_witness" else "<"
        result = self.names.header(functor(statement.how.removesuffix("_witness"), 2))
        self.line(indent, "{")
        self.line(indent + 1, f"Word pair_ = {self.expressions.word(statement.value)};")
        self.line(indent + 1, f"if (!{any_} && !is_number(c, ARG(pair_, 1)))")
        self.line(indent + 2, 'STOP("no number");')
        self.line(indent + 1, f"if (!{any_} || COMPARED(ARG(pair_, 1), ARG({found}, 1)) {sign} 0) {{")
        self.line(indent + 2, "Word *best_ = TAKE(3);")
        self.line(indent + 2, f"best_[0] = {result};")
        self.line(indent + 2, "best_[1] = ARG(pair_, 1);")
        self.line(indent + 2, "best_[2] = ARG(pair_, 2);")
        self.line(indent + 2, f"{found} = (Word)best_ | STRUCT;")
        self.line(indent + 2, f"{any_} = true;")
        self.line(indent + 2, "keep(c);")
        self.line(indent + 1, "}")
        self.line(indent, "}")
