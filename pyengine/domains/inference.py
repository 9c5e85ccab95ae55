"""The contract's questions asked of the rules as they run on sets of terms: positions, moves, worths."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from pyengine.compiler.analysis.entries import key_of
from pyengine.compiler.normal_form.parameters import parameter_values
from pyengine.compiler.normal_form.rules import Rules
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.python.compiled_rules import compile_rules
from pyengine.compiler.runtime.terms import Value, functor
from pyengine.domains import shapes
from pyengine.domains.abstract_rules import AbstractRules, TooLongError
from pyengine.domains.shapes import ANY, NOTHING, Shape
from pyengine.language.contract import ARGUMENTS, OWN, Interface, defined, interface, vocabulary_in
from pyengine.language.gate import CheckedProgram
from pyengine.terms import Term

_ATTEMPTS: Final = ((220, 150_000), (3, 150_000))
"""How many calls of one predicate are followed apart, and for how many steps: first closely, then roughly."""
_PATIENCE: Final = 3
_MANY: Final = 256
"""More moves than that are inferred more closely."""
_PARAMETER: Final = key_of(OWN["parameter"])


@dataclass(frozen=True, slots=True)
class RuleShapes:
    """What rules can give at all: the sets of positions and moves, and of the worths of each player.

    Each is `ANY` where the rules could not be followed.
    """

    positions: Shape
    moves: tuple[Shape, ...]
    """Sets that have all moves between them."""
    worths: tuple[Shape, ...]


def infer_shapes(
    program: CheckedProgram, given: Mapping[str, Term], start: Value, players: tuple[Value, ...]
) -> RuleShapes:
    """Run the rules of a game on sets of terms, from a start on; a start with a memory is `State-Memory`."""
    for nested, steps in _ATTEMPTS:
        try:
            return _Inference(program, given, nested, steps).shapes(start, players)
        except TooLongError:
            continue
    return RuleShapes(ANY, (ANY,), (ANY,) * len(players))


class _Inference:
    def __init__(self, program: CheckedProgram, given: Mapping[str, Term], nested: int, steps: int) -> None:
        sources = Sources(program)
        values = parameter_values(
            sources, given, lambda: compile_rules(program, None, [_PARAMETER]).solutions(_PARAMETER)
        )
        known = defined(program)
        changing = frozenset((*sources.outline.declared.get("dynamic", ()),))
        self._interface: Interface = interface(vocabulary_in(known), known.__contains__)
        self._rules = AbstractRules(Rules(sources, values), nested=nested, steps=steps, unknown=changing)

    def shapes(self, start: Value, players: tuple[Value, ...]) -> RuleShapes:
        if not self._interface.is_own:
            return RuleShapes(ANY, (ANY,), (ANY,) * len(players))
        has_memory = self._interface.has_memory
        state = shapes.of_value(start[1] if has_memory else start)
        moves, rounds = NOTHING, 0
        while True:
            found = self._rules.call("move", (state, ANY, ANY))
            if found is None:
                break
            moves, grown = found[1], shapes.join(state, found[2])
            if grown is state:
                break
            state = shapes.widen(state, grown) if rounds >= _PATIENCE else grown
            rounds += 1
        memory = self._memory(shapes.of_value(start[2]), moves) if has_memory else ANY
        worths = self._worths(state, memory, players)
        positions = shapes.compound(functor("-", 2), (state, memory)) if has_memory else state
        return RuleShapes(positions, self._refined(state, moves), worths)

    def _refined(self, state: Shape, moves: Shape) -> tuple[Shape, ...]:
        """Ask for the moves of each first argument by themselves, where they are many: they go with few others."""
        if (shapes.size(moves) or 0) <= _MANY or len(moves.compounds) == 0:
            return (moves,)
        apart = [shapes.constants(moves.constants or frozenset()) | shapes.integers(moves.integers)]
        try:
            for functor, args in moves.compounds:
                for value in shapes.elements(args[0]) or ():
                    asked = shapes.compound(functor, (shapes.of_value(value), *args[1:]))
                    found = self._rules.call("move", (state, asked, ANY))
                    apart.append(NOTHING if found is None else found[1])
        except TooLongError:
            return (moves,)
        return tuple(shape for shape in apart if shape is not NOTHING)

    def _memory(self, memory: Shape, moves: Shape) -> Shape:
        """Give what positions can remember."""
        if "memory" not in self._interface.offers:
            return shapes.lists(moves) if shapes.list_items(memory) is NOTHING else ANY
        rounds = 0
        while True:
            found = self._rules.call("memory", (memory, moves, ANY))
            grown = memory if found is None else shapes.join(memory, found[2])
            if grown is memory:
                return memory
            memory = shapes.widen(memory, grown) if rounds >= _PATIENCE else grown
            rounds += 1

    def _worths(self, state: Shape, memory: Shape, players: Iterable[Value]) -> tuple[Shape, ...]:
        """Give what a final position can be worth to each player."""
        worth = self._interface.worth
        over = self._interface.over
        if over is not None and not over.takes("memory"):
            final = self._rules.call(over.name, (state,))
            state = NOTHING if final is None else final[0]
        known = {"position": state, "memory": memory}
        found = []
        for player in players:
            kinds = [ARGUMENTS[argument] for argument in worth.arguments]
            asked = tuple(shapes.of_value(player) if kind == "player" else known.get(kind, ANY) for kind in kinds)
            answer = self._rules.call(worth.name, asked)
            found.append(NOTHING if answer is None else answer[-1])
            if not self._interface.has_utilities:
                break
        return tuple(found)
