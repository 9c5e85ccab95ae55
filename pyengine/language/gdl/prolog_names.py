"""What relations, symbols and variables of GDL are called in Prolog, whatever they are called in KIF."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from pyengine.language.checking.safety import HOOKS
from pyengine.language.contract import ASKED, PROVIDED
from pyengine.language.gdl.expressions import Expression
from pyengine.language.vocabulary import PREDICATES
from pyengine.terms import STANDARD, Atom, Compound, Term, Var

HELPERS: Final = frozenset({"choices", "options", "turn", "acts", "one_by_one", "end_of_file"})
"""What the translation defines besides the relations of the game, and what ends a file."""

_NUMBER: Final = re.compile(r"(?:0|[1-9]\d{0,14})\Z", re.ASCII)
_PLAIN: Final = re.compile(r"[a-z][a-z0-9_]*\Z", re.ASCII)
_BUILT_IN: Final = frozenset({"[|]", "."})
"""Functions that are no plain terms in SWI-Prolog: lists and dicts."""

_ODD: Final = re.compile(r"[^A-Za-z0-9_]+")
_TAKEN: Final = frozenset({entry.indicator for entry in ASKED} | PROVIDED | set(PREDICATES) | HOOKS)


def constant(name: str) -> Atom | int:
    """Give what a symbol is in Prolog: an integer where it is written as one, else an atom.

    >>> constant("7"), constant("007")
    (7, Atom('007'))
    """
    return int(name) if _NUMBER.match(name) else Atom(name)


def name_relations(arities: Mapping[str, int], own: Mapping[str, str]) -> dict[str, str]:
    """Name the predicate of each relation, by its arity in Prolog; `own` are names that are settled.

    A name that Prolog or the contract has for something else gets underscores.

    >>> name_relations({"succ": 2, "cell": 2, "Cell": 2}, {})
    {'succ': 'succ_', 'cell': 'cell', 'Cell': 'cell_'}
    """
    given = dict(own)
    used = set(own.values())
    for name, arity in arities.items():
        if name in given:
            continue
        made = name if _PLAIN.match(name) else _plain(name)
        while made in used or made in HELPERS or made in STANDARD or (made, arity) in _TAKEN:
            made += "_"
        given[name] = made
        used.add(made)
    return given


def _plain(name: str) -> str:
    made = _ODD.sub("_", name[:60]).strip("_").lower()
    return made if made[:1].isalpha() else f"r_{made}".rstrip("_")


class VariableNames:
    """The names of the variables of one clause, `?x` as `X`, each its own; `fresh` makes others."""

    def __init__(self, variables: Iterable[str]) -> None:
        self._names: dict[str, str] = {}
        self._used: set[str] = set()
        for variable in variables:
            if variable not in self._names:
                self._names[variable] = self.fresh(_capital(variable))

    def fresh(self, wanted: str) -> str:
        """Give a name that no variable of the clause has yet, as near to the wanted one as may be."""
        made, number = wanted, 0
        while made in self._used:
            number += 1
            made = f"{wanted}_{number}"
        self._used.add(made)
        return made

    def term(self, expression: Expression) -> Term:
        """Give an expression as a term."""
        if expression.is_variable:
            return Var(self._names[expression.name])
        if expression.args:
            name = f"{expression.name}_" if expression.name in _BUILT_IN else expression.name
            return Compound(name, tuple(self.term(part) for part in expression.args))
        return constant(expression.name)


def _capital(variable: str) -> str:
    made = _ODD.sub("_", variable[1:61]).strip("_")
    made = made[:1].upper() + made[1:]
    return made if made[:1].isalpha() else f"V{made}"
