"""Write a game as Prolog clauses. Ask Python what it is worth.

>>> import pyengine
>>> game = pyengine.load("nim", piles=[1, 2])
>>> [str(move) for move in game.actions(game.initial)]
['take(1,1)', 'take(2,1)', 'take(2,2)']
"""

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
    retrograde,
    search,
    solve,
    states,
)
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
    "StopReason",
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
    "read_term",
    "retrograde",
    "search",
    "solve",
    "states",
    "twin",
    "write_term",
]
