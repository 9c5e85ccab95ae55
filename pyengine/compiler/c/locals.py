"""The local variables of a procedure in C: which are integers, and which live in the frame.

A procedure that goes through solutions of another is several functions: itself, and one continuation for each such
loop. A local variable that more than one of them uses lives in a frame, which all of them see; the others are plain
variables of C.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from pyengine.compiler.c.forms import C_TYPES, Bounds, Form, form_of
from pyengine.compiler.c.integers import LEAST_LARGE, MOST_LARGE, Integer
from pyengine.compiler.c.names import LEAST_INT, MOST_INT
from pyengine.compiler.procedures import domain
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.procedures.procedure import Procedure

_TAKEN = frozenset(
    {"Answers", "Context", "Expansion", "Functor", "Gathering", "Large", "Next", "Number", "Rows", "Rules", "Word"}
)
"""Types that the code of rules is written with; its macros and constants are in capitals throughout."""


class Locals:
    """The local variables of one procedure, as they are met."""

    def __init__(
        self,
        procedure: Procedure,
        shared: frozenset[str] = frozenset(),
        known: Callable[[Procedure, str], Bounds | None] = lambda *_: None,
    ) -> None:
        self._procedure = procedure
        self._types = procedure.types
        self._known = known
        self._shared = shared
        self._c_types: dict[str, str] = {}
        self._users: dict[str, set[int]] = {}
        self._bounds: dict[str, Bounds] = {}
        self.function = 0
        """The number of the function that is written now."""
        self._functions = 1
        self.uses_frame = False
        self.touched: set[str] = set()
        """The variables that were written since somebody has emptied it."""
        for name in procedure.params:
            self._use(name)

    @property
    def key(self) -> Key:
        """The procedure whose variables they are."""
        return self._procedure.key

    # Functions

    def enter(self) -> int:
        """Begin a continuation; gives the function to come back to."""
        outer = self.function
        self.function = self._functions
        self._functions += 1
        return outer

    def leave(self, outer: int) -> None:
        """End a continuation."""
        self.function = outer

    @property
    def is_main(self) -> bool:
        """Whether what is written now is the procedure's own function."""
        return self.function == 0

    def shared(self) -> frozenset[str]:
        """Give the variables that more than one function uses."""
        return frozenset(name for name, users in self._users.items() if len(users) > 1)

    # Variables

    def type_of(self, name: str) -> Type:
        """Give what is known of the value of a variable."""
        return self._types.get(name, domain.ANY)

    def form(self, name: str) -> Form:
        """Give the form that the value of a variable has."""
        return "w" if name in self._c_types else form_of(self.type_of(name), self._known(self._procedure, name))

    def integer(self, name: str) -> Integer:
        """Write an integer variable."""
        widest = (LEAST_INT, MOST_INT) if self.form(name) == "i" else (LEAST_LARGE, MOST_LARGE)
        bounds = self._bounds.get(name) or self._known(self._procedure, name) or widest
        made = Integer(self.read(name), *bounds)
        return made if made.form == self.form(name) else made._replace(text=f"({C_TYPES[made.form]}){made.text}")

    def small_bounds(self, name: str) -> Bounds:
        """Give the bounds of a variable whose word is known to be an integer of 61 bits."""
        low, high = self._known(self._procedure, name) or (LEAST_INT, MOST_INT)
        if low > MOST_INT or high < LEAST_INT:
            return LEAST_INT, MOST_INT
        return max(low, LEAST_INT), min(high, MOST_INT)

    def bound(self, name: str, low: Integer, high: Integer) -> None:
        """Say what the bounds of an integer variable are, which is assigned only here."""
        self._bounds[name] = (low.low, high.high)

    def c_type(self, name: str) -> str:
        """Give the C type of a variable of another kind than terms have."""
        return self._c_types.get(name, "Word")

    def made(self, name: str, c_type: str) -> str:
        """Write a variable of another kind than terms have."""
        self._c_types[name] = c_type
        return self.read(name)

    def given(self, name: str, c_type: str) -> str:
        """Write a variable that the procedure's own function has from its start."""
        self._users.setdefault(name, set()).add(0)
        return self.made(name, c_type)

    def read(self, name: str) -> str:
        """Write a variable."""
        self._use(name)
        return f"f->{written(name)}" if name in self._shared else written(name)

    def names(self) -> frozenset[str]:
        """Give the variables that were met so far."""
        return frozenset(self._users)

    def _use(self, name: str) -> None:
        self.touched.add(name)
        self._users.setdefault(name, set()).add(self.function)

    def _declared(self, name: str) -> str:
        c_type = self._c_types.get(name, C_TYPES[self.form(name)])
        return f"{c_type}{'' if c_type.endswith('*') else ' '}{written(name)};"

    def declarations(self, function: int, params: frozenset[str]) -> list[str]:
        """Declare the plain variables of a function."""
        return [
            self._declared(name)
            for name, users in self._users.items()
            if function in users and name not in self._shared and name not in params
        ]

    def fields(self) -> list[str]:
        """Declare the variables of the frame."""
        return [self._declared(name) for name in self._users if name in self._shared]


def written(name: str) -> str:
    """Write the name of a local variable in C.

    >>> written("cells"), written("n_2"), written("FOUND"), written("word")
    ('Cells', 'N_2', 'FOUND_', 'Word_')
    """
    made = name[0].upper() + name[1:]
    is_taken = made in _TAKEN or re.fullmatch("[A-Z][A-Z_]*[A-Z][0-9A-Z_]*", made)
    return f"{made}_" if is_taken else made


def unused(names: Iterable[str], lines: list[str]) -> list[str]:
    """Write `(void)` for those of some variables that are never read, so that the C compiler does not warn.

    >>> unused(["A", "B", "C"], ["    A = ARG(B, 1);", "    return true;"])
    ['    (void)A;', '    (void)C;']
    """
    text = re.sub(r"/\*.*?\*/|^ *\w+ = ", "", "\n".join(lines), flags=re.MULTILINE)
    looked_at = set(re.findall(r"\w+", text))
    return [f"    (void){name};" for name in names if name not in looked_at]
