"""The rules of a game after the analysis: what a target makes code of."""

from __future__ import annotations

from dataclasses import dataclass

from pyengine.compiler.analysis.fixpoint import Analysis
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.runtime.terms import Value
from pyengine.language.contract import Interface


@dataclass(frozen=True)
class AnalysedGame:
    """The analysis of the rules of a game, and what is known of the game as a whole."""

    analysis: Analysis
    entries: tuple[Key, ...]
    """The procedures that the contract asks for."""
    state_type: Type
    """The type of the states that the code is made for."""
    starts: tuple[Value, ...]
    """The states that the analysis started from."""
    interface: Interface
    """Which predicates answer for the contract."""
    has_memory: bool
    """Whether a position is a state with its memory."""
