"""The operator table that decides how terms are read and written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, cast, get_args

Fixity = Literal["prefix", "infix", "postfix"]
OperatorType = Literal["xfx", "xfy", "yfx", "fy", "fx", "xf", "yf"]
Declared = tuple[int, OperatorType, str]
"""What `op/3` says: priority, type and name."""


def is_operator_type(text: str) -> bool:
    """Tell whether a text such as `xfx` is an operator type."""
    return text in get_args(OperatorType)


def fixity(type: str) -> Fixity:
    """Tell where an operator of a type such as `xfx` stands."""
    return "prefix" if type[0] == "f" else "postfix" if type[-1] == "f" else "infix"


@dataclass(frozen=True, slots=True)
class Operator:
    """One entry of the table: how strongly a name binds, and on which sides it takes arguments.

    `left` and `right` are the highest priorities that an argument on that side may have (-1: no argument).
    """

    priority: int
    type: OperatorType
    left: int = field(init=False)
    right: int = field(init=False)

    def __post_init__(self) -> None:
        shape = self.type
        bound = {"x": self.priority - 1, "y": self.priority}
        object.__setattr__(self, "left", -1 if shape[0] == "f" else bound[shape[0]])
        object.__setattr__(self, "right", -1 if shape[-1] == "f" else bound[shape[-1]])


@dataclass(frozen=True, slots=True)
class OperatorTable:
    """All operators in force at some point of a file; `add` gives a new table, and `put` changes one's own copy."""

    prefix: Mapping[str, Operator]
    infix: Mapping[str, Operator]
    postfix: Mapping[str, Operator]

    def add(self, priority: int, type: OperatorType, name: str) -> OperatorTable:
        """Give the table after `:- op(priority, type, name)`; priority 0 removes.

        >>> STANDARD.add(700, "xfx", "beats").infix["beats"].left
        699
        """
        table = self.copy()
        table.put(priority, type, name)
        return table

    def copy(self) -> OperatorTable:
        """Give a table that can be changed without changing this one."""
        return OperatorTable(dict(self.prefix), dict(self.infix), dict(self.postfix))

    def put(self, priority: int, type: OperatorType, name: str) -> None:
        """Do what `add` does to this table itself: a file may have a hundred thousand operators."""
        table: dict[str, Operator] = getattr(self, fixity(type))
        if priority == 0:
            table.pop(name, None)
        else:
            table[name] = Operator(priority, type)

    def __contains__(self, name: object) -> bool:
        return name in self.prefix or name in self.infix or name in self.postfix

    def priority(self, name: str) -> int:
        """Give the highest priority that a name has as an operator, 0 if it is none."""
        found = (table[name].priority for table in (self.prefix, self.infix, self.postfix) if name in table)
        return max(found, default=0)

    def __iter__(self) -> Iterator[tuple[str, Operator]]:
        for table in (self.prefix, self.infix, self.postfix):
            yield from table.items()


def _standard() -> OperatorTable:
    table = OperatorTable({}, {}, {})
    for priority, type_, names in (
        (1200, "xfx", "--> :- =>"),
        (1200, "fx", ":- ?-"),
        (
            1150,
            "fx",
            "discontiguous dynamic initialization meta_predicate module_transparent multifile public table "
            "thread_initialization thread_local volatile",
        ),
        (1105, "xfy", "|"),
        (1100, "xfy", ";"),
        (1050, "xfy", "-> *->"),
        (1000, "xfy", ","),
        (800, "xfx", ":="),
        (900, "fy", "\\+"),
        (700, "xfx", ":< < = =.. =:= =< == =@= =\\= > >:< >= @< @=< @> @>= \\= \\== \\=@= as is"),
        (600, "xfy", ":"),
        (500, "yfx", "+ - /\\ \\/"),
        (400, "yfx", "* / // << >> div mod rdiv rem xor"),
        (200, "xfx", "**"),
        (200, "xfy", "^"),
        (200, "fy", "+ - \\"),
        (100, "yfx", "."),
        (1, "fx", "$"),
    ):
        for name in names.split():
            table = table.add(priority, cast(OperatorType, type_), name)
    return table


STANDARD: Final = _standard()
"""SWI-Prolog's operators as a file finds them."""
