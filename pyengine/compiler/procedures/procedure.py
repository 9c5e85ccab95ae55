"""A procedure: one predicate called in one way, with its code and what its callers know about it.

Each argument of the call is `g` (a clean value comes in), `a` (any term comes in) or `f` (free: the procedure gives its
value back).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pyengine.compiler.procedures import ir
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.procedures.domain import Type


@dataclass(slots=True)
class Summary:
    """What callers know about a procedure. `outs` has the cleanness and type of each output, None while no
    solution is known."""

    types: tuple[Type, ...]
    outs: tuple[tuple[bool, Type], ...] | None = None
    is_many: bool = False
    can_fail: bool = False
    uses_trail: bool = False

    @property
    def determinism(self) -> str:
        """How many solutions it has, in the words of Prolog."""
        return "nondet" if self.is_many else "semidet" if self.can_fail else "det"


@dataclass(slots=True)
class Procedure:
    """The code of one predicate called in one way."""

    key: Key
    origin: str
    params: tuple[str, ...]
    body: list[ir.Statement]
    summary: Summary
    is_tabled: bool = False
    has_trail: bool = False
    types: dict[str, Type] = field(default_factory=dict)
    """What is known of the values of local variables, where that is anything; they are clean then."""

    @property
    def outputs(self) -> int:
        """How many values it gives back."""
        return self.key.pattern.count("f")
