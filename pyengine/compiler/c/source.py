"""Procedures written as a C file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyengine.compiler.analysis.entries import key_of
from pyengine.compiler.analysis.fixpoint import Analysis
from pyengine.compiler.c.accumulation import UNITS
from pyengine.compiler.c.allocation import Allocation
from pyengine.compiler.c.bit_sets import bit_set
from pyengine.compiler.c.bounds import IntegerBounds
from pyengine.compiler.c.chosen_moves import Choice, NotChosenError
from pyengine.compiler.c.compile_time import Evaluation, Solve
from pyengine.compiler.c.forms import C_TYPES
from pyengine.compiler.c.locals import Locals, unused, written
from pyengine.compiler.c.module import Module, Signature
from pyengine.compiler.c.procedure_code import ProcedureCode
from pyengine.compiler.c.quoting import comment
from pyengine.compiler.c.remembered import reached
from pyengine.compiler.c.skipped_solutions import SkippedSolutions
from pyengine.compiler.c.statements import write_procedure
from pyengine.compiler.c.tabling import tabled
from pyengine.compiler.procedures import domain
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.procedures.procedure import Procedure
from pyengine.compiler.runtime.terms import Value
from pyengine.compiler.techniques import techniques
from pyengine.language.contract import SPLIT

_HEADERS = ("rules", "emitted", "tables", "arithmetic", "comparing", "lists")
_INLINED: Final = "static inline __attribute__((always_inline)) bool"
_SMALL: Final = 32
"""How many lines a procedure with many solutions has that is put in the place of its calls."""
_INCLUDES = tuple(f'#include "{name}.h"' for name in _HEADERS)


class CFile:
    """The C file of some procedures, as far as it is the same for a game and for a test."""

    def __init__(
        self,
        analysis: Analysis,
        entries: list[Key],
        solve: Solve,
        prefix: str = "",
        skipping: Key | None = None,
        states: Sequence[Value] = (),
        state_type: Type = domain.ANY,
    ) -> None:
        evaluation = Evaluation(analysis, solve)
        self.module = Module(analysis, evaluation, prefix)
        self.names = self.module.names
        self._functions: list[str] = []
        self._declared: list[str] = []
        self._tabled_count = 0
        needed = self._needed(analysis, entries)
        bounds = IntegerBounds(self.module, needed, entries, states, state_type, _apart(needed, entries))
        if self.module.forget_evaluated():
            evaluation.bounds = bounds.of_variable
            needed = self._needed(analysis, entries)
            bounds = IntegerBounds(self.module, needed, entries, states, state_type, _apart(needed, entries))
        self.module.variable_bounds = bounds.of_variable
        self.module.output_bounds = bounds.of_output
        self.module.place_bounds = bounds.of_place
        if skipping is not None:
            skipped = SkippedSolutions(self.module, key_of(SPLIT[0]) if analysis.rules.sources.is_split else None)
            self.module.skipping = skipped.procedures(skipping, needed)
            self.module.makes_solution_from = skipped.start
            if not self.module.skipping and can_be_deferred(analysis.procedures[skipping], needed):
                self.module.deferring = skipping
                self.module.makes_solution_from = skipped.certain_start
            if self.module.skipping:
                self.module.remembered = skipped.remembered
        self.module.allocates = Allocation(self.module, needed).allocates
        drafts = {key: self._draft(analysis.procedures[key]) for key in needed}
        calls = {key: [*draft.expressions.called] for key, draft in drafts.items()}
        self.module.recursive |= {key for key in needed if key in reached(calls[key], calls)}
        for key, draft in drafts.items():
            procedure = analysis.procedures[key]
            code = self._written(procedure, draft.locals.shared(), draft.wrapped)
            self._functions += ["", *self._assembled(procedure, code)]
            if key == skipping and key in self.module.skipping and techniques().chooses:
                self._functions += self._choosing(procedure)
            if key in self.module.skipping and techniques().counts_apart:
                draft = self._draft(procedure, counts=True)
                code = self._written(procedure, draft.locals.shared(), draft.wrapped, counts=True)
                self._functions += ["", *self._assembled(procedure, code)]

    def _needed(self, analysis: Analysis, entries: list[Key]) -> dict[Key, list[Key]]:
        """Give the procedures that are called once what is known is evaluated, each with those that it calls."""
        calls: dict[Key, list[Key]] = {}
        stack = list(reversed(entries))
        while stack:
            key = stack.pop()
            if key in calls:
                continue
            calls[key] = called = [
                callee for callee in map(self.module.resolve, analysis.callees(key)) if isinstance(callee, Key)
            ]
            stack.extend(reversed(called))
        return calls

    def _draft(self, procedure: Procedure, counts: bool = False) -> ProcedureCode:
        """Write a procedure to see what it calls, and which of its variables go into the frame."""
        code = self._written(procedure, frozenset(), None, counts)
        if len(code.wrappings) == 1:
            code = self._written(procedure, frozenset(), next(iter(code.wrappings)), counts)
        return code

    def _choosing(self, procedure: Procedure) -> list[str]:
        """Write what counts solutions and makes one, where that can be done in one function."""
        key = procedure.key
        try:
            draft = self._written(procedure, frozenset(), None, True, Choice())
            assert draft.choice is not None
            code = self._written(
                procedure, frozenset(), None, True, Choice(is_grouped=draft.choice.has_groups or draft.choice.has_loops)
            )
        except NotChosenError:
            return []
        if code.jumps or code.functions or code.wrappings or key in self.module.recursive or procedure.is_tabled:
            return []
        self.module.chooses = True
        return ["", *self._assembled(procedure, code)]

    def _written(
        self,
        procedure: Procedure,
        shared: frozenset[str],
        wrapped: int | None,
        counts: bool = False,
        choice: Choice | None = None,
    ) -> ProcedureCode:
        variables = Locals(procedure, shared, self.module.variable_bounds)
        return write_procedure(self.module, procedure, variables, wrapped, counts, choice)

    def _assembled(self, procedure: Procedure, code: ProcedureCode) -> list[str]:
        signature, variables = code.signature, code.locals
        name = code.name
        outs = [f"outNo{i}" for i in range(1, len(signature.outputs) + 1)]
        params = self._params(procedure, signature)
        if code.counts:
            params = params[: 1 + len(procedure.params)]
        if code.choice:
            params += ["Chance *chance", "Word *child"]
        header = f"static bool {name}({', '.join(params)})"
        if self._is_inlined(procedure, code):
            header = header.replace("static bool", _INLINED, 1)
        self._declared.append(f"{header};")
        start: list[str] = []
        frame: list[str] = []
        if variables.uses_frame:
            fields = [*variables.fields(), "enum End end;"]
            if signature.is_many and not code.counts:
                fields += [f"{self.module.continuation(signature.outputs)} *next;", "void *frame;"]
            frame = [f"struct {name}_frame {{", *[f"    {field}" for field in fields], "};", ""]
            start += [f"    struct {name}_frame frame_, *f = &frame_;", "    f->end = SEARCHING;"]
            if signature.is_many and not code.counts:
                start += ["    f->next = next;", "    f->frame = frame;"]
        named = frozenset([*procedure.params, *outs])
        declared = [f"    {text}" for text in variables.declarations(0, named)]
        declared += code.choice.declarations() if code.choice else []
        for param in [*procedure.params, *outs]:
            if param in variables.shared():
                start.append(f"    f->{written(param)} = {written(param)};")
        if code.wrapped is not None and not (code.counts and signature.is_many):
            prefix = "f->" if (("frontNo0" if signature.is_many else "holeNo0") in variables.shared()) else ""
            if signature.is_many:
                front = written(code.shared_list) if code.shared_list else "NIL"
                start.append(f"    {prefix}FrontNo0 = {front};")
            else:
                start.append(f"    {prefix}HoleNo0 = OutNo{code.wrapped + 1};")
        if code.accumulates:
            start.append(f"    {code.total()} = {UNITS[code.accumulates]};")
        if procedure.key in self.module.recursive:
            start += ["    if (!descend(c))", "        return false;"]
        if procedure.key in self.module.skipping and not code.choice:
            start += self._counted_bits(procedure, code)
        start += code.rounds
        if code.jumps:
            start.append("again:;")
        kind = "many solutions" if signature.is_many else "at most one" if procedure.summary.can_fail else "one"
        kind = f"how {kind.partition(' ')[0]}" if code.counts else kind
        kind = "how many, and one of them" if code.choice else kind
        what = f"{procedure.origin} ({procedure.key.pattern}): {kind}{', the first' if procedure.key.first else ''}"
        lines = [comment(what), *frame]
        for function in code.functions:
            lines += function
        given = [*params, *declared]
        names = [text.rstrip(";").split()[-1].lstrip("*") for text in given]
        start = [*unused(names, [*start, *code.lines]), *start]
        if procedure.is_tabled:
            own = header.replace(f" {name}(", f" {name}_all(", 1)
            self._tabled_count += 1
            remembering = tabled(self.module, procedure, header, self._tabled_count)
            return [*lines, own, "{", *declared, *start, *code.lines, "}", "", *remembering]
        return [*lines, header, "{", *declared, *start, *code.lines, "}"]

    def _counted_bits(self, procedure: Procedure, code: ProcedureCode) -> list[str]:
        """Write what passes over solutions, or counts them, where they are the bits of an integer."""
        bits = bit_set(procedure) if techniques().counts_bits else None
        form = None if bits is None else self.module.form(procedure, bits.name)
        if bits is None or form not in ("i", "u"):
            return []
        value = code.locals.read(bits.name)
        if code.counts:
            counted = f"c->counted += (uint32_t)count_bits((uint64_t){value})"
            return [f"    if ({value} >= 0)" * (form == "i"), f"        return {counted}, true;"]
        passed = "pass_lowest" if bits.from_lowest else "pass_highest"
        return [
            f"    if ({value} >= 0) {{" if form == "i" else "    {",
            f"        uint64_t bits_ = (uint64_t){value};",
            "        if (passed_all(c, (uint32_t)count_bits(bits_)))",
            "            return true;",
            f"        {value} = {passed}(c, bits_);",
            "    }",
        ]

    def _is_inlined(self, procedure: Procedure, code: ProcedureCode) -> bool:
        """Tell whether a procedure is put in the place of its calls, so that its continuation is known there."""
        if not code.signature.is_many or code.counts or procedure.is_tabled or not techniques().inlines:
            return False
        is_small = len(code.lines) <= _SMALL and not code.functions
        return is_small and procedure.key not in self.module.recursive

    def _params(self, procedure: Procedure, signature: Signature) -> list[str]:
        params = ["Context *c"]
        for name, form in zip(procedure.params, signature.inputs, strict=True):
            params.append(f"{C_TYPES[form]} {written(name)}")
        if signature.is_many:
            return [*params, f"{self.module.continuation(signature.outputs)} *next", "void *frame"]
        for index, form in enumerate(signature.outputs, 1):
            params.append(f"{C_TYPES[form]} *OutNo{index}")
        return params

    def text(self, title: str, rest: list[str]) -> str:
        """Write the file, with what comes behind the procedures."""
        parts = [
            [comment(title), "", *_INCLUDES, "", *sorted(self.module.prototypes), ""],
            self.names.definitions(),
            [""],
            self.module.tables.lines,
            self.module.continuation_types(),
            [""],
            self._declared,
            self._functions,
            [""],
            rest,
        ]
        return "\n".join(line for part in parts for line in part) + "\n"


def can_be_deferred(procedure: Procedure, calls: dict[Key, list[Key]]) -> bool:
    """Tell whether what makes a solution of a procedure can be called after the procedure has ended."""
    calls_itself = procedure.key in reached(calls[procedure.key], calls)
    is_many = procedure.summary.is_many and techniques().defers
    return is_many and not (procedure.is_tabled or procedure.has_trail or calls_itself)


def _apart(calls: dict[Key, list[Key]], entries: list[Key]) -> frozenset[Key]:
    """Give the procedures that only serve to find the representative of a position, which is no position itself."""
    return frozenset(calls) - reached([key for key in entries if key.name != "canonical"], calls)
