"""What the contract asks of rules, what is known of the inputs, and the rules when all is inferred, for a target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pyengine.compiler.analysis.fixpoint import Analysis
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.procedures import domain
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.runtime.terms import Value
from pyengine.language.contract import ARGUMENTS, ASKED, OWN, SPLIT, Entry, Interface, Mode

_ARGUMENTS: Final = {entry.indicator: entry.arguments for entry in ASKED}


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


def entries_of(sources: Sources) -> list[Key]:
    """List what is asked of the rules of a file, but for what is asked of any term: that is compiled by itself."""
    asked = [entry for entry in ASKED if entry.of not in ("file", "term") and sources.defines(entry.indicator)]
    if not sources.is_split:
        asked = [entry for entry in asked if entry not in SPLIT]
    return [key_of(entry, mode) for entry in asked for mode in entry.modes]


def key_of(entry: Entry, mode: Mode | None = None) -> Key:
    """Give the procedure that answers a predicate of the contract, by default as it is called first."""
    mode = mode or entry.modes[0]
    return Key(entry.name, entry.arity, mode.pattern, mode.first)


def state_type(analysis: Analysis, starts: Sequence[Value]) -> Type:
    """Find the type of the positions that moves lead to."""
    type_ = domain.NOTHING
    for start in starts:
        type_ = domain.join(type_, domain.of_value(start))
    key = key_of(OWN["move"])
    while True:
        analysis.request(key, (type_,), None)
        analysis.run()
        outs = analysis.summary(key).outs
        if outs is None:
            return type_
        is_clean, child = outs[1]
        wider = domain.join(type_, child) if is_clean else domain.ANY
        if wider == type_:
            return type_
        type_ = wider


def settle(
    analysis: Analysis, entries: Sequence[Key], starts: Sequence[Value]
) -> tuple[Type, dict[Key, tuple[Type, ...]]]:
    """Analyse what is asked, for the positions that moves lead to; gives their type, and those of the inputs.

    Without starts, positions may be anything.
    """
    while True:
        type_ = state_type(analysis, starts) if starts else domain.ANY
        inputs = {}
        for key in entries:
            inputs[key] = input_types(key, type_, analysis)
            analysis.request(key, inputs[key], None)
        analysis.run()  # what is found on the way, such as large integers, may make the type wider
        if type_ == domain.ANY or state_type(analysis, starts) == type_:
            return type_, inputs


def input_types(key: Key, state: Type, analysis: Analysis) -> tuple[Type, ...]:
    """Give what is known of the inputs of an entry: positions are of one type, the others may be anything.

    But result/3 is asked only where legal/2, an entry before it, has given the move.
    """
    given = [argument for argument, way in zip(_ARGUMENTS[key[:2]], key.pattern, strict=True) if way != "f"]
    move = _legal_move(analysis) if key == key_of(SPLIT[1]) else domain.ANY
    types = {"position": state, "move": move}
    return tuple(types.get(ARGUMENTS[argument], domain.ANY) for argument in given)


def _legal_move(analysis: Analysis) -> Type:
    analysis.run()
    outs = analysis.summary(key_of(SPLIT[0])).outs
    return outs[0][1] if outs is not None and outs[0][0] else domain.ANY
