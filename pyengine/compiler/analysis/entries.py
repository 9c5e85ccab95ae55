"""What the contract asks of rules: the entries of the analysis, and what is known of their inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pyengine.compiler.analysis.fixpoint import Analysis
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.procedures import Key, domain
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.runtime.terms import Value
from pyengine.language.contract import Vocabulary

TEXTBOOK: Final[Mapping[Vocabulary, tuple[str, str, str]]] = {
    "textbook": ("moves", "max_to_move", "min_to_move"),
    "romanian": ("mutari", "mutare_max", "mutare_min"),
}
"""The predicates of the other vocabularies: the successors of a position, whether MAX moves, whether MIN does."""

_ENTRIES: Final = (
    *(
        "player:f",
        "initial:f!",
        "to_move:gf!",
        "move:gff",
        "terminal:g!",
        "terminal:gg!",
        "utility:gf!",
        "utility:ggf!",
    ),
    *("staticval:gf!", "feature:gff", "weight:gf!", "order:ggf!", "noisy:g!", "canonical:gf!", "infinite:f!"),
    *("memory:ggf!", "outcome:ggf!", "outcome:gggf!", "board:gf!", "show:gf!", "notation:gf!", "notation:fg"),
    *("move_notation:ggf!", "move_notation:gfg", "moves:gf!", "max_to_move:g!", "min_to_move:g!"),
    *("mutari:gf!", "mutare_max:g!", "mutare_min:g!"),
)
"""What is asked of rules: predicate, call pattern, and `!` where only the first solution counts."""
_OF_STATES: Final = frozenset(
    {"to_move", "move", "terminal", "utility", "staticval", "feature", "order", "noisy"}
    | {"canonical", "outcome", "board", "show", "move_notation"}
)
"""What takes a position first."""


def entries_of(sources: Sources) -> list[Key]:
    """List what is asked of the rules of a file."""
    found = []
    for entry in _ENTRIES:
        name, _, pattern = entry.partition(":")
        key = Key(name, len(pattern.rstrip("!")), pattern.rstrip("!"), pattern.endswith("!"))
        if sources.defines((name, key.arity)):
            found.append(key)
    return found


def state_type(analysis: Analysis, starts: Sequence[Value]) -> Type:
    """Find the type of the positions that moves lead to."""
    type_ = domain.NOTHING
    for start in starts:
        type_ = domain.join(type_, domain.of_value(start))
    key = Key("move", 3, "gff", False)
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


def input_types(key: Key, state: Type) -> tuple[Type, ...]:
    """Give what is known of the inputs of an entry: the first one is a position, the others may be anything."""
    inputs = [domain.ANY for letter in key.pattern if letter != "f"]
    if key.name in _OF_STATES or (key.name == "notation" and key.pattern == "gf"):
        inputs[0] = state
    return tuple(inputs)
