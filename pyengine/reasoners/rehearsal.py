"""Games played in Python before rules are written as C, so that C is written for what the rules really do.

The analysis takes outputs of procedures for ground where that is likely, and positions for those that the rules lead to
if so. Python finds out where that is wrong, and compiles again; C could only hand over one position after the other.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Final

from pyengine.compiler.procedures import ir
from pyengine.errors import PyengineError

if TYPE_CHECKING:
    from pyengine.reasoners.compiled import CompiledGame

_PLIES: Final = 12
_SECONDS: Final = 0.3
_ASKED: Final = frozenset({"to_move", "move", "moves", "terminal", "utility", "staticval"})
"""What is asked of every position of a random game."""


def is_hopeful(game: CompiledGame) -> bool:
    """Tell whether the rules were compiled in the hope that something is ground which a random game would show."""
    analysis, entries = game.contract.analysed.analysis, game.contract.analysed.entries
    return any(
        isinstance(statement, ir.Require)
        for key in analysis.reachable([entry for entry in entries if entry.name in _ASKED])
        for statement in ir.walk(analysis.procedures[key].body)
    )


def rehearsed(game: CompiledGame) -> CompiledGame:
    """Give a game when it has shown what it does, where something was hoped for."""
    if is_hopeful(game):
        _rehearse(game)
    return game


def _rehearse(game: CompiledGame) -> None:
    """Play the beginning of a random game; errors are left to whoever asks the game next."""
    chance, end, here = random.Random(0), time.process_time() + _SECONDS, game.initial
    for _ in range(_PLIES):
        try:
            children = game.expand(here).children
        except PyengineError:
            return
        if not children or time.process_time() > end:
            return
        here = children[chance.randrange(len(children))]
