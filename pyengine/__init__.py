"""Write a game as Prolog clauses. Ask Python what it is worth.

>>> import pyengine
>>> game = pyengine.load("nim", piles=[1, 2])
>>> [str(move) for move in game.actions(game.initial)]
['take(1,1)', 'take(2,1)', 'take(2,2)']
"""

from pyengine.api import games, load
from pyengine.conformance import check_game
from pyengine.errors import (
    ContractError,
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
    Severity,
    TermSyntaxError,
    UnsafeCallError,
    UnsafeRuleError,
)
from pyengine.game import Expansion, Game, expand
from pyengine.language.reader import read_term
from pyengine.rulecheck import check_file
from pyengine.terms import NIL, Atom, Compound, List, String, Term, Var, write_term

__all__ = [
    "NIL",
    "Atom",
    "Compound",
    "ContractError",
    "Expansion",
    "Finding",
    "Game",
    "GameNotFoundError",
    "IllegalMoveError",
    "InvalidStateError",
    "List",
    "ParameterError",
    "Place",
    "PrologMissingError",
    "PyengineError",
    "QueryError",
    "ReasonerError",
    "RuleFileError",
    "RuleLimitError",
    "RuleRuntimeError",
    "RuleSyntaxError",
    "Severity",
    "String",
    "Term",
    "TermSyntaxError",
    "UnsafeCallError",
    "UnsafeRuleError",
    "Var",
    "check_file",
    "check_game",
    "expand",
    "games",
    "load",
    "read_term",
    "write_term",
]
