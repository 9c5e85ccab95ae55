"""Write a game as Prolog clauses. Ask Python what it is worth.

>>> import pyengine
>>> game = pyengine.load("nim", piles=[1, 2])
>>> [str(move) for move in game.actions(game.initial)]
['take(1,1)', 'take(2,1)', 'take(2,2)']

A name is imported when it is first asked for: who wants a few of them does not wait for the others.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyengine.api import games, load
    from pyengine.compare import Effort, compare
    from pyengine.conformance import check_game
    from pyengine.errors import (
        ContractError,
        CyclicGameError,
        Finding,
        GameNotFoundError,
        IllegalMoveError,
        InvalidStateError,
        ParameterError,
        Place,
        PrologMissingError,
        PyengineError,
        QueryError,
        ReasonerError,
        RuleFileError,
        RuleLimitError,
        RuleRuntimeError,
        RuleSyntaxError,
        SavedGameError,
        SearchError,
        Severity,
        SolvedStoreError,
        StoredGameError,
        TermSyntaxError,
        UnsafeCallError,
        UnsafeRuleError,
    )
    from pyengine.game import Expansion, Game, expand
    from pyengine.language.reading.reader import read_term
    from pyengine.native import twin
    from pyengine.reasoners.budget import Budget
    from pyengine.rulecheck import check_file
    from pyengine.search import (
        Bound,
        Limit,
        Options,
        Result,
        Solution,
        StopReason,
        count_states,
        minimax,
        perft,
        playout,
        playouts,
        retrograde,
        search,
        solve,
        states,
    )
    from pyengine.stores import SolvedStore
    from pyengine.terms import NIL, Atom, Compound, List, String, Term, Var, write_term

__all__ = [
    "NIL",
    "Atom",
    "Bound",
    "Budget",
    "Compound",
    "ContractError",
    "CyclicGameError",
    "Effort",
    "Expansion",
    "Finding",
    "Game",
    "GameNotFoundError",
    "IllegalMoveError",
    "InvalidStateError",
    "Limit",
    "List",
    "Options",
    "ParameterError",
    "Place",
    "PrologMissingError",
    "PyengineError",
    "QueryError",
    "ReasonerError",
    "Result",
    "RuleFileError",
    "RuleLimitError",
    "RuleRuntimeError",
    "RuleSyntaxError",
    "SavedGameError",
    "SearchError",
    "Severity",
    "Solution",
    "SolvedStore",
    "SolvedStoreError",
    "StopReason",
    "StoredGameError",
    "String",
    "Term",
    "TermSyntaxError",
    "UnsafeCallError",
    "UnsafeRuleError",
    "Var",
    "check_file",
    "check_game",
    "compare",
    "count_states",
    "expand",
    "games",
    "load",
    "minimax",
    "perft",
    "playout",
    "playouts",
    "read_term",
    "retrograde",
    "search",
    "solve",
    "states",
    "twin",
    "write_term",
]

_HOMES: Final = {
    "pyengine.api": "games load",
    "pyengine.compare": "Effort compare",
    "pyengine.conformance": "check_game",
    "pyengine.errors": (
        "ContractError CyclicGameError Finding GameNotFoundError IllegalMoveError InvalidStateError "
        "ParameterError Place PrologMissingError PyengineError QueryError ReasonerError RuleFileError "
        "RuleLimitError RuleRuntimeError RuleSyntaxError SavedGameError SearchError Severity SolvedStoreError "
        "StoredGameError TermSyntaxError UnsafeCallError UnsafeRuleError"
    ),
    "pyengine.game": "Expansion Game expand",
    "pyengine.language.reading.reader": "read_term",
    "pyengine.native": "twin",
    "pyengine.reasoners.budget": "Budget",
    "pyengine.rulecheck": "check_file",
    "pyengine.search": (
        "Bound Limit Options Result Solution StopReason count_states minimax perft playout playouts retrograde "
        "search solve states"
    ),
    "pyengine.stores": "SolvedStore",
    "pyengine.terms": "NIL Atom Compound List String Term Var write_term",
}
"""Which module gives which names."""

_HOME: Final = {name: module for module, names in _HOMES.items() for name in names.split()}
_MODULES: Final = frozenset(module.split(".")[1] for module in _HOMES)


class _Facade(ModuleType):
    """This package: `search` and `compare` are functions in it, whoever imports the packages of that name."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOME and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *__all__})


if not TYPE_CHECKING:  # a checker reads the imports above, and so knows of every name that is not there

    def __getattr__(name: str) -> object:
        if name in _HOME:
            value = globals()[name] = getattr(import_module(_HOME[name]), name)
            return value
        if name in _MODULES:
            return import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


sys.modules[__name__].__class__ = _Facade
