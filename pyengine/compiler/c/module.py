"""What the functions of one C file share: names, tables, what is known of procedures, and how they are called."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pyengine.compiler.analysis.fixpoint import Analysis
from pyengine.compiler.c.compile_time import Evaluation
from pyengine.compiler.c.forms import C_TYPES, Bounds, Form, form_of
from pyengine.compiler.c.integers import LEAST_LARGE, MOST_LARGE
from pyengine.compiler.c.lookups import Lookups
from pyengine.compiler.c.names import FileNames
from pyengine.compiler.c.tables import Tables
from pyengine.compiler.procedures import domain, ir
from pyengine.compiler.procedures.callees import Callee, FactTable, Key
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.procedures.procedure import Procedure
from pyengine.compiler.runtime.terms import Functor


class Signature(NamedTuple):
    """How a function is called: the forms of its inputs and outputs."""

    inputs: tuple[Form, ...]
    outputs: tuple[Form, ...]
    is_many: bool


class Module:
    """One C file."""

    def __init__(self, analysis: Analysis, evaluation: Evaluation, prefix: str = "") -> None:
        self.names = FileNames(prefix)
        self.tables = Tables(self.names)
        self.lookups = Lookups(self.tables.lines)
        self.prototypes: set[str] = set()
        """How the built-ins that are called are declared."""
        self.beyond: dict[str, None] = {}
        """What is not done in C, for people."""
        self._analysis = analysis
        self._evaluation = evaluation
        self._evaluated: dict[Key, FactTable | None] = {}
        self._continuations: dict[tuple[Form, ...], str] = {}
        self.recursive: set[Key] = set()
        self.allocates: Callable[[Procedure, list[ir.Statement]], bool] = lambda *_: True
        """Tells whether statements of a procedure may allocate on the heap."""
        self.skipping: frozenset[Key] = frozenset()
        """The procedures that skip solutions."""
        self.remembered: dict[int, int] = {}
        """The statements whose outcome is remembered where moves are counted, by identity, and its place."""
        self.makes_solution_from: Callable[[Procedure, list[ir.Statement]], int | None] = lambda *_: None
        """Gives the place from which on statements do nothing but make one solution, their last."""
        self.chooses = False
        """Whether a function counts the moves and makes one of them."""
        self.deferring: Key | None = None
        """The procedure whose solutions may be made later."""
        self.has_deferred = False
        """Whether any of them is."""
        self.variable_bounds: Callable[[Procedure, str], Bounds | None] = lambda *_: None
        """Gives the bounds of an integer variable, where any are known."""
        self.output_bounds: Callable[[Key, int, Type], Bounds | None] = lambda *_: None
        """The same of an integer that a procedure gives back."""
        self.place_bounds: Callable[[Functor, int, Key | None], Bounds] = lambda *_: (LEAST_LARGE, MOST_LARGE)
        """Gives the bounds of the integers in a place of compound terms: of positions, or as a procedure sees them."""

    def procedure(self, key: Key) -> Procedure:
        """Give a procedure."""
        return self._analysis.procedures[key]

    def resolve(self, callee: Callee) -> Callee:
        """Give what is really called: a table, where all solutions are known when rules are compiled."""
        if not isinstance(callee, Key) or not self.procedure(callee).is_tabled:
            return callee
        if callee not in self._evaluated:
            self._evaluated[callee] = self._evaluation.table(callee)
        return self._evaluated[callee] or callee

    def may_miss(self, table: FactTable) -> bool:
        """Tell whether a table may have no row for what is looked up."""
        return table not in self._evaluation.total

    def forget_evaluated(self) -> bool:
        """Evaluate again what could not be, when bounds of integers are known; tells whether there is such a thing."""
        failed = [
            key
            for key, table in self._evaluated.items()
            if table is None and any(map(domain.is_integer, self.procedure(key).summary.types))
        ]
        for key in failed:
            del self._evaluated[key]
        return bool(failed)

    def signature(self, key: Key) -> Signature:
        """Tell how the function of a procedure is called."""
        procedure = self.procedure(key)
        summary = procedure.summary
        outs = summary.outs or ((False, domain.ANY),) * key.pattern.count("f")
        letters = [letter for letter in key.pattern if letter != "f"]
        return Signature(
            tuple(
                form_of(type_, self.variable_bounds(procedure, param)) if letter == "g" else "w"
                for letter, type_, param in zip(letters, summary.types, procedure.params, strict=True)
            ),
            tuple(
                form_of(type_, self.output_bounds(key, index, type_)) if is_clean else "w"
                for index, (is_clean, type_) in enumerate(outs)
            ),
            summary.is_many,
        )

    def form(self, procedure: Procedure, name: str) -> Form:
        """Give the form that the value of a variable has."""
        return form_of(procedure.types.get(name, domain.ANY), self.variable_bounds(procedure, name))

    def continuation(self, outputs: tuple[Form, ...]) -> str:
        """Name the type of the functions that solutions with such outputs are given to."""
        if outputs not in self._continuations:
            self._continuations[outputs] = "Next" + "".join(f"_{form}" for form in outputs)
        return self._continuations[outputs]

    def continuation_types(self) -> list[str]:
        """Write the types of continuations."""
        return [
            f"typedef bool {name}(Context *, void *{''.join(f', {C_TYPES[form]}' for form in outputs)});"
            for outputs, name in self._continuations.items()
        ]
